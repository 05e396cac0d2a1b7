import { codeOfState } from '@packboard/ingest/stateWords'

/**
 * Words that machines and control rooms of the five languages of the screens use for a state. Only those with one meaning: what a
 * *Stau* is taken for moves figures, so a person says it.
 */
const words: readonly (readonly [state: string, words: string])[] = [
  [
    'Execute',
    `lauf, lauft, laeuft, maschine lauft, betrieb, in betrieb, produktion, produziert, in produktion, fertigung,
    run, running, producing, production, in production, marche, en marche, en production, en fonctionnement,
    marcha, en marcha, produccion, en produccion, produciendo, funcionando,
    marcia, in marcia, produzione, in produzione, in funzione, funzionamento`,
  ],
  [
    'Stopped',
    `steht, stand, stillstand, maschine steht, gestoppt, stopp, stop, halt, arret, arrete, arretee, a l'arret,
    parada, parado, detenida, detenido, ferma, fermo, arresto, arrestata, arrestato`,
  ],
  [
    'Aborted',
    `storung, stoerung, gestort, gestoert, fehler, alarm, not-halt, not halt, notaus, fault, faulted, failure, error,
    emergency stop, defaut, en defaut, panne, en panne, erreur, alarme, arret d'urgence,
    averia, en averia, fallo, error, alarma, paro de emergencia, guasto, in guasto, errore, allarme, in allarme`,
  ],
  [
    'Idle',
    `leerlauf, bereit, betriebsbereit, wartet, warten, wartend, ready, waiting, standby, stand by,
    attente, en attente, pret, prete, espera, en espera, lista, listo, preparada, preparado,
    attesa, in attesa, pronta, pronto`,
  ],
  [
    'Held',
    'pause, angehalten, unterbrochen, paused, en pause, pausa, en pausa, in pausa, retenida',
  ],
  [
    'Starting',
    'anlauf, anfahren, startet, startup, start up, demarrage, arranque, arrancando, avvio, avviamento',
  ],
  ['Suspended', 'ausgesetzt, suspendu, suspendue, suspendido, suspendida, sospeso, sospesa'],
  ['Completed', 'beendet, termine, terminee, completado, completada, completato, completata'],
]

const plain = (word: string) =>
  word
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll('’', "'")
    .replaceAll(/[\s_]+/g, ' ')
    .toLowerCase()
    .trim()

const stateOfWord = new Map(
  words.flatMap(([state, text]) => text.split(',').map((word) => [plain(word), state] as const)),
)

/** The state that a word of a machine usually means; undefined where it has no usual meaning. */
export function knownState(word: string): string | undefined {
  const found = stateOfWord.get(plain(word))
  if (found !== undefined) return found
  // The screens write `Produktion (Execute)`.
  const [, inner] = /\(([^()]+)\)$/.exec(word.trim()) ?? []
  return inner !== undefined && codeOfState(inner) !== undefined ? inner : undefined
}

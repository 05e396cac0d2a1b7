import type { Translation } from '../../catalogue.ts'
import type { timeline as english } from '../en/timeline.ts'

/** The lanes of all machines on one axis, in Italian. */
export const timeline: Translation<typeof english> = {
  title: 'Cronologia',
  line: 'Linea',
  keys: 'Corsie delle macchine: sinistra e destra lungo le fermate, su e giù tra le macchine, Invio apre, + e − ingrandiscono e riducono, 0 mostra le ultime 24 ore',
  noStop: 'Nessuna fermata scelta',
  pieceOf: '{machine}: {state}, {time}',
  longest: 'Fermate più lunghe:',
  allLines: 'Tutte le linee',
  noStops: 'Nessuna fermata in questo periodo.',
  hint: 'Scegliere un tempo per aprirlo nella pagina della sua macchina. Trascinare su un tempo lo ingrandisce; anche Ctrl con la rotella o due dita. Gli allarmi sono segnati in periodi fino a 24 ore.',
  tooLong: 'Una cronologia copre al massimo 31 giorni.',
  hintTouch: 'Scegliere un tempo per vedere che cosa era. Con due dita si ingrandisce.',
  openTime: 'Apri questo tempo',
  zoomTo: 'Ingrandiscilo',
}

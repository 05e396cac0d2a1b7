import type { Translation } from '../../catalogue.ts'
import type { erasure as english } from '../en/erasure.ts'

export const erasure: Translation<typeof english> = {
  chooseFirst: 'Seleziona un cliente per vedere i nomi cancellati.',
  title: 'Cancella il nome di un operatore',
  what: 'In tutte le registrazioni di questo cliente uno pseudonimo prende definitivamente il posto del nome. Tempi, conteggi e totali restano come sono. Anche le registrazioni che arrivano dopo ricevono lo pseudonimo.',
  name: 'Nome dell’operatore',
  toTheLetter: 'Lettera per lettera, come lo inviano le macchine.',
  count: 'Conta le registrazioni',
  counting: 'Conteggio...',
  held: '{count, plural, =0 {Nessuna registrazione contiene questo nome.} one {# registrazione contiene questo nome.} other {# registrazioni contengono questo nome.}}',
  erase: 'Cancella...',
  eraseName: 'Cancella nome',
  question: 'Cancellare <b>{name}</b>?',
  consequence:
    'Non si può annullare: dopo nessuno può sapere di chi erano queste registrazioni. Nel frattempo i grafici di questo cliente attendono. I backup più vecchi contengono il nome finché non vengono ripristinati.',
  erasing: 'Cancellazione...',
  erasedAs: '{pseudonym} prende il posto del nome.',
  erased: 'Nomi cancellati',
  pseudonym: 'Al suo posto',
  by: 'Cancellato da',
  at: 'Richiesto',
  done: 'Completato',
  underWay: 'In corso',
  none: 'Nessun dato trovato',
  noneHint: 'Per questo cliente non è stato cancellato nessun nome.',
  byOperator: 'Valori per operatore',
  byOperatorWhat:
    'Il confronto può mostrare i valori di ogni operatore: confezioni, OEEE, fermate. Ciò che fa una macchina ha molte cause oltre a chi vi lavora; accordatevi prima con le persone interessate.',
  notSet: 'Non impostato',
  allowed: 'Consentito',
  forbidden: 'Vietato',
  notSetMeans:
    'I nomi degli operatori stanno accanto a fermate, cause e intervalli; il confronto non ha righe per operatore.',
  allowedMeans:
    'I nomi degli operatori stanno accanto a fermate, cause e intervalli, e il confronto ha una riga per ogni operatore.',
  forbiddenMeans:
    'Utenti, schermi e tablet non leggono nomi in fermate, cause, intervalli e file, e il confronto non ha righe per operatore. La scheda di una macchina mostra ancora chi ci lavora; tecnici, amministratori e distributori leggono tutti i nomi.',
}

import type { Translation } from '../../catalogue.ts'
import type { help as english } from '../en/help.ts'

export const help: Translation<typeof english> = {
  title: 'Guida',
  showTour: 'Mostra il tour',
  version: 'Packboard {version}',
  versionOfCommit: 'Packboard {version} ({commit})',
  runningSince: 'In funzione da {since}',
  shortcuts: 'Scorciatoie da tastiera',
  keysThen: 'poi',
  arrows: 'Frecce',
  alongFigures: 'Al valore successivo di un gruppo o lungo un grafico',
  escape: 'Esc',
  closeOpen: 'Chiudere ciò che è aperto',
  singleKeys: 'I tasti singoli sono scorciatoie',
  singleKeysText: 'Non mentre si scrive. Esc funziona sempre.',
  'key.home': 'Vai alla pagina principale',
  'key.overview': 'Vai alla panoramica delle macchine',
  'key.daySummary': 'Vai al Riepilogo giornaliero',
  'key.panel': 'Vai al Pannello di gestione',
  'key.find': 'Ai filtri o alla ricerca della pagina',
  'key.help': 'Mostra questa guida',
  onCard: 'Sulla scheda di una macchina',
  totals: 'Totali di un periodo',
  charts: 'Grafici di una macchina',
  days: 'Giorni',
  step: '{step} di {steps}',
  skip: 'Salta',
  back: 'Indietro',
  next: 'Avanti',
  done: 'Fine',
  'tour.card': 'Ogni scheda è una macchina',
  'tour.cardText':
    'Colore, forma e parola dicono la stessa cosa: che cosa fa ora e da quando. La striscia mostra le ultime ore. Selezioni una scheda per vederne grafici, allarmi e registro delle modifiche.',
  'tour.totals': 'Totali dall’inizio del turno',
  'tour.totalsText':
    'Confezioni e tempi si contano da quest’ora di inizio fino ad ora. Si aggiornano ogni 30 secondi; un cambio di stato arriva entro un secondo.',
  'tour.past': 'Dal presente al passato',
  'tour.pastText':
    'Il Riepilogo giornaliero ha una riga per ogni giorno, macchina, prodotto e utensile. Il Pannello di gestione è per chi si occupa di macchine e utenti.',
  'tour.reason': 'Nessun numero senza un perché',
  'tour.reasonText':
    'La i accanto a un valore dice che cosa significa, la lente mostra i record da cui proviene. Tutto questo e le scorciatoie da tastiera sono nella Guida: premere ?',
  documentation: 'Documentazione (in inglese)',
}

import type { Translation } from '../../catalogue.ts'
import type { alarmStatistics as english } from '../en/alarmStatistics.ts'

/** How often alarms stood and for how long, in Italian. */
export const alarmStatistics: Translation<typeof english> = {
  title: 'Statistiche degli allarmi',
  rowsOf: 'Righe',
  text: 'Allarme',
  group: 'Gruppo',
  number: 'Numero',
  total: 'Durata totale',
  mean: 'Durata media',
  open: 'Aperti',
  rowCount: '{count, plural, one {{count} riga} other {{count} righe}}',
  noneHint:
    'Nessun allarme era attivo in questo periodo. Scelga un intervallo più lungo oppure «Tutti» in entrambi gli elenchi.',
  explained:
    'Un allarme è attivo finché non rientra o non scatta di nuovo. Si conta ciò che era attivo nel periodo, anche se scattato fino a 7 giorni prima; la durata è la parte nel periodo. Aperti: attivi alla fine del periodo, cioè adesso se arriva fino ad adesso. Più allarmi sono attivi insieme, quindi le righe possono sommare più del periodo.',
  upperLimit:
    '≤: la macchina non ha inviato la fine di alcuni di questi allarmi. Contano fino al successivo allarme con lo stesso testo, quindi la durata è al massimo questa.',
}

import type { Translation } from '../../catalogue.ts'
import type { limits as english } from '../en/limits.ts'

export const limits: Translation<typeof english> = {
  title: 'Limiti',
  what: 'Proteggono il disco e gli altri mittenti, e valgono per ogni dispositivo e ogni macchina di questa installazione. Una modifica vale subito.',
  deviceMegabytesPerDay: 'MB di un dispositivo al giorno',
  deviceMegabytesPerDayHint:
    'Il resto è rifiutato finché non c’è di nuovo spazio; il dispositivo lo invia più tardi. Lo spazio torna a poco a poco in 24 ore.',
  quarantineRecords: 'Registrazioni accantonate per macchina',
  quarantineRecordsHint: 'Le successive sono contate e non conservate.',
  quarantineMegabytes: 'MB accantonati per macchina',
  quarantineMegabytesHint: 'I successivi sono contati e non conservati.',
  inForce: 'In vigore: {value}',
  default: 'Vuoto: {value}, l’impostazione {setting}.',
  outside: 'Inserire un numero intero da {min} a {max}, o niente.',
  near: 'Vicino a un limite',
  nearSub: 'dal {share}',
  name: 'Dispositivo o macchina',
  client: 'Cliente',
  limit: 'Limite',
  used: 'Usato',
  ofLimit: '{used} di {limit}',
  noMachine: 'macchine sconosciute',
  uncounted: 'Le registrazioni accantonate non si possono contare ora: qui mancano le macchine.',
  nobodyCounted: 'Nessun dispositivo è vicino a un limite',
  nobody: 'Niente è vicino a un limite',
  nobodyHint:
    'I dispositivi e le macchine compaiono qui prima che le loro registrazioni siano rifiutate.',
}

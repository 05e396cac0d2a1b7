import type { Translation } from '../../catalogue.ts'
import type { records as english } from '../en/records.ts'

export const records: Translation<typeof english> = {
  alarmInfo: 'Info allarmi',
  auditTrail: 'Registro delle modifiche',
  ofMachine: '{machine}, orari in {zone}',
  view: 'Vista',
  everyAlarm: 'Tutti gli allarmi',
  statistics: 'Statistiche',
  dateTime: 'Data/Ora',
  machine: 'Macchina',
  group: 'Gruppo',
  description: 'Descrizione',
  cleared: 'Rientrato',
  stood: 'Durata',
  open: 'Aperto',
  notSent: 'Non inviato',
  userGroup: 'Gruppo utenti',
  valueBefore: 'Valore precedente',
  valueAfter: 'Valore successivo',
  dateRange: 'Intervallo di date',
  selectGroup: 'Seleziona gruppo',
  selectDescription: 'Seleziona descrizione',
  noRecordsHint: 'Scelga un intervallo più lungo oppure «Tutti» in entrambi gli elenchi.',
}

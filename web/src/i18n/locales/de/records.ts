import type { Translation } from '../../catalogue.ts'
import type { records as english } from '../en/records.ts'

export const records: Translation<typeof english> = {
  alarmInfo: 'Alarminfo',
  auditTrail: 'Änderungsprotokoll',
  ofMachine: '{machine}, Zeiten in {zone}',
  view: 'Ansicht',
  everyAlarm: 'Alle Alarme',
  statistics: 'Statistik',
  dateTime: 'Datum/Uhrzeit',
  machine: 'Maschine',
  group: 'Gruppe',
  description: 'Beschreibung',
  cleared: 'Behoben',
  stood: 'Anstehend für',
  open: 'Offen',
  notSent: 'Nicht gesendet',
  userGroup: 'Benutzergruppe',
  valueBefore: 'Wert vorher',
  valueAfter: 'Wert nachher',
  dateRange: 'Zeitraum',
  selectGroup: 'Gruppe auswählen',
  selectDescription: 'Beschreibung auswählen',
  noRecordsHint: 'Wählen Sie einen längeren Zeitraum oder in beiden Listen „Alle“.',
}

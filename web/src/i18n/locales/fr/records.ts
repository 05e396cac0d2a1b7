import type { Translation } from '../../catalogue.ts'
import type { records as english } from '../en/records.ts'

export const records: Translation<typeof english> = {
  alarmInfo: 'Infos alarmes',
  auditTrail: 'Journal des modifications',
  ofMachine: '{machine}, heures en {zone}',
  view: 'Affichage',
  everyAlarm: 'Toutes les alarmes',
  statistics: 'Statistiques',
  dateTime: 'Date/Heure',
  machine: 'Machine',
  group: 'Groupe',
  description: 'Description',
  cleared: 'Acquittée',
  stood: 'Durée',
  open: 'En cours',
  notSent: 'Non envoyé',
  userGroup: 'Groupe d’utilisateurs',
  valueBefore: 'Valeur avant',
  valueAfter: 'Valeur après',
  dateRange: 'Plage de dates',
  selectGroup: 'Choisir un groupe',
  selectDescription: 'Choisir une description',
  noRecordsHint: 'Choisissez une plage plus longue ou « Tous » dans les deux listes.',
}

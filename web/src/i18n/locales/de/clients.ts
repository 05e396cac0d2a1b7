import type { Translation } from '../../catalogue.ts'
import type { clients as english } from '../en/clients.ts'

export const clients: Translation<typeof english> = {
  pageTitle: 'Kunde auswählen',
  pleaseSelect: 'Bitte wählen Sie den Kunden, dessen Daten Sie sehen möchten:',
  selectClient: 'Kunde auswählen:',
  placeholder: 'Kunde auswählen...',
  noMatch: 'Kein Kunde mit diesem Namen',
  none: 'Keine Kunden',
  change: 'Kunden wechseln: {client}',
  board: 'Kunden nach dem, was dort steht',
  running: '{running} von {machines} laufen',
  packs: '{packs} Packungen in dieser Schicht',
  offlineCount: '{count, plural, one {# Maschine offline} other {# Maschinen offline}}',
  closedCount: '{count, plural, one {# Maschine geschlossen} other {# Maschinen geschlossen}}',
  nothingStands: 'Nichts steht',
  trouble: '{count, plural, one {# Maschine gestört} other {# Maschinen gestört}}',
}

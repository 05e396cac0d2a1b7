import type { Translation } from '../../catalogue.ts'
import type { print as english } from '../en/print.ts'

export const print: Translation<typeof english> = {
  client: 'Kunde',
  machine: 'Maschine',
  period: 'Zeitraum',
  periodOf: '{days}, {start} bis {end}',
  filters: 'Filter',
  zone: 'Zeitzone',
  printed: 'Gedruckt',
}

import type { Translation } from '../../catalogue.ts'
import type { print as english } from '../en/print.ts'

export const print: Translation<typeof english> = {
  client: 'Client',
  machine: 'Machine',
  period: 'Période',
  periodOf: '{days}, de {start} à {end}',
  filters: 'Filtres',
  zone: 'Fuseau horaire',
  printed: 'Imprimé',
}

import type { Translation } from '../../catalogue.ts'
import type { print as english } from '../en/print.ts'

export const print: Translation<typeof english> = {
  client: 'Cliente',
  machine: 'Macchina',
  period: 'Periodo',
  periodOf: '{days}, dalle {start} alle {end}',
  filters: 'Filtri',
  zone: 'Fuso orario',
  printed: 'Stampato',
}

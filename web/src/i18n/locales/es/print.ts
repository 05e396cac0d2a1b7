import type { Translation } from '../../catalogue.ts'
import type { print as english } from '../en/print.ts'

export const print: Translation<typeof english> = {
  client: 'Cliente',
  machine: 'Máquina',
  period: 'Periodo',
  periodOf: '{days}, de {start} a {end}',
  filters: 'Filtros',
  zone: 'Zona horaria',
  printed: 'Impreso',
}

import type { Translation } from '../../catalogue.ts'
import type { fileExport as english } from '../en/takeAway.ts'

export const fileExport: Translation<typeof english> = {
  exportOf: 'Exportar {name}',
  print: 'Imprimir o PDF',
  noChart: 'No hay ningún gráfico que guardar como imagen.',
}

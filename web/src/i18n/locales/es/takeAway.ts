import type { Translation } from '../../catalogue.ts'
import type { takeAway as english } from '../en/takeAway.ts'

export const takeAway: Translation<typeof english> = {
  exportOf: 'Exportar {name}',
  noChart: 'No hay ningún gráfico que guardar como imagen.',
}

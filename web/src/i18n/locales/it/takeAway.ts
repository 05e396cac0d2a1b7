import type { Translation } from '../../catalogue.ts'
import type { takeAway as english } from '../en/takeAway.ts'

export const takeAway: Translation<typeof english> = {
  exportOf: 'Esporta {name}',
  noChart: 'Non c’è alcun grafico da salvare come immagine.',
}

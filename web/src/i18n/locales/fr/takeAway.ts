import type { Translation } from '../../catalogue.ts'
import type { takeAway as english } from '../en/takeAway.ts'

export const takeAway: Translation<typeof english> = {
  exportOf: 'Exporter {name}',
  noChart: 'Il n’y a aucun graphique à enregistrer comme image.',
}

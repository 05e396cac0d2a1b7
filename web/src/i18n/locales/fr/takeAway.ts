import type { Translation } from '../../catalogue.ts'
import type { fileExport as english } from '../en/takeAway.ts'

export const fileExport: Translation<typeof english> = {
  exportOf: 'Exporter {name}',
  print: 'Imprimer ou PDF',
  noChart: 'Il n’y a aucun graphique à enregistrer comme image.',
}

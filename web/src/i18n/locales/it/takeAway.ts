import type { Translation } from '../../catalogue.ts'
import type { fileExport as english } from '../en/takeAway.ts'

export const fileExport: Translation<typeof english> = {
  exportOf: 'Esporta {name}',
  print: 'Stampa o PDF',
  noChart: 'Non c’è alcun grafico da salvare come immagine.',
}

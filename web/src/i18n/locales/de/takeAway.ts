import type { Translation } from '../../catalogue.ts'
import type { fileExport as english } from '../en/takeAway.ts'

export const fileExport: Translation<typeof english> = {
  exportOf: '{name} exportieren',
  print: 'Drucken oder PDF',
  noChart: 'Es gibt kein Diagramm, das als Bild gespeichert werden kann.',
}

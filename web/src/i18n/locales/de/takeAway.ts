import type { Translation } from '../../catalogue.ts'
import type { takeAway as english } from '../en/takeAway.ts'

export const takeAway: Translation<typeof english> = {
  exportOf: '{name} exportieren',
  noChart: 'Es gibt kein Diagramm, das als Bild gespeichert werden kann.',
}

import type { Translation } from '../../catalogue.ts'
import type { clock as english } from '../en/clock.ts'

export const clock: Translation<typeof english> = {
  timesIn: 'Orari in',
  mine: 'Ora mia ({zone})',
  factory: 'Ora dello stabilimento ({zone})',
  ofLink: 'Ora del link ({zone})',
}

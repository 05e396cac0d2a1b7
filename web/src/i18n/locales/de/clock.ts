import type { Translation } from '../../catalogue.ts'
import type { clock as english } from '../en/clock.ts'

export const clock: Translation<typeof english> = {
  timesIn: 'Zeiten in',
  mine: 'Meine Zeit ({zone})',
  factory: 'Werkszeit ({zone})',
  ofLink: 'Zeit des Links ({zone})',
}

import type { Chance } from './chance.ts'
import type { RawSample } from './rawRecords.ts'

const modes = [
  ...['Production', 'Maintenance', 'Manual', 'Maintenance', ' producing ', '1', '3', 'MANUAL '],
  ...['', '0', 'Invalid', 'Undefined', 'Automatik'],
]

/** Now and then another unit mode, in any state. */
export function withModes(samples: readonly RawSample[], chance: Chance): RawSample[] {
  return samples.map((sample) =>
    chance.percent(6) ? { ...sample, unitMode: chance.one(modes) } : sample,
  )
}

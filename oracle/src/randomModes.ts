import type { Chance } from './chance.ts'
import type { RawSample } from './rawRecords.ts'
import type { ModeRule } from './referenceModes.ts'
import { dayAt } from './referenceWindow.ts'

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

const day = 86_400_000

/** Rules of modes that begin around a moment. */
export function randomModeRules(around: number, zone: string, chance: Chance): ModeRule[] {
  const rule = (validFrom: string | null): ModeRule => ({
    validFrom,
    counts: chance.percent(70),
    production: chance.one([[], ['Automatik'], ['maintenance', 'automatik']]),
  })
  const later = dayAt(around + chance.whole(-1, 1) * day, zone)
  return chance.one([[rule(null)], [rule(later)], [rule(null), rule(later)]])
}

/** Of a machine type, whose days begin on the clock of who looks. */
export function randomThresholds(around: number, zone: string, chance: Chance) {
  const later = dayAt(around + chance.whole(-1, 1) * day, zone)
  const seconds = () => chance.one([10, 60, 121, 600, 3_600])
  const first = { validFrom: null, seconds: seconds() }
  const second = { validFrom: later, seconds: seconds() }
  return chance.one([[first], [second], [first, second]])
}

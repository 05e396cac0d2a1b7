import { expect, test } from 'vitest'
import { otherUnitMode } from '../machineStates.ts'
import { stopThresholds } from '../stopBook/stopThreshold.ts'
import { unitModeFilter } from './unitModeRules.ts'

const hour = 3_600_000
/** 00:00 in Rome, in winter. */
const midnight = Date.parse('2027-01-14T23:00:00Z')

test('production in any spelling, and what says nothing, is no other mode', () => {
  for (const mode of ['Production', ' PRODUCING ', '1', '', ' ', '0', 'invalid', 'Undefined']) {
    expect([mode, otherUnitMode(mode)]).toEqual([mode, ''])
  }
  expect([' Maintenance', '2', 'Automatik'].map(otherUnitMode)).toEqual([
    'Maintenance',
    '2',
    'Automatik',
  ])
})

test('a rule of modes begins at 00:00 of its day in the zone of the client, inside of a stretch', () => {
  const spans = [{ from: midnight - hour, to: midnight + hour, mode: 'Cleaning' }]
  const rule = { validFrom: '2027-01-15', production: [] }
  const off = unitModeFilter([{ ...rule, counts: false }], 'Europe/Rome')
  expect(off.spans(spans)).toEqual([{ ...spans[0], to: midnight }])
  expect([off.counts(midnight - 1, midnight), off.counts(midnight, midnight + 1)]).toEqual([
    true,
    false,
  ])
  const named = [{ validFrom: '2027-01-15', counts: true, production: ['CLEANING'] }]
  expect(unitModeFilter(named, 'Europe/Rome').spans(spans)).toEqual([{ ...spans[0], to: midnight }])
  // A rule that says the same leaves one stretch.
  expect(unitModeFilter([{ ...rule, counts: true }], 'Europe/Rome').spans(spans)).toEqual(spans)
})

test('a stop has the threshold of the instant at which it began', () => {
  const thresholds = stopThresholds([{ from: midnight, value: 300 }])
  const micro = (began: number, seconds: number) =>
    thresholds.isMicro(began, began + seconds * 1_000)
  expect([micro(midnight - 1, 119), micro(midnight - 1, 120)]).toEqual([true, false])
  expect([micro(midnight, 299), micro(midnight, 300)]).toEqual([true, false])
  expect(thresholds.most(midnight - hour, midnight - 1)).toBe(120_000)
  expect(thresholds.most(midnight - hour, midnight)).toBe(300_000)
})

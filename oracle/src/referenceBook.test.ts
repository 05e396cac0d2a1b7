import { expect, test } from 'vitest'
import type { RawLabel, RawReason } from './rawRecords.ts'
import { partsOf } from './referenceBook.ts'
import { shareInOrder } from './referenceChanges.ts'
import { isOtherMode, modeParts } from './referenceModes.ts'

const reason = (id: string, more: Partial<RawReason> = {}): RawReason => ({
  ...{
    id,
    planned: false,
    overrunSeconds: null,
    alarms: [],
    states: [],
    retired: false,
    cause: 'machine',
  },
  ...more,
})
const reasons = [reason('fault'), reason('cleaning', { planned: true, overrunSeconds: 30 })]
const label = (
  place: number,
  from: number,
  to: number,
  more: Partial<RawLabel> = {},
): RawLabel => ({
  ...{ place, from: from * 1_000, to: to * 1_000, reason: 'fault', untilRun: false },
  ...{ action: 'label', serialNo: 'R', note: '', by: 'first', at: 0, replaces: [], alarm: null },
  ...more,
})
/** From and to in s, the place of the label, and from when on it is overrun. */
const shown = (labels: readonly RawLabel[]) =>
  partsOf({ reasons, labels }, labels, { from: 0, to: 100_000 }).map((part) => [
    ...[part.from / 1_000, part.to / 1_000, part.label?.place ?? 0],
    part.overrunAt === null ? null : part.overrunAt / 1_000,
  ])

test('a later label covers an earlier one, in whatever order they are read', () => {
  const back = label(3, 50, 60, { reason: null })
  const parts = [
    [0, 20, 1, null],
    [20, 50, 2, null],
    [50, 60, 3, null],
    [60, 100, 2, null],
  ]
  expect(shown([label(1, 0, 40), label(2, 20, 100), back])).toEqual(parts)
  expect(shown([back, label(2, 20, 100), label(1, 0, 40)])).toEqual(parts)
})

test('until the run is until the end of its own stop', () => {
  expect(shown([label(1, 10, 20, { untilRun: true })])).toEqual([
    [0, 10, 0, null],
    [10, 100, 1, null],
  ])
  expect(shown([label(1, -20, 0, { untilRun: true })])).toEqual([[0, 100, 0, null]])
})

test('an overrun counts over neighbours of one reason, and anew after another one', () => {
  const cleaning = { reason: 'cleaning' }
  expect(shown([label(1, 0, 20, cleaning), label(2, 20, 60, cleaning)])).toEqual([
    [0, 20, 1, null],
    [20, 60, 2, 30],
    [60, 100, 0, null],
  ])
  expect(shown([label(1, 0, 100, cleaning), label(2, 40, 50)])).toEqual([
    [0, 40, 1, 30],
    [40, 50, 2, null],
    [50, 100, 1, 80],
  ])
})

test('which unit modes are another one, and from which day on', () => {
  const rule = { validFrom: '2026-03-02', counts: true, production: ['Automatik'] }
  expect([' Producing ', '1', '', 'AUTOMATIK'].map((mode) => isOtherMode(mode, rule))).toEqual([
    ...[false, false, false, false],
  ])
  const midnight = Date.parse('2026-03-02T00:00:00Z')
  const parts = modeParts('Automatik', { from: midnight - 5, to: midnight + 5 }, [rule], 'UTC')
  expect(parts.map(({ from, otherMode }) => [from - midnight, otherMode])).toEqual([
    [-5, true],
    [0, false],
  ])
})

test('of ten parts that are one before and none after, one way of all is as bad', () => {
  const parts = (over: number) => Array.from({ length: 10 }, () => ({ over, under: 1 }))
  expect(shareInOrder(parts(1), parts(0), -1)).toBe(1 / 184_756)
  expect(shareInOrder(parts(1), parts(0), 1)).toBe(1)
})

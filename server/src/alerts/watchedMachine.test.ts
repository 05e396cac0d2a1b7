import { expect, test } from 'vitest'
import { alertWarnings } from '../routes/operation.ts'
import { WatchedMachine } from './watchedMachine.ts'

const nothing = {
  ...{ machineId: 1, oldest: null, newest: null, states: [] },
  ...{ alarms: false, ended: false, imported: false },
}
const sample = (at: number, states: number[] = [10]) => ({
  ...nothing,
  ...{ oldest: at, newest: at, states },
})
const heard = { lookAt: null, silentMs: null, isOffline: false }

/** A machine that runs, was looked at, and whose newest sample is of second 10. */
function running(found: Partial<Parameters<WatchedMachine['end']>[0]> = {}) {
  const machine = new WatchedMachine(1, 0)
  expect(machine.isDue(0)).toBe(true)
  machine.note(sample(10_000), 10_000)
  machine.begin(0)
  machine.end({ ...heard, ...found }, 11_000)
  return machine
}

test('a sample that goes on with what is known needs no look', () => {
  const machine = running()
  machine.note(sample(20_000), 20_000)
  machine.note({ ...sample(30_000), states: [] }, 30_000)
  machine.note(nothing, 31_000)
  expect([machine.isDue(1e9), machine.waits(1e9)]).toEqual([false, 0])
})

test.each([
  ['another state', sample(20_000, [10, 21])],
  ['a state that was over at once', sample(20_000, [21, 10])],
  ['a record that is older than the newest', sample(9_000)],
  ['an alarm', { ...nothing, alarms: true }],
  ['the end of its session', { ...nothing, ended: true }],
  ['records from a file', { ...sample(20_000), imported: true }],
])('%s makes a look due at once, and it waits from then on', (_what, change) => {
  const machine = running()
  machine.note(change, 20_000)
  machine.note(sample(40_000), 40_000)
  expect([machine.isDue(20_000), machine.waits(50_000)]).toEqual([true, 30_000])
  machine.begin(0)
  expect(machine.isDue(50_000)).toBe(false)
  // What comes while it is looked at makes another one due.
  machine.note({ ...nothing, alarms: true }, 50_000)
  machine.end(heard, 51_000)
  expect(machine.isDue(51_000)).toBe(true)
})

test('a machine that was silent is looked at when it is heard again', () => {
  const machine = running({ isOffline: true })
  machine.note(sample(500_000), 500_000)
  expect(machine.isDue(500_000)).toBe(true)
})

test('though nothing comes it is looked at when a rule may open, and when it may have been silent for long enough', () => {
  const rule = running({ lookAt: 70_000 })
  expect([rule.isDue(69_999), rule.isDue(70_000), rule.waits(71_000)]).toEqual([false, true, 1_000])
  const silent = running({ silentMs: 300_000 })
  expect([silent.isDue(310_999), silent.isDue(311_000)]).toEqual([false, true])
  // Each sample puts it off.
  silent.note(sample(200_000), 200_000)
  expect([silent.isDue(499_999), silent.isDue(500_000)]).toEqual([false, true])
  // It is silent already: the opening says when to look.
  expect(running({ silentMs: 300_000, isOffline: true }).isDue(1e9)).toBe(false)
})

test('while a warning decides by the packs whether its time is run, it is looked at each 15 s', () => {
  const machine = running()
  machine.note(sample(20_000, [20]), 20_000)
  machine.begin(0)
  machine.end({ ...heard, lookAt: 90_000 }, 21_000)
  expect([machine.isDue(35_999), machine.isDue(36_000)]).toEqual([false, true])
})

test('a look that fails waits since it was due, and the panel warns after a minute', () => {
  const machine = new WatchedMachine(1, 1_000)
  const warned = (now: number) =>
    alertWarnings({ figures: () => ({ open: 0, lagSeconds: machine.waits(now) / 1_000 }) })
  for (const now of [6_000, 11_000, 61_000]) {
    machine.mark(machine.begin(now))
    expect(warned(now)).toEqual([])
  }
  expect(warned(62_000)).toEqual([{ code: 'alerts.behind', seconds: 61 }])
  machine.begin(62_000)
  machine.end({ lookAt: null, silentMs: null, isOffline: false }, 62_000)
  expect(warned(90_000)).toEqual([])
})

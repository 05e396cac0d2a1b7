import { expect, test } from 'vitest'
import { alertWarnings } from '../routes/operation.ts'
import { WatchedMachine } from './watchedMachine.ts'

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

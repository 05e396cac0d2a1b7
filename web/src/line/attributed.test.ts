import type { LineNowWire, LineStopWire } from '@packboard/contract'
import { expect, test } from 'vitest'
import {
  noParts,
  partsByMachine,
  passagesOf,
  shiftOfKey,
  stopBars,
  stopMs,
  sumOfParts,
} from './attributed.ts'

const hourMs = 3_600_000
const begin = Date.parse('2026-11-21T06:00:00.000Z')
const at = (minutes: number) => new Date(begin + minutes * 60_000)

const own: LineStopWire['attribution'] = { kind: 'own', namedBy: null }
const inherited: LineStopWire['attribution'] = {
  ...{ kind: 'inherited', rootMachineId: 'CP-105', rootFrom: at(0), group: '', cause: 'Aborted' },
  ...{ waitsFor: 'CP-105', unmeasured: false, namedBy: null },
}
const withheld: LineStopWire['attribution'] = { kind: 'withheld', why: 'skew', neighbour: 'CP-105' }

const stop = (
  machineId: string,
  [from, to]: readonly [number, number],
  attribution: LineStopWire['attribution'],
  seconds = 60 * (to - from),
): LineStopWire => ({
  ...{ machineId, from: at(from), to: at(to), seconds, plannedSeconds: 0, goesOn: false },
  ...{ state: 19, group: '', cause: 'Downstream', waits: null, attribution, note: '' },
})

const stops = [
  stop('FW-101', [10, 20], own),
  stop('FW-101', [50, 70], inherited, 1_000.001),
  stop('FW-102', [30, 40], withheld),
  // A machine of another line has no part in the bars of this one.
  stop('FW-201', [0, 60], own),
]

test('own, inherited and withheld of a machine are its stop time, to the millisecond', () => {
  const parts = partsByMachine(stops)
  expect(parts.get('FW-101')).toEqual({ own: 600_000, inherited: 1_000_001, withheld: 0 })
  expect(stopMs(sumOfParts(parts.values()))).toBe(600_000 + 1_000_001 + 600_000 + 3_600_000)
  expect(partsByMachine([])).toEqual(new Map())
})

test('bars of a window add up to the stop time; a stop over an hour is divided by length', () => {
  const window = { from: begin, to: begin + 2 * hourMs }
  const bars = stopBars(stops, new Set(['FW-101', 'FW-102']), window, hourMs)
  expect(bars.map(({ parts }) => parts)).toEqual([
    { own: 600_000, inherited: 500_001, withheld: 600_000 },
    { ...noParts, inherited: 500_000 },
  ])
  expect(stopBars([], new Set(), window, hourMs).map(({ parts }) => stopMs(parts))).toEqual([0, 0])
})

const machine = (machineId: string, since: number | null) =>
  ({ machineId, since: since === null ? null : at(since) }) as never
const station = (...machines: never[]) => ({
  ...{ machines, needs: 1, running: 0, bufferSeconds: 0, key: false },
})
const line = (waiting: string[]): Pick<LineNowWire, 'stations' | 'root'> => ({
  stations: [
    station(machine('FW-101', 4), machine('FW-102', null)),
    station(machine('CT-104', 2)),
    station(machine('CP-105', 1)),
    station(machine('PL-106', 3)),
  ],
  root: { machineId: 'CP-105', since: at(1), group: '', cause: '', waiting },
})

test('a wait goes away from the root in both directions, with how much later the next one stopped', () => {
  expect(passagesOf(line(['FW-101', 'CT-104', 'PL-106']))).toEqual([
    { wait: 'up', laterSeconds: 120 },
    { wait: 'up', laterSeconds: 60 },
    { wait: 'down', laterSeconds: 120 },
  ])
  expect(passagesOf(line(['CT-104'])).map(({ wait }) => wait)).toEqual([null, 'up', null])
  expect(passagesOf({ ...line([]), root: null }).map(({ wait }) => wait)).toEqual([
    null,
    null,
    null,
  ])
})

test('packs of a line are those of its key station; one without a target leaves none', () => {
  const machine = { machineId: 'FW-101', made: 100, due: 120, ofShift: 900, forecast: 880 }
  const other = { ...machine, machineId: 'CP-105' }
  const key = new Set(['FW-101', 'FW-102'])
  expect(shiftOfKey([machine, { ...machine, machineId: 'FW-102' }, other], key)).toEqual({
    ...{ made: 200, due: 240, ofShift: 1_800, forecast: 1_760 },
  })
  expect(shiftOfKey([machine, { ...machine, machineId: 'FW-102', due: null }], key).due).toBeNull()
  expect(shiftOfKey([other], key)).toEqual({ made: 0, due: null, ofShift: null, forecast: null })
})

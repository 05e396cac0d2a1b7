import { machineState } from '@packboard/model'
import { expect, test } from 'vitest'
import { nextStop, notScheduledState, pieceAt, sharesOf, timelineOf } from './lanes.ts'

const begin = Date.parse('2026-11-20T06:00:00.000Z')
const answer = timelineOf({
  from: new Date(begin),
  to: new Date(begin + 100_000),
  stepMs: 1_000,
  speedStepMs: 60_000,
  lanes: [
    {
      machineId: 'FW-101',
      lineName: 'Line 1',
      pieces: [
        [0, 40_000, 10],
        [0, 5_000, 5],
        [0, 1_000, 21, 700, 10, 300],
        [4_000, 50_000, 10],
      ],
      speed: [[0, 120.5]],
      alarms: [{ at: 40_000, group: 'Film' }],
      targetPpm: 160,
      end: { state: 10, ppm: 120, product: 'Bars' },
    },
    {
      ...{
        machineId: 'FW-102',
        lineName: 'Line 1',
        pieces: [[0, 9_000, 3]],
        speed: [],
        alarms: [],
      },
      ...{ targetPpm: null, end: null },
    },
  ],
})
const [lane, other] = answer.lanes
if (!lane || !other) throw new Error('two lanes')

test('pieces have instants, and those of several states their shares, longest first', () => {
  expect(lane.pieces.map(({ from, to, state }) => [from - begin, to - begin, state])).toEqual([
    [0, 40_000, 10],
    [40_000, 45_000, 5],
    [45_000, 46_000, 21],
    [50_000, 100_000, 10],
  ])
  expect(sharesOf(lane.pieces[2]?.shares ?? [])).toEqual([
    { state: 21, seconds: 0.7 },
    { state: 10, seconds: 0.3 },
  ])
  expect(lane.pieces.map(({ bands }) => bands)).toEqual([
    ...[null, null],
    { stop: 0, line: 0, hold: 0, go: 300, dark: 0, ...{ [machineState(21).band]: 700 } },
    null,
  ])
  expect(lane.stops.map(({ state }) => state)).toEqual([5, 21])
})

test('a pointer finds the stop that is near before the run under it; a gap is nothing', () => {
  expect(pieceAt(lane, begin + 20_000, 500)?.state).toBe(10)
  expect(pieceAt(lane, begin + 39_800, 500)?.state).toBe(5)
  expect(pieceAt(lane, begin + 48_000, 500)).toBeNull()
})

test('keys step along the stops of a lane', () => {
  expect(nextStop(lane, begin, 1)?.state).toBe(5)
  expect(nextStop(lane, begin + 40_000, 1)?.state).toBe(21)
  expect(nextStop(lane, begin + 45_000, 1)).toBeNull()
  expect(nextStop(lane, begin + 45_000, -1)?.state).toBe(5)
})

test('what is silent in closed time is a piece that is not scheduled, and no stop', () => {
  const [planned] = timelineOf({
    from: new Date(begin),
    to: new Date(begin + 100_000),
    stepMs: 1_000,
    speedStepMs: 60_000,
    lanes: [
      {
        machineId: 'FW-101',
        lineName: 'Line 1',
        pieces: [
          [0, 30_000, 10],
          [20_000, 10_000, 5],
        ],
        targetPpm: null,
        end: null,
        closed: [[20_000, 90_000]],
        speed: [],
        alarms: [],
      },
    ],
  }).lanes
  if (!planned) throw new Error('one lane')
  const spans = (pieces: readonly { from: number; to: number }[]) =>
    pieces.map(({ from, to }) => [from - begin, to - begin])
  expect(spans(planned.pieces.filter(({ state }) => state === notScheduledState))).toEqual([
    [30_000, 50_000],
    [60_000, 90_000],
  ])
  // The plan lies behind what ran in it, too.
  expect(spans(planned.closed)).toEqual([[20_000, 90_000]])
  expect(pieceAt(planned, begin + 40_000, 500)?.state).toBe(notScheduledState)
  expect(pieceAt(planned, begin + 95_000, 500)).toBeNull()
  expect(planned.stops.map(({ state }) => state)).toEqual([5])
})

test('a stop of four minutes and more carries the alarm that was first, however many states it has', () => {
  const minute = 60_000
  const lane = {
    ...{ machineId: 'FW-101', lineName: 'Line 1', speed: [], targetPpm: null, end: null },
    pieces: [
      [0, minute, 10],
      [0, minute, 6],
      [0, 4 * minute, 5],
      [0, minute, 10],
      [0, 3 * minute, 5],
      [0, minute, 10],
    ],
    alarms: [
      { at: minute - 4_000, group: 'Film' },
      { at: 2 * minute, group: 'Jaws' },
      { at: 8 * minute, group: 'Seal' },
    ],
  }
  const [found] = timelineOf({
    ...{ from: new Date(begin), to: new Date(begin + 11 * minute) },
    ...{ stepMs: 1_000, speedStepMs: minute, lanes: [lane] },
  }).lanes
  expect(found?.chips).toEqual([{ at: begin + minute, ms: 5 * minute, group: 'Film' }])
})

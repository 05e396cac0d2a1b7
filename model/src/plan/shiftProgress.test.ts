import { describe, expect, test } from 'vitest'
import { plannedSince, shiftPacks, sumOfShift } from './timeSpans.ts'

const minute = 60_000
const machine = {
  targetPpm: 60,
  made: 3_210,
  plannedMs: 60 * minute,
  leftMs: 60 * minute,
  rate: { packs: 3_000, ms: 60 * minute },
}

describe('packs of a shift', () => {
  test('due and of the shift at target speed, forecast at the rate of the last hour', () => {
    expect(shiftPacks(machine)).toEqual({
      ...{ made: 3_210, due: 3_600, ofShift: 7_200, forecast: 6_210 },
    })
  })

  test('a machine without a target has a forecast, and nothing is due', () => {
    expect(shiftPacks({ ...machine, targetPpm: null })).toEqual({
      ...{ made: 3_210, due: null, ofShift: null, forecast: 6_210 },
    })
  })

  test('in the first planned quarter of an hour there is no forecast', () => {
    const early = { ...machine, plannedMs: 15 * minute - 1 }
    expect(shiftPacks(early).forecast).toBeNull()
    expect(shiftPacks({ ...early, plannedMs: 15 * minute }).forecast).toBe(6_210)
    expect(shiftPacks({ ...machine, rate: { packs: 0, ms: 0 } }).forecast).toBeNull()
  })

  test('at the end of the planned time the forecast is what was made', () => {
    expect(shiftPacks({ ...machine, leftMs: 0 }).forecast).toBe(3_210)
    // A line that is closed takes the forecast from no other.
    const closed = { ...machine, made: 0, plannedMs: 0, leftMs: 0, rate: { packs: 0, ms: 0 } }
    expect(sumOfShift([shiftPacks(machine), shiftPacks(closed)]).forecast).toBe(6_210)
  })

  test('a sum lacks what one of its machines lacks', () => {
    const [whole, bare] = [shiftPacks(machine), shiftPacks({ ...machine, targetPpm: null })]
    expect(sumOfShift([whole, whole])).toEqual({
      ...{ made: 6_420, due: 7_200, ofShift: 14_400, forecast: 12_420 },
    })
    expect(sumOfShift([whole, bare])).toEqual({
      ...{ made: 6_420, due: null, ofShift: null, forecast: 12_420 },
    })
    expect(sumOfShift([])).toEqual({ made: 0, due: null, ofShift: null, forecast: null })
  })
})

describe('the last planned hour', () => {
  const window = { from: 0, to: 240 * minute }
  const since = (unplanned: readonly (readonly [number, number])[], to = 240, minutes = 60) =>
    plannedSince(
      unplanned.map(([from, end]) => ({ from: from * minute, to: end * minute })),
      { ...window, to: to * minute },
      minutes * minute,
    ) / minute

  test('goes back over breaks, and not behind the start of the shift', () => {
    expect(since([])).toBe(180)
    expect(since([[200, 230]])).toBe(150)
    expect(since([[210, 240]])).toBe(150)
    expect(since([[200, 300]])).toBe(140)
    expect(since([[170, 190]])).toBe(160)
    expect(
      since([
        [100, 110],
        [200, 230],
        [300, 400],
      ]),
    ).toBe(150)
    expect(
      since([
        [0, 10],
        [150, 230],
      ]),
    ).toBe(100)
    expect(since([], 40)).toBe(0)
    expect(since([[0, 200]])).toBe(0)
    expect(since([[-100, 300]])).toBe(0)
  })

  test('begins with a whole minute', () => {
    expect(since([], 240.5)).toBe(180)
  })
})

import { describe, expect, test } from 'vitest'
import { countingAlarms, countingSamples, type RawAlarm, type RawSample } from './rawRecords.ts'
import { type MachineRule, timelineOf } from './referenceTimeline.ts'

const rule: MachineRule = {
  holdMs: () => 90_000,
  targetOf: () => null,
  kindSet: () => undefined,
  edges: [],
  modes: [],
  zone: 'UTC',
}
const sample = (time: number, more: Partial<RawSample> = {}): RawSample => ({
  kind: 'sample',
  serialNo: 'R',
  time,
  sequence: 0,
  ...more,
})
const alarm = (raisedAt: number, description: string): RawAlarm => ({
  kind: 'alarm',
  serialNo: 'R',
  raisedAt,
  group: 'Film',
  description,
})
const arrival = (...records: (RawSample | RawAlarm)[]) => ({ receivedAt: 10_000_000, records })
const follow = (samples: RawSample[], alarms: RawAlarm[] = [], more: Partial<MachineRule> = {}) =>
  timelineOf(
    countingSamples([arrival(...samples)], 'R'),
    countingAlarms([arrival(...alarms)], 'R'),
    { ...rule, ...more },
  )
const parts = ({ stretches }: ReturnType<typeof follow>) =>
  stretches.map(({ from, to, kind }) => [from, to, kind])

describe('time (D11, D13)', () => {
  test('an interval lasts to the next sample and at most for the hold limit', () => {
    const timeline = follow([
      sample(0, { state: 10 }),
      sample(30_000, { state: 5 }),
      sample(400_000),
    ])
    expect(parts(timeline)).toEqual([
      [0, 30_000, 'run'],
      [30_000, 120_000, 'idle'],
      [400_000, 490_000, 'idle'],
    ])
  })

  test('a warning runs for 10 s after the counter moved, longer where the target is slow', () => {
    const samples = [
      sample(0, { state: 20, packs: 1 }),
      sample(5_000, { packs: 2 }),
      sample(40_000),
    ]
    expect(parts(follow(samples, [], { holdMs: () => 60_000 })).slice(0, 3)).toEqual([
      [0, 5_000, 'alarm'],
      [5_000, 15_000, 'run'],
      [15_000, 40_000, 'alarm'],
    ])
    const slow = follow(samples, [], { targetOf: () => 7.5, holdMs: () => 60_000 })
    expect(parts(slow)[1]).toEqual([5_000, 29_000, 'run'])
  })

  test('the target of a warning is that of the product that is running (D60)', () => {
    const samples = [
      sample(0, { state: 20, packs: 1, product: 'slow' }),
      sample(5_000, { packs: 2 }),
      sample(25_000, { product: 'fast' }),
      sample(26_000, { product: 'slow' }),
      sample(60_000),
    ]
    const targetOf = (product: string) => (product === 'slow' ? 6 : 60)
    expect(parts(follow(samples, [], { targetOf, holdMs: () => 60_000 })).slice(1, 5)).toEqual([
      [5_000, 25_000, 'run'],
      [25_000, 26_000, 'alarm'],
      [26_000, 35_000, 'run'],
      [35_000, 60_000, 'alarm'],
    ])
  })

  test('what holds later counts from its minute on; a sample is held as long as it was when it came (D98)', () => {
    const later = (at: number) => at >= 60_000
    const changed = {
      edges: [60_000],
      holdMs: (at: number) => (later(at) ? 10_000 : 120_000),
      kindSet: (_code: number, at: number) =>
        (later(at) ? 'idle' : 'ancillary') as 'idle' | 'ancillary',
    }
    const samples = [sample(0, { state: 5 }), sample(110_000)]
    expect(parts(follow(samples, [], changed))).toEqual([
      [0, 60_000, 'ancillary'],
      [60_000, 110_000, 'idle'],
      [110_000, 120_000, 'idle'],
    ])
  })

  test('a machine type may say what a state counts as; a code that nobody knows is unknown', () => {
    const samples = [
      sample(0, { state: 5 }),
      sample(1_000, { state: 99 }),
      sample(2_000, { state: 10 }),
    ]
    expect(
      parts(follow(samples, [], { kindSet: (code) => (code === 5 ? 'ancillary' : undefined) })),
    ).toEqual([
      [0, 1_000, 'ancillary'],
      [1_000, 2_000, 'unknown'],
      [2_000, 92_000, 'run'],
    ])
  })
})

describe('packs (D14)', () => {
  const packsOf = (...readings: (number | undefined)[]) =>
    follow(
      readings.map((packs, index) =>
        sample(index * 1_000, { state: 10, ...(packs === undefined ? {} : { packs }) }),
      ),
    ).counts.map(({ at, packs }) => [at, Number(packs) / 1e9])

  test('the first reading counts nothing; a missing one is caught up by the next', () => {
    expect(packsOf(100, undefined, 107.25)).toEqual([[2_000, 7.25]])
  })

  test('a drop that fits a register rolled over, any other is a reset', () => {
    expect(packsOf(65_530, 4)).toEqual([[1_000, 10]])
    expect(packsOf(500, 4)).toEqual([[1_000, 4]])
    expect(packsOf(500, 0)).toEqual([])
  })

  test('the difference belongs to the interval that it ends, after silence to the last product', () => {
    const timeline = follow([
      sample(0, { state: 10, product: 'A', packs: 0 }),
      sample(60_000, { product: 'B', packs: 5 }),
      sample(600_000, { packs: 9 }),
    ])
    expect(timeline.counts.map(({ product, kind, packs }) => [product, kind, packs])).toEqual([
      ['A', 'run', 5_000_000_000n],
      ['B', 'offline', 4_000_000_000n],
    ])
  })

  test('the first reading after a silence is of the product before it, also when another sample ended it (D63)', () => {
    const timeline = follow([
      sample(0, { state: 10, product: 'A', packs: 0, rejects: 0 }),
      sample(600_000, { state: 20, product: 'B' }),
      sample(605_000, { packs: 9 }),
      sample(610_000, { packs: 10, rejects: 1 }),
    ])
    expect(
      timeline.counts.map(({ product, kind, packs, rejects, stop }) => [
        ...[product, kind, packs, rejects],
        stop?.firstState,
      ]),
    ).toEqual([
      ['A', 'offline', 9_000_000_000n, 0n, undefined],
      ['B', 'run', 1_000_000_000n, 0n, undefined],
      ['A', 'offline', 0n, 1_000_000_000n, undefined],
    ])
  })
})

describe('stops (D18)', () => {
  test('the first alarm from 5 s before to the end names the whole stop', () => {
    const samples = [
      sample(0, { state: 10 }),
      sample(20_000, { state: 18 }),
      sample(50_000, { state: 10 }),
    ]
    const named = (...alarms: RawAlarm[]) => follow(samples, alarms).stops[0]?.cause
    expect(named(alarm(14_999, 'early'), alarm(15_000, 'cause'), alarm(21_000, 'later'))).toBe(
      'cause',
    )
    expect(named(alarm(14_999, 'early'), alarm(49_999, 'last'))).toBe('last')
    expect(named(alarm(14_999, 'early'), alarm(50_000, 'after'))).toBe('Pack Block')
  })

  test('silence begins a stop and does not end one; its first state is the first that was seen', () => {
    const { stops } = follow([sample(0, { state: 10 }), sample(200_000, { state: 13 })])
    expect(stops).toMatchObject([
      {
        from: 90_000,
        to: Number.POSITIVE_INFINITY,
        seenFrom: 200_000,
        cause: 'Held (No Production)',
      },
    ])
  })
})

describe('which records count (D7, D9)', () => {
  test('of one identity the last arrival wins, and what comes again changes nothing', () => {
    const [first, second] = [sample(1, { state: 10 }), sample(1, { state: 5 })]
    const counting = countingSamples(
      [arrival(first), arrival(second), arrival(first, sample(0)), arrival(second)],
      'R',
    )
    expect(counting.map(({ at, state }) => [at, state])).toEqual([
      [0, undefined],
      [1, 5],
    ])
  })

  test('a clock that is more than 5 s ahead is not believed', () => {
    const arrivals = [{ receivedAt: 1_000, records: [sample(6_001), sample(6_000)] }]
    expect(countingSamples(arrivals, 'R').map(({ at }) => at)).toEqual([1_000, 6_000])
  })
})

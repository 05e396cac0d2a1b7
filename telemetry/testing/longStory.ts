import fc from 'fast-check'
import type { StoredAlarm, StoredSample } from '../src/records.ts'

/** Days of machines with few records, for tests of long windows: each record is held for up to hours. */
export const longStoryMs = 4 * 86_400_000

/** Over the end of summer time in London, over its beginning in Adelaide, over the end of a month. */
export const longStoryStarts = [
  Date.UTC(2026, 9, 23, 7, 13),
  Date.UTC(2026, 9, 2, 20, 41),
  Date.UTC(2026, 9, 29, 15, 2),
] as const

const instant = fc.oneof(
  fc.integer({ min: 0, max: longStoryMs - 1 }),
  fc.integer({ min: 0, max: longStoryMs / 3_600_000 - 1 }).map((hour) => hour * 3_600_000),
)
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })

type Sent = Omit<StoredSample, 'clientId' | 'machineId' | 'receivedAt' | 'flagged' | 'sourceAt'>

const anySample: fc.Arbitrary<Sent> = fc
  .record({
    at: instant,
    sequence: fc.constant(0),
    state: maybe(fc.constantFrom(10, 11, 5, 8, 19, 20, 2, 6, 99)),
    product: maybe(fc.constantFrom('A', 'B', '')),
    tool: maybe(fc.constantFrom('T1', 'T2')),
    user: maybe(fc.constantFrom('Ann', 'Bob')),
    speedPpm: maybe(fc.integer({ min: 0, max: 220 })),
    packCounter: maybe(fc.integer({ min: 0, max: 400 }).map((tenths) => tenths / 10)),
    rejectCounter: maybe(fc.integer({ min: 0, max: 9 })),
  })
  .map(({ at, sequence, ...values }) => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined)
    return { at, sequence, ...Object.fromEntries(given) }
  })

/** Records of some days, in the order in which they arrive: batches, of which some repeat a moment with other content. */
export const anyLongStory = fc.record({
  start: fc.constantFrom(...longStoryStarts),
  holdMs: fc.constantFrom(90_000, 40 * 60_000, 4 * 3_600_000),
  batches: fc.array(
    fc.record({
      samples: fc.uniqueArray(anySample, {
        selector: ({ at }) => at,
        minLength: 4,
        maxLength: 40,
        size: 'max',
      }),
      alarms: fc.array(fc.record({ at: instant, group: fc.constantFrom('Film', 'Jaws') }), {
        maxLength: 4,
      }),
      settles: fc.boolean(),
    }),
    { minLength: 2, maxLength: 4 },
  ),
  /** Other contents of moments that were sent before. */
  replaced: fc.array(fc.tuple(fc.nat(), anySample), { maxLength: 6 }),
})
export type LongStory = typeof anyLongStory extends fc.Arbitrary<infer Value> ? Value : never

export function longSamples(
  place: { readonly clientId: number; readonly machineId: number },
  { start }: Pick<LongStory, 'start'>,
  samples: LongStory['batches'][number]['samples'],
): StoredSample[] {
  return samples.map((sample) => {
    const at = start + sample.at
    return { ...place, ...sample, at, sourceAt: at, receivedAt: at, flagged: false }
  })
}

export function longAlarms(
  place: { readonly clientId: number; readonly machineId: number },
  { start }: Pick<LongStory, 'start'>,
  alarms: LongStory['batches'][number]['alarms'],
): StoredAlarm[] {
  return alarms.map(({ at, group }) => {
    const raisedAt = start + at
    return { ...place, raisedAt, receivedAt: raisedAt, group, description: `${group} stop` }
  })
}

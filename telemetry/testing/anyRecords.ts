import fc from 'fast-check'
import type { LedgerAlarm, LedgerSample } from '../src/ledger/fold/ledgerRecords.ts'
import type { LedgerRule } from '../src/ledger/fold/ledgerRule.ts'
import { minuteMs } from '../src/ledger/fold/minute.ts'
import type { LaterValues, RuleValues } from '../src/records.ts'

/** Arbitrary days of arbitrary machines, for property tests: short, crowded and nasty. */
export const storyStart = Date.UTC(2026, 10, 20, 5, 57)
export const storyMinutes = 12

const instant = fc.oneof(
  fc.integer({ min: 0, max: storyMinutes * minuteMs - 1 }),
  // Round seconds and minute boundaries meet often.
  fc.integer({ min: 0, max: storyMinutes * 60 - 1 }).map((second) => second * 1_000),
  fc.integer({ min: 0, max: storyMinutes - 1 }).map((minute) => minute * minuteMs),
)

const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })

const counter = fc.oneof(
  fc.integer({ min: 0, max: 60 }),
  fc.integer({ min: 0, max: 400 }).map((tenths) => tenths / 10),
  fc.constantFrom(32_700, 32_767, 65_500, 65_535, 2_147_483_640, 4_294_967_290.5),
)

const anySample: fc.Arbitrary<LedgerSample> = fc
  .record({
    at: instant,
    ahead: fc.oneof(
      { weight: 9, arbitrary: fc.constant(0) },
      fc.integer({ min: 5_001, max: 60_000 }),
    ),
    sequence: fc.integer({ min: 0, max: 2 }),
    death: fc.boolean().filter(Boolean),
    state: maybe(fc.constantFrom(10, 11, 5, 8, 19, 20, 23, 2, 6, 99)),
    product: maybe(fc.constantFrom('A', 'B', '')),
    tool: maybe(fc.constantFrom('T1', 'T2')),
    user: maybe(fc.constantFrom('Ann', 'Bob')),
    speedPpm: maybe(fc.oneof(fc.integer({ min: 0, max: 220 }), fc.constantFrom(59.9999995, 1e6))),
    packCounter: maybe(counter),
    batchCounter: fc.option(counter, { nil: undefined, freq: 2 }),
    rejectCounter: maybe(fc.integer({ min: 0, max: 9 })),
    unitMode: fc.option(
      fc.constantFrom('Production', 'producing ', 'Maintenance', 'Setup', '1', '2', ''),
      {
        nil: undefined,
        freq: 2,
      },
    ),
  })
  .chain(({ at, ahead, sequence, death, ...reported }) => {
    const moment = { at: storyStart + at, sourceAt: storyStart + at + ahead, sequence }
    return fc
      .integer({ min: 0, max: 11 })
      .map((die): LedgerSample => (die === 0 ? { ...moment, death } : { ...moment, ...reported }))
  })

/** Each identity once: a second content for one identity is a conflict, and depends on arrival (D7). */
export const anySamples = fc.uniqueArray(anySample, {
  selector: ({ sourceAt, sequence }) => `${sourceAt} ${sequence}`,
  maxLength: 40,
  size: 'max',
})

export const anyAlarms: fc.Arbitrary<LedgerAlarm[]> = fc.array(
  fc.record({
    raisedAt: instant.map((at) => storyStart + at),
    group: fc.constantFrom('Film', 'Jaws', ''),
    description: fc.constantFrom('Film end', 'Door open'),
  }),
  { maxLength: 6 },
)

const anyValues: fc.Arbitrary<RuleValues> = fc.record({
  holdMs: fc.constantFrom(5_000, 30_000, 90_000, 200_000),
  targetPpm: fc.constantFrom(null, 60, 7),
  designPpm: fc.constantFrom(null, 100, 9),
  recipePpm: fc.constantFrom<ReadonlyMap<string, number>>(
    new Map(),
    new Map([['A', 6]]),
    new Map([
      ['A', 60],
      ['B', 4],
      ['', 12],
    ]),
  ),
  categories: fc.constantFrom({}, { 6: 'run' as const, 10: 'runWhileCounting' as const }),
})

/** What holds later, from whole minutes on; often nothing. */
const anyLater: fc.Arbitrary<LaterValues[]> = fc
  .uniqueArray(fc.tuple(fc.integer({ min: -2, max: 20 }), anyValues), {
    maxLength: 3,
    selector: ([minute]) => minute,
  })
  .map((list) =>
    list
      .map(([minute, values]) => ({
        ...values,
        from: (Math.floor(storyStart / 60_000) + minute) * 60_000,
      }))
      .sort((a, b) => a.from - b.from),
  )

/** The settings of a machine by time (D98). */
export const anyRule: fc.Arbitrary<LedgerRule> = fc
  .tuple(anyValues, anyLater)
  .map(([values, later]) => (later.length === 0 ? values : { ...values, later }))

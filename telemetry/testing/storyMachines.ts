import type { Category } from '@packboard/model'
import fc from 'fast-check'
import { categoryOf } from '../src/ledger/fold/ledgerMinute.ts'
import type { LedgerRule } from '../src/ledger/fold/ledgerRule.ts'
import { minuteMs } from '../src/ledger/fold/minute.ts'
import type { ContextFilter } from '../src/read/contextFilter.ts'
import type { Telemetry } from '../src/store.ts'
import { putMachineRules } from '../src/write.ts'
import { storyMinutes, storyStart } from './anyRecords.ts'
import { type SlowSums, slowLedger } from './slowLedger.ts'

/** Hands out machines that no test has used yet, of the client that is looked at and of its neighbour. */
export function storyMachines(telemetry: () => Telemetry) {
  let next = 1
  return async (rule: LedgerRule): Promise<{ own: number; second: number; other: number }> => {
    const machines = { own: next++, second: next++, other: next++ }
    await putMachineRules(
      telemetry(),
      Object.entries(machines).map(([whose, machineId]) => ({
        clientId: whose === 'other' ? 2 : 1,
        machineId,
        ...rule,
      })),
    )
    return machines
  }
}

const length = (storyMinutes + 4) * minuteMs
const instant = fc.oneof(
  fc.integer({ min: -minuteMs, max: length }),
  fc.integer({ min: -1, max: storyMinutes + 4 }).map((minute) => minute * minuteMs),
)

/** Instants at odd milliseconds and at minutes, in order: the cuts of a window into windows. */
export const anyCuts = fc
  .uniqueArray(instant, { minLength: 2, maxLength: 5 })
  .map((cuts) => cuts.sort((a, b) => a - b).map((cut) => storyStart + cut))

const absent = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })

export const anyFilter: fc.Arbitrary<ContextFilter> = fc.oneof(
  fc.constant({}),
  fc.record({
    product: absent(fc.constantFrom('A', 'B')),
    tool: fc.option(fc.constantFrom('T1', 'T2'), { nil: undefined, freq: 2 }),
    state: absent(fc.constantFrom(10, 5, 20, 99)),
  }),
  fc.record({ causeGroup: fc.constantFrom('Film', 'Jaws') }),
)

export type SlowTotal = SlowSums & {
  readonly minute: number
  readonly state: number
  readonly category: Category
  readonly product: string
  readonly tool: string
  readonly user: string
  readonly causeGroup: string
  readonly cause: string
}

/** The slow second opinion as rows. */
export function slowTotals(...requested: Parameters<typeof slowLedger>): SlowTotal[] {
  return [...slowLedger(...requested)].map(([key, sums]) => {
    const [
      minute,
      state,
      category = '',
      product = '',
      tool = '',
      user = '',
      causeGroup = '',
      cause = '',
    ] = key.split('|')
    const context = { category: categoryOf(category), product, tool, user, causeGroup, cause }
    return { ...sums, ...context, minute: Number(minute), state: Number(state) }
  })
}

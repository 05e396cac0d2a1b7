import type { Category, ClientScope } from '@packboard/model'
import { scaled } from '../clickhouse/decimals.ts'
import type { RowOf } from '../clickhouse/readRows.ts'
import { selectRows } from '../clickhouse/select.ts'
import { categoryOf } from '../ledger/fold/categoryOf.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { type ContextFilter, filterLists, matches, rowMatches } from './contextFilter.ts'
import { readWindow } from './readWindow.ts'
import { fromBoth, fromHours, fromMinutes, rowSteps } from './rowSteps.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** What one machine did in one context: every pie, bar and metric is a sum of these. */
export type ContextTotal = {
  readonly machineId: number
  readonly state: number
  /** `offline`: packs counted after a gap, assigned to the context known before it; no time. */
  readonly category: Category
  readonly product: string
  readonly tool: string
  /** The first-out alarm of the stop, or '' and the name of its first state; both '' in run (D18). */
  readonly causeGroup: string
  readonly cause: string
  /** Who worked there; absent unless a question divides by it. */
  readonly user?: string
  readonly ms: number
  /** Billionths. */
  readonly packs: bigint
  /** Billionths; null: the machine had never reported a reject counter (D21). May be the only value of a context. */
  readonly rejects: bigint | null
  /** Stops whose first observed moment is in here. */
  readonly stops: number
}

/** What is read of a context; dimensions that a question does not divide by are added up in the engine. */
export const contextValues = `
    if(has({by:Array(String)}, 'machineId'), machine_id, 0) AS machineId,
    if(has({by:Array(String)}, 'state'), state, 0) AS byState,
    if(has({by:Array(String)}, 'category'), category, '') AS byCategory,
    if(has({by:Array(String)}, 'product'), product, '') AS byProduct,
    if(has({by:Array(String)}, 'tool'), tool, '') AS byTool,
    if(has({by:Array(String)}, 'causeGroup'), cause_group, '') AS byCauseGroup,
    if(has({by:Array(String)}, 'cause'), cause, '') AS byCause,
    if(has({by:Array(String)}, 'user'), user, '') AS byUser,
    toInt64(sum(ms)) AS totalMs,
    toString(sum(packs)) AS totalPacks,
    toString(sum(rejects)) AS totalRejects,
    toInt64(sum(stops)) AS totalStops
` as const

export const contextKey =
  'machineId, byState, byCategory, byProduct, byTool, byCauseGroup, byCause, byUser' as const
export const contextHolds =
  'HAVING totalMs > 0 OR sum(packs) > 0 OR sum(rejects) IS NOT NULL LIMIT {most:UInt32}' as const

const chosen = `SELECT ${contextValues}` as const
const grouped = `WHERE ${rowMatches} GROUP BY ${contextKey} ${contextHolds}` as const

const sql = {
  hours: `${chosen} ${fromHours} ${grouped}`,
  minutes: `${chosen} ${fromMinutes} ${grouped}`,
  both: `${chosen} ${fromBoth} ${grouped}`,
} as const

export const contextColumns = {
  machineId: 'UInt32',
  byState: 'Int32',
  byCategory: 'String',
  byProduct: 'String',
  byTool: 'String',
  byCauseGroup: 'String',
  byCause: 'String',
  byUser: 'String',
  totalMs: 'Int64',
  totalPacks: 'String',
  totalRejects: 'Nullable(String)',
  totalStops: 'Int64',
} as const

/**
 * What a sum can be divided by; time of other values is added up in the engine. By `user` only `partTotals` and `plannedTotals` divide:
 * minutes alone know who worked, hours and what is in memory do not (D54), so it costs what the minutes of the window cost.
 */
export type Dimension =
  | 'machineId'
  | 'state'
  | 'category'
  | 'product'
  | 'tool'
  | 'causeGroup'
  | 'cause'
  | 'user'
/** What is known of a context in a sum by these dimensions. */
export type TotalBy<By extends Dimension> = Pick<
  ContextTotal,
  By | 'ms' | 'packs' | 'rejects' | 'stops'
>

type Unnamed = Exclude<Dimension, 'user'>
/** All of them but who worked. */
export const dimensions: readonly Unnamed[] = [
  'machineId',
  'state',
  'category',
  'product',
  'tool',
  'causeGroup',
  'cause',
]

/** Times, packs, rejects and stops of machines over a window, context by context, or by fewer dimensions. */
export async function contextTotals<By extends Unnamed = Unnamed>(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowQuestion & { readonly by?: readonly By[] },
): Promise<TotalBy<By>[]> {
  const { filter, by = dimensions } = question
  const sums = await readWindow(telemetry, scope, question, {
    begin: () => new ContextSums(filter, by),
    cuts: [],
    rows: (found, stretches, hours) => addRows(telemetry, found, rowSteps(stretches, hours)),
    remembered: (found, { machineId, from, to }, held) => {
      for (const total of held.contexts(from, to)) {
        if (total.ms > 0 || total.packs > 0n || total.rejects !== null) {
          found.addEvent({ machineId, ...total })
        }
      }
      found.check()
    },
    event: (found, event) => found.addEvent(event),
  })
  return sums.totals()
}

async function addRows(
  { context }: Telemetry,
  sums: ContextSums,
  { tables, ...steps }: ReturnType<typeof rowSteps>,
): Promise<void> {
  const { filter, by } = sums
  const most = answerRows.contexts + 1
  const params = { ...steps, ...filterLists(filter), by: [...by], most }
  await selectRows(
    context,
    { name: 'read.contextTotals', sql: sql[tables], params, columns: contextColumns },
    (rows) => {
      for (const row of rows) {
        sums.add(contextOf(row))
      }
      sums.check()
    },
  )
}

/** A row of the engine. */
export const contextOf = (row: RowOf<typeof contextColumns>): ContextTotal => ({
  machineId: row.machineId,
  state: row.byState,
  category: row.byCategory === '' ? noCategory : categoryOf(row.byCategory),
  product: row.byProduct,
  tool: row.byTool,
  causeGroup: row.byCauseGroup,
  cause: row.byCause,
  ...(row.byUser !== '' && { user: row.byUser }),
  ms: Number(row.totalMs),
  packs: scaled(row.totalPacks, 9),
  rejects: row.totalRejects === null ? null : scaled(row.totalRejects, 9),
  stops: Number(row.totalStops),
})

/** Stands where a sum is not divided by category. */
const noCategory: Category = 'unknown'
const anything = {
  ...{
    machineId: 0,
    state: 0,
    category: noCategory,
    product: '',
    tool: '',
    causeGroup: '',
    cause: '',
  },
} as const

/** Adds up what is known of contexts, in any order. */
export class ContextSums {
  readonly filter: ContextFilter
  readonly by: readonly Dimension[]
  /** What stands in the dimensions that a sum is not divided by; their type does not show it. */
  readonly #together: Partial<ContextTotal>
  readonly #sums = new Map<string, Mutable>()

  constructor(filter: ContextFilter, by: readonly Dimension[] = dimensions) {
    this.filter = filter
    this.by = by
    const together = dimensions.filter((dimension) => !by.includes(dimension))
    this.#together = Object.fromEntries(together.map((one) => [one, anything[one]]))
  }

  /** What was folded, or remembered; sums of the engine are filtered there. */
  addEvent(event: ContextTotal): void {
    if (!matches(this.filter, event)) return
    const { machineId, state, category, product, tool, causeGroup, cause, user } = event
    const { ms, packs, rejects, stops } = event
    const byUser = this.by.includes('user') && user !== undefined && user !== ''
    this.add({
      ...{ machineId, state, category, product, tool, causeGroup, cause, ...(byUser && { user }) },
      ...{ ms, packs, rejects, stops },
    })
  }

  add(total: ContextTotal): void {
    const key = this.by.map((dimension) => total[dimension]).join('\u0000')
    const sum = this.#sums.get(key)
    if (sum === undefined) {
      this.#sums.set(key, { ...total, ...this.#together })
      return
    }
    sum.ms += total.ms
    sum.packs += total.packs
    if (total.rejects !== null) sum.rejects = (sum.rejects ?? 0n) + total.rejects
    sum.stops += total.stops
  }

  get size(): number {
    return this.#sums.size
  }

  /** Refuses more contexts than one answer may be made of. */
  check(): void {
    checkRows(this.#sums.size, answerRows.contexts)
  }

  totals(): ContextTotal[] {
    this.check()
    return [...this.#sums.values()]
  }
}

type Mutable = { -readonly [Key in keyof ContextTotal]: ContextTotal[Key] }

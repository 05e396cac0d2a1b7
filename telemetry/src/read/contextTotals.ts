import type { Category, ClientScope } from '@packboard/model'
import { scaled } from '../clickhouse/decimals.ts'
import { selectRows } from '../clickhouse/select.ts'
import { type MachineStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { categoryOf } from './categoryOf.ts'
import { type ContextFilter, filterLists, matches, pieceMatches } from './contextFilter.ts'
import type { FoldEvent } from './namedFold.ts'
import { readWindow } from './readWindow.ts'
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
  readonly ms: number
  /** Billionths. */
  readonly packs: bigint
  /** Billionths; null: the machine had never reported a reject counter (D21). May be the only value of a context. */
  readonly rejects: bigint | null
  /** Stops whose first observed moment is in here. */
  readonly stops: number
}

const sql = `
  SELECT machine_id AS machineId, pieces.state AS state, pieces.category AS category, pieces.product AS product,
    pieces.tool AS tool, pieces.cause_group AS causeGroup, pieces.cause AS cause,
    toInt64(sum(pieces.ms)) AS ms,
    toString(sum(pieces.packs)) AS packs,
    toString(sum(pieces.rejects)) AS rejects,
    toInt64(sum(pieces.stops)) AS stops
  FROM minute_ledger FINAL
  ARRAY JOIN pieces
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
    AND toUnixTimestamp(minute) * 1000 >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
    AND toUnixTimestamp(minute) * 1000 < transform(machine_id, {machineIds:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0))
    AND ${pieceMatches}
  GROUP BY machineId, state, category, product, tool, causeGroup, cause
  HAVING ms > 0 OR sum(pieces.packs) > 0 OR sum(pieces.rejects) IS NOT NULL
` as const

const columns = {
  machineId: 'UInt32',
  state: 'Int32',
  category: 'String',
  product: 'String',
  tool: 'String',
  causeGroup: 'String',
  cause: 'String',
  ms: 'Int64',
  packs: 'String',
  rejects: 'Nullable(String)',
  stops: 'Int64',
} as const

/** Times, packs, rejects and stops of machines over a window, context by context. */
export async function contextTotals(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowQuestion,
): Promise<ContextTotal[]> {
  const { filter } = question
  const sums = await readWindow(telemetry, scope, question, {
    begin: () => new ContextSums(filter),
    rows: (found, stretches) => addRows(telemetry, found, stretches),
    event: (found, event) => found.addEvent(event),
  })
  return sums.totals()
}

async function addRows(
  { context }: Telemetry,
  sums: ContextSums,
  stretches: readonly MachineStretch[],
): Promise<void> {
  const params = { ...stretchLists(stretches), ...filterLists(sums.filter) }
  await selectRows(context, { name: 'read.contextTotals', sql, params, columns }, (rows) => {
    for (const { category, ms, packs, rejects, stops, ...context } of rows) {
      sums.add({
        ...context,
        category: categoryOf(category),
        ms: Number(ms),
        packs: scaled(packs, 9),
        rejects: rejects === null ? null : scaled(rejects, 9),
        stops: Number(stops),
      })
    }
  })
}

/** Adds up what is known of contexts, in any order. */
export class ContextSums {
  readonly filter: ContextFilter
  readonly #sums = new Map<string, Mutable>()

  constructor(filter: ContextFilter) {
    this.filter = filter
  }

  addEvent({ from: _from, to: _to, user: _user, speed: _speed, ...total }: FoldEvent): void {
    if (matches(this.filter, total)) this.add(total)
  }

  add(total: ContextTotal): void {
    const { machineId, state, category, product, tool, causeGroup, cause } = total
    const key = [machineId, state, category, product, tool, causeGroup, cause].join('\u0000')
    const sum = this.#sums.get(key)
    if (sum === undefined) {
      this.#sums.set(key, { ...total })
      return
    }
    sum.ms += total.ms
    sum.packs += total.packs
    if (total.rejects !== null) sum.rejects = (sum.rejects ?? 0n) + total.rejects
    sum.stops += total.stops
  }

  totals(): ContextTotal[] {
    return [...this.#sums.values()]
  }
}

type Mutable = { -readonly [Key in keyof ContextTotal]: ContextTotal[Key] }

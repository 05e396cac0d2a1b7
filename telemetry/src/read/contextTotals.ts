import type { Category, ClientScope } from '@packboard/model'
import { scaled } from '../clickhouse/decimals.ts'
import { selectRows } from '../clickhouse/select.ts'
import { type MachineStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
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
  SELECT
    if(has({by:Array(String)}, 'machineId'), machine_id, 0) AS machineId,
    if(has({by:Array(String)}, 'state'), pieces.state, 0) AS state,
    if(has({by:Array(String)}, 'category'), pieces.category, '') AS category,
    if(has({by:Array(String)}, 'product'), pieces.product, '') AS product,
    if(has({by:Array(String)}, 'tool'), pieces.tool, '') AS tool,
    if(has({by:Array(String)}, 'causeGroup'), pieces.cause_group, '') AS causeGroup,
    if(has({by:Array(String)}, 'cause'), pieces.cause, '') AS cause,
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
  LIMIT {most:UInt32}
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

/** What a sum can be divided by; time of other values is added up in the engine. */
type Dimension = 'machineId' | 'state' | 'category' | 'product' | 'tool' | 'causeGroup' | 'cause'
/** What is known of a context in a sum by these dimensions. */
export type TotalBy<By extends Dimension> = Pick<
  ContextTotal,
  By | 'ms' | 'packs' | 'rejects' | 'stops'
>

const dimensions: readonly Dimension[] = [
  'machineId',
  'state',
  'category',
  'product',
  'tool',
  'causeGroup',
  'cause',
]

/** Times, packs, rejects and stops of machines over a window, context by context, or by fewer dimensions. */
export async function contextTotals<By extends Dimension = Dimension>(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowQuestion & { readonly by?: readonly By[] },
): Promise<TotalBy<By>[]> {
  const { filter, by = dimensions } = question
  const sums = await readWindow(telemetry, scope, question, {
    begin: () => new ContextSums(filter, by),
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
  const { filter, by } = sums
  const most = answerRows.contexts + 1
  const params = { ...stretchLists(stretches), ...filterLists(filter), by: [...by], most }
  await selectRows(context, { name: 'read.contextTotals', sql, params, columns }, (rows) => {
    for (const { category, ms, packs, rejects, stops, ...context } of rows) {
      sums.add({
        ...context,
        category: category === '' ? noCategory : categoryOf(category),
        ms: Number(ms),
        packs: scaled(packs, 9),
        rejects: rejects === null ? null : scaled(rejects, 9),
        stops: Number(stops),
      })
    }
    sums.check()
  })
}

/** Stands where a sum is not divided by category; its type does not show it. */
const noCategory: Category = 'unknown'

/** Adds up what is known of contexts, in any order. */
export class ContextSums {
  readonly filter: ContextFilter
  readonly by: readonly Dimension[]
  readonly #sums = new Map<string, Mutable>()

  constructor(filter: ContextFilter, by: readonly Dimension[] = dimensions) {
    this.filter = filter
    this.by = by
  }

  addEvent({ from: _from, to: _to, user: _user, speed: _speed, ...total }: FoldEvent): void {
    if (matches(this.filter, total)) this.add(total)
  }

  add(total: ContextTotal): void {
    const key = this.by.map((dimension) => total[dimension]).join('\u0000')
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

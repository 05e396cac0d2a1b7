import type { ClientScope, Period } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import { minuteMs } from '../ledger/fold/minute.ts'
import { stretchLists } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { checkRows } from './answerRows.ts'
import { externalStates } from './measures.ts'
import { readWindow } from './readWindow.ts'

/** What a machine did in one minute of the clock. */
export type MinuteFigures = {
  /** ms since 1970. */
  readonly start: number
  /** Time that was not offline. */
  readonly observedMs: number
  readonly runMs: number
  readonly packs: number
  /** null: it reported none. */
  readonly rejects: number | null
  /** Stops that began in this minute in a state that is not external: not for want of packs, nor of room for them. */
  readonly ownStops: number
  /** With which it was longest; of two alike the first by text. */
  readonly product: string
}

/** 31 days, and an hour that a clock may be set back. */
const mostMinutes = (31 * 24 + 1) * 60

const sql = `
  SELECT toInt64(toUnixTimestamp(minute)) * 1000 AS start,
    toUInt32(arraySum((category, ms) -> if(category != 'offline', ms, 0), pieces.category, pieces.ms)) AS observedMs,
    toUInt32(arraySum((category, ms) -> if(category = 'run', ms, 0), pieces.category, pieces.ms)) AS runMs,
    toFloat64(arraySum(pieces.packs)) AS packs,
    if(arrayExists(rejects -> rejects IS NOT NULL, pieces.rejects),
      toFloat64(arraySum(rejects -> ifNull(rejects, toDecimal128(0, 9)), pieces.rejects)), NULL) AS rejects,
    toUInt32(arraySum((state, stops) -> if(state IN {externalStates:Array(Int32)}, 0, stops), pieces.state, pieces.stops)) AS ownStops,
    toString(arraySort(
      one -> (-arraySum((product, category, ms) -> if(product = one AND category != 'offline', toInt64(ms), 0),
        pieces.product, pieces.category, pieces.ms), one),
      arrayDistinct(pieces.product))[1]) AS product
  FROM minute_ledger FINAL
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')} AND observedMs > 0
  ORDER BY minute
` as const

const columns = {
  start: 'Int64',
  observedMs: 'UInt32',
  runMs: 'UInt32',
  packs: 'Float64',
  rejects: 'Nullable(Float64)',
  ownStops: 'UInt32',
  product: 'String',
} as const

/**
 * The whole minutes of one machine in a window in which it was observed, in order, as far as the ledger has come: the newest
 * seconds are in none.
 */
export async function minuteFigures(
  telemetry: Telemetry,
  scope: ClientScope,
  { machineId, period }: { readonly machineId: number; readonly period: Period },
): Promise<MinuteFigures[]> {
  const from = new Date(Math.ceil(period.from.getTime() / minuteMs) * minuteMs)
  const to = new Date(Math.floor(period.to.getTime() / minuteMs) * minuteMs)
  checkRows((to.getTime() - from.getTime()) / minuteMs, mostMinutes)
  const question = { machineIds: [machineId], period: { from, to } }
  return readWindow<MinuteFigures[]>(telemetry, scope, question, {
    named: false,
    begin: () => [],
    rows: (found, stretches) => {
      const params = { ...stretchLists(stretches), externalStates }
      const query = { name: 'read.minuteFigures', sql, params, columns }
      return selectRows(telemetry.context, query, (rows) => {
        for (const row of rows) found.push({ ...row, start: Number(row.start) })
      })
    },
    events: () => {},
  })
}

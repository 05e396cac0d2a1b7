import { selectRows } from '../clickhouse/select.ts'
import type { TelemetryContext } from '../context.ts'
import { type MachineStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import { answerRows, checkRows } from './answerRows.ts'

/** A time in one state, in ms since 1970. */
export type StateSpan = { machineId: number; from: number; to: number; state: number }

const sql = `
  WITH
    parts AS (
      SELECT machine_id, spans.state AS state,
        toUnixTimestamp(minute) * 1000 + spans.from_ms AS begins,
        toUnixTimestamp(minute) * 1000 + spans.to_ms AS ends
      FROM minute_ledger FINAL
      ARRAY JOIN spans
      WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
        AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
        AND toUnixTimestamp(minute) * 1000
          >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
        AND toUnixTimestamp(minute) * 1000
          < transform(machine_id, {machineIds:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0))
    ),
    marked AS (
      SELECT *,
        lagInFrame(ends, 1) OVER w != begins OR lagInFrame(state, 1) OVER w != state AS breaks
      FROM parts
      WINDOW w AS (PARTITION BY machine_id ORDER BY begins ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
    ),
    counted AS (
      SELECT *, sum(breaks) OVER w AS part
      FROM marked
      WINDOW w AS (PARTITION BY machine_id ORDER BY begins ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
    )
  SELECT machine_id AS machineId, toInt64(min(begins)) AS begin, toInt64(max(ends)) AS end, any(state) AS code
  FROM counted
  GROUP BY machine_id, part
  ORDER BY machineId, begin
  LIMIT {most:UInt32}
`

/** The states of some stretches from the ledger's rows, each stretch of one state as one span, in order. */
export async function stateSpans(
  context: TelemetryContext,
  stretches: readonly MachineStretch[],
): Promise<StateSpan[]> {
  const spans: StateSpan[] = []
  if (stretches.length === 0) return spans
  await selectRows(
    context,
    {
      name: 'read.stateSpans',
      sql,
      params: { ...stretchLists(stretches), most: answerRows.spans + 1 },
      columns: { machineId: 'UInt32', begin: 'Int64', end: 'Int64', code: 'Int32' },
    },
    (rows) => {
      for (const { machineId, begin, end, code } of rows) {
        spans.push({ machineId, from: Number(begin), to: Number(end), state: code })
      }
      checkRows(spans.length, answerRows.spans)
    },
  )
  return spans
}

/** Neighbours of one machine and one state become one; in order of machine and time. */
export function joinSpans(spans: readonly StateSpan[]): StateSpan[] {
  const sorted = spans.toSorted((a, b) => a.machineId - b.machineId || a.from - b.from)
  const joined: StateSpan[] = []
  for (const span of sorted) {
    const last = joined.at(-1)
    const goesOn =
      last?.machineId === span.machineId && last.to === span.from && last.state === span.state
    if (goesOn) last.to = span.to
    else joined.push({ ...span })
  }
  return joined
}

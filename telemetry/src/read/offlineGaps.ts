import type { ClientScope, Period } from '@packboard/model'
import { selectRows } from '../clickhouse/select.ts'
import { recoveredMs } from '../ledger/fold/recovery.ts'
import { type MachineStretch, stretchLists } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { readWindow } from './readWindow.ts'

/** A time without data of a machine (D11), in ms. */
type Gap = { readonly from: number; readonly to: number }

const sql = `
  WITH
    parts AS (
      SELECT toUnixTimestamp(minute) * 1000 + spans.from_ms AS begins,
        toUnixTimestamp(minute) * 1000 + spans.to_ms AS ends
      FROM minute_ledger FINAL
      ARRAY JOIN spans
      WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
        AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
    ),
    marked AS (
      SELECT *, lagInFrame(ends, 1) OVER w != begins AS breaks
      FROM parts
      WINDOW w AS (ORDER BY begins ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)
    ),
    numbered AS (
      SELECT *, sum(breaks) OVER (ORDER BY begins ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS part
      FROM marked
    )
  SELECT toInt64(min(begins)) AS begin, toInt64(max(ends)) AS end
  FROM numbered
  GROUP BY part
`

/** The gaps of one machine in a window, in order: what is left of the window without its observed time. */
export async function offlineGaps(
  telemetry: Telemetry,
  scope: ClientScope,
  { machineId, period }: { readonly machineId: number; readonly period: Period },
): Promise<Gap[]> {
  const rows = async (found: Gap[], stretches: readonly MachineStretch[]) => {
    const { starts: _starts, ends: _ends, ...params } = stretchLists(stretches)
    const columns = { begin: 'Int64', end: 'Int64' } as const
    await selectRows(
      telemetry.context,
      { name: 'read.offlineGaps', sql, params, columns },
      (all) => {
        for (const { begin, end } of all) found.push({ from: Number(begin), to: Number(end) })
      },
    )
  }
  const observed = await readWindow<Gap[]>(
    telemetry,
    scope,
    { machineIds: [machineId], period },
    {
      begin: () => [],
      rows,
      sink: (found) => ({
        time: (from, to) => void found.push({ from, to }),
        recovered: (from, to, _carry, recovery) => {
          const ms = recoveredMs(recovery, from, to)
          if (ms > 0) found.push({ from, to: from + ms })
        },
        counted() {},
        sampled() {},
      }),
    },
  )
  observed.sort((a, b) => a.from - b.from)
  const gaps: Gap[] = []
  let known = period.from.getTime()
  for (const { from, to } of [...observed, { from: period.to.getTime(), to: 0 }]) {
    if (from > known) gaps.push({ from: known, to: from })
    known = Math.max(known, to)
  }
  return gaps
}

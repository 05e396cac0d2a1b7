import { z } from 'zod'
import { bulkLimits, select, selectRows } from '../../clickhouse/select.ts'
import type { TelemetryContext } from '../../context.ts'
import { spanOfMonth } from '../../damagedMonths.ts'
import { hourMs } from '../fold/hour.ts'
import type { TimeRange } from '../timeRanges.ts'

const monthsSql = `
  SELECT DISTINCT toUInt32(_partition_id) AS month FROM minute_ledger
  UNION DISTINCT
  SELECT DISTINCT toUInt32(_partition_id) AS month FROM hour_ledger
`

/** The months, such as 202611, of which there are minutes or hours. */
export async function ledgerMonths(context: TelemetryContext): Promise<number[]> {
  const rows = await select(context, {
    name: 'ledger.months',
    sql: monthsSql,
    params: {},
    limits: bulkLimits,
    row: z.object({ month: z.number() }),
  })
  return rows.map(({ month }) => month)
}

/** Superseded rows count, too: only the newest version of each hour matters. */
const sql = `
  SELECT machine_id AS machineId, toDateTime64(min(hour), 3, 'UTC') AS first, toDateTime64(max(hour), 3, 'UTC') AS last
  FROM (
    SELECT client_id, machine_id, hour
    FROM (
      SELECT client_id, machine_id, toStartOfHour(minute) AS hour, version AS ofMinutes, 0 AS ofHours
      FROM minute_ledger WHERE minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
      UNION ALL
      SELECT client_id, machine_id, hour, 0 AS ofMinutes, version AS ofHours
      FROM hour_ledger WHERE hour >= {from:DateTime64(3,'UTC')} AND hour < {to:DateTime64(3,'UTC')}
    )
    GROUP BY client_id, machine_id, hour
    HAVING max(ofMinutes) > max(ofHours) OR max(ofMinutes) = 0
  )
  GROUP BY client_id, machine_id, toStartOfDay(hour)
`

const columns = { machineId: 'UInt32', first: 'DateTime64', last: 'DateTime64' } as const

/**
 * The hours of a month whose rows are older than their minutes, are not there, or have no minutes any more; of each day of UTC
 * of a machine all from the first to the last.
 */
export async function unwrittenHours(
  context: TelemetryContext,
  month: number,
): Promise<(TimeRange & { readonly machineId: number })[]> {
  const { from, to } = spanOfMonth(month)
  const found: (TimeRange & { readonly machineId: number })[] = []
  const params = { from: new Date(from), to: new Date(to) }
  await selectRows(context, { name: 'ledger.unwrittenHours', sql, params, columns }, (rows) => {
    for (const { machineId, first, last } of rows) {
      found.push({ machineId, from: first, to: last + hourMs })
    }
  })
  return found
}

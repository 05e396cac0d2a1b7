import { z } from 'zod'
import { bulkLimits, select } from '../src/clickhouse/select.ts'
import type { TelemetryContext } from '../src/context.ts'

const columns =
  `machine, hour, state, category, product, tool, cause_group, cause, ms, packs, rejects, speed_ms, speed_sum,
  speed_min, speed_max, samples, flagged, stops` as const

const sql = `
  WITH minutes AS (
    SELECT (client_id, machine_id) AS machine, toStartOfHour(minute) AS hour, pieces.state AS state,
      pieces.category AS category, pieces.product AS product, pieces.tool AS tool, pieces.cause_group AS cause_group,
      pieces.cause AS cause, sum(pieces.ms) AS ms, sum(pieces.packs) AS packs, sum(pieces.rejects) AS rejects,
      sum(pieces.ms - pieces.speedless_ms) AS speed_ms, sum(pieces.speed_sum) AS speed_sum, min(pieces.speed_min) AS speed_min,
      max(pieces.speed_max) AS speed_max, sum(pieces.samples) AS samples, sum(pieces.flagged) AS flagged,
      sum(pieces.stops) AS stops
    FROM minute_ledger FINAL ARRAY JOIN pieces
    GROUP BY machine, hour, state, category, product, tool, cause_group, cause
  ),
  live AS (SELECT (client_id, machine_id) AS machine, toStartOfHour(max(minute)) AS hour FROM minute_ledger GROUP BY machine)
  SELECT toJSONString(tuple(${columns})) AS text, count() AS rows, max(side) AS side
  FROM (
    SELECT ${columns}, 'minutes' AS side FROM minutes WHERE (machine, hour) NOT IN (SELECT machine, hour FROM live)
    UNION ALL
    SELECT (client_id, machine_id) AS machine, hour, state, toString(category), toString(product), toString(tool),
      toString(cause_group), toString(cause), ms, packs, rejects, speed_ms, speed_sum, speed_min, speed_max, samples,
      flagged, stops, 'hours' AS side
    FROM hour_ledger FINAL
  )
  GROUP BY ${columns}
  ORDER BY text
` as const

const row = z.object({ text: z.string(), rows: z.coerce.number(), side: z.string() })

/**
 * Compares each hour that is over with the sum of its minutes, to the last digit; how many rows are alike, and those that are on
 * one side alone.
 */
export async function hourDifferences(context: TelemetryContext) {
  const name = 'ledger.hourDifferences'
  const rows = await select(context, { name, sql, params: {}, limits: bulkLimits, row })
  const alone = rows.filter((one) => one.rows !== 2)
  return {
    alike: rows.length - alone.length,
    alone: alone.map(({ side, text }) => `${side} ${text}`),
  }
}

import type { ClientScope, DayPart } from '@packboard/model'
import { z } from 'zod'
import { bulkLimits, select } from '../clickhouse/select.ts'
import { minuteOf } from '../ledger/fold/minute.ts'
import { stretchLists } from '../ledger/store/machinePlace.ts'
import type { Telemetry } from '../store.ts'
import { filterLists, pieceMatches } from './contextFilter.ts'
import { readWindow } from './readWindow.ts'
import type { WindowQuestion } from './windowQuestion.ts'

const sql = `
  SELECT count() AS found FROM (
  SELECT roundDown(toUnixTimestamp(minute), {steps:Array(UInt32)}) AS day, machine_id AS machineId,
    pieces.product AS product, pieces.tool AS tool
  FROM minute_ledger FINAL
  ARRAY JOIN pieces
  WHERE client_id IN {clientIds:Array(UInt32)} AND machine_id IN {machineIds:Array(UInt32)}
    AND minute >= {from:DateTime64(3,'UTC')} AND minute < {to:DateTime64(3,'UTC')}
    AND toUnixTimestamp(minute) * 1000 >= transform(machine_id, {machineIds:Array(UInt32)}, {starts:Array(Int64)}, toInt64(0))
    AND toUnixTimestamp(minute) * 1000 < transform(machine_id, {machineIds:Array(UInt32)}, {ends:Array(Int64)}, toInt64(0))
    AND ${pieceMatches}
  GROUP BY day, machineId, product, tool
  HAVING sum(pieces.ms) > 0 OR sum(pieces.packs) > 0
  LIMIT {most:UInt32}
  )
` as const

const row = z.object({ found: z.coerce.number() })

/** How many rows `dayContexts` has of whole minutes, counted in the engine up to `most`: enough to refuse a file. */
export async function dayContextCount(
  telemetry: Telemetry,
  scope: ClientScope,
  question: WindowQuestion & { readonly days: readonly DayPart[]; readonly most: number },
): Promise<number> {
  const { days, filter, most } = question
  if (days.length === 0) return 0
  const steps = days.map(({ period }) => minuteOf(period.from.getTime()) / 1_000)
  const counted = await readWindow<{ found: number }>(telemetry, scope, question, {
    begin: () => ({ found: 0 }),
    async rows(counted, stretches) {
      const params = { ...stretchLists(stretches), ...filterLists(filter), steps, most }
      const name = 'read.dayContextCount'
      const [rows] = await select(telemetry.context, { name, sql, params, limits: bulkLimits, row })
      counted.found = rows?.found ?? 0
    },
    event() {},
  })
  return counted.found
}

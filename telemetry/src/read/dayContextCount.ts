import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { bulkLimits, select } from '../clickhouse/select.ts'
import { minuteOf } from '../ledger/fold/minute.ts'
import type { Telemetry } from '../store.ts'
import { filterLists } from './contextFilter.ts'
import { type DaysQuestion, dayGroups, daySteps } from './dayPieces.ts'
import { readWindow } from './readWindow.ts'
import { fromBoth, fromHours, fromMinutes } from './rowSteps.ts'

const sql = {
  hours: `SELECT count() AS found FROM (SELECT 1 ${fromHours} ${dayGroups} LIMIT {most:UInt32})`,
  minutes: `SELECT count() AS found FROM (SELECT 1 ${fromMinutes} ${dayGroups} LIMIT {most:UInt32})`,
  both: `SELECT count() AS found FROM (SELECT 1 ${fromBoth} ${dayGroups} LIMIT {most:UInt32})`,
} as const

const row = z.object({ found: z.coerce.number() })

/** How many rows `dayContexts` has of whole minutes, counted in the engine up to `most`: enough to refuse a file. */
export async function dayContextCount(
  telemetry: Telemetry,
  scope: ClientScope,
  question: DaysQuestion,
): Promise<number> {
  const { days, filter, most } = question
  if (days.length === 0) return 0
  const starts = days.map(({ period }) => minuteOf(period.from.getTime()))
  const counted = await readWindow<{ found: number }>(telemetry, scope, question, {
    begin: () => ({ found: 0 }),
    async rows(counted, stretches, hours) {
      const steps = daySteps(stretches, hours, starts)
      const params = { ...steps.params, ...filterLists(filter), most }
      const name = 'read.dayContextCount'
      const [rows] = await select(telemetry.context, {
        name,
        sql: sql[steps.tables],
        params,
        limits: bulkLimits,
        row,
      })
      counted.found = rows?.found ?? 0
    },
    event() {},
  })
  return counted.found
}

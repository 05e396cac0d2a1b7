import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import { byAlarmOrder } from '../ledger/fold/ledgerRecords.ts'
import { minuteFrom } from '../ledger/fold/minute.ts'
import { readAlarms } from '../ledger/store/readRecords.ts'
import type { Telemetry } from '../store.ts'
import {
  answerRows,
  checkRows,
  pageOf,
  type RecordsQuestion,
  type RowsOfPage,
  rowsOfPage,
} from './answerRows.ts'
import { alarmFilter } from './contextFilter.ts'
import { momentsAt } from './momentsAt.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** Of several clearings of one alarm the one that came last counts, as in the statistics. */
const each = `
  FROM (
    SELECT machine_id AS machineId, toUnixTimestamp64Milli(raised_at) AS time, alarm_group AS group, description, sequence,
      tupleElement(max((
        if(isNull(cleared_at), toUInt64(0), batch),
        ifNull(toUnixTimestamp64Milli(cleared_at), toInt64(0))
      )), 2) AS cleared
    FROM alarm
    WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
      AND raised_at >= {from:DateTime64(3,'UTC')} AND raised_at < {to:DateTime64(3,'UTC')}
      AND (isNull({group:Nullable(String)}) OR alarm_group = {group:Nullable(String)})
      AND (isNull({description:Nullable(String)}) OR description = {description:Nullable(String)})
      AND batch <= {revision:UInt64}
    GROUP BY machine_id, raised_at, alarm_group, description, sequence
  )
` as const

const sql = `
  SELECT machineId, time, group, description, cleared,
    leadInFrame(time, 1, toInt64(0)) OVER (
      PARTITION BY machineId, group, description ORDER BY time, sequence
      ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING
    ) AS nextRaised,
    count() OVER () AS total
  ${each}
  ORDER BY time DESC, machineId, group, description, sequence
  LIMIT {limit:UInt32} OFFSET {offset:UInt64}
` as const

const countSql = `SELECT count() AS total ${each}` as const

const row = z
  .object({
    machineId: z.number(),
    time: z.coerce.number(),
    group: z.string(),
    description: z.string(),
    cleared: z.coerce.number(),
    nextRaised: z.coerce.number(),
    total: z.coerce.number(),
  })
  .transform(({ time, cleared, nextRaised, total, ...reported }) => ({
    row: {
      ...reported,
      at: new Date(time),
      /** When it was over, as its machine sent it; null: nothing of the kind came. */
      clearedAt: cleared === 0 ? null : new Date(cleared),
      /** When the next alarm of its text was raised on the machine in the window: then at the latest it was over. */
      nextAt: nextRaised === 0 ? null : new Date(nextRaised),
    },
    total,
  }))

/** An alarm that a machine raised. Its clearing, or the same alarm under another code, is not another one (D18);
 * one with another number is (D61). */
export type AlarmRow = z.output<typeof row>['row']

export type AlarmQuestion = RecordsQuestion & {
  readonly group?: string | undefined
  readonly description?: string | undefined
}

/** The alarms that machines raised in a window, newest first, and how many there are in all. */
export async function alarmPage(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, period, group, description, ...page }: AlarmQuestion & RowsOfPage,
): Promise<{ rows: AlarmRow[]; count: number }> {
  const params = {
    clientId,
    machineIds,
    ...period,
    group: group ?? null,
    description: description ?? null,
    // Of one moment, also while records stream in.
    revision: context.counters.revision,
  }
  const found = await select(context, {
    name: 'read.alarmPage',
    sql,
    params: { ...params, ...rowsOfPage(page) },
    row,
  })
  return pageOf(page, found, async () => {
    const [counted] = await select(context, {
      name: 'read.alarmCount',
      sql: countSql,
      params,
      row: z.object({ total: z.coerce.number() }),
    })
    return counted?.total ?? 0
  })
}

const choicesSql = `
  SELECT
    arraySort(groupUniqArrayIf(toString(alarm_group),
      isNull({description:Nullable(String)}) OR description = {description:Nullable(String)})) AS groups,
    arraySort(groupUniqArrayIf(toString(description),
      isNull({group:Nullable(String)}) OR alarm_group = {group:Nullable(String)})) AS descriptions
  FROM alarm
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
    AND raised_at >= {from:DateTime64(3,'UTC')} AND raised_at < {to:DateTime64(3,'UTC')}
`

const choices = z.object({ groups: z.array(z.string()), descriptions: z.array(z.string()) })

/**
 * The groups and the descriptions of the alarms that machines raised in a window, each once, in order: what a table of them can be
 * narrowed to. A description narrows the groups to such alarms, and a group the descriptions.
 */
export async function alarmInfoChoices(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, period, group, description }: AlarmQuestion,
): Promise<z.output<typeof choices>> {
  const [found] = await select(context, {
    name: 'read.alarmInfoChoices',
    sql: choicesSql,
    params: {
      clientId,
      machineIds,
      ...period,
      group: group ?? null,
      description: description ?? null,
    },
    row: choices,
  })
  return found ?? { groups: [], descriptions: [] }
}

/** An alarm on a chart of speed. */
export type AlarmMarker = Omit<AlarmRow, 'clearedAt' | 'nextAt'> & {
  /** Packs per minute that were held at that instant; 0 while the machine was offline or had reported none. */
  readonly speed: number
}

/**
 * The alarms of a window in order of time, each at the height of the speed, for windows of up to 24 hours. A filter keeps
 * those that were raised while the machine was in its context, and an alarm group those of that group.
 */
export async function alarmMarkers(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, period, filter }: WindowQuestion,
): Promise<AlarmMarker[]> {
  const from = period.from.getTime()
  const to = period.to.getTime()
  const wanted = [...new Set(machineIds)]
  if (from >= to || wanted.length === 0) return []
  const keeps = alarmFilter(filter)
  return context.ledger.read(wanted, minuteFrom(to), async (view) => {
    const stretches = wanted.map((machineId) => ({ clientId, machineId, from, to }))
    const { marks } = answerRows
    const found = await readAlarms(context, stretches, view.revision, marks + 1)
    checkRows(
      [...found.values()].reduce((sum, own) => sum + own.length, 0),
      marks,
    )
    const alarms = [...found].flatMap(([machineId, own]) =>
      own
        .filter(({ group }) => keeps.group(group))
        .map(({ raisedAt, group, description }) => ({ machineId, raisedAt, group, description })),
    )
    const instants = alarms.map(({ machineId, raisedAt }) => ({ machineId, at: raisedAt }))
    const momentAt = await momentsAt(context, view, { clientId, instants, named: false })
    return alarms
      .sort((a, b) => a.raisedAt - b.raisedAt || a.machineId - b.machineId || byAlarmOrder(a, b))
      .flatMap(({ machineId, raisedAt, group, description }): AlarmMarker[] => {
        const moment = momentAt({ machineId, at: raisedAt })
        if (!keeps.moment(moment)) return []
        return [
          { machineId, at: new Date(raisedAt), group, description, speed: moment?.speed ?? 0 },
        ]
      })
  })
}

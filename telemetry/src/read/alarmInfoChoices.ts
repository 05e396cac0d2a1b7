import type { ClientScope } from '@packboard/model'
import { z } from 'zod'
import { select } from '../clickhouse/select.ts'
import type { Telemetry } from '../store.ts'
import type { AlarmQuestion } from './alarmPage.ts'

const sql = `
  SELECT
    arraySort(groupUniqArrayIf(toString(alarm_group),
      isNull({description:Nullable(String)}) OR description = {description:Nullable(String)})) AS groups,
    arraySort(groupUniqArrayIf(toString(description),
      isNull({group:Nullable(String)}) OR alarm_group = {group:Nullable(String)})) AS descriptions
  FROM alarm
  WHERE client_id = {clientId:UInt32} AND machine_id IN {machineIds:Array(UInt32)}
    AND raised_at >= {from:DateTime64(3,'UTC')} AND raised_at < {to:DateTime64(3,'UTC')}
`

const row = z.object({ groups: z.array(z.string()), descriptions: z.array(z.string()) })

/**
 * The groups and the descriptions of the alarms that machines raised in a window, each once, in order: what a table of them can be
 * narrowed to. A description narrows the groups to such alarms, and a group the descriptions.
 */
export async function alarmInfoChoices(
  { context }: Telemetry,
  { clientId }: ClientScope,
  { machineIds, period, group, description }: AlarmQuestion,
): Promise<z.output<typeof row>> {
  const [found] = await select(context, {
    name: 'read.alarmInfoChoices',
    sql,
    params: {
      clientId,
      machineIds,
      ...period,
      group: group ?? null,
      description: description ?? null,
    },
    row,
  })
  return found ?? { groups: [], descriptions: [] }
}

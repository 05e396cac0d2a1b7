import type { ClientScope } from '@packboard/model'
import { sql } from 'kysely'
import { inside, type Management } from '../store.ts'

/** What people said last about an alarm of a machine (D74). */
export type LastConfirmed = {
  readonly machineId: number
  readonly group: string
  readonly alarm: string
  readonly reason: string
}

/**
 * The newest reason of each alarm of machines that was neither taken back nor replaced whole, among those that are still
 * offered: a retired one is never proposed (D74), and what people said before it is better than nothing.
 */
export function lastConfirmed(
  management: Management,
  scope: ClientScope,
  machineIds: readonly number[],
): Promise<LastConfirmed[]> {
  if (machineIds.length === 0) return Promise.resolve([])
  return inside(management).read(async (db) => {
    const found = await sql<LastConfirmed>`
      select distinct on (l.machine_id, l.alarm_group, l.alarm)
        l.machine_id as "machineId", l.alarm_group as "group", l.alarm, l.reason_id as reason
      from stop_label l
      join reason on reason.client_id = l.client_id and reason.id = l.reason_id and not reason.retired
      where l.client_id = ${scope.clientId} and l.machine_id = any(${[...machineIds]}::integer[])
        and l.alarm <> '' and l.reason_id is not null
        and not exists (
          select 1 from stop_label later
          where later.client_id = l.client_id and later.machine_id = l.machine_id
            and later.starts <= l.starts and later.ends >= l.ends and l.id = any(later.replaces)
        )
      order by l.machine_id, l.alarm_group, l.alarm, l.id desc
    `.execute(db)
    return found.rows
  })
}

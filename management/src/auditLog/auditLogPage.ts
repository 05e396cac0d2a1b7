import { sql } from 'kysely'
import { inside, type Management } from '../store.ts'

export type AuditQuestion = {
  /** Only the part of this client; everything when undefined. */
  readonly clientId?: number | undefined
  /** Text in the name of the person, the kind of record, the client, or what was before and after. */
  readonly search?: string | undefined
  readonly action?: string | undefined
  readonly from?: Date | undefined
  /** Exclusive. */
  readonly to?: Date | undefined
  readonly offset: number
  readonly limit: number
}

type AuditRecord = {
  readonly id: string
  readonly at: Date
  readonly actor: string
  readonly action: string
  readonly entity: string
  readonly entityId: number | null
  /** What the record is called now; null where it has no name or is gone. */
  readonly entityName: string | null
  /** Also of a client that was deleted since. */
  readonly clientName: string | null
  readonly before: unknown
  readonly after: unknown
}

/**
 * A record of a client is named in the part of its own client alone. Those of the installation, which belong to no client,
 * stand in entries that only an admin reads.
 */
const entityName = sql<string | null>`case a.entity
  when 'client' then (select name from client
    where id = a.entity_id and id = coalesce(a.client_id, id))
  when 'machine' then (select serial_no from machine where id = a.entity_id and client_id = a.client_id)
  when 'line' then (select name from line where id = a.entity_id and client_id = a.client_id)
  when 'device' then (select name from device where id = a.entity_id and client_id = a.client_id)
  when 'user' then (select username from user_account
    where id = a.entity_id and client_id is not distinct from a.client_id)
  when 'distributor' then (select name from distributor where id = a.entity_id and a.client_id is null)
  when 'machineType' then (select label from machine_type where id = a.entity_id and a.client_id is null)
end`

/** One page of the administrative audit log, newest first, and how many entries match the query (D42). */
export function auditLogPage(
  management: Management,
  requested: AuditQuestion,
): Promise<{ rows: AuditRecord[]; count: number }> {
  return inside(management).read(async (db) => {
    let found = db.selectFrom('audit_log as a').leftJoin('client as c', 'c.id', 'a.client_id')
    if (requested.clientId !== undefined)
      found = found.where('a.client_id', '=', requested.clientId)
    if (requested.action !== undefined) found = found.where('a.action', '=', requested.action)
    if (requested.from !== undefined) found = found.where('a.at', '>=', requested.from)
    if (requested.to !== undefined) found = found.where('a.at', '<', requested.to)
    const text = requested.search?.trim() ?? ''
    if (text !== '') {
      const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
      found = found.where(({ or, eb }) =>
        or([
          eb('a.actor_name', 'ilike', pattern),
          eb('a.entity', 'ilike', pattern),
          eb('c.name', 'ilike', pattern),
          eb(sql<string>`a.before::text`, 'ilike', pattern),
          eb(sql<string>`a.after::text`, 'ilike', pattern),
        ]),
      )
    }
    const { count } = await found
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    const rows = await found
      .select([
        'a.id',
        'a.at',
        'a.actor_name as actor',
        'a.action',
        'a.entity',
        'a.entity_id as entityId',
        entityName.as('entityName'),
        'c.name as clientName',
        'a.before',
        'a.after',
      ])
      .orderBy('a.at', 'desc')
      .orderBy('a.id', 'desc')
      .offset(requested.offset)
      .limit(requested.limit)
      .execute()
    return { rows, count: Number(count) }
  })
}

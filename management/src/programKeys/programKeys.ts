import type { PanelScope, ProgramGroup } from '@packboard/model'
import { sql } from 'kysely'
import { shownName } from '../change/changing.ts'
import { whereReached } from '../scope.ts'
import { inside, type Management } from '../store.ts'

/** A key as the management panel shows it. */
export type ManagedKey = {
  readonly id: number
  readonly name: string
  readonly clientId: number | null
  readonly clientName: string | null
  readonly distributorId: number | null
  readonly distributorName: string | null
  readonly groups: readonly ProgramGroup[]
  readonly createdBy: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Null: never. */
  readonly lastUsedAt: Date | null
  readonly lastAddress: string
  /** Since midnight in UTC. */
  readonly callsToday: number
  /** Until when the secret from before the last rotation is valid. */
  readonly oldUntil: Date | null
}

/** Keys that have ended stay in the list for this long. */
const endedShownMs = 30 * 86_400_000

/** The keys in scope that are not revoked, the newest first. */
export function programKeys(management: Management, scope: PanelScope): Promise<ManagedKey[]> {
  const store = inside(management)
  const now = store.now()
  const today = new Date(now).toISOString().slice(0, 10)
  return store.read(async (db) => {
    const rows = await db
      .selectFrom('program_key as k')
      .innerJoin('user_account as u', 'u.id', 'k.created_by')
      .leftJoin('client as c', 'c.id', 'k.client_id')
      .leftJoin('distributor as d', 'd.id', 'k.distributor_id')
      .select(['k.id', 'k.name', 'k.groups', 'k.client_id', 'k.distributor_id', 'k.created_at'])
      .select(['k.expires_at', 'k.last_used_at', 'k.last_address', 'u.username', 'u.deleted_at'])
      .select(['c.name as client_name', 'd.name as distributor_name'])
      .select(
        sql<number>`case when k.calls_on = ${today}::date then k.calls else 0 end`.as('calls'),
      )
      .select((eb) =>
        eb
          .selectFrom('program_key_hash as h')
          .select(({ fn }) => fn.max('h.expires_at').as('until'))
          .whereRef('h.program_key_id', '=', 'k.id')
          .where('h.expires_at', '>', new Date(now))
          .as('old_until'),
      )
      .where('k.revoked_at', 'is', null)
      .where('k.expires_at', '>', new Date(now - endedShownMs))
      .where(({ eb, or }) => or([eb('k.client_id', 'is', null), eb('c.deleted_at', 'is', null)]))
      .$call((query) =>
        whereReached(query, scope, { client: 'k.client_id', distributor: 'k.distributor_id' }),
      )
      .orderBy('k.id', 'desc')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      name: row.name,
      clientId: row.client_id,
      clientName: row.client_name,
      distributorId: row.distributor_id,
      distributorName: row.distributor_name,
      groups: row.groups,
      createdBy: shownName(row.username, row.deleted_at) ?? row.username,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
      lastUsedAt: row.last_used_at,
      lastAddress: row.last_address,
      callsToday: row.calls,
      oldUntil: row.old_until,
    }))
  })
}

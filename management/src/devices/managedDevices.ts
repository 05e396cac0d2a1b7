import type { PanelScope } from '@packboard/model'
import { byDevice } from '../deviceCredentials/byDevice.ts'
import { whereReached } from '../scope.ts'
import { inside, type Management } from '../store.ts'
import { deviceDirectory } from './deviceDirectory.ts'

/** A device as the management panel shows it; its token is not stored. */
export type ManagedDevice = {
  readonly id: number
  readonly clientId: number
  readonly clientName: string
  readonly name: string
  /** Serial numbers, or all machines of the client. */
  readonly machines: 'all' | string[]
  readonly createdAt: Date
  /** To the minute; null: not since this is recorded. */
  readonly lastSeenAt: Date | null
  /** When its token was made. */
  readonly tokenMadeAt: Date | null
  /** Until when the credential before is valid as well. */
  readonly oldUntil: Date | null
  readonly version: number
}

/** The devices of the clients in scope that are not deleted, by client and name. */
export async function managedDevices(
  management: Management,
  scope: PanelScope,
): Promise<ManagedDevice[]> {
  const store = inside(management)
  const now = store.now()
  const directory = await deviceDirectory(management)
  return store.read(async (db) => {
    const rows = await db
      .selectFrom('device as d')
      .innerJoin('client as c', 'c.id', 'd.client_id')
      .select(['d.id', 'd.client_id', 'd.name', 'd.every_machine', 'd.created_at', 'd.version'])
      .select(['d.last_seen_at', 'c.name as client_name'])
      .where('d.deleted_at', 'is', null)
      .where('c.deleted_at', 'is', null)
      .$call((query) =>
        whereReached(query, scope, { client: 'd.client_id', distributor: 'c.distributor_id' }),
      )
      .orderBy('c.name')
      .orderBy('d.name')
      .execute()
    const ids = rows.map((row) => row.id)
    const machines = await db
      .selectFrom('device_machine as b')
      .innerJoin('machine as m', 'm.id', 'b.machine_id')
      .select(['b.device_id', 'm.serial_no'])
      .where(({ eb, fn, val }) => eb('b.device_id', '=', fn.any(val(ids))))
      .where('m.deleted_at', 'is', null)
      .orderBy('m.serial_no')
      .execute()
    const tokens = await db
      .selectFrom('device_token')
      .select(['device_id', 'created_at', 'expires_at'])
      .where(({ eb, fn, val }) => eb('device_id', '=', fn.any(val(ids))))
      .execute()
    const machinesOf = byDevice(machines)
    const tokensOf = byDevice(tokens)
    return rows.map((row) => {
      const own = tokensOf.get(row.id) ?? []
      const oldUntil = own.find((token) => token.expires_at !== null)?.expires_at
      const seen = Math.max(row.last_seen_at?.getTime() ?? 0, directory.lastSeen(row.id) ?? 0)
      return {
        id: row.id,
        clientId: row.client_id,
        clientName: row.client_name,
        name: row.name,
        machines: row.every_machine
          ? ('all' as const)
          : (machinesOf.get(row.id) ?? []).map((machine) => machine.serial_no),
        createdAt: row.created_at,
        lastSeenAt: seen === 0 ? null : new Date(seen),
        tokenMadeAt: own.find((token) => token.expires_at === null)?.created_at ?? null,
        oldUntil: oldUntil && oldUntil.getTime() > now ? oldUntil : null,
        version: row.version,
      }
    })
  })
}

import { AppError, type PanelScope, refusedField } from '@packboard/model'
import { byDevice } from '../deviceCredentials/deviceIndex.ts'
import { isAmong, piecesOf, sameText } from '../queries.ts'
import { reaches, whereReached } from '../scope.ts'
import { type Db, inside, type Management } from '../store.ts'
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

/** The device that is about to be changed, locked; not found outside the scope (404, D35). */
export async function deviceToChange(db: Db, scope: PanelScope, id: number) {
  const row = await db
    .selectFrom('device as d')
    .innerJoin('client as c', 'c.id', 'd.client_id')
    .select(['d.id', 'd.client_id', 'd.name', 'd.every_machine', 'd.version', 'c.distributor_id'])
    .where('d.id', '=', id)
    .where('d.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .forUpdate('d')
    .executeTakeFirst()
  if (!row || !reaches(scope, row)) throw new AppError('device.notFound')
  return row
}

/** A device as the audit log keeps it; never its token. */
export async function deviceSnapshot(
  db: Db,
  device: { readonly id: number; readonly name: string; readonly every_machine: boolean },
) {
  const rows = await db
    .selectFrom('device_machine as b')
    .innerJoin('machine as m', 'm.id', 'b.machine_id')
    .select('m.serial_no')
    .where('b.device_id', '=', device.id)
    .where('m.deleted_at', 'is', null)
    .orderBy('m.serial_no')
    .execute()
  return {
    name: device.name,
    machines: device.every_machine ? 'all' : rows.map(({ serial_no }) => serial_no),
  }
}

/**
 * Binds a new machine to the devices of its client that may send for it (D34): the one whose name is its serial number,
 * and those that send for every machine.
 */
export async function bindMachine(
  db: Db,
  machine: { readonly id: number; readonly clientId: number; readonly serialNo: string },
): Promise<void> {
  const devices = await db
    .selectFrom('device')
    .select('id')
    .where('client_id', '=', machine.clientId)
    .where('deleted_at', 'is', null)
    .where(({ or, eb }) => or([eb('every_machine', '=', true), sameText('name', machine.serialNo)]))
    .execute()
  await bind(
    db,
    devices.map(({ id }) => ({
      device_id: id,
      machine_id: machine.id,
      client_id: machine.clientId,
    })),
  )
}

/** The devices, locked, that sent for a machine that was just deleted and send for no other. A gateway of all machines is none of them. */
export async function devicesOfNoMachine(db: Db, machineId: number) {
  const bound = await db
    .selectFrom('device as d')
    .innerJoin('device_machine as b', 'b.device_id', 'd.id')
    .select(['d.id', 'd.name'])
    .where('b.machine_id', '=', machineId)
    .where('d.every_machine', '=', false)
    .where('d.deleted_at', 'is', null)
    .orderBy('d.id')
    .forUpdate('d')
    .execute()
  const others = await db
    .selectFrom('device_machine as b')
    .innerJoin('machine as m', 'm.id', 'b.machine_id')
    .select('b.device_id')
    .distinct()
    .where(
      isAmong(
        'b.device_id',
        bound.map(({ id }) => id),
      ),
    )
    .where('m.deleted_at', 'is', null)
    .execute()
  const busy = new Set(others.map(({ device_id }) => device_id))
  return bound.filter(({ id }) => !busy.has(id))
}

/** The machines that a device sends for: all of its client, also later ones, or those of these serial numbers. */
export type DeviceMachines = 'all' | readonly string[]

/** Binds a device to these machines and no others. A serial number that its client has not is refused. */
export async function bindDevice(
  db: Db,
  device: { readonly id: number; readonly clientId: number },
  requested: DeviceMachines,
): Promise<void> {
  const machines = await db
    .selectFrom('machine')
    .select(['id', 'serial_no'])
    .where('client_id', '=', device.clientId)
    .where('deleted_at', 'is', null)
    .execute()
  const known = new Map(machines.map(({ id, serial_no }) => [serial_no, id]))
  const ids = (requested === 'all' ? [...known.keys()] : requested).map((serialNo) => {
    const id = known.get(serialNo)
    if (id !== undefined) return id
    throw refusedField('machines', 'Machine not found.')
  })
  await db.deleteFrom('device_machine').where('device_id', '=', device.id).execute()
  await bind(
    db,
    ids.map((id) => ({ device_id: device.id, machine_id: id, client_id: device.clientId })),
  )
}

/**
 * What a device of this name sends for when nobody says it (D34): the machine whose serial number is its name, or, as a
 * gateway, every machine of its client.
 */
export async function machinesOfName(
  db: Db,
  { clientId, name }: { readonly clientId: number; readonly name: string },
): Promise<DeviceMachines> {
  const own = await db
    .selectFrom('machine')
    .select('serial_no')
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .where(sameText('serial_no', name))
    .execute()
  return own.length === 0 ? 'all' : own.map(({ serial_no }) => serial_no)
}

/** Binds devices to machines, both of this client. */
export async function bind(
  db: Db,
  rows: readonly {
    readonly device_id: number
    readonly machine_id: number
    readonly client_id: number
  }[],
): Promise<void> {
  for (const some of piecesOf(rows)) {
    await db
      .insertInto('device_machine')
      .values(some)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

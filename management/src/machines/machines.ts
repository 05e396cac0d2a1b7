import { AppError, type ClientScope, type PanelScope } from '@packboard/model'
import { shownName } from '../change/changing.ts'
import { clientSettings } from '../datedSettings/clientSettings.ts'
import { type OwnSettings, presentSettings } from '../datedSettings/presentSettings.ts'
import { reaches, whereReached } from '../scope.ts'
import { type Db, inside, type Management } from '../store.ts'

/** A machine as the management panel shows it. */
export type ManagedMachine = {
  readonly id: number
  readonly clientId: number
  readonly clientName: string
  readonly machineTypeId: number
  readonly machineTypeName: string
  readonly serialNo: string
  readonly lineId: number | null
  /** Empty for a machine without a line. */
  readonly lineName: string
  /** Packs per minute, of every product that has none of its own (D22). */
  readonly targetPpm: number | null
  readonly version: number
}

/** The machines of the clients in scope that are not deleted, by client and serial number. */
export function managedMachines(
  management: Management,
  scope: PanelScope,
): Promise<ManagedMachine[]> {
  const { read, now } = inside(management)
  return read(async (db) => {
    const rows = await db
      .selectFrom('machine as m')
      .innerJoin('client as c', 'c.id', 'm.client_id')
      .innerJoin('machine_type as t', 't.id', 'm.machine_type_id')
      .leftJoin('line as l', 'l.id', 'm.line_id')
      .select(['m.id', 'm.client_id as clientId', 'c.name as clientName', 'm.version', 'c.zone'])
      .select(['m.machine_type_id as machineTypeId', 't.label', 't.deleted_at as typeDeletedAt'])
      .select(['m.serial_no as serialNo', 'm.line_id as lineId'])
      .select((m) => m.fn.coalesce('l.name', m.val('')).as('lineName'))
      .where('m.deleted_at', 'is', null)
      .where('c.deleted_at', 'is', null)
      .$call((query) =>
        whereReached(query, scope, { client: 'm.client_id', distributor: 'c.distributor_id' }),
      )
      .orderBy('c.name')
      .orderBy('m.serial_no')
      .execute()
    const settings = await presentSettings(db, rows, now())
    return rows.map(({ label, typeDeletedAt, zone: _, ...machine }) => ({
      ...machine,
      targetPpm: settings.get(machine.id)?.targetPpm ?? null,
      machineTypeName: shownName(label, typeDeletedAt) ?? '',
    }))
  })
}

/** A machine and its client, for a command of the user who owns the data directory; undefined: there is none of this serial number. */
export function machineBySerial(
  management: Management,
  serialNo: string,
): Promise<{ readonly id: number; readonly clientId: number } | undefined> {
  return inside(management).read((db) =>
    db
      .selectFrom('machine')
      .select(['id', 'client_id as clientId'])
      .where('serial_no', '=', serialNo)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
  )
}

/** Whether a client, or with null anyone, has a machine of one of these numbers; only for ingest, which judges what a device sends by it. */
export async function hasMachines(
  management: Management,
  clientId: number | null,
  serialNos: readonly string[],
): Promise<boolean> {
  const row = await inside(management).read((db) =>
    db
      .selectFrom('machine')
      .select('id')
      .where('serial_no', 'in', [...serialNos])
      .where('deleted_at', 'is', null)
      .$if(clientId !== null, (query) => query.where('client_id', '=', clientId))
      .limit(1)
      .executeTakeFirst(),
  )
  return row !== undefined
}

/** The serial numbers of machines, for the same user; those that are gone are left out. */
export async function serialsOfMachines(
  management: Management,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await inside(management).read((db) =>
    db
      .selectFrom('machine')
      .select(['id', 'serial_no as serialNo'])
      .where('id', 'in', [...ids])
      .where('deleted_at', 'is', null)
      .execute(),
  )
  return new Map(rows.map(({ id, serialNo }) => [id, serialNo]))
}

/** A machine as the people of its client see it. */
export type ClientMachine = {
  readonly id: number
  readonly serialNo: string
  readonly type: { readonly label: string; readonly imagePath: string }
  /** Empty for a machine without a line. */
  readonly lineName: string
}

/** The machines of one client by line, then by serial number; each in the line in which it stands, or stood at an instant (D98). */
export async function machinesOfClient(
  management: Management,
  scope: ClientScope,
  at?: Date,
): Promise<readonly ClientMachine[]> {
  const machines = await presentMachines(management, scope)
  if (at === undefined) return machines
  const settings = await clientSettings(management, scope)
  return machines
    .map((machine) => {
      const lineName = settings.lineName(machine.id, at.getTime()) ?? machine.lineName
      return lineName === machine.lineName ? machine : { ...machine, lineName }
    })
    .sort(byLineThenSerial)
}

function presentMachines(
  management: Management,
  scope: ClientScope,
): Promise<readonly ClientMachine[]> {
  return inside(management).readShared(`machinesOfClient ${scope.clientId}`, async (db) => {
    const rows = await db
      .selectFrom('machine')
      .innerJoin('machine_type as t', 't.id', 'machine.machine_type_id')
      .innerJoin('client', 'client.id', 'machine.client_id')
      .leftJoin('line', 'line.id', 'machine.line_id')
      .select([
        'machine.id',
        'machine.serial_no as serialNo',
        't.label',
        't.image_path as imagePath',
      ])
      .select((m) => m.fn.coalesce('line.name', m.val('')).as('lineName'))
      .where('machine.client_id', '=', scope.clientId)
      .where('machine.deleted_at', 'is', null)
      .where('client.deleted_at', 'is', null)
      .execute()
    return rows
      .map(({ label, imagePath, ...machine }) => ({ ...machine, type: { label, imagePath } }))
      .sort(byLineThenSerial)
  })
}

/** "Line 2" comes before "Line 10"; machines without a line come last. */
const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function byLineThenSerial(a: ClientMachine, b: ClientMachine): number {
  if ((a.lineName === '') !== (b.lineName === '')) return a.lineName === '' ? 1 : -1
  return names.compare(a.lineName, b.lineName) || names.compare(a.serialNo, b.serialNo)
}

/** The machines of one type at one client that are not deleted, by number. */
export async function machinesOfType(
  management: Management,
  scope: ClientScope,
  machineTypeId: number,
): Promise<number[]> {
  const rows = await inside(management).read((db) =>
    db
      .selectFrom('machine')
      .select('id')
      .where('client_id', '=', scope.clientId)
      .where('machine_type_id', '=', machineTypeId)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute(),
  )
  return rows.map(({ id }) => id)
}

/** When the machines of a client were added, ms since 1970. */
export async function machinesAddedAt(
  management: Management,
  scope: ClientScope,
): Promise<ReadonlyMap<number, number>> {
  const rows = await inside(management).read((db) =>
    db
      .selectFrom('machine')
      .select(['id', 'created_at'])
      .where('client_id', '=', scope.clientId)
      .where('deleted_at', 'is', null)
      .execute(),
  )
  return new Map(rows.map((row) => [row.id, row.created_at.getTime()]))
}

/** The row of a machine that is about to be changed; one outside the scope is not found (D35). */
export async function machineToChange(db: Db, scope: PanelScope, id: number) {
  const row = await db
    .selectFrom('machine as m')
    .innerJoin('client as c', 'c.id', 'm.client_id')
    .leftJoin('line as l', 'l.id', 'm.line_id')
    .selectAll('m')
    .select(['l.name as line_name', 'c.distributor_id as distributor_id'])
    .where('m.id', '=', id)
    .where('m.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .forUpdate('m')
    .executeTakeFirst()
  if (!row || !reaches(scope, row)) throw new AppError('machine.notFound')
  return row
}

/** A machine as the audit log keeps it. */
export function machineSnapshot(
  row: {
    readonly serial_no: string
    readonly machine_type_id: number
    readonly lineName: string
  },
  { targetPpm }: Pick<OwnSettings, 'targetPpm'>,
) {
  return {
    serialNo: row.serial_no,
    machineTypeId: row.machine_type_id,
    lineName: row.lineName,
    targetPpm,
  }
}

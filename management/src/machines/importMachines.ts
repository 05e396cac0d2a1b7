import { AppError, machinesPerClient } from '@packboard/model'
import type { Selectable } from 'kysely'
import { writeAudits } from '../auditLog/auditLog.ts'
import { type Change, changing, type Editor } from '../change/changing.ts'
import { noOwnSettings } from '../datedSettings/presentSettings.ts'
import { deviceKey, hashOfCredential, newDeviceToken } from '../deviceCredentials/deviceIndex.ts'
import { devicesPerClient } from '../devices/changeDevices.ts'
import { bind } from '../devices/devices.ts'
import { machineTypeSnapshot } from '../machineTypes/changeMachineTypes.ts'
import { piecesOf } from '../queries.ts'
import type { ConnectorKind, Schema, StateDictionary } from '../schema.ts'
import { type Db, inside, type Management } from '../store.ts'
import { connectionSnapshot } from './changeConnection.ts'
import { lineNamed } from './changeMachines.ts'
import { machineSnapshot } from './machines.ts'

/** A line of a file of machines. */
export type MachineLine = {
  /** Of the file, from 1. */
  readonly line: number
  /** Names of the client and of the machine type. */
  readonly client: string
  readonly type: string
  /** The picture with which a machine type is added that is not there; null: the line is refused then. */
  readonly newTypeImage: string | null
  readonly serialNo: string
  readonly lineName: string
  readonly connector: ConnectorKind
  readonly address: string | null
  readonly dictionary: StateDictionary | null
}

/** Why a line cannot be stored. */
export type RefusedMachineLine = {
  readonly line: number
  readonly code:
    | 'unknownClient'
    | 'unknownType'
    | 'serialTaken'
    | 'addressTaken'
    | 'deviceTaken'
    | 'clientFull'
  readonly cell: string
}

/** What a machine of an import signs in with. */
export type MadeMachineToken = {
  readonly client: string
  readonly serialNo: string
  readonly name: string
  readonly token: string
}

type Machine = MachineLine & {
  readonly clientId: number
  /** Null: its machine type is added with it. */
  readonly typeId: number | null
}

/** Which lines the same import would refuse. */
export function tryMachines(
  management: Management,
  lines: readonly MachineLine[],
): Promise<readonly RefusedMachineLine[]> {
  return inside(management).read(async (db) => (await compare(db, lines)).refused)
}

/**
 * Adds machines with their connections and a device with a token for each, all of them or none: where a line is refused
 * nothing is stored.
 */
export function importMachines(
  management: Management,
  editor: Editor,
  lines: readonly MachineLine[],
): Promise<{ refused: readonly RefusedMachineLine[]; tokens: readonly MadeMachineToken[] }> {
  if (lines.length === 0) return Promise.resolve({ refused: [], tokens: [] })
  return changing(management, editor, async (change) => {
    await lockReferences(change.db, lines)
    const { machines, refused } = await compare(change.db, lines)
    if (refused.length > 0) return { refused, tokens: [] }
    return { refused, tokens: await store(change, editor, machines) }
  })
}

/** Two imports of a client come one after the other, and no client or machine type is deleted meanwhile. */
async function lockReferences(db: Db, lines: readonly MachineLine[]) {
  const names = [...new Set(lines.map(({ client }) => client))]
  const labels = [...new Set(lines.map(({ type }) => type.toLowerCase()))]
  await db
    .selectFrom('client')
    .select('id')
    .where('name', 'in', names)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  await db
    .selectFrom('machine_type')
    .select('id')
    .where(({ fn }) => fn<string>('lower', ['label']), 'in', labels)
    .orderBy('id')
    .forShare()
    .execute()
}

async function compare(db: Db, lines: readonly MachineLine[]) {
  const clients = idsByName(
    await db.selectFrom('client').select(['id', 'name']).where('deleted_at', 'is', null).execute(),
  )
  // As the store keeps them apart.
  const types = idsByName(
    await db
      .selectFrom('machine_type')
      .select(['id', ({ fn }) => fn<string>('lower', ['label']).as('name')])
      .where('deleted_at', 'is', null)
      .execute(),
  )
  const taken = await db
    .selectFrom('machine')
    .select(['serial_no', 'topic_prefix', 'client_id'])
    .where('deleted_at', 'is', null)
    .execute()
  const serials = new Set(taken.map(({ serial_no }) => serial_no))
  const addresses = new Set(taken.map(({ topic_prefix }) => topic_prefix))
  const devices = await db
    .selectFrom('device')
    .select(['client_id', ({ fn }) => fn<string>('lower', ['name']).as('name')])
    .where('deleted_at', 'is', null)
    .execute()
  const deviceNames = new Set(devices.map(({ client_id, name }) => `${client_id} ${name}`))
  const counts = {
    machines: countBy(taken.map(({ client_id }) => client_id)),
    devices: countBy(devices.map(({ client_id }) => client_id)),
  }

  const machines: Machine[] = []
  const refused: RefusedMachineLine[] = []
  for (const one of lines) {
    const { line, serialNo, address } = one
    const refuse = (code: RefusedMachineLine['code'], cell: string) =>
      refused.push({ line, code, cell })
    const clientId = clients.get(one.client)
    const typeId = types.get(one.type.toLowerCase()) ?? null
    const isNewType = typeId === null && one.newTypeImage !== null
    if (clientId === undefined) refuse('unknownClient', one.client)
    if (typeId === null && !isNewType) refuse('unknownType', one.type)
    const isTaken = serials.has(serialNo)
    if (isTaken) refuse('serialTaken', serialNo)
    if (address !== null && addresses.has(address)) refuse('addressTaken', address)
    if (clientId === undefined || (typeId === null && !isNewType)) continue
    if (!isTaken && deviceNames.has(`${clientId} ${serialNo.toLowerCase()}`))
      refuse('deviceTaken', serialNo)
    const isFull =
      raise(counts.machines, clientId) > machinesPerClient ||
      raise(counts.devices, clientId) > devicesPerClient
    if (isFull) refuse('clientFull', one.client)
    machines.push({ ...one, clientId, typeId })
  }
  return { machines, refused }
}

const idsByName = (rows: readonly { readonly id: number; readonly name: string }[]) =>
  new Map(rows.map(({ id, name }) => [name, id]))

function countBy(clientIds: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const id of clientIds) raise(counts, id)
  return counts
}

function raise(counts: Map<number, number>, clientId: number): number {
  const count = (counts.get(clientId) ?? 0) + 1
  counts.set(clientId, count)
  return count
}

/** Adds the machine types that are not there, each once, and returns the ids by the names in small letters. */
async function addTypes({ db }: Change, editor: Editor, machines: readonly Machine[]) {
  const wanted = new Map<string, { label: string; image_path: string }>()
  for (const { typeId, type: label, newTypeImage: image_path } of machines) {
    const key = label.toLowerCase()
    if (typeId === null && image_path !== null && !wanted.has(key)) {
      wanted.set(key, { label, image_path })
    }
  }
  const ids = new Map<string, number>()
  for (const some of piecesOf([...wanted.values()])) {
    const added = await db.insertInto('machine_type').values(some).returningAll().execute()
    for (const { id, label } of added) ids.set(label.toLowerCase(), id)
    await writeAudits(
      db,
      editor,
      added.map((row) => ({
        ...{ action: 'create', entity: 'machineType', id: row.id, clientId: null },
        after: machineTypeSnapshot(row),
      })),
    )
  }
  return ids
}

/** Of a machine of a file, which has no setting of its own. */
const snapshotOf = (row: Selectable<Schema['machine']> & { readonly lineName: string }) => ({
  ...machineSnapshot(row, noOwnSettings),
  ...connectionSnapshot(row, noOwnSettings),
})

async function store(change: Change, editor: Editor, machines: readonly Machine[]) {
  const { db, at } = change
  const newTypes = await addTypes(change, editor, machines)
  const typeIdOf = ({ typeId, type }: Machine) => {
    const id = typeId ?? newTypes.get(type.toLowerCase())
    if (id === undefined) throw new AppError('server.failed')
    return id
  }
  const lineIds = new Map<string, number | null>()
  for (const { clientId, lineName } of machines) {
    const key = `${clientId} ${lineName.toLowerCase()}`
    if (!lineIds.has(key)) lineIds.set(key, await lineNamed(db, clientId, lineName))
  }
  const rows: Selectable<Schema['machine']>[] = []
  for (const some of piecesOf(machines)) {
    const added = await db
      .insertInto('machine')
      .values(
        some.map((one) => ({
          client_id: one.clientId,
          machine_type_id: typeIdOf(one),
          serial_no: one.serialNo,
          line_id: lineIds.get(`${one.clientId} ${one.lineName.toLowerCase()}`) ?? null,
          connector: one.connector,
          topic_prefix: one.address,
          dictionary: one.dictionary === null ? null : JSON.stringify(one.dictionary),
        })),
      )
      .returningAll()
      .execute()
    rows.push(...added)
  }
  const made = new Map(rows.map((row) => [row.serial_no, row]))
  const devices: { id: number; name: string; client_id: number }[] = []
  for (const some of piecesOf(machines)) {
    const added = await db
      .insertInto('device')
      .values(
        some.map(({ clientId, serialNo }) => ({
          client_id: clientId,
          name: serialNo.normalize('NFKC'),
          every_machine: false,
          created_at: at,
          created_by: editor.userId,
        })),
      )
      .returning(['id', 'name', 'client_id'])
      .execute()
    devices.push(...added)
  }
  const deviceOf = new Map(devices.map((device) => [`${device.client_id} ${device.name}`, device]))
  const gateways = await db
    .selectFrom('device')
    .select(['id', 'client_id'])
    .where('every_machine', '=', true)
    .where('deleted_at', 'is', null)
    .where('client_id', 'in', [...new Set(machines.map(({ clientId }) => clientId))])
    .execute()
  await bind(
    db,
    rows.flatMap(({ id: machine_id, client_id, serial_no }) => {
      const own = deviceOf.get(`${client_id} ${serial_no.normalize('NFKC')}`)
      const every = gateways.filter((gateway) => gateway.client_id === client_id)
      return [...(own ? [own] : []), ...every].map(({ id }) => ({
        device_id: id,
        machine_id,
        client_id,
      }))
    }),
  )
  const key = await deviceKey(db)
  const tokens = machines.map(({ client, clientId, serialNo }) => {
    const device = deviceOf.get(`${clientId} ${serialNo.normalize('NFKC')}`)
    if (!device) throw new AppError('server.failed')
    return {
      client,
      clientId,
      serialNo,
      deviceId: device.id,
      name: device.name,
      token: newDeviceToken(),
    }
  })
  for (const some of piecesOf(tokens)) {
    await db
      .insertInto('device_token')
      .values(
        some.map(({ deviceId, name, token }) => ({
          hash: hashOfCredential(key, name, token),
          device_id: deviceId,
          created_at: at,
          expires_at: null,
        })),
      )
      .execute()
  }
  await writeAudits(
    db,
    editor,
    machines.flatMap((one) => {
      const row = made.get(one.serialNo)
      if (!row) return []
      const { clientId, lineName } = one
      const after = snapshotOf({ ...row, lineName })
      return { action: 'create', entity: 'machine', id: row.id, clientId, after }
    }),
  )
  await writeAudits(
    db,
    editor,
    tokens.map(({ deviceId: id, clientId, name, serialNo }) => ({
      action: 'create',
      entity: 'device',
      id,
      clientId,
      after: { name, machines: [serialNo] },
    })),
  )
  return tokens.map(({ client, serialNo, name, token }) => ({ client, serialNo, name, token }))
}

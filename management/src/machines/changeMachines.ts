import { AppError, machinesPerClient, type PanelScope } from '@packboard/model'
import {
  changing,
  demandVersion,
  type Editor,
  lockedClient,
  lockedMachineType,
} from '../change/changing.ts'
import { beginSettings, enterSettings } from '../datedSettings/enterSettings.ts'
import { noOwnSettings, ownSettings } from '../datedSettings/presentSettings.ts'
import { bindMachine, devicesOfNoMachine } from '../devices/devices.ts'
import { countOf, sameText } from '../queries.ts'
import type { Db, Management } from '../store.ts'
import { type ConnectionFields, connectionSnapshot } from './changeConnection.ts'
import { machineSnapshot, machineToChange } from './machines.ts'

/** The fields of a machine; a field that is left out stays as it is. */
export type MachineFields = {
  readonly machineTypeId: number
  readonly serialNo: string
  readonly lineName?: string | undefined
  /** Packs per minute (D22). */
  readonly targetPpm?: number | null | undefined
}

/** A machine that is added; without a connection it sends our own JSON. */
type NewMachine = MachineFields & {
  readonly clientId: number
  readonly connection?: Pick<ConnectionFields, 'connector' | 'address' | 'dictionary'> | undefined
}

/** Adds a machine to a client and returns its number; the devices that may send for it are bound to it. */
export function addMachine(
  management: Management,
  editor: Editor,
  requested: NewMachine,
): Promise<number> {
  const {
    clientId,
    machineTypeId,
    serialNo,
    lineName = '',
    targetPpm = null,
    connection,
  } = requested
  return changing(management, editor, async ({ db, at, audit }) => {
    await demandRoom(db, clientId, 1)
    await lockedClient(db, clientId)
    await lockedMachineType(db, machineTypeId)
    const row = await db
      .insertInto('machine')
      .values({
        client_id: clientId,
        machine_type_id: machineTypeId,
        serial_no: serialNo,
        line_id: await lineNamed(db, clientId, lineName),
        ...(connection && {
          connector: connection.connector,
          topic_prefix: connection.address,
          dictionary: connection.dictionary === null ? null : JSON.stringify(connection.dictionary),
        }),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const target = { clientId, machineId: row.id, kind: 'targetSpeed', value: targetPpm } as const
    await beginSettings(db, { at, by: editor.userId }, [target])
    await bindMachine(db, { id: row.id, clientId, serialNo })
    await audit('create', 'machine', {
      id: row.id,
      clientId,
      after: {
        ...machineSnapshot({ ...row, lineName }, { targetPpm }),
        ...(connection && connectionSnapshot(row, noOwnSettings)),
      },
    })
    return row.id
  })
}

/**
 * Changes a machine; its client stays, because its records are that client's. Another line and another target speed hold from the next
 * whole minute on (D98).
 */
export function changeMachine(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
  requested: MachineFields & { readonly version?: number | undefined },
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const before = await machineToChange(db, scope, id)
    demandVersion(before, requested.version)
    if (requested.machineTypeId !== before.machine_type_id) {
      await lockedMachineType(db, requested.machineTypeId)
    }
    const { client_id: clientId } = before
    const oldLine = before.line_name ?? ''
    const own = await ownSettings(db, before, at.getTime())
    const { targetPpm = own.targetPpm } = requested
    const lineId =
      requested.lineName === undefined
        ? before.line_id
        : await lineNamed(db, clientId, requested.lineName)
    const after = await db
      .updateTable('machine')
      .set({ machine_type_id: requested.machineTypeId, serial_no: requested.serialNo })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    const entering = { at, by: editor.userId }
    await moveMachine(db, entering, before, lineId)
    const target = { clientId, machineId: id, kind: 'targetSpeed', value: targetPpm } as const
    await enterSettings(db, entering, [target])
    await audit('update', 'machine', {
      id,
      clientId,
      before: machineSnapshot({ ...before, lineName: oldLine }, own),
      after: machineSnapshot({ ...after, lineName: requested.lineName ?? oldLine }, { targetPpm }),
    })
  })
}

/** Puts a machine on another line from the next whole minute on: its time before stays with the line that it had (D98). */
async function moveMachine(
  db: Db,
  entering: Parameters<typeof enterSettings>[1],
  before: { readonly id: number; readonly client_id: number; readonly line_id: number | null },
  lineId: number | null,
): Promise<void> {
  const { id, client_id: clientId, line_id: oldLineId } = before
  if (lineId === oldLineId) return
  const entry = { clientId, machineId: id, kind: 'line' } as const
  const moved = await db
    .selectFrom('dated_setting')
    .select('id')
    .where('machine_id', '=', id)
    .where('kind', '=', 'line')
    .limit(1)
    .executeTakeFirst()
  // A machine that never moved has its line from the beginning.
  if (!moved) await beginSettings(db, { ...entering, by: null }, [{ ...entry, value: oldLineId }])
  await enterSettings(db, entering, [{ ...entry, value: lineId }])
  await db.updateTable('machine').set({ line_id: lineId }).where('id', '=', id).execute()
}

/**
 * Deletes a machine; its records stay. Its devices may no longer send for it, and one that sends for no other machine is deleted with it:
 * else its token would still sign in, and go on with the next machine of this serial number (D41).
 */
export function deleteMachine(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const before = await machineToChange(db, scope, id)
    const own = await ownSettings(db, before, at.getTime())
    await db.updateTable('machine').set({ deleted_at: at }).where('id', '=', id).execute()
    await audit('delete', 'machine', {
      id,
      clientId: before.client_id,
      before: machineSnapshot({ ...before, lineName: before.line_name ?? '' }, own),
    })
    for (const device of await devicesOfNoMachine(db, id)) {
      await db.updateTable('device').set({ deleted_at: at }).where('id', '=', device.id).execute()
      await audit('delete', 'device', {
        id: device.id,
        clientId: before.client_id,
        before: { name: device.name, machines: [before.serial_no] },
      })
    }
  })
}

/**
 * Refuses a client that would have more machines than one may have (D55). Its row is locked, so that two calls are counted one
 * after the other; to be called before anything else locks it.
 */
export async function demandRoom(db: Db, clientId: number, more: number): Promise<void> {
  await db.selectFrom('client').select('id').where('id', '=', clientId).forNoKeyUpdate().execute()
  const count = await countOf(
    db.selectFrom('machine').where('client_id', '=', clientId).where('deleted_at', 'is', null),
  )
  if (count + more > machinesPerClient) throw new AppError('machine.tooMany')
}

/** The number of a client's line of this name, which is made when there is none; a blank name is no line. */
export async function lineNamed(db: Db, clientId: number, name: string): Promise<number | null> {
  if (name.trim() === '') return null
  const find = () =>
    db
      .selectFrom('line')
      .select('id')
      .where('client_id', '=', clientId)
      .where(sameText('name', name))
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
  const known = await find()
  if (known) return known.id
  const made = await db
    .insertInto('line')
    .values({ client_id: clientId, name })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  // A concurrent transaction made the same line.
  return made?.id ?? (await find())?.id ?? null
}

/**
 * Puts a machine from the next whole minute on the line of this name, which is made when its client has none. Client and serial number identify
 * the machine that the person saw: when they no longer match, another change came first.
 */
export function nameLine(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  machineId: number,
  requested: {
    readonly lineName: string
    readonly clientId?: number | undefined
    readonly serialNo?: string | undefined
  },
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const machine = await machineToChange(db, scope, machineId)
    const { client_id: clientId, serial_no: serialNo } = machine
    if (requested.clientId !== undefined && requested.clientId !== clientId) {
      throw new AppError('machine.notFound')
    }
    if (requested.serialNo !== undefined && requested.serialNo !== serialNo) {
      throw new AppError('edit.conflict')
    }
    const lineId = await lineNamed(db, clientId, requested.lineName)
    await moveMachine(db, { at, by: editor.userId }, machine, lineId)
    await audit('update', 'line', {
      id: lineId,
      clientId,
      before: { serialNo, lineName: machine.line_name ?? '' },
      after: { serialNo, lineName: requested.lineName },
    })
  })
}

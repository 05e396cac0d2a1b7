import { AppError } from '@packboard/model'
import {
  type Change,
  changing,
  type Editor,
  lockedClient,
  lockedDistributor,
  lockedMachineType,
} from '../change/changing.ts'
import { demandRoom } from '../machines/changeMachines.ts'
import { refusing } from '../queries.ts'
import type { Management } from '../store.ts'
import { type DeletedKind, oldestRestorable } from './deletedRows.ts'

/**
 * Restores what was deleted in the last 30 days, a client with the users, devices and machines that were deleted with it, a machine
 * with its devices (D41).
 * Refused with a sentence while a row that it refers to is deleted or another row has its name.
 */
export function restore(
  management: Management,
  editor: Editor,
  kind: DeletedKind,
  id: number,
): Promise<void> {
  return changing(management, editor, (change) => steps[kind](change, id))
}

const steps: Record<DeletedKind, (change: Change, id: number) => Promise<void>> = {
  distributor: restoreDistributor,
  client: restoreClient,
  machine: restoreMachine,
  machineType: restoreMachineType,
  user: restoreUser,
  device: restoreDevice,
}

async function restoreDistributor({ db, at, audit }: Change, id: number) {
  const row = await db
    .updateTable('distributor')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', '>', oldestRestorable(at.getTime()))
    .returning('name')
    .executeTakeFirstOrThrow(refusing('deleted.notFound'))
  await audit('restore', 'distributor', { id, clientId: null, after: { name: row.name } })
}

async function restoreMachineType({ db, at, audit }: Change, id: number) {
  const row = await db
    .updateTable('machine_type')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', '>', oldestRestorable(at.getTime()))
    .returning('label')
    .executeTakeFirstOrThrow(refusing('deleted.notFound'))
  await audit('restore', 'machineType', { id, clientId: null, after: { label: row.label } })
}

async function restoreClient({ db, at, audit }: Change, id: number) {
  const row = await db
    .updateTable('client')
    .set({ deleted_at: null })
    .where('id', '=', id)
    .where('deleted_at', '>', oldestRestorable(at.getTime()))
    .returning(['name', 'distributor_id'])
    .executeTakeFirstOrThrow(refusing('deleted.notFound'))
  if (row.distributor_id !== null) {
    await demand('distributor', () => lockedDistributor(db, row.distributor_id ?? 0))
  }
  const machines = await db
    .updateTable('machine')
    .set({ deleted_at: null, deleted_with_client: false })
    .where('client_id', '=', id)
    .where('deleted_with_client', '=', true)
    .returning(['id', 'machine_type_id'])
    .execute()
  for (const typeId of new Set(machines.map((machine) => machine.machine_type_id))) {
    await demand('machine types', () => lockedMachineType(db, typeId))
  }
  /** The numbers of those that were deleted with it. */
  const broughtBack = async (table: 'user_account' | 'device') => {
    const rows = await db
      .updateTable(table)
      .set({ deleted_at: null, deleted_with_client: false })
      .where('client_id', '=', id)
      .where('deleted_with_client', '=', true)
      .returning('id')
      .execute()
    return rows.map((row) => row.id)
  }
  const [userIds, deviceIds] = [await broughtBack('user_account'), await broughtBack('device')]
  const machineIds = machines.map((machine) => machine.id)
  const after = { name: row.name, userIds, deviceIds, machineIds }
  await audit('restore', 'client', { id, clientId: id, after })
}

/** A machine comes back with the devices that were deleted with it, and with their tokens. */
async function restoreMachine({ db, at, audit }: Change, id: number) {
  const deleted = await db
    .selectFrom('machine')
    .select('deleted_at')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  const row = await db
    .updateTable('machine')
    .set({ deleted_at: null, deleted_with_client: false })
    .where('id', '=', id)
    .where('deleted_at', '>', oldestRestorable(at.getTime()))
    .returning(['serial_no', 'client_id', 'machine_type_id'])
    .executeTakeFirstOrThrow(refusing('deleted.notFound'))
  await demandRoom(db, row.client_id, 0)
  await demand('client', () => lockedClient(db, row.client_id))
  await demand('machine type', () => lockedMachineType(db, row.machine_type_id))
  const devices = await db
    .updateTable('device as d')
    .set({ deleted_at: null })
    .where('d.deleted_at', '=', deleted?.deleted_at ?? null)
    .where('d.deleted_with_client', '=', false)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('device_machine as b')
          .select('b.device_id')
          .whereRef('b.device_id', '=', 'd.id')
          .where('b.machine_id', '=', id),
      ),
    )
    .returning('d.id')
    .execute()
  await audit('restore', 'machine', {
    id,
    clientId: row.client_id,
    after: { serialNo: row.serial_no, deviceIds: devices.map((device) => device.id) },
  })
}

async function restoreUser({ db, at, audit }: Change, id: number) {
  const row = await db
    .updateTable('user_account')
    .set({ deleted_at: null, deleted_with_client: false })
    .where('id', '=', id)
    .where('deleted_at', '>', oldestRestorable(at.getTime()))
    .returning(['username', 'client_id', 'distributor_id'])
    .executeTakeFirstOrThrow(refusing('deleted.notFound'))
  if (row.client_id !== null) await demand('client', () => lockedClient(db, row.client_id ?? 0))
  if (row.distributor_id !== null) {
    await demand('distributor', () => lockedDistributor(db, row.distributor_id ?? 0))
  }
  await audit('restore', 'user', { id, clientId: row.client_id, after: { username: row.username } })
}

/** A restored device has its token again: it may go on where it was. */
async function restoreDevice({ db, at, audit }: Change, id: number) {
  const row = await db
    .updateTable('device')
    .set({ deleted_at: null, deleted_with_client: false })
    .where('id', '=', id)
    .where('deleted_at', '>', oldestRestorable(at.getTime()))
    .returning(['name', 'client_id'])
    .executeTakeFirstOrThrow(refusing('deleted.notFound'))
  await demand('client', () => lockedClient(db, row.client_id))
  await audit('restore', 'device', { id, clientId: row.client_id, after: { name: row.name } })
}

/** The rows that it refers to must exist first. */
async function demand(what: string, look: () => Promise<unknown>) {
  try {
    await look()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('restore.blocked', {
      cause: error,
      message: `Its ${what} must be restored first.`,
    })
  }
}

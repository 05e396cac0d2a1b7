import { AppError, type PanelScope } from '@packboard/model'
import { reaches } from '../scope.ts'
import type { Db } from '../store.ts'

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

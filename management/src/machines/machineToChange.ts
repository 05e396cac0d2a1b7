import { AppError, type PanelScope } from '@packboard/model'
import { reaches } from '../scope.ts'
import type { Db } from '../store.ts'

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
export function machineSnapshot(row: {
  readonly serial_no: string
  readonly machine_type_id: number
  readonly target_ppm: number | null
  readonly lineName: string
}) {
  return {
    serialNo: row.serial_no,
    machineTypeId: row.machine_type_id,
    lineName: row.lineName,
    targetPpm: row.target_ppm,
  }
}

import type { PanelScope } from '@packboard/model'
import { shownName } from '../change/shownName.ts'
import { whereReached } from '../scope.ts'
import { inside, type Management } from '../store.ts'

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
  /** Packs per minute (D22). */
  readonly targetPpm: number | null
  readonly version: number
}

/** The machines of the clients in scope that are not deleted, by client and serial number. */
export function managedMachines(
  management: Management,
  scope: PanelScope,
): Promise<ManagedMachine[]> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('machine as m')
      .innerJoin('client as c', 'c.id', 'm.client_id')
      .innerJoin('machine_type as t', 't.id', 'm.machine_type_id')
      .leftJoin('line as l', 'l.id', 'm.line_id')
      .select([
        'm.id',
        'm.client_id',
        'm.machine_type_id',
        'm.serial_no',
        'm.line_id',
        'm.target_ppm',
        'm.version',
        'c.name as client_name',
        't.label',
        't.deleted_at as type_deleted_at',
        'l.name as line_name',
      ])
      .where('m.deleted_at', 'is', null)
      .where('c.deleted_at', 'is', null)
      .$call((query) =>
        whereReached(query, scope, { client: 'm.client_id', distributor: 'c.distributor_id' }),
      )
      .orderBy('c.name')
      .orderBy('m.serial_no')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      clientId: row.client_id,
      clientName: row.client_name,
      machineTypeId: row.machine_type_id,
      machineTypeName: shownName(row.label, row.type_deleted_at) ?? '',
      serialNo: row.serial_no,
      lineId: row.line_id,
      lineName: row.line_name ?? '',
      targetPpm: row.target_ppm,
      version: row.version,
    }))
  })
}

import type { ClientScope } from '@packboard/model'
import { inside, type Management } from '../store.ts'

/** How fast a machine should run where the recipe of its product does not say so (D22); packs per minute. */
type MachineTarget = {
  readonly machineId: number
  /** The machine's own. */
  readonly targetPpm: number | null
  /** Its own design speed, or that of its machine type. */
  readonly designPpm: number | null
}

/** The target and design speeds of a client's machines. */
export function machineTargets(
  management: Management,
  scope: ClientScope,
): Promise<readonly MachineTarget[]> {
  return inside(management).readShared(`machineTargets ${scope.clientId}`, async (db) => {
    const rows = await db
      .selectFrom('machine')
      .innerJoin('machine_type', 'machine_type.id', 'machine.machine_type_id')
      .innerJoin('client', 'client.id', 'machine.client_id')
      .select([
        'machine.id',
        'machine.target_ppm',
        'machine.design_ppm',
        'machine_type.design_ppm as type_design_ppm',
      ])
      .where('machine.client_id', '=', scope.clientId)
      .where('machine.deleted_at', 'is', null)
      .where('client.deleted_at', 'is', null)
      .orderBy('machine.id')
      .execute()
    return rows.map(({ id, target_ppm: targetPpm, design_ppm, type_design_ppm }) => ({
      machineId: id,
      targetPpm,
      designPpm: design_ppm ?? type_design_ppm,
    }))
  })
}

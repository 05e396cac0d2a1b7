import type { ClientScope } from '@packboard/model'
import { inside, type Management } from '../store.ts'

/** A machine as the people of its client see it. */
export type ClientMachine = {
  readonly id: number
  readonly serialNo: string
  readonly type: { readonly label: string; readonly imagePath: string }
  /** Empty for a machine without a line. */
  readonly lineName: string
}

/** The machines of one client by line, then by serial number. */
export function machinesOfClient(
  management: Management,
  scope: ClientScope,
): Promise<readonly ClientMachine[]> {
  return inside(management).readShared(`machinesOfClient ${scope.clientId}`, async (db) => {
    const rows = await db
      .selectFrom('machine')
      .innerJoin('machine_type', 'machine_type.id', 'machine.machine_type_id')
      .innerJoin('client', 'client.id', 'machine.client_id')
      .leftJoin('line', 'line.id', 'machine.line_id')
      .select([
        'machine.id',
        'machine.serial_no',
        'machine_type.label',
        'machine_type.image_path',
        'line.name as line_name',
      ])
      .where('machine.client_id', '=', scope.clientId)
      .where('machine.deleted_at', 'is', null)
      .where('client.deleted_at', 'is', null)
      .execute()
    return rows
      .map((row) => ({
        id: row.id,
        serialNo: row.serial_no,
        type: { label: row.label, imagePath: row.image_path },
        lineName: row.line_name ?? '',
      }))
      .sort(byLineThenSerial)
  })
}

/** "Line 2" comes before "Line 10"; machines without a line come last. */
const names = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function byLineThenSerial(a: ClientMachine, b: ClientMachine): number {
  if ((a.lineName === '') !== (b.lineName === '')) return a.lineName === '' ? 1 : -1
  return names.compare(a.lineName, b.lineName) || names.compare(a.serialNo, b.serialNo)
}

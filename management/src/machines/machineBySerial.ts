import { inside, type Management } from '../store.ts'

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

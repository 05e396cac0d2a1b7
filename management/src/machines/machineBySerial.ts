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

import { inside, type Management } from '../store.ts'

/** The number of a machine, for a command of the user who owns the data directory; undefined: there is none of this serial number. */
export function machineIdBySerial(
  management: Management,
  serialNo: string,
): Promise<number | undefined> {
  return inside(management).read(async (db) => {
    const row = await db
      .selectFrom('machine')
      .select('id')
      .where('serial_no', '=', serialNo)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return row?.id
  })
}

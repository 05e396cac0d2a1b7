import type { LimitName } from '@packboard/model'
import { changing, demandVersion, type Editor } from '../change/changing.ts'
import { readSetLimits, type SetLimits } from '../directory/setLimits.ts'
import type { Management } from '../store.ts'

const names: readonly LimitName[] = [
  'deviceMegabytesPerDay',
  'quarantineRecords',
  'quarantineMegabytes',
]

/**
 * Sets the limits of the installation and returns the number of this change. They are in force when it resolves, in other
 * processes within 5 s.
 */
export async function changeLimits(
  management: Management,
  editor: Editor,
  requested: Omit<SetLimits, 'version'> & { readonly version?: number | undefined },
): Promise<number> {
  const { version: seen, ...wanted } = requested
  const row = {
    device_mb_per_day: wanted.deviceMegabytesPerDay,
    quarantine_records: wanted.quarantineRecords,
    quarantine_mb: wanted.quarantineMegabytes,
  }
  return changing(management, editor, async ({ db, audit }) => {
    // Of two people who both saw none, the second waits for the first.
    await db.selectFrom('directory_version').select('version').forUpdate().execute()
    const { version: current, ...before } = await readSetLimits(db)
    demandVersion({ version: current }, seen)
    // Saving what is there is no change.
    if (names.every((name) => before[name] === wanted[name])) return current
    const { version } = await db
      .insertInto('installation_limit')
      .values(row)
      .onConflict((known) => known.column('only_row').doUpdateSet(row))
      .returning('version')
      .executeTakeFirstOrThrow()
    await audit('update', 'limits', { id: null, clientId: null, before, after: wanted })
    return version
  })
}

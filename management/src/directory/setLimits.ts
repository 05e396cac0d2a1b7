import type { LimitName } from '@packboard/model'
import type { Db } from '../store.ts'

/** The limits that an administrator has set; null: the setting of the environment is in force. */
export type SetLimits = { readonly [Name in LimitName]: number | null } & {
  /** Number of the last change; 0 while there was none. */
  readonly version: number
}

const noneSet: SetLimits = {
  deviceMegabytesPerDay: null,
  quarantineRecords: null,
  quarantineMegabytes: null,
  version: 0,
}

export async function readSetLimits(db: Db): Promise<SetLimits> {
  const row = await db.selectFrom('installation_limit').selectAll().executeTakeFirst()
  return row
    ? {
        deviceMegabytesPerDay: row.device_mb_per_day,
        quarantineRecords: row.quarantine_records,
        quarantineMegabytes: row.quarantine_mb,
        version: row.version,
      }
    : noneSet
}

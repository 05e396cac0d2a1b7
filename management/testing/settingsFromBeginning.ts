import type { SettingEntry } from '../src/datedSettings/enterSettings.ts'
import type { Management } from '../src/store.ts'
import { tables } from './tables.ts'

type Entry = Omit<SettingEntry, 'validFrom'> & {
  /** Instead of the number of the machine. */
  readonly serialNo?: string
  /** Of a machine type: the wall time from which on it holds. */
  readonly validWall?: string
  /** Of a client: the instant. */
  readonly validFrom?: Date
}

/** Enters settings without the rules of the writer: from the beginning, or from any time of the past. */
export async function settingsFromBeginning(
  management: Management,
  entries: readonly Entry[],
): Promise<void> {
  const db = tables(management)
  for (const entry of entries) {
    const { clientId, machineTypeId, kind, product, code, value, serialNo } = entry
    const machine =
      serialNo === undefined
        ? { id: entry.machineId, client_id: clientId }
        : await db
            .selectFrom('machine')
            .select(['id', 'client_id'])
            .where('serial_no', '=', serialNo)
            .executeTakeFirstOrThrow()
    await db
      .insertInto('dated_setting')
      .values({
        ...{ client_id: machine.client_id, machine_type_id: machineTypeId, machine_id: machine.id },
        ...{ kind, product, code, value: JSON.stringify(value), entered_at: new Date(0) },
        ...{ valid_from: entry.validFrom ?? null, valid_wall: entry.validWall ?? null },
      })
      .execute()
  }
}

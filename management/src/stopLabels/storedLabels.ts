import type { StopLabel } from '@packboard/model'
import type { Db } from '../store.ts'

/** An entry of the stop book as it is stored. */
export type StoredLabel = StopLabel & {
  readonly machineId: number
  readonly note: string
  /** User name; null when the account is gone. */
  readonly by: string | null
  readonly at: Date
  readonly replaces: readonly number[]
}

/** The rows of entries with who set them, of one client. */
export function labelRows(db: Db, clientId: number) {
  return db
    .selectFrom('stop_label as l')
    .leftJoin('user_account as u', 'u.id', 'l.set_by')
    .select([
      'l.id',
      'l.machine_id',
      'l.starts',
      'l.ends',
      'l.until_run',
      'l.reason_id',
      'l.note',
      'l.replaces',
      'l.set_at',
      'u.username',
    ])
    .where('l.client_id', '=', clientId)
}

type Row = Awaited<ReturnType<ReturnType<typeof labelRows>['execute']>>[number]

export const storedLabel = (row: Row): StoredLabel => ({
  id: row.id,
  machineId: row.machine_id,
  from: row.starts.getTime(),
  to: row.ends.getTime(),
  untilRun: row.until_run,
  reason: row.reason_id,
  note: row.note,
  by: row.username,
  at: row.set_at,
  replaces: row.replaces,
})

import type { StopLabel } from '@packboard/model'
import { kioskPersonText } from '../kioskLinks/findKiosk.ts'
import type { Db } from '../store.ts'

/** An entry of the stop book as it is stored. */
export type StoredLabel = StopLabel & {
  readonly machineId: number
  readonly note: string
  /** User name, or name and place of a tablet; null when the account is gone. */
  readonly by: string | null
  readonly at: Date
  readonly replaces: readonly number[]
}

/** The rows of entries with who set them, of one client. */
export function labelRows(db: Db, clientId: number) {
  return db
    .selectFrom('stop_label as l')
    .leftJoin('user_account as u', 'u.id', 'l.set_by')
    .leftJoin('kiosk_link_name as n', 'n.id', 'l.set_by_name')
    .leftJoin('kiosk_link as k', 'k.id', 'n.link_id')
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
      'n.name',
      'k.label as place',
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
  by: setterOf(row),
  at: row.set_at,
  replaces: row.replaces,
})

function setterOf({ username, name, place }: Row): string | null {
  return name !== null && place !== null ? kioskPersonText({ name, place }) : username
}

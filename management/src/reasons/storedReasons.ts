import {
  machineStates,
  type Reason,
  type ReasonIcon,
  reasonIcons,
  reasonsInOrder,
} from '@packboard/model'
import type { Db } from '../store.ts'

export type StoredReasons = {
  /** Number of the last change; 0 while there was none. */
  readonly version: number
  readonly reasons: readonly Reason[]
}

/** A symbol of a newer Packboard, of which this one does not know the picture. */
const isIcon = (icon: string): icon is ReasonIcon => reasonIcons.some((known) => known === icon)
const codes = new Set(machineStates.map(({ code }) => code))

/**
 * The reasons of a client in their order. The number of the last change is read first: when a change comes in between, an edit of
 * what is returned is refused, and none is lost.
 */
export async function storedReasons(db: Db, clientId: number): Promise<StoredReasons> {
  const head = await db
    .selectFrom('reason_book')
    .select('version')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  const rows = await db.selectFrom('reason').selectAll().where('client_id', '=', clientId).execute()
  const reasons = rows.map(
    (row): Reason => ({
      id: row.id,
      parent: row.parent_id,
      name: row.name,
      icon: isIcon(row.icon) ? row.icon : 'more',
      planned: row.planned,
      cause: row.cause,
      rank: row.rank,
      overrunSeconds: row.overrun_seconds,
      alarms: row.alarms,
      states: row.states.filter((code) => codes.has(code)),
      retired: row.retired,
    }),
  )
  return { version: head?.version ?? 0, reasons: reasonsInOrder(reasons) }
}

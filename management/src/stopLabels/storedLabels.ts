import { type ClientScope, labelLimits, type StopLabel } from '@packboard/model'
import { sql } from 'kysely'
import { kioskPersonText } from '../kioskLinks/findKiosk.ts'
import { type Db, inside, type Management } from '../store.ts'

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

type Question = {
  readonly machineIds: readonly number[]
  readonly from: Date
  readonly to: Date
}

/**
 * The entries of machines that may hold in a window: those that touch it, and those that hold until a stop ends and ended at most
 * 31 days before it. Oldest first.
 */
export function labelsOfMachines(
  management: Management,
  scope: ClientScope,
  question: Question,
): Promise<StoredLabel[]> {
  if (question.machineIds.length === 0) return Promise.resolve([])
  return inside(management).read((db) => readLabels(db, scope, question))
}

export async function readLabels(
  db: Db,
  scope: ClientScope,
  { machineIds, from, to }: Question,
): Promise<StoredLabel[]> {
  const earliest = new Date(from.getTime() - labelLimits.days * 86_400_000)
  const rows = await labelRows(db, scope.clientId)
    .where('l.machine_id', 'in', [...machineIds])
    .where('l.starts', '<', to)
    // An entry is at most 31 days long.
    .where('l.starts', '>=', new Date(earliest.getTime() - labelLimits.days * 86_400_000))
    .where((is) =>
      is.or([
        is('l.ends', '>', from),
        is.and([is('l.until_run', '=', true), is('l.ends', '>', earliest)]),
      ]),
    )
    .orderBy('l.id')
    .execute()
  return rows.map(storedLabel)
}

/** Entries with so much lower numbers may still be written when a higher one is read. */
const writtenTogether = 100

/** The entries of a client after a number, and a few before it; null: the newest. */
export function newestLabels(
  management: Management,
  scope: ClientScope,
  after: number | null,
): Promise<{
  readonly newest: number
  readonly labels: readonly Pick<StoredLabel, 'id' | 'machineId'>[]
}> {
  return inside(management).read(async (db) => {
    const { newest } = await db
      .selectFrom('stop_label')
      .select(sql<number>`coalesce(max(id), 0)`.as('newest'))
      .executeTakeFirstOrThrow()
    const labels = await db
      .selectFrom('stop_label')
      .select(['id', 'machine_id as machineId'])
      .where('client_id', '=', scope.clientId)
      .where('id', '>', (after ?? newest) - writtenTogether)
      .execute()
    return { newest, labels }
  })
}

/** Everything that was ever written on a stretch of a machine, oldest first. */
export async function labelHistory(
  management: Management,
  scope: ClientScope,
  { machineId, from, to }: { readonly machineId: number; readonly from: Date; readonly to: Date },
): Promise<StoredLabel[]> {
  return labelsOfMachines(management, scope, { machineIds: [machineId], from, to })
}

/** An alarm that came first at a machine. */
type MachineAlarm = {
  readonly machineId: number
  readonly group: string
  readonly alarm: string
}

/** What people said last about an alarm of a machine (D74). */
export type LastConfirmed = MachineAlarm & { readonly reason: string }

/**
 * The newest reason of each of these alarms that was neither taken back nor replaced whole, among those that are still
 * offered: a retired one is never proposed (D74), and what people said before it is better than nothing. Its cost depends on
 * the number of alarms, not on how much was written about them.
 */
export function lastConfirmed(
  management: Management,
  scope: ClientScope,
  alarms: readonly MachineAlarm[],
): Promise<LastConfirmed[]> {
  if (alarms.length === 0) return Promise.resolve([])
  const machineIds = alarms.map(({ machineId }) => machineId)
  const groups = alarms.map(({ group }) => group)
  const texts = alarms.map(({ alarm }) => alarm)
  return inside(management).read(async (db) => {
    const found = await sql<LastConfirmed>`
      select wanted.machine_id as "machineId", wanted.alarm_group as "group", wanted.alarm, newest.reason_id as reason
      from unnest(${machineIds}::integer[], ${groups}::text[], ${texts}::text[])
        as wanted (machine_id, alarm_group, alarm)
      cross join lateral (
        select l.reason_id
        from stop_label l
        join reason on reason.client_id = l.client_id and reason.id = l.reason_id and not reason.retired
        where l.client_id = ${scope.clientId} and l.machine_id = wanted.machine_id
          and md5(l.alarm) = md5(wanted.alarm) and l.alarm = wanted.alarm and l.alarm_group = wanted.alarm_group
          and l.alarm <> '' and l.reason_id is not null
          and not exists (
            select 1 from stop_label later
            where later.client_id = l.client_id and later.machine_id = l.machine_id
              and later.starts <= l.starts and later.ends >= l.ends and later.replaces @> array[l.id]
          )
        order by l.id desc
        limit 1
      ) newest
    `.execute(db)
    return found.rows
  })
}

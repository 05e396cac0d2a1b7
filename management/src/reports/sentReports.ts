import {
  AppError,
  type ClientScope,
  type OperatorSetting,
  type Period,
  type ReportFile,
  reportKeptUntil,
  reportLimits,
} from '@packboard/model'
import { sql } from 'kysely'
import { addRows } from '../outbox/outboxRows.ts'
import { personName } from '../queries.ts'
import { type Db, inside, type Management } from '../store.ts'
import { type ReportReader, readersOf } from './reportRecipients.ts'
import type { RequestedReport, StoredReport } from './reports.ts'

/** A report that was fixed, as it is stored. */
export type FixedReport = {
  readonly id: string
  readonly clientId: number
  /** null: it was not saved. */
  readonly reportId: string | null
  readonly origin: 'due' | 'correction' | 'hand'
  readonly corrects: string | null
  readonly name: string
  readonly language: StoredReport['language']
  readonly files: readonly ReportFile[]
  readonly fixedAt: Date
  /** As it was given: JSON. */
  readonly content: unknown
}

/** What is fixed: of which report, about which period, and for whom. */
export type ReportToFix = {
  readonly clientId: number
  readonly report: RequestedReport
  readonly period: Period
  readonly fixedAt: Date
  /** JSON. */
  readonly content: string
} & (
  | { readonly origin: 'due' }
  | { readonly origin: 'correction'; readonly corrects: string }
  /** `only`: for this account alone; `isSaved`: the report is stored. */
  | { readonly origin: 'hand'; readonly only?: number; readonly isSaved: boolean }
)

const hourMs = 3_600_000

/**
 * Stores a report with its messages, in one transaction: neither exists without the other. Returns how many messages were added; undefined
 * where another process fixed this period, or this correction, before.
 */
export function fixReport(management: Management, toFix: ReportToFix): Promise<number | undefined> {
  const store = inside(management)
  return store.transaction(async (db) => {
    const now = store.now()
    if (toFix.origin === 'correction' && !(await endLook(db, toFix.corrects))) return undefined
    const id = await insert(db, toFix, now)
    if (id === undefined) return undefined
    const { clientId, report } = toFix
    const only = toFix.origin === 'hand' ? toFix.only : undefined
    const readers: ReportReader[] =
      only === undefined
        ? await readersOf(db, clientId, { reportId: report.id, to: report.to })
        : [{ userId: only }]
    await addRows(
      db,
      readers.map((reader) => ({
        key: `report:${id}:${'userId' in reader ? `u${reader.userId}` : `a${reader.addressId}`}`,
        ...{ kind: 'report', channel: 'mail', clientId, reportSentId: id, now },
        event: 'report',
        ...('userId' in reader ? { userId: reader.userId } : { addressId: reader.addressId }),
        ...('group' in reader && reader.group && { content: { group: reader.group } }),
      })),
    )
    return readers.length
  })
}

async function insert(db: Db, toFix: ReportToFix, now: number): Promise<string | undefined> {
  const { clientId, report, period, fixedAt, content, origin } = toFix
  const isSaved = origin !== 'hand' || toFix.isSaved
  const row = await db
    .insertInto('report_sent')
    .values({
      client_id: clientId,
      report_id: isSaved ? report.id : null,
      origin,
      corrects: origin === 'correction' ? toFix.corrects : null,
      name: report.name,
      language: report.language,
      files: [...report.files],
      begins_at: period.from,
      ends_at: period.to,
      fixed_at: fixedAt,
      content,
      look_at: origin === 'due' ? new Date(now + reportLimits.hoursUntilLook * hourMs) : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Whether it was still to be looked at: of two processes one ends the look. */
async function endLook(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('report_sent')
    .set({ look_at: null })
    .where('id', '=', id)
    .where('look_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** No figure of it moved. */
export async function endReportLook(management: Management, id: string): Promise<void> {
  await inside(management).transaction((db) => endLook(db, id))
}

/** Which of these begins of periods a report has been fixed for. */
export function fixedPeriods(
  management: Management,
  reportId: string,
  begins: readonly Date[],
): Promise<ReadonlySet<number>> {
  return inside(management).read(async (db) => {
    if (begins.length === 0) return new Set()
    const rows = await db
      .selectFrom('report_sent')
      .select('begins_at')
      .where('report_id', '=', reportId)
      .where('origin', '=', 'due')
      .where('begins_at', 'in', [...begins])
      .execute()
    return new Set(rows.map((row) => row.begins_at.getTime()))
  })
}

const columns = [
  's.id',
  's.client_id as clientId',
  's.report_id as reportId',
  's.origin',
  's.corrects',
  's.name',
  's.language',
  's.files',
  's.fixed_at as fixedAt',
  's.content',
] as const

/** What is to be looked at once more, of clients whose records are here, with the report as it is now. */
export function reportsToLookAt(
  management: Management,
  cellId: number | undefined,
): Promise<{ readonly sent: FixedReport; readonly report: StoredReport }[]> {
  const store = inside(management)
  return store.read(async (db) => {
    const rows = await db
      .selectFrom('report_sent as s')
      .innerJoin('report as r', 'r.id', 's.report_id')
      .innerJoin('client as c', 'c.id', 's.client_id')
      .select(columns)
      .select(['r.id as ofId', 'r.report', 'r.enabled', 'r.since'])
      .where('s.look_at', '<=', new Date(store.now()))
      .where('r.removed_at', 'is', null)
      .where('c.deleted_at', 'is', null)
      .$if(cellId !== undefined, (query) => query.where('c.cell_id', '=', cellId ?? 0))
      .orderBy('s.look_at')
      .limit(reportLimits.listed)
      .execute()
    return rows.map(({ ofId, report, enabled, since, ...sent }) => ({
      sent,
      report: { ...report, id: ofId, enabled, since },
    }))
  })
}

type Delivery = {
  readonly name: string
  readonly state: 'waiting' | 'sent' | 'dropped' | 'failed'
  readonly why: string
  readonly sentAt: Date | null
}

/** What a report of this client sent, the newest first, with what became of each message. */
export function sentOfReport(
  management: Management,
  { clientId }: ClientScope,
  reportId: string,
): Promise<(FixedReport & { readonly deliveries: readonly Delivery[] })[]> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('report_sent as s')
      .select(columns)
      .where('s.client_id', '=', clientId)
      .where('s.report_id', '=', reportId)
      .orderBy('s.id', 'desc')
      .limit(reportLimits.listed)
      .execute()
    if (rows.length === 0) return []
    const messages = await db
      .selectFrom('outbox as o')
      .leftJoin('user_account as u', 'u.id', 'o.user_id')
      .leftJoin('alert_address as a', 'a.id', 'o.address_id')
      .select(['o.report_sent_id', 'o.state', 'o.why', 'o.sent_at as sentAt'])
      .select(['u.username', 'u.first_name', 'u.last_name', 'a.address'])
      .where(
        'o.report_sent_id',
        'in',
        rows.map(({ id }) => id),
      )
      .orderBy('o.id')
      .execute()
    const bySent = Map.groupBy(messages, (row) => row.report_sent_id)
    return rows.map((row) => ({
      ...row,
      deliveries: (bySent.get(row.id) ?? []).map((one) => ({
        name:
          one.address ??
          personName({
            ...{ username: one.username ?? '', first_name: one.first_name ?? '' },
            last_name: one.last_name ?? '',
          }),
        ...{ state: one.state, why: one.why, sentAt: one.sentAt },
      })),
    }))
  })
}

/** What a correction of this client corrects. */
export function correctedReport(
  management: Management,
  { clientId }: ClientScope,
  id: string,
): Promise<{ readonly fixedAt: Date; readonly content: unknown } | undefined> {
  return inside(management).read((db) =>
    db
      .selectFrom('report_sent')
      .select(['fixed_at as fixedAt', 'content'])
      .where('client_id', '=', clientId)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
}

/** A stored report of this client. */
export async function reportOfClient(
  management: Management,
  { clientId }: ClientScope,
  id: string,
): Promise<StoredReport> {
  const row = await inside(management).read((db) =>
    db
      .selectFrom('report')
      .select(['id', 'report', 'enabled', 'since'])
      .where('client_id', '=', clientId)
      .where('id', '=', id)
      .where('removed_at', 'is', null)
      .executeTakeFirst(),
  )
  if (!row) throw new AppError('report.notFound')
  return { ...row.report, id: row.id, enabled: row.enabled, since: row.since }
}

/** What a message of a report is made of; undefined where its client is gone, or its report was removed or switched off. */
export type ReportForMessage = FixedReport & {
  readonly clientName: string
  readonly operators: OperatorSetting
  readonly isOff: boolean
}

export function reportForMessage(
  management: Management,
  sentId: string,
): Promise<ReportForMessage | undefined> {
  return inside(management).read((db) =>
    db
      .selectFrom('report_sent as s')
      .innerJoin('client as c', 'c.id', 's.client_id')
      .leftJoin('report as r', 'r.id', 's.report_id')
      .select(columns)
      .select(['c.name as clientName', 'c.operator_rows as operators'])
      .select(
        sql<boolean>`(s.origin <> 'hand' and (r.removed_at is not null or not r.enabled))`.as(
          'isOff',
        ),
      )
      .where('s.id', '=', sentId)
      .where('c.deleted_at', 'is', null)
      .where('c.enabled', '=', true)
      .executeTakeFirst(),
  )
}

/** Deletes what was fixed longer ago than it is kept; to be called periodically. Returns how many. */
export async function forgetOldReports(management: Management): Promise<number> {
  const store = inside(management)
  const before = new Date(2 * store.now() - reportKeptUntil(store.now()).getTime())
  const { numDeletedRows } = await store.write((db) =>
    db.deleteFrom('report_sent').where('fixed_at', '<', before).executeTakeFirstOrThrow(),
  )
  return Number(numDeletedRows)
}

import {
  AppError,
  type ClientScope,
  type Report,
  type ReportRecipient,
  refusedField,
  reportLimits,
} from '@packboard/model'
import { type OwnClient, ownNames } from '../alerts/setAlertRules.ts'
import { changing, demandVersion, type Editor } from '../change/changing.ts'
import { clientToChange } from '../clients/changeClients.ts'
import { type Db, inside, type Management } from '../store.ts'

/** A report as it is stored. What ended before `since` is not sent. */
export type StoredReport = Report & { readonly id: string; readonly since: Date }

/** A report as it is sent: the id was made where it was added. */
export type RequestedReport = Report & { readonly id: string }

type Book = { readonly version: number; readonly reports: readonly StoredReport[] }

/** The reports of a client in their order, with the number of their last change; undefined when the client is deleted. */
export function reportsOfClient(
  management: Management,
  { clientId }: ClientScope,
): Promise<Book | undefined> {
  return inside(management).read(async (db) => {
    const client = await db
      .selectFrom('client')
      .select('id')
      .where('id', '=', clientId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    return client && storedReports(db, clientId)
  })
}

async function storedReports(db: Db, clientId: number): Promise<Book> {
  const head = await db
    .selectFrom('report_book')
    .select('version')
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  const rows = await db
    .selectFrom('report')
    .select(['id', 'report', 'enabled', 'since'])
    .where('client_id', '=', clientId)
    .where('removed_at', 'is', null)
    .orderBy('place')
    .execute()
  return { version: head?.version ?? 0, reports: rows.map(reportOf) }
}

const reportOf = (row: {
  readonly id: string
  readonly report: Omit<Report, 'enabled'>
  readonly enabled: boolean
  readonly since: Date
}): StoredReport => ({ ...row.report, enabled: row.enabled, id: row.id, since: row.since })

/** The reports that are switched on of clients whose records are here, or of all. */
export function reportsInForce(
  management: Management,
  cellId: number | undefined,
): Promise<{ readonly clientId: number; readonly report: StoredReport }[]> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('report as r')
      .innerJoin('client as c', 'c.id', 'r.client_id')
      .select(['r.client_id', 'r.id', 'r.report', 'r.enabled', 'r.since'])
      .where('r.removed_at', 'is', null)
      .where('r.enabled', '=', true)
      .where('c.deleted_at', 'is', null)
      .where('c.enabled', '=', true)
      .$if(cellId !== undefined, (query) => query.where('c.cell_id', '=', cellId ?? 0))
      .orderBy('r.client_id')
      .orderBy('r.place')
      .execute()
    return rows.map((row) => ({ clientId: row.client_id, report: reportOf(row) }))
  })
}

/**
 * Replaces the reports of a client and returns the number of this change. One that is missing is removed; what it sent stays. The audit log
 * has one entry with the reports that went and came.
 */
export async function setReports(
  management: Management,
  editor: Editor,
  { clientId }: ClientScope,
  requested: {
    readonly reports: readonly RequestedReport[]
    readonly version?: number | undefined
  },
): Promise<number> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const client = await clientToChange(db, clientId)
    const before = await storedReports(db, clientId)
    demandVersion(before, requested.version)
    const reports = requested.reports.map(inForm)
    if (reports.length > reportLimits.reports) {
      throw refusedField('reports', `At most ${reportLimits.reports} reports are possible.`)
    }
    if (new Set(reports.map(({ id }) => id)).size < reports.length) {
      throw refusedField('reports', 'Two reports have one id.')
    }
    const known = new Map(before.reports.map((one) => [one.id, one]))
    await demandFreeIds(
      db,
      reports.filter(({ id }) => !known.has(id)),
    )
    await demandOwn(db, client, reports, before.reports)
    const [removed, added] = [
      missingIn(reports, before.reports),
      missingIn(before.reports, reports),
    ]
    const moved = before.reports.some(({ id }, place) => reports[place]?.id !== id)
    // Saving what is there already is no change.
    if (removed.length === 0 && added.length === 0 && !moved) return before.version
    const stays = new Set(reports.map(({ id }) => id))
    const gone = before.reports.filter(({ id }) => !stays.has(id)).map(({ id }) => id)
    if (gone.length > 0) {
      await db.updateTable('report').set({ removed_at: at }).where('id', 'in', gone).execute()
    }
    await store(db, clientId, reports, { known, at })
    const version = before.version + 1
    await db
      .insertInto('report_book')
      .values({ client_id: clientId, version, changed_at: at })
      .onConflict((one) => one.column('client_id').doUpdateSet({ version, changed_at: at }))
      .execute()
    await audit('update', 'reports', { id: clientId, clientId, before: removed, after: added })
    return version
  })
}

/** One form for what means the same: a recipient that is named twice is named once. */
function inForm({ id, name, enabled, kind, machines, language, files, to }: RequestedReport) {
  const form = { id, name, enabled, kind, machines, language }
  const recipients = new Map(
    to.map(({ channel, to: id }) => [`${channel} ${id}`, { channel, to: id }]),
  )
  return { ...form, files: [...new Set(files)].sort(), to: [...recipients.values()] }
}

const keyOf = ({ channel, to }: ReportRecipient) => `${channel} ${to}`

const asText = (report: RequestedReport) => JSON.stringify(inForm(report))

/** Those of the second list that are not in the first as they are. */
function missingIn(known: readonly RequestedReport[], list: readonly RequestedReport[]) {
  const texts = new Set(known.map(asText))
  return list.filter((one) => !texts.has(asText(one))).map(inForm)
}

async function store(
  db: Db,
  clientId: number,
  reports: readonly RequestedReport[],
  { known, at }: { readonly known: ReadonlyMap<string, StoredReport>; readonly at: Date },
): Promise<void> {
  if (reports.length === 0) return
  await db
    .insertInto('report')
    .values(
      reports.map(({ id, enabled, ...report }, place) => {
        const before = known.get(id)
        const begins =
          before === undefined || before.kind !== report.kind || (enabled && !before.enabled)
        return {
          ...{ id, client_id: clientId, place, report: JSON.stringify(report), enabled },
          since: begins ? at : before.since,
        }
      }),
    )
    .onConflict((row) =>
      row.column('id').doUpdateSet(({ ref }) => ({
        place: ref('excluded.place'),
        report: ref('excluded.report'),
        enabled: ref('excluded.enabled'),
        since: ref('excluded.since'),
      })),
    )
    .execute()
}

/** An id that a report has or had, of this or another client, is not taken again. */
async function demandFreeIds(db: Db, reports: readonly RequestedReport[]): Promise<void> {
  if (reports.length === 0) return
  const ids = reports.map(({ id }) => id)
  const taken = await db
    .selectFrom('report')
    .select('id')
    .where('id', 'in', ids)
    .limit(1)
    .executeTakeFirst()
  if (taken) throw new AppError('report.idTaken')
}

const what = { person: 'person', role: 'role', mail: 'address' } as const

/** Refuses what a report names and is not of the client. What a stored one names already stays: a person may have left. */
async function demandOwn(
  db: Db,
  client: OwnClient,
  reports: readonly RequestedReport[],
  before: readonly StoredReport[],
): Promise<void> {
  const known = new Set(before.flatMap((report) => namesOf(report, 0).map(({ key }) => key)))
  const wanted = reports
    .flatMap((report, index) => namesOf(report, index))
    .filter(({ key }) => !known.has(key))
  if (wanted.length === 0) return
  const own = await ownNames(db, client)
  const foreign = wanted.find(({ key }) => !own.has(key))
  if (foreign) throw refusedField(foreign.field, `The client has no such ${foreign.what}.`)
}

/** What a report names of its client. */
function namesOf({ machines, to }: Report, index: number) {
  const field = `reports.${index}.machines`
  const places =
    machines === 'all'
      ? []
      : 'lineName' in machines
        ? [{ key: `line ${machines.lineName}`, field, what: 'line' }]
        : machines.map((serialNo) => ({ key: `machine ${serialNo}`, field, what: 'machine' }))
  const people = to.map((one, place) => ({
    key: keyOf(one),
    field: `reports.${index}.to.${place}`,
    what: what[one.channel],
  }))
  return [...places, ...people]
}

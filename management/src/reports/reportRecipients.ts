import type { ClientScope, ReportRecipient } from '@packboard/model'
import { type SqlBool, sql } from 'kysely'
import { peopleOf } from '../alerts/setAlertRules.ts'
import { personName } from '../queries.ts'
import { type Db, inside, type Management } from '../store.ts'
import type { StoredReport } from './reports.ts'

/** One who gets a message: an account, by the user group that named it, or an address. */
export type ReportReader =
  | { readonly userId: number; readonly group?: number }
  | { readonly addressId: number }

/** Whom recipients name now, each once; who stopped the report is left out. */
export async function readersOf(
  db: Db,
  clientId: number,
  { reportId, to }: { readonly reportId: string; readonly to: readonly ReportRecipient[] },
): Promise<ReportReader[]> {
  const client = await ownerOf(db, clientId)
  const people = await peopleOf(db, { clientId, distributorId: client.distributor_id })
  const stopped = await stopsOf(db, [reportId])
  const byUser = new Map<number, ReportReader>()
  const addresses = new Set<number>()
  for (const { channel, to: id } of to) {
    if (channel === 'mail') addresses.add(id)
    for (const { id: userId, group_id, client_id } of channel === 'mail' ? [] : people) {
      if (channel === 'person' && userId === id) byUser.set(userId, { userId })
      // Who is named itself as well is no less a recipient when its role changes.
      const isOfRole = channel === 'role' && group_id === id && client_id === clientId
      if (isOfRole && !byUser.has(userId)) byUser.set(userId, { userId, group: id })
    }
  }
  const readers = [...byUser.values(), ...[...addresses].map((addressId) => ({ addressId }))]
  return readers.filter((reader) => !stopped.has(stopKey(reportId, reader)))
}

const ownerOf = (db: Db, clientId: number) =>
  db
    .selectFrom('client')
    .select('distributor_id')
    .where('id', '=', clientId)
    .executeTakeFirstOrThrow()

const stopKey = (reportId: string, reader: ReportReader) =>
  `${reportId} ${'userId' in reader ? `u${reader.userId}` : `a${reader.addressId}`}`

async function stopsOf(db: Db, reportIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (reportIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('report_stop')
    .select(['report_id', 'user_id', 'address_id'])
    .where('report_id', 'in', [...reportIds])
    .execute()
  return new Set(
    rows.map(({ report_id, user_id, address_id }) =>
      stopKey(report_id, user_id === null ? { addressId: address_id ?? 0 } : { userId: user_id }),
    ),
  )
}

export type UnreachedRecipient = ReportRecipient & {
  readonly name: string
  readonly why: 'notConfirmed' | 'gone' | 'noAddress' | 'stopped' | 'refused'
}

/** The named recipients of reports whom they do not reach now, by report. */
export function unreachedRecipients(
  management: Management,
  { clientId }: ClientScope,
  reports: readonly StoredReport[],
): Promise<ReadonlyMap<string, UnreachedRecipient[]>> {
  return inside(management).read(async (db) => {
    const ids = reports.map(({ id }) => id)
    const client = await ownerOf(db, clientId)
    const here = await peopleOf(db, { clientId, distributorId: client.distributor_id })
    const seeing = new Set(here.map(({ id }) => id))
    const people = await db
      .selectFrom('user_account')
      .select(['id', 'username', 'first_name', 'last_name', 'email'])
      .where(sql<SqlBool>`id = any(${numbersOf(reports, 'person')}::integer[])`)
      .execute()
    const addresses = await db
      .selectFrom('alert_address')
      .select(['id', 'address', 'confirmed_at', 'removed_at'])
      .where('client_id', '=', clientId)
      .where(sql<SqlBool>`id = any(${numbersOf(reports, 'mail')}::integer[])`)
      .execute()
    const stopped = await stopsOf(db, ids)
    const refused = await refusedReaders(db, ids)
    const personWhy = (
      reportId: string,
      userId: number,
    ): [string, UnreachedRecipient['why'] | undefined] => {
      const person = people.find(({ id }) => id === userId)
      const name = person ? personName(person) : ''
      const key = stopKey(reportId, { userId })
      if (!person || !seeing.has(userId)) return [seeing.has(userId) ? name : '', 'gone']
      if (person.email === null) return [name, 'noAddress']
      return [name, stopped.has(key) ? 'stopped' : refused.has(key) ? 'refused' : undefined]
    }
    const addressWhy = (
      reportId: string,
      id: number,
    ): [string, UnreachedRecipient['why'] | undefined] => {
      const found = addresses.find((one) => one.id === id)
      const key = stopKey(reportId, { addressId: id })
      if (!found || found.removed_at !== null) return [found?.address ?? '', 'gone']
      if (found.confirmed_at === null) return [found.address, 'notConfirmed']
      return [
        found.address,
        stopped.has(key) ? 'stopped' : refused.has(key) ? 'refused' : undefined,
      ]
    }
    return new Map(
      reports.map(({ id, to }) => [
        id,
        to.flatMap((one) => {
          if (one.channel === 'role') return []
          const [name, why] = (one.channel === 'person' ? personWhy : addressWhy)(id, one.to)
          return why === undefined ? [] : [{ ...one, name, why }]
        }),
      ]),
    )
  })
}

const numbersOf = (reports: readonly StoredReport[], channel: ReportRecipient['channel']) =>
  reports.flatMap(({ to }) => to.flatMap((one) => (one.channel === channel ? one.to : [])))

/** Whose last message of a report the mail server refused. */
async function refusedReaders(db: Db, reportIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (reportIds.length === 0) return new Set()
  const { rows } = await sql<{
    report_id: string
    user_id: number | null
    address_id: number | null
    why: string
  }>`
    select distinct on (s.report_id, o.user_id, o.address_id) s.report_id, o.user_id, o.address_id, o.why
    from outbox o join report_sent s on s.id = o.report_sent_id
    where s.report_id = any(${[...reportIds]}::uuid[])
    order by s.report_id, o.user_id, o.address_id, o.id desc`.execute(db)
  return new Set(
    rows
      .filter(({ why }) => why === 'refused')
      .map(({ report_id, user_id, address_id }) =>
        stopKey(report_id, user_id === null ? { addressId: address_id ?? 0 } : { userId: user_id }),
      ),
  )
}

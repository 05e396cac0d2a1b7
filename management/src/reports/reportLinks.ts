import { reportKeptUntil } from '@packboard/model'
import type { LinkHolder } from '../outbox/recipients.ts'
import { hashOfToken, newLinkToken } from '../passwordLinks/passwordLinks.ts'
import { personName, refusing } from '../queries.ts'
import { type Db, inside, type Management } from '../store.ts'

/** Makes the link of a report for one recipient; the only moment at which its token is known. */
export async function makeReportLink(
  management: Management,
  reportId: string,
  holder: LinkHolder,
): Promise<string> {
  const store = inside(management)
  const { token, hash } = newLinkToken()
  await store.write((db) =>
    db
      .insertInto('report_link')
      .values({
        token_hash: hash,
        report_id: reportId,
        user_id: 'userId' in holder ? holder.userId : null,
        address_id: 'addressId' in holder ? holder.addressId : null,
        expires_at: reportKeptUntil(store.now()),
      })
      .execute(),
  )
  return token
}

type FoundReportLink = {
  readonly reportName: string
  readonly clientName: string
  readonly recipient: string
  readonly isStopped: boolean
}

/** What a link is about; `reportLink.notFound` for one that is unknown or over, or whose client is gone. */
export function findReportLink(management: Management, token: string): Promise<FoundReportLink> {
  const store = inside(management)
  return store.read(async (db) => {
    const link = await linkOf(db, token, new Date(store.now()))
    const stop = await stopOf(db, link).executeTakeFirst()
    return {
      reportName: link.report.name,
      clientName: link.clientName,
      recipient:
        link.address ??
        personName({
          ...{ username: link.username ?? '', first_name: link.first_name ?? '' },
          last_name: link.last_name ?? '',
        }),
      isStopped: stop !== undefined,
    }
  })
}

/** Stops the report of a link for its recipient, or sends it again from now on. A second press changes nothing. */
export async function useReportLink(
  management: Management,
  token: string,
  wanted: 'confirm' | 'stop',
): Promise<void> {
  const store = inside(management)
  await store.transaction(async (db) => {
    const now = new Date(store.now())
    const link = await linkOf(db, token, now)
    const { report_id, user_id, address_id } = link
    if (wanted === 'stop') {
      await db
        .insertInto('report_stop')
        .values({ report_id, user_id, address_id, stopped_at: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      return
    }
    await db
      .deleteFrom('report_stop')
      .where('report_id', '=', report_id)
      .where('user_id', 'is not distinct from', user_id)
      .where('address_id', 'is not distinct from', address_id)
      .execute()
  })
}

type Holder = {
  readonly report_id: string
  readonly user_id: number | null
  readonly address_id: number | null
}

const stopOf = (db: Db, { report_id, user_id, address_id }: Holder) =>
  db
    .selectFrom('report_stop')
    .select('report_id')
    .where('report_id', '=', report_id)
    .where('user_id', 'is not distinct from', user_id)
    .where('address_id', 'is not distinct from', address_id)

/** Whether this recipient stopped a report. */
export async function isReportStopped(
  management: Management,
  reportId: string,
  holder: LinkHolder,
): Promise<boolean> {
  const found = await inside(management).read((db) =>
    stopOf(db, {
      report_id: reportId,
      user_id: 'userId' in holder ? holder.userId : null,
      address_id: 'addressId' in holder ? holder.addressId : null,
    }).executeTakeFirst(),
  )
  return found !== undefined
}

function linkOf(db: Db, token: string, now: Date) {
  return db
    .selectFrom('report_link as l')
    .innerJoin('report as r', 'r.id', 'l.report_id')
    .innerJoin('client as c', 'c.id', 'r.client_id')
    .leftJoin('user_account as u', 'u.id', 'l.user_id')
    .leftJoin('alert_address as a', 'a.id', 'l.address_id')
    .select(['l.report_id', 'l.user_id', 'l.address_id', 'r.report', 'c.name as clientName'])
    .select(['u.username', 'u.first_name', 'u.last_name', 'a.address'])
    .where('l.token_hash', '=', hashOfToken(token) ?? Buffer.alloc(0))
    .where('l.expires_at', '>', now)
    .where('c.deleted_at', 'is', null)
    .executeTakeFirstOrThrow(refusing('reportLink.notFound'))
}

import { inside, type Management } from '../store.ts'
import { type ChainEnds, endsOf, lockedEnds, storeEnds } from './auditChain.ts'

/** How many days entries are kept: for the installation, and for the clients with a setting of their own (D53). */
type AuditKeeps = { readonly days: number; readonly ofClient: ReadonlyMap<number, number> }

const dayMs = 86_400_000
/** Entries deleted in one transaction, and transactions of one chain in one run: the log is never locked for long. */
const entriesAtOnce = 5_000
const transactionsAtMost = 400

/**
 * Deletes entries of the administrative audit log that are past their retention, from the beginning of each chain only (D93), and returns how
 * many. The last link stays: what follows still fits to it. An entry that is not signed yet is not deleted.
 */
export async function forgetOldAudit(management: Management, keep: AuditKeeps): Promise<number> {
  const store = inside(management)
  if (management.secrets.keyId() === null) {
    store.log.warn(
      { event: 'secrets.noKey' },
      'old entries of the audit log stay while the key file is missing',
    )
    return 0
  }
  const chains = await store.read((db) => db.selectFrom('audit_chain').selectAll().execute())
  let gone = 0
  for (const row of chains) {
    const days = keep.ofClient.get(row.client_id) ?? keep.days
    const limit = new Date(store.now() - days * dayMs)
    const upTo = await lastPast(management, endsOf(row), limit)
    for (let turn = 0; turn < transactionsAtMost; turn += 1) {
      const some = await forgetSome(management, row.client_id, upTo)
      gone += some
      if (some < entriesAtOnce) break
    }
  }
  if (gone > 0) store.log.info({ entries: gone }, 'Old entries of the audit log were deleted')
  return gone
}

/** The number before the first entry of a chain that is not past its time. */
async function lastPast(
  management: Management,
  { client_id, last_no }: ChainEnds,
  limit: Date,
): Promise<number> {
  const stays = await inside(management).read((db) =>
    db
      .selectFrom('audit_link as l')
      .innerJoin('audit_log as a', 'a.id', 'l.id')
      .select('l.no')
      .where('l.client_id', '=', client_id)
      .where('a.at', '>=', limit)
      .orderBy('l.no')
      .limit(1)
      .executeTakeFirst(),
  )
  return stays ? Number(stays.no) - 1 : last_no
}

function forgetSome(management: Management, chain: number, upTo: number): Promise<number> {
  return inside(management).transaction(async (db) => {
    const ends = (await lockedEnds(db, [chain])).get(chain)
    const oldest = await db
      .selectFrom('audit_link')
      .select('no')
      .where('client_id', '=', chain)
      .orderBy('no')
      .limit(1)
      .executeTakeFirst()
    if (!ends || !oldest) return 0
    const until = Math.min(Number(oldest.no) - 1 + entriesAtOnce, upTo)
    const last = await db
      .selectFrom('audit_link')
      .select(['no', 'link'])
      .where('client_id', '=', chain)
      .where('no', '<=', String(until))
      .orderBy('no', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!last) return 0
    const { numDeletedRows } = await db
      .deleteFrom('audit_log')
      .where('id', 'in', (links) =>
        links
          .selectFrom('audit_link')
          .select('id')
          .where('client_id', '=', chain)
          .where('no', '<=', String(until)),
      )
      .executeTakeFirst()
    const no = Number(last.no)
    if (no > ends.kept_no) {
      await storeEnds(db, management.secrets, { ...ends, kept_no: no, kept_link: last.link })
    }
    return Number(numDeletedRows)
  })
}

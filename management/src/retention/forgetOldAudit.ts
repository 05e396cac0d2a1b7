import { inside, type Management } from '../store.ts'

/** How many days entries are kept: for the installation, and for the clients with a setting of their own (D53). */
type AuditKeeps = { readonly days: number; readonly ofClient: ReadonlyMap<number, number> }

const dayMs = 86_400_000
/** Entries deleted in one statement, and statements in one run: the log is never locked for long. */
const entriesAtOnce = 5_000
const statementsAtMost = 400

/**
 * Deletes entries of the administrative audit log that are past their retention, oldest first, and returns how many.
 */
export async function forgetOldAudit(management: Management, keep: AuditKeeps): Promise<number> {
  const store = inside(management)
  const now = store.now()
  const own = [...keep.ofClient.keys()]
  const before = (days: number) => new Date(now - days * dayMs)

  /** Of one client; undefined: everything that belongs to no client with a setting of its own. */
  const forget = (clientId: number | undefined, days: number) =>
    store.write(async (db) => {
      const { numDeletedRows } = await db
        .deleteFrom('audit_log')
        .where('id', 'in', (inner) => {
          const old = inner
            .selectFrom('audit_log')
            .select('id')
            .where('at', '<', before(days))
            .orderBy('at')
            .limit(entriesAtOnce)
          if (clientId !== undefined) return old.where('client_id', '=', clientId)
          if (own.length === 0) return old
          return old.where(({ or, eb }) =>
            or([eb('client_id', 'is', null), eb('client_id', 'not in', own)]),
          )
        })
        .executeTakeFirst()
      return Number(numDeletedRows)
    })

  let gone = 0
  const parts: [number | undefined, number][] = [[undefined, keep.days], ...keep.ofClient]
  for (const [clientId, days] of parts) {
    for (let turn = 0; turn < statementsAtMost; turn += 1) {
      const some = await forget(clientId, days)
      gone += some
      if (some < entriesAtOnce) break
    }
  }
  if (gone > 0) store.log.info({ entries: gone }, 'Old entries of the audit log were deleted')
  return gone
}

import { inside, type Management } from '../store.ts'

/** How many days entries are kept: for everybody, and for the clients that have a number of their own (D53). */
type AuditKeeps = { readonly days: number; readonly ofClient: ReadonlyMap<number, number> }

const dayMs = 86_400_000
/** Entries that go in one statement, and statements in one run: the log is never held for long. */
const entriesAtOnce = 5_000
const statementsAtMost = 400

/** Takes away entries of the administrative audit log that are kept no longer, oldest first, and says how many. */
export async function forgetOldAudit(management: Management, keep: AuditKeeps): Promise<number> {
  const store = inside(management)
  const now = store.now()
  const own = [...keep.ofClient.keys()]
  const before = (days: number) => new Date(now - days * dayMs)

  /** Of one client; undefined: everything that is of no client with a number of its own. */
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
  if (gone > 0) store.log.info({ entries: gone }, 'old entries of the audit log were taken away')
  return gone
}

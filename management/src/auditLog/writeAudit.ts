import { piecesOf } from '../piecesOf.ts'
import type { Db } from '../store.ts'

/** Events that are recorded in addition to the changes themselves. */
type AuditAction =
  | 'create'
  | 'update'
  | 'delete'
  | 'restore'
  | 'revoke'
  | 'rotate'
  | 'erase'
  | 'seed'
  | 'signUp'
  | 'setPassword'
  | 'changeEmail'
  | 'signIn'
  | 'signInFailed'
  | 'signOut'
  | 'export'
  | 'read'

/** One event of management (D42): who did what to which record, and how it looked before and after. */
export type AuditEntry = {
  readonly actorId: number | null
  /** Kept as text: the account may be deleted when the entry is read. */
  readonly actorName: string
  readonly action: AuditAction
  readonly entity: string
  readonly entityId: number | null
  readonly clientId: number | null
  readonly before?: unknown
  readonly after?: unknown
}

/** Writes the audit entry in the transaction of the change: neither exists without the other. */
export function writeAudit(change: Db, entry: AuditEntry): Promise<void> {
  return writeAudits(change, [entry])
}

/** The same for the many changes of one import, each of which is an entry of its own. */
export async function writeAudits(change: Db, entries: readonly AuditEntry[]): Promise<void> {
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value))
  for (const some of piecesOf(entries)) {
    await change
      .insertInto('audit_log')
      .values(
        some.map((entry) => ({
          actor_id: entry.actorId,
          actor_name: entry.actorName,
          action: entry.action,
          entity: entry.entity,
          entity_id: entry.entityId,
          client_id: entry.clientId,
          before: json(entry.before),
          after: json(entry.after),
        })),
      )
      .execute()
  }
}

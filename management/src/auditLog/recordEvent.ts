import { inside, type Management } from '../store.ts'
import { type AuditEntry, writeAudit } from './writeAudit.ts'

/** Writes down what changed nothing in the store and still must be known: a sign-out, a file that was taken away. */
export function recordEvent(
  management: Management,
  entry: Omit<AuditEntry, 'before'>,
): Promise<void> {
  return inside(management).write((db) => writeAudit(db, entry))
}

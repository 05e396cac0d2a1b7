import { inside, type Management } from '../store.ts'
import { type AuditEntry, writeAudit } from './writeAudit.ts'

/** Writes an audit entry for an event that changed nothing in the store: a sign-out, an exported file. */
export function recordEvent(
  management: Management,
  entry: Omit<AuditEntry, 'before'>,
): Promise<void> {
  return inside(management).write((db) => writeAudit(db, entry))
}

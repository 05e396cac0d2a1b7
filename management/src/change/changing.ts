import { type AuditEntry, writeAudit } from '../auditLog/writeAudit.ts'
import { noticing, passOn } from '../directory/passOn.ts'
import { type Db, inside, type Management } from '../store.ts'
import { asRefusal } from './asRefusal.ts'

/** Who changes something in the panel, for the administrative audit log (D42). */
export type Editor = { readonly userId: number; readonly username: string }

/** A running change: all of it happens, or nothing. */
export type Change = {
  readonly db: Db
  readonly at: Date
  /** Writes the audit entry; no change of the panel is made without one. */
  audit(entry: Omit<AuditEntry, 'actorId' | 'actorName'>): Promise<void>
}

/**
 * Runs one change of management data with its entry in the audit log, in one transaction. A violated constraint becomes
 * a sentence for the user; ingest has taken the change over before the answer is given.
 */
export async function changing<Answer>(
  management: Management,
  editor: Editor,
  work: (change: Change) => Promise<Answer>,
): Promise<Answer> {
  const store = inside(management)
  const changed = await store.write((db) =>
    db
      .transaction()
      .execute((change) =>
        noticing(change, () =>
          work({
            db: change,
            at: new Date(store.now()),
            audit: (entry) =>
              writeAudit(change, { actorId: editor.userId, actorName: editor.username, ...entry }),
          }),
        ),
      )
      .catch((error: unknown) => {
        throw asRefusal(error)
      }),
  )
  return passOn(management, changed)
}

import { AppError } from '@packboard/model'
import { type AuditAction, type AuditedRecord, writeAudit } from '../auditLog/auditLog.ts'
import { noticing, passOn } from '../directory/machineDirectory.ts'
import { refusing } from '../queries.ts'
import { type Db, inside, type Management } from '../store.ts'

/** Who changes something in the panel, for the administrative audit log (D42). */
export type Editor = { readonly userId: number; readonly username: string }

/** A running change: all of it happens, or nothing. */
export type Change = {
  readonly db: Db
  readonly at: Date
  /** Writes the audit entry; no change of the panel is made without one. */
  audit(action: AuditAction, entity: string, record: AuditedRecord): Promise<void>
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
  const changed = await store
    .transaction((db) =>
      noticing(db, () =>
        work({
          db,
          at: new Date(store.now()),
          audit: (action, entity, record) => writeAudit(db, editor, action, entity, record),
        }),
      ),
    )
    .catch((error: unknown) => {
      throw asRefusal(error)
    })
  return passOn(management, changed)
}

/** Which value is already in use, by the name of the violated constraint. */
const taken: Readonly<Record<string, string>> = {
  distributor_name: 'a distributor of this name',
  client_name: 'a client of this name',
  machine_type_label: 'a machine type of this label',
  device_name: 'a device of this name',
  machine_serial_no: 'a machine of this serial number',
  machine_topic_prefix: 'a machine at this address',
  user_account_username_key: 'a user of this user name',
  user_account_email_key: 'a user of this e-mail address',
}

/** A violated constraint of the database as a sentence for the user (D41). */
function asRefusal(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error
  const constraint = 'constraint' in error ? String(error.constraint) : ''
  switch (error.code) {
    case '23505': {
      const what = taken[constraint]
      if (what === undefined) return error
      return new AppError('name.taken', {
        cause: error,
        message: `There is already ${what}${namedIn(error)}.`,
      })
    }
    case 'PB001':
      return new AppError('row.protected', {
        cause: error,
        message: 'The client with number 1 cannot be deleted or disabled.',
      })
    case 'PB002':
      return new AppError('row.protected', {
        cause: error,
        message: 'The last administrator cannot be deleted or disabled.',
      })
    case '23514':
      if (constraint !== 'user_account_username') return error
      return new AppError('request.invalid', {
        cause: error,
        message: 'A user name with an @ must be the e-mail address of the same account.',
        fields: [{ field: 'username', message: 'must be the e-mail address' }],
      })
    default:
      return error
  }
}

/** Which of many names clashed: a person who restores a client with its people has typed none of them. */
function namedIn(error: object): string {
  const detail = 'detail' in error ? String(error.detail) : ''
  // Of a name within a client, the number of the client goes without saying.
  const value = /\)=\((?:\d+, )?(.{1,200})\) /.exec(detail)?.[1]
  return value === undefined ? '' : `: ${value}`
}

/**
 * Refuses an edit that is based on an older version of the row than the locked one: the second of two people gets an
 * error, and nothing is lost silently. An edit without a version is applied to the current row.
 */
export function demandVersion(
  row: { readonly version: number },
  requested: number | undefined,
): void {
  if (requested !== undefined && requested !== row.version) throw new AppError('edit.conflict')
}

/**
 * Locks the rows that a new or changed row refers to, until the change is committed: a client, a distributor or a
 * machine type cannot be deleted while a row that refers to it is written.
 */
export function lockedClient(db: Db, id: number) {
  return db
    .selectFrom('client')
    .select(['id', 'name', 'distributor_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirstOrThrow(refusing('client.notFound'))
}

export function lockedDistributor(db: Db, id: number) {
  return db
    .selectFrom('distributor')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirstOrThrow(refusing('distributor.notFound'))
}

export function lockedMachineType(db: Db, id: number) {
  return db
    .selectFrom('machine_type')
    .select(['id', 'label'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirstOrThrow(refusing('machineType.notFound'))
}

/** `1 machine`, `3 machines`. */
export function plural(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`
}

/**
 * A name as the panel shows it: a deleted row that is still referred to is marked as deleted, and breaks no page (D41).
 */
export function shownName(name: string | null, deletedAt: Date | null): string | null {
  return name === null || deletedAt === null ? name : `${name} (deleted)`
}

import {
  AppError,
  type PanelScope,
  type ProgramGroup,
  programKeyLimits,
  refusedField,
} from '@packboard/model'
import { writeAudit } from '../auditLog/auditLog.ts'
import { changing, type Editor, lockedDistributor } from '../change/changing.ts'
import { clientToChange } from '../clients/changeClients.ts'
import type { LetterTo } from '../factors/changeFactors.ts'
import { countOf } from '../queries.ts'
import { reaches } from '../scope.ts'
import { type Db, inside, type Management } from '../store.ts'
import { hashOfProgramToken, newProgramToken } from './findProgramKey.ts'

export type NewProgramKey = {
  readonly name: string
  readonly clientId?: number | undefined
  readonly distributorId?: number | undefined
  readonly groups: readonly ProgramGroup[]
  readonly expires?: Date | undefined
}

const dayMs = 86_400_000

/** Makes a key for a program that reads what it names, within the scope of its maker, and returns it for the only time; the caller informs the maker. */
export function addProgramKey(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  requested: NewProgramKey,
): Promise<{ id: number; key: string; maker: LetterTo }> {
  const { name } = requested
  const groups = [...new Set(requested.groups)]
  return changing(management, editor, async ({ db, at, audit }) => {
    const owner = await ownerOf(db, scope, requested)
    const latest = new Date(at.getTime() + programKeyLimits.daysAtMost * dayMs)
    const expires = requested.expires ?? new Date(at.getTime() + programKeyLimits.days * dayMs)
    if (expires <= at) throw refusedField('expires', 'The key would have ended already.')
    if (expires > latest) {
      throw refusedField('expires', `A key ends after ${programKeyLimits.daysAtMost} days.`)
    }
    const living = await countOf(
      db
        .selectFrom('program_key')
        .where('client_id', 'is not distinct from', owner.client_id)
        .where('distributor_id', 'is not distinct from', owner.distributor_id)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', at),
    )
    if (living >= programKeyLimits.perOwner) throw new AppError('key.tooMany')
    const { id } = await db
      .insertInto('program_key')
      .values({
        ...{ name, ...owner, groups, created_by: editor.userId },
        ...{ created_at: at, expires_at: expires },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const key = await addHash(management, db, id)
    await audit('create', 'programKey', {
      id,
      clientId: owner.client_id,
      after: { name, groups, distributorId: owner.distributor_id, expires },
    })
    return { id, key, maker: await makerOf(db, editor.userId) }
  })
}

async function makerOf(db: Db, userId: number): Promise<LetterTo> {
  return db
    .selectFrom('user_account')
    .select(['id as userId', 'username', 'first_name as firstName', 'email'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** What a new key reads: only an admin makes one for the whole installation, a distributor for itself, a client's administrator for its client. */
async function ownerOf(db: Db, scope: PanelScope, { clientId, distributorId }: NewProgramKey) {
  if (clientId !== undefined && distributorId !== undefined) {
    throw refusedField('distributorId', 'A key is of a client or of a distributor.')
  }
  if (clientId !== undefined) {
    const client = await clientToChange(db, clientId)
    // A distributor makes keys for itself alone: those of its clients are of no distributor.
    const own = { client_id: client.id, distributor_id: null }
    if (!reaches(scope, own)) throw new AppError('client.notFound')
    return own
  }
  const owner = { client_id: null, distributor_id: distributorId ?? null }
  if (!reaches(scope, owner)) {
    throw new AppError(distributorId === undefined ? 'request.notAllowed' : 'distributor.notFound')
  }
  if (distributorId !== undefined) await lockedDistributor(db, distributorId)
  return owner
}

/** Makes a secret of a key, of which an HMAC is kept. */
async function addHash(management: Management, db: Db, programKeyId: number): Promise<string> {
  const key = newProgramToken()
  const hash = hashOfProgramToken(management, key)
  const keyId = management.secrets.keyId()
  if (!hash || keyId === null) throw new AppError('secrets.noKey')
  await db
    .insertInto('program_key_hash')
    .values({ hash, program_key_id: programKeyId, key_id: keyId, expires_at: null })
    .execute()
  return key
}

/** A key that has not ended and that the scope reaches, locked; any other is not found (D35). */
async function keyToChange(db: Db, scope: PanelScope, id: number, at: Date) {
  const key = await db
    .selectFrom('program_key')
    .select(['id', 'name', 'client_id', 'distributor_id', 'groups'])
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', at)
    .forUpdate()
    .executeTakeFirst()
  // A distributor manages its own keys, not those of its clients.
  if (!key || !reaches(scope, key)) throw new AppError('key.notFound')
  return key
}

/** Makes a second secret; the ones that there are end after 24 hours. */
export function rotateProgramKey(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
): Promise<{ key: string; oldUntil: Date }> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const before = await keyToChange(db, scope, id, at)
    const oldUntil = new Date(at.getTime() + programKeyLimits.overlapHours * 3_600_000)
    await db
      .deleteFrom('program_key_hash')
      .where('program_key_id', '=', id)
      .where('expires_at', '<=', at)
      .execute()
    await db
      .updateTable('program_key_hash')
      .set({ expires_at: oldUntil })
      .where('program_key_id', '=', id)
      .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', oldUntil)]))
      .execute()
    const key = await addHash(management, db, id)
    await audit('rotate', 'programKey', {
      id,
      clientId: before.client_id,
      after: { name: before.name, oldUntil },
    })
    return { key, oldUntil }
  })
}

/** Revokes a key permanently: it is refused within 5 seconds everywhere. */
export function revokeProgramKey(
  management: Management,
  editor: Editor,
  scope: PanelScope,
  id: number,
): Promise<void> {
  return changing(management, editor, async ({ db, at, audit }) => {
    const before = await keyToChange(db, scope, id, at)
    await db.updateTable('program_key').set({ revoked_at: at }).where('id', '=', id).execute()
    await audit('revoke', 'programKey', {
      id,
      clientId: before.client_id,
      before: { name: before.name },
    })
  })
}

/** Who gets the letter that a key was revoked. */
export type LeakedKey = LetterTo & { readonly name: string }

/**
 * Revokes a key that came in the address of a call, where logs keep it; the entry of the audit log says why. Undefined when it had ended
 * already.
 */
export async function revokeLeakedKey(
  management: Management,
  id: number,
  { address }: { readonly address: string },
): Promise<LeakedKey | undefined> {
  const store = inside(management)
  return store.transaction(async (db) => {
    const key = await db
      .selectFrom('program_key as k')
      .innerJoin('user_account as u', 'u.id', 'k.created_by')
      .select(['k.name', 'k.client_id', 'u.id as userId', 'u.username'])
      .select(['u.first_name as firstName', 'u.email', 'u.deleted_at'])
      .where('k.id', '=', id)
      .where('k.revoked_at', 'is', null)
      .forUpdate('k')
      .executeTakeFirst()
    if (!key) return undefined
    const { client_id: clientId, deleted_at, email, ...leaked } = key
    await db
      .updateTable('program_key')
      .set({ revoked_at: new Date(store.now()) })
      .where('id', '=', id)
      .execute()
    await writeAudit(db, { userId: null, username: 'Packboard' }, 'revoke', 'programKey', {
      id,
      clientId,
      before: { name: key.name },
      after: { reason: 'in an address', address },
    })
    return { ...leaked, email: deleted_at === null ? email : null }
  })
}

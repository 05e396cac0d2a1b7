import { AppError, type PanelScope } from '@packboard/model'
import { type Change, changing, type Editor } from '../change/changing.ts'
import { refusing } from '../queries.ts'
import type { Db, Management } from '../store.ts'
import { type MayActOn, userToChange } from '../users/users.ts'
import { factorsOf, hasFactor } from './factorsOf.ts'
import { keepPasskey, type StoredPasskey } from './passkeys.ts'
import { makeRecoveryCodes } from './recoveryCodes.ts'
import { spendCode } from './totp.ts'

/** Whom the letters about an account go to; without an address nobody gets one. */
export type LetterTo = {
  readonly userId: number
  readonly username: string
  readonly firstName: string
  /** Null: there is nobody to write to. */
  readonly email: string | null
}

/** The first code of a new authenticator app switches it on. Refused as `acceptTotp`. */
export function switchOnTotp(
  management: Management,
  editor: Editor,
  code: string,
): Promise<LetterTo> {
  const { userId } = editor
  return changing(management, editor, async ({ db, audit }) => {
    await spendCode({ management, db }, { userId, code, state: 'pending' })
    return noted({ db, audit }, userId, 'create', 'totp')
  })
}

/** Switches the authenticator app of a person off. */
export function switchOffTotp(management: Management, editor: Editor): Promise<LetterTo> {
  const { userId } = editor
  return changing(management, editor, async ({ db, audit }) => {
    const gone = await db.deleteFrom('totp_factor').where('user_id', '=', userId).executeTakeFirst()
    if (gone.numDeletedRows === 0n) throw new AppError('factor.notFound')
    await withoutFactor(db, userId)
    return noted({ db, audit }, userId, 'delete', 'totp')
  })
}

/** Keeps a new passkey of the person. */
export function addPasskey(
  management: Management,
  editor: Editor,
  passkey: Omit<StoredPasskey, 'userId'> & { readonly name: string },
): Promise<LetterTo> {
  const { userId } = editor
  return changing(management, editor, async ({ db, at, audit }) => {
    await keepPasskey(db, { ...passkey, userId, at })
    return noted({ db, audit }, userId, 'create', 'passkey', { name: passkey.name })
  })
}

/** Removes a passkey of the person. */
export function removePasskey(
  management: Management,
  editor: Editor,
  id: number,
): Promise<{ readonly owner: LetterTo; readonly name: string }> {
  const { userId } = editor
  return changing(management, editor, async ({ db, audit }) => {
    const { name } = await db
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('user_id', '=', userId)
      .returning('name')
      .executeTakeFirstOrThrow(refusing('factor.notFound'))
    await withoutFactor(db, userId)
    return { owner: await noted({ db, audit }, userId, 'delete', 'passkey', { name }), name }
  })
}

/** Ten new recovery codes of a person who has a factor; those from before are void. */
export function renewRecoveryCodes(
  management: Management,
  editor: Editor,
): Promise<{ readonly codes: string[]; readonly owner: LetterTo }> {
  const { userId } = editor
  return changing(management, editor, async ({ db, at, audit }) => {
    if (!hasFactor(await factorsOf(db, userId))) throw new AppError('factor.notFound')
    const codes = await makeRecoveryCodes(db, userId, at)
    return { codes, owner: await noted({ db, audit }, userId, 'create', 'recoveryCodes') }
  })
}

/**
 * Removes every factor of a person who has lost the device, and ends its sessions: only for who may give that role, and never one's own.
 */
export function resetFactors(
  management: Management,
  editor: Editor,
  { scope, mayReset }: { readonly scope: PanelScope; readonly mayReset: MayActOn },
  id: number,
): Promise<LetterTo> {
  return changing(management, editor, async ({ db, audit }) => {
    await userToChange(db, scope, mayReset, id)
    const before = await factorsOf(db, id)
    await db.deleteFrom('totp_factor').where('user_id', '=', id).execute()
    await db.deleteFrom('passkey').where('user_id', '=', id).execute()
    await db.deleteFrom('recovery_code').where('user_id', '=', id).execute()
    await db.deleteFrom('sign_in_ticket').where('user_id', '=', id).execute()
    await db.deleteFrom('session').where('user_id', '=', id).execute()
    return noted({ db, audit }, id, 'revoke', 'factors', {
      totp: before.totpSince !== null,
      passkeys: before.passkeys.map(({ name }) => name),
      recoveryCodes: before.recoveryCodes?.left ?? 0,
    })
  })
}

/** Recovery codes stand in for a factor; without one they are of no use. */
async function withoutFactor(db: Db, userId: number): Promise<void> {
  if (hasFactor(await factorsOf(db, userId))) return
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

/** Writes the change of a factor to the log; what was there is before it, what came is after it. */
async function noted(
  { db, audit }: Pick<Change, 'db' | 'audit'>,
  userId: number,
  action: 'create' | 'delete' | 'revoke',
  entity: 'totp' | 'passkey' | 'recoveryCodes' | 'factors',
  what: object = {},
): Promise<LetterTo> {
  const user = await db
    .selectFrom('user_account')
    .select(['username', 'first_name', 'email', 'client_id'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow(refusing('user.notFound'))
  const about = { username: user.username, ...what }
  await audit(action, entity, {
    id: userId,
    clientId: user.client_id,
    ...(action === 'create' ? { after: about } : { before: about }),
  })
  return { userId, username: user.username, firstName: user.first_name, email: user.email }
}

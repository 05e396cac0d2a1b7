import {
  type FactorMethod,
  type FactorMode,
  factorLimits,
  type PersonRole,
  wantsFactor,
} from '@packboard/model'
import { type Db, inside, type Management } from '../store.ts'

/** What a person has set up besides the password. */
export type Factors = {
  /** Since when the authenticator app is on; null: none. */
  readonly totpSince: Date | null
  readonly passkeys: readonly PasskeyRow[]
  /** Null: there are none. */
  readonly recoveryCodes: { readonly left: number; readonly madeAt: Date } | null
}

export type PasskeyRow = {
  readonly id: number
  readonly name: string
  readonly createdAt: Date
  readonly lastUsedAt: Date | null
}

export async function factorsOf(db: Db, userId: number): Promise<Factors> {
  const totp = await db
    .selectFrom('totp_factor')
    .select('confirmed_at')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const passkeys = await db
    .selectFrom('passkey')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const codes = await db
    .selectFrom('recovery_code')
    .select(['created_at', 'used_at'])
    .where('user_id', '=', userId)
    .execute()
  const [first] = codes
  return {
    totpSince: totp?.confirmed_at ?? null,
    passkeys,
    recoveryCodes: first
      ? { left: codes.filter(({ used_at }) => used_at === null).length, madeAt: first.created_at }
      : null,
  }
}

/** Which factor a person shows. */
export type ShownFactor = Exclude<FactorMethod, 'setUp'>

/** How this installation asks for second factors. */
export type FactorRule = {
  readonly mode: FactorMode
  /** Whether passkeys work at the address of this installation. */
  readonly passkeys: boolean
}

export const hasFactor = ({ totpSince, passkeys }: Factors) =>
  totpSince !== null || passkeys.length > 0

/** What of a person's factors can be shown here; none where the mode is off or there is no factor. */
export function methodsOf(factors: Factors, rule: FactorRule): ShownFactor[] {
  if (rule.mode === 'off' || !hasFactor(factors)) return []
  const methods: ShownFactor[] = []
  if (factors.totpSince !== null) methods.push('totp')
  if (factors.passkeys.length > 0 && rule.passkeys) methods.push('passkey')
  if ((factors.recoveryCodes?.left ?? 0) > 0) methods.push('recoveryCode')
  return methods
}

const dayMs = 86_400_000
const endOf = (beganAt: Date) => new Date(beganAt.getTime() + factorLimits.graceDays * dayMs)

/** The end of the grace of an account; null: it has not begun. */
export function graceOf(management: Management, userId: number): Promise<Date | null> {
  return inside(management).read(async (db) => {
    const row = await grace(db, userId).executeTakeFirst()
    return row ? endOf(row.began_at) : null
  })
}

const grace = (db: Db, userId: number) =>
  db.selectFrom('factor_grace').select('began_at').where('user_id', '=', userId)

/**
 * Until when an account without a factor signs in with the password alone; null: for ever. The grace begins with the first
 * sign-in at which a factor is wanted.
 */
export async function graceUntil(
  db: Db,
  person: { readonly userId: number; readonly role: PersonRole },
  mode: FactorMode,
  now: number,
): Promise<Date | null> {
  if (!wantsFactor(mode, person.role)) return null
  await db
    .insertInto('factor_grace')
    .values({ user_id: person.userId, began_at: new Date(now) })
    .onConflict((known) => known.doNothing())
    .execute()
  const { began_at } = await grace(db, person.userId).executeTakeFirstOrThrow()
  return endOf(began_at)
}

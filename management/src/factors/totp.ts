import { AppError } from '@packboard/model'
import { generateSecret, generateURI, verify } from 'otplib'
import { ofTotp } from '../secrets/sealedColumns.ts'
import { atEntrance, type Db, type Management } from '../store.ts'

/** A code of the step before or after is taken, too: the clock of a phone may be 30 s off. */
const toleranceSeconds = 30

/** The secret of an authenticator app, for this one moment: as text, and as the address of its picture. */
export type NewTotp = { readonly secret: string; readonly uri: string }

/** Makes a secret for an authenticator app. It counts for nothing until a code of it is shown; a second one replaces the first. */
export async function beginTotp(
  management: Management,
  { userId, label, issuer }: { userId: number; label: string; issuer: string },
): Promise<NewTotp> {
  const store = atEntrance(management)
  const secret = generateSecret()
  const row = {
    secret: management.secrets.seal('totp', ofTotp(userId), secret),
    created_at: new Date(store.now()),
  }
  const stored = await store.write((db) =>
    db
      .insertInto('totp_factor')
      .values({ user_id: userId, ...row })
      .onConflict((known) =>
        known.column('user_id').doUpdateSet(row).where('totp_factor.confirmed_at', 'is', null),
      )
      .executeTakeFirst(),
  )
  if (stored.numInsertedOrUpdatedRows !== 1n) throw new AppError('factor.exists')
  return { secret, uri: generateURI({ issuer, label, secret }) }
}

/** A code of a person's authenticator app. Refused with `signIn.factorWrong`, or `factor.codeUsed` where it was used before. */
export function acceptTotp(management: Management, userId: number, code: string): Promise<void> {
  return atEntrance(management).write((db) =>
    spendCode({ management, db }, { userId, code, state: 'confirmed' }),
  )
}

/**
 * Uses up a code of the app that is on, or of the one that is being set up, which is on from then on. Refused as `acceptTotp`.
 */
export async function spendCode(
  { management, db }: { readonly management: Management; readonly db: Db },
  {
    userId,
    code,
    state,
  }: {
    readonly userId: number
    readonly code: string
    readonly state: 'pending' | 'confirmed'
  },
): Promise<void> {
  const now = atEntrance(management).now()
  const row = await db
    .selectFrom('totp_factor')
    .select('secret')
    .where('user_id', '=', userId)
    .where('confirmed_at', state === 'pending' ? 'is' : 'is not', null)
    .executeTakeFirst()
  const token = code.replaceAll(/\s/g, '')
  if (!row || !/^\d{6}$/.test(token)) throw new AppError('signIn.factorWrong')
  const secret = management.secrets.open('totp', ofTotp(userId), row.secret)
  if (secret === null) throw new AppError('secrets.noKey')
  const epoch = Math.floor(now / 1_000)
  const result = await verify({ secret, token, epoch, epochTolerance: toleranceSeconds })
  if (!result.valid || !('timeStep' in result)) throw new AppError('signIn.factorWrong')
  const { timeStep } = result
  // Of two uses of one code at a time the second waits here for the first, and changes no row.
  const used = await db
    .updateTable('totp_factor')
    .set({ last_step: timeStep, ...(state === 'pending' && { confirmed_at: new Date(now) }) })
    .where('user_id', '=', userId)
    .where('secret', '=', row.secret)
    .where(({ or, eb }) =>
      or([eb('last_step', 'is', null), eb('last_step', '<', String(timeStep))]),
    )
    .executeTakeFirst()
  if (used.numUpdatedRows !== 1n) throw new AppError('factor.codeUsed')
}

import { createHash, randomBytes } from 'node:crypto'
import { AppError, factorLimits } from '@packboard/model'
import { refusing } from '../queries.ts'
import { atEntrance, type Db, type Management } from '../store.ts'

/** A passkey as the check of what it signed needs it. */
export type StoredPasskey = {
  readonly userId: number
  /** base64url, as the browser names it. */
  readonly credentialId: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
  readonly transports: readonly string[]
}

/** What a passkey signs for: a sign-in of nobody known yet, a person who shows it again, or a new one of a person. */
export type ChallengePurpose =
  | { readonly purpose: 'signIn' }
  | { readonly purpose: 'show' | 'add'; readonly userId: number }

const minuteMs = 60_000
const hashOf = (challenge: string) => createHash('sha256').update(challenge).digest()

/** 256 random bits that a passkey has to sign within five minutes, once; only their hash is kept. */
export async function makeChallenge(
  management: Management,
  about: ChallengePurpose,
): Promise<Uint8Array<ArrayBuffer>> {
  const store = atEntrance(management)
  const challenge = new Uint8Array(randomBytes(32))
  await store.write((db) =>
    db
      .insertInto('passkey_challenge')
      .values({
        hash: hashOf(Buffer.from(challenge).toString('base64url')),
        purpose: about.purpose,
        user_id: 'userId' in about ? about.userId : null,
        expires_at: new Date(store.now() + factorLimits.challengeMinutes * minuteMs),
      })
      .execute(),
  )
  return challenge
}

/** Was this challenge made for this purpose, lately, and never used? It is used up by the question. */
export async function takeChallenge(
  management: Management,
  challenge: string,
  about: ChallengePurpose,
): Promise<boolean> {
  const store = atEntrance(management)
  const taken = await store.write((db) =>
    db
      .deleteFrom('passkey_challenge')
      .where('hash', '=', hashOf(challenge))
      .where('purpose', '=', about.purpose)
      .where('user_id', 'is not distinct from', 'userId' in about ? about.userId : null)
      .where('expires_at', '>', new Date(store.now()))
      .executeTakeFirst(),
  )
  return taken.numDeletedRows === 1n
}

/** The passkey that a browser names; undefined for one that is not known. Whether its account may sign in is decided later. */
export function passkeyNamed(
  management: Management,
  credentialId: string,
): Promise<StoredPasskey | undefined> {
  return atEntrance(management).read(async (db) => {
    const row = await stored(db).where('credential_id', '=', credentialId).executeTakeFirst()
    return row && passkeyOf(row)
  })
}

/** The passkeys of a person. */
export function passkeysOfUser(
  management: Management,
  userId: number,
): Promise<readonly StoredPasskey[]> {
  return atEntrance(management).read(async (db) => {
    const rows = await stored(db).where('user_id', '=', userId).orderBy('id').execute()
    return rows.map(passkeyOf)
  })
}

const stored = (db: Db) =>
  db
    .selectFrom('passkey')
    .select(['user_id', 'credential_id', 'public_key', 'counter', 'transports'])

type StoredRow = Awaited<ReturnType<ReturnType<typeof stored>['executeTakeFirstOrThrow']>>

const passkeyOf = (row: StoredRow): StoredPasskey => ({
  userId: row.user_id,
  credentialId: row.credential_id,
  publicKey: new Uint8Array(row.public_key),
  counter: Number(row.counter),
  transports: row.transports,
})

/**
 * A passkey was used and counts so many uses now. Of two uses with one count the second is refused with `passkey.refused`; a passkey
 * that does not count says 0 each time.
 */
export async function notePasskeyUse(
  management: Management,
  credentialId: string,
  counter: number,
): Promise<void> {
  const store = atEntrance(management)
  const noted = await store.write((db) =>
    db
      .updateTable('passkey')
      .set({ counter, last_used_at: new Date(store.now()) })
      .where('credential_id', '=', credentialId)
      .where('counter', counter === 0 ? '=' : '<', String(counter))
      .executeTakeFirst(),
  )
  if (noted.numUpdatedRows !== 1n) throw new AppError('passkey.refused')
}

/** Keeps a new passkey of a person; `passkey.tooMany` where there are ten. */
export async function keepPasskey(
  db: Db,
  passkey: StoredPasskey & { readonly name: string; readonly at: Date },
): Promise<number> {
  // Of two that are added at a time the second waits for the first.
  await db
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', passkey.userId)
    .forUpdate()
    .executeTakeFirstOrThrow(refusing('user.notFound'))
  const known = await db
    .selectFrom('passkey')
    .select('id')
    .where('user_id', '=', passkey.userId)
    .execute()
  if (known.length >= factorLimits.passkeys) throw new AppError('passkey.tooMany')
  const row = await db
    .insertInto('passkey')
    .values({
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey),
      counter: passkey.counter,
      transports: JSON.stringify(passkey.transports),
      name: passkey.name,
      created_at: passkey.at,
    })
    .onConflict((known) => known.column('credential_id').doNothing())
    .returning('id')
    // A device that names its passkey like one of another account is not believed.
    .executeTakeFirstOrThrow(refusing('passkey.refused'))
  return row.id
}

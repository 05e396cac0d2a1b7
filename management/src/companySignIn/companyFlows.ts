import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { AppError, companyLimits } from '@packboard/model'
import type { FlowPurpose } from '../schema.ts'
import { atEntrance, type Management } from '../store.ts'
import type { CompanyPerson } from './companyPerson.ts'

/** A person is about to be sent to its company. */
export type FlowStart = {
  readonly identityProviderId: number
  readonly purpose: FlowPurpose
  /** SHA-256 of the secret of the browser, in base64url: only that browser can fetch the result. */
  readonly challenge: string
  /** Who began it; null before a sign-in. */
  readonly userId: number | null
}

/** What goes to the company and is compared with its answer. */
export type FlowSecrets = {
  readonly state: string
  readonly nonce: string
  /** Of PKCE. */
  readonly verifier: string
}

/** A sign-in that the company has answered. */
export type TakenFlow = Omit<FlowSecrets, 'state'> & Pick<FlowStart, 'purpose' | 'userId'>

const hashOf = (text: string) => createHash('sha256').update(text).digest()
const random = () => randomBytes(32).toString('base64url')
/** 32 bytes in base64url. */
const bitsForm = /^[\w-]{43}$/
const ofFlow = (stateHash: Buffer) => `companyFlow ${stateHash.toString('hex')}`

/** Begins a sign-in: state, nonce and verifier of 256 bits each. The store keeps them encrypted and for ten minutes. */
export async function beginFlow(management: Management, start: FlowStart): Promise<FlowSecrets> {
  const store = atEntrance(management)
  const secrets = { state: random(), nonce: random(), verifier: random() }
  const stateHash = hashOf(secrets.state)
  await store.write((db) =>
    db
      .insertInto('company_flow')
      .values({
        state_hash: stateHash,
        identity_provider_id: start.identityProviderId,
        purpose: start.purpose,
        challenge: Buffer.from(start.challenge, 'base64url'),
        user_id: start.userId,
        sealed: management.secrets.seal(
          'companySignIn',
          ofFlow(stateHash),
          JSON.stringify([secrets.nonce, secrets.verifier]),
        ),
        expires_at: new Date(store.now() + companyLimits.flowMinutes * 60_000),
      })
      .execute(),
  )
  return secrets
}

/**
 * Takes a sign-in by its state, once, in whatever process the browser comes back to: `company.stateUsed` when it was taken, ran
 * out, is of another provider or never began.
 */
export async function takeFlow(
  management: Management,
  identityProviderId: number,
  state: string,
): Promise<TakenFlow> {
  const store = atEntrance(management)
  const stateHash = hashOf(state)
  const row = await store.write((db) =>
    db
      .with('found', (query) =>
        query
          .selectFrom('company_flow')
          .select(['state_hash', 'sealed', 'purpose'])
          .where('state_hash', '=', stateHash)
          .where('identity_provider_id', '=', identityProviderId)
          .where('sealed', 'is not', null)
          .where('expires_at', '>', new Date(store.now()))
          .forUpdate(),
      )
      .updateTable('company_flow as f')
      .from('found')
      .set({ sealed: null })
      .whereRef('f.state_hash', '=', 'found.state_hash')
      .where('f.sealed', 'is not', null)
      .returning(['found.sealed', 'found.purpose', 'f.user_id'])
      .executeTakeFirst(),
  )
  const text =
    row?.sealed && management.secrets.open('companySignIn', ofFlow(stateHash), row.sealed)
  if (!row || !text) throw new AppError('company.stateUsed')
  // What opens was sealed by beginFlow: the seal is bound to this row.
  const [nonce, verifier] = JSON.parse(text) as readonly [string, string]
  return { purpose: row.purpose, userId: row.user_id, nonce, verifier }
}

/** What the company said, until the screen has fetched it. */
export type FlowOutcome = {
  readonly person: CompanyPerson
  /** What the company calls its session. */
  readonly providerSession: string | null
  readonly refreshToken: string | null
  /** All claims as text, for the person who tries a sign-in; else none. */
  readonly shown: readonly { readonly name: string; readonly value: string }[]
}

/** Keeps the answer of the company, encrypted, for a minute, and returns the code by which the screen fetches it once. */
export async function keepOutcome(
  management: Management,
  state: string,
  outcome: FlowOutcome,
): Promise<string> {
  const store = atEntrance(management)
  const stateHash = hashOf(state)
  const code = random()
  await store.write((db) =>
    db
      .updateTable('company_flow')
      .set({
        code_hash: hashOf(code),
        outcome: management.secrets.seal(
          'companySignIn',
          ofFlow(stateHash),
          JSON.stringify(outcome),
        ),
        expires_at: new Date(store.now() + companyLimits.codeSeconds * 1_000),
      })
      .where('state_hash', '=', stateHash)
      .execute(),
  )
  return code
}

export type FetchedFlow = FlowOutcome & {
  readonly identityProviderId: number
  readonly purpose: FlowPurpose
  readonly userId: number | null
}

/**
 * Fetches the answer of the company, once, by its code and the secret of the browser that began it: `company.stateUsed` for a code
 * that was used, ran out or never was, `company.otherBrowser` for another secret, which uses the code up, too.
 */
export async function fetchOutcome(
  management: Management,
  requested: { readonly code: string; readonly secret: string },
): Promise<FetchedFlow> {
  const store = atEntrance(management)
  if (!bitsForm.test(requested.code)) throw new AppError('company.stateUsed')
  const row = await store.write((db) =>
    db
      .deleteFrom('company_flow')
      .where('code_hash', '=', hashOf(requested.code))
      .where('expires_at', '>', new Date(store.now()))
      .returningAll()
      .executeTakeFirst(),
  )
  if (!row?.outcome) throw new AppError('company.stateUsed')
  if (!timingSafeEqual(hashOf(requested.secret), row.challenge)) {
    throw new AppError('company.otherBrowser')
  }
  const text = management.secrets.open('companySignIn', ofFlow(row.state_hash), row.outcome)
  if (text === null) throw new AppError('company.stateUsed')
  // What opens was sealed by keepOutcome: the seal is bound to this row.
  const outcome = JSON.parse(text) as FlowOutcome
  return {
    ...outcome,
    identityProviderId: row.identity_provider_id,
    purpose: row.purpose,
    userId: row.user_id,
  }
}

/** Deletes sign-ins that were begun and not ended; to be called periodically. */
export async function forgetCompanyFlows(management: Management): Promise<void> {
  const store = atEntrance(management)
  await store.write((db) =>
    db.deleteFrom('company_flow').where('expires_at', '<=', new Date(store.now())).execute(),
  )
}

import { createHash } from 'node:crypto'
import { AppError } from '@packboard/model'
import { addressBlock } from '../addressBlock.ts'
import { atEntrance, type Db, type Management } from '../store.ts'

/**
 * How failed sign-ins are slowed down (D40). Three counters, kept in the database so that a restart forgets none:
 *
 * - an account from one address: after 5 failures in a row each next try waits 1 s, 2 s, 4 s … at most 5 minutes;
 * - an account from all addresses together: the same, but at most 30 s, and not for an address from which the account
 *   signed in within the last 90 days. So a stranger who keeps guessing slows down strangers; the owner at the usual
 *   place does not notice;
 * - an address, whatever account: 50 failures within 5 minutes, then it waits for the rest of them; also not who signed
 *   in there within the last 90 days, because a stranger behind the same address must not keep out its people.
 */
export const throttleLimits = {
  freeFailures: 5,
  firstDelayMs: 1_000,
  longestDelayMs: 5 * 60_000,
  longestAccountDelayMs: 30_000,
  /** A counter without a failure for this long starts again. */
  forgetMs: 60 * 60_000,
  addressFailures: 50,
  addressWindowMs: 5 * 60_000,
  knownPlaceMs: 90 * 24 * 3_600_000,
} as const

type Attempt = {
  /** The user name or e-mail address as typed. */
  readonly account: string
  /** The address that it came from. */
  readonly address: string
  /** Tries of a second factor count by themselves, under the number of the account. */
  readonly kind?: 'factor'
}

/**
 * Allows an attempt to sign in, or rejects with `signin.throttled` and the seconds to wait. An attempt counts as failed
 * until `signInSucceeded` is called, so that many simultaneous attempts each count.
 */
export async function admitSignIn(management: Management, attempt: Attempt): Promise<void> {
  const store = atEntrance(management)
  const now = store.now()
  const of = subjects(attempt)
  const waitMs = await store.transaction(async (change) => {
    const counters = await lockCounters(change, [of.pair, of.account, of.address], now)
    const [pair, account, address] = counters
    const known = await isKnownPlace(change, of.pair, now)
    const wait = Math.max(
      delayLeft(pair, throttleLimits.longestDelayMs, now),
      known ? 0 : delayLeft(account, throttleLimits.longestAccountDelayMs, now),
      known ? 0 : windowLeft(address, now),
    )
    if (wait > 0) return wait
    await count(change, of.pair, afterFailure(pair, throttleLimits.forgetMs, now))
    // Failures at a known address do not slow down the owner at other addresses.
    if (!known) {
      await count(change, of.account, afterFailure(account, throttleLimits.forgetMs, now))
    }
    const inWindow = afterFailure(address, throttleLimits.addressWindowMs, now, 'window')
    await count(change, of.address, inWindow)
    return 0
  })
  if (waitMs > 0) {
    throw new AppError('signin.throttled', { retryAfter: Math.ceil(waitMs / 1_000) })
  }
}

/** Did this account sign in at this address within the last 90 days? Strangers there do not slow it down. */
export function signedInBefore(management: Management, attempt: Attempt): Promise<boolean> {
  const store = atEntrance(management)
  return store.read((db) => isKnownPlace(db, subjects(attempt).pair, store.now()))
}

/** The password was right: the account's counters are reset and its address becomes a known one. */
export async function signInSucceeded(management: Management, attempt: Attempt): Promise<void> {
  const store = atEntrance(management)
  const now = new Date(store.now())
  const of = subjects(attempt)
  await store.transaction(async (change) => {
    await change
      .deleteFrom('sign_in_failure')
      .where('subject', 'in', [of.pair, of.account].sort(Buffer.compare))
      .execute()
    await change
      .updateTable('sign_in_failure')
      .set(({ eb }) => ({ failures: eb('failures', '-', 1) }))
      .where('subject', '=', of.address)
      .where('failures', '>', 0)
      .execute()
    await change
      .insertInto('sign_in_place')
      .values({ subject: of.pair, last_at: now })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet({ last_at: now }))
      .execute()
  })
}

/** Deletes expired counters and known addresses; to be called periodically. */
export async function forgetOldFailures(management: Management): Promise<void> {
  const store = atEntrance(management)
  const now = store.now()
  await store.write(async (db) => {
    await db
      .deleteFrom('sign_in_failure')
      .where('last_at', '<', new Date(now - throttleLimits.forgetMs))
      .execute()
    await db
      .deleteFrom('sign_in_place')
      .where('last_at', '<', new Date(now - throttleLimits.knownPlaceMs))
      .execute()
  })
}

function subjects({ account, address, kind }: Attempt) {
  const name = account.normalize('NFKC').trim().toLowerCase()
  const block = addressBlock(address)
  const hash = (...parts: string[]) => createHash('sha256').update(JSON.stringify(parts)).digest()
  return {
    pair: kind ? hash(kind, 'pair', name, block) : hash('pair', name, block),
    account: kind ? hash(kind, 'account', name) : hash('account', name),
    address: hash('address', block),
  }
}

type Counter = { failures: number; windowFrom: number; lastAt: number }

/** Always locked in the same order, so that two attempts never deadlock. */
async function lockCounters(change: Db, wanted: Buffer[], now: number) {
  const at = new Date(now)
  const ordered = [...wanted].sort(Buffer.compare)
  await change
    .insertInto('sign_in_failure')
    .values(ordered.map((subject) => ({ subject, failures: 0, window_from: at, last_at: at })))
    .onConflict((conflict) => conflict.column('subject').doNothing())
    .execute()
  const rows = await change
    .selectFrom('sign_in_failure')
    .selectAll()
    .where('subject', 'in', ordered)
    .orderBy('subject')
    .forUpdate()
    .execute()
  return wanted.map((subject): Counter => {
    const row = rows.find((candidate) => candidate.subject.equals(subject))
    return {
      failures: row?.failures ?? 0,
      windowFrom: row?.window_from.getTime() ?? now,
      lastAt: row?.last_at.getTime() ?? now,
    }
  })
}

async function isKnownPlace(change: Db, pair: Buffer, now: number): Promise<boolean> {
  const row = await change
    .selectFrom('sign_in_place')
    .select('subject')
    .where('subject', '=', pair)
    .where('last_at', '>', new Date(now - throttleLimits.knownPlaceMs))
    .executeTakeFirst()
  return row !== undefined
}

/** Milliseconds until the next permitted attempt of a counter that grows slower with each failure. */
function delayLeft(counter: Counter | undefined, longestMs: number, now: number): number {
  const { freeFailures, firstDelayMs, forgetMs } = throttleLimits
  if (!counter || counter.failures < freeFailures || now - counter.lastAt >= forgetMs) return 0
  const doublings = Math.min(counter.failures - freeFailures, 30)
  const delay = Math.min(firstDelayMs * 2 ** doublings, longestMs)
  return Math.max(0, counter.lastAt + delay - now)
}

/** Milliseconds until the window of an address with too many failures is over. */
function windowLeft(counter: Counter | undefined, now: number): number {
  const { addressFailures, addressWindowMs } = throttleLimits
  if (!counter || counter.failures < addressFailures) return 0
  return Math.max(0, counter.windowFrom + addressWindowMs - now)
}

function afterFailure(
  counter: Counter | undefined,
  restMs: number,
  now: number,
  kind: 'row' | 'window' = 'row',
): Counter {
  const since = kind === 'window' ? counter?.windowFrom : counter?.lastAt
  const anew = !counter || since === undefined || now - since >= restMs
  return {
    failures: anew ? 1 : counter.failures + 1,
    windowFrom: anew ? now : counter.windowFrom,
    lastAt: now,
  }
}

async function count(change: Db, subject: Buffer, counter: Counter) {
  await change
    .updateTable('sign_in_failure')
    .set({
      failures: counter.failures,
      window_from: new Date(counter.windowFrom),
      last_at: new Date(counter.lastAt),
    })
    .where('subject', '=', subject)
    .execute()
}

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { atEntrance, inside, type Management } from '../store.ts'

/** So many calls at once, and then so many a second. */
export type RateLimit = {
  /** Two limits of one name share their buckets. */
  readonly name: string
  readonly burst: number
  readonly perSecond: number
}

export type Token = {
  /** The call is within the limit. */
  readonly taken: boolean
  /** Milliseconds until another call can be within it; 0 when the next one is. */
  readonly nextMs: number
}

/** Servers whose clocks differ by less than this do not add tokens by taking turns. */
const clockToleranceMs = 10_000

/**
 * Takes a token of the bucket that all servers of the installation share. One statement, so that no two calls get the
 * same token, on whatever server they arrive.
 */
export async function takeToken(
  management: Management,
  { name, burst, perSecond }: RateLimit,
  key: string,
): Promise<Token> {
  const store = atEntrance(management)
  const now = store.now()
  const at = sql<Date>`${new Date(now)}::timestamptz`
  const latest = sql<Date>`${new Date(now + clockToleranceMs)}::timestamptz`
  // What was taken out of a bucket stays taken when its size changes.
  const held = sql<number>`greatest(0, rate_limit.tokens + ${burst}::float8 - rate_limit.burst)`
  const filled = sql<number>`least(${burst}::float8, ${held} + ${perSecond}::float8
    * greatest(0, extract(epoch from ${at} - rate_limit.refilled_at)::float8))`
  const left = sql<number>`(${filled} - case when ${filled} >= 1 then 1 else 0 end)`
  const row = await store.write((db) =>
    db
      .insertInto('rate_limit')
      .values({
        subject: subjectOf(name, key),
        tokens: burst - 1,
        refilled_at: new Date(now),
        taken: true,
        full_at: new Date(now + 1_000 / perSecond),
        burst,
      })
      .onConflict((conflict) =>
        conflict.column('subject').doUpdateSet({
          tokens: left,
          // A clock that was set back gives nothing and takes nothing; one far ahead is not followed.
          refilled_at: sql<Date>`greatest(${at}, least(rate_limit.refilled_at, ${latest}))`,
          taken: sql<boolean>`${filled} >= 1`,
          burst,
          full_at: sql<Date>`${at} + make_interval(secs => (${burst}::float8 - ${left}) / ${perSecond}::float8)`,
        }),
      )
      .returning(['tokens', 'taken'])
      .executeTakeFirstOrThrow(),
  )
  const missing = Math.max(0, 1 - row.tokens)
  return { taken: row.taken, nextMs: Math.ceil((missing / perSecond) * 1_000) }
}

/** How many tokens are left in each of these buckets that is not full; nothing is taken. */
export async function tokensLeft(
  management: Management,
  { name, burst, perSecond }: RateLimit,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const store = inside(management)
  const now = store.now()
  const keyOf = new Map(keys.map((key) => [subjectOf(name, key).toString('hex'), key]))
  const subjects = [...keyOf.keys()].map((hex) => Buffer.from(hex, 'hex'))
  const rows = await store.read((db) =>
    db
      .selectFrom('rate_limit')
      .select(['subject', 'tokens', 'refilled_at', 'burst'])
      .where(({ eb, fn, val }) => eb('subject', '=', fn.any(val(subjects))))
      .where('full_at', '>', new Date(now))
      .execute(),
  )
  return new Map(
    rows.map((row) => {
      const held = Math.max(0, row.tokens + burst - row.burst)
      const gained = (perSecond * Math.max(0, now - row.refilled_at.getTime())) / 1_000
      return [keyOf.get(row.subject.toString('hex')) ?? '', Math.min(burst, held + gained)]
    }),
  )
}

const subjectOf = (name: string, key: string) =>
  createHash('sha256')
    .update(JSON.stringify([name, key]))
    .digest()

/** Deletes the buckets that are full again; to be called periodically. */
export async function forgetFullBuckets(management: Management): Promise<void> {
  const store = atEntrance(management)
  const now = new Date(store.now())
  await store.write((db) => db.deleteFrom('rate_limit').where('full_at', '<=', now).execute())
}

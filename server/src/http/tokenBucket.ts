import { type Management, type RateLimit, takeToken } from '@packboard/management'
import { LRUCache } from 'lru-cache'

/** A bucket per key that holds `burst` tokens and gains `perSecond`; at most `keys` of them are kept. */
type TokenBuckets = {
  /** Takes one token. Returns 0, or the seconds to wait when the bucket is empty. */
  take(key: string): number
  /** Seconds to wait for a token, without taking one. */
  wait(key: string): number
}

type Bucket = { left: number; at: number }

/** Limits how often one key (a person, an address) may do something. */
export function tokenBuckets(
  { burst, perSecond, keys = 20_000 }: { burst: number; perSecond: number; keys?: number },
  now: () => number,
): TokenBuckets {
  const buckets = new LRUCache<string, Bucket>({ max: keys })

  function bucketOf(key: string): Bucket {
    const at = now()
    const old = buckets.get(key)
    // A clock that was set back gives nothing and takes nothing.
    const gained = old ? (Math.max(0, at - old.at) / 1000) * perSecond : 0
    const bucket = { left: Math.min(burst, (old?.left ?? burst) + gained), at }
    buckets.set(key, bucket)
    return bucket
  }

  const secondsUntilOne = ({ left }: Bucket) =>
    left >= 1 ? 0 : Math.max(1, Math.ceil((1 - left) / perSecond))

  return {
    take(key) {
      const bucket = bucketOf(key)
      const seconds = secondsUntilOne(bucket)
      if (seconds === 0) bucket.left -= 1
      return seconds
    },
    wait: (key) => secondsUntilOne(bucketOf(key)),
  }
}

/** Limits how often one key (an address, an account) may do something, on all servers of the installation together. */
export type SharedLimit = {
  /** Takes one token. Returns 0, or the seconds to wait when there is none. */
  take(key: string): Promise<number>
  /** Seconds to wait for a token, as far as this server knows; it learns what others took when it takes one itself. */
  wait(key: string): number
}

type Empty = { readonly at: number; readonly until: number }

/**
 * The buckets are in the database. A bucket that was found empty is not queried again before its next token: who keeps
 * calling costs the database no statement.
 */
export function sharedLimit(
  { management, now }: { readonly management: Management; readonly now: () => number },
  limit: RateLimit,
): SharedLimit {
  const emptied = new LRUCache<string, Empty>({ max: 20_000 })

  function wait(key: string): number {
    const empty = emptied.get(key)
    const at = now()
    // A clock that was set back makes nobody wait longer.
    if (!empty || at < empty.at || at >= empty.until) return 0
    return Math.ceil((empty.until - at) / 1_000)
  }

  return {
    wait,
    async take(key) {
      const known = wait(key)
      if (known > 0) return known
      const { taken, nextMs } = await takeToken(management, limit, key)
      const at = now()
      if (nextMs > 0) emptied.set(key, { at, until: at + nextMs })
      return taken ? 0 : Math.max(1, Math.ceil(nextMs / 1_000))
    },
  }
}

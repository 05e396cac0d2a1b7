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

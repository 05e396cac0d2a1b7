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
  const buckets = new Map<string, Bucket>()

  function bucketOf(key: string): Bucket {
    const at = now()
    const old = buckets.get(key)
    // A clock that was set back gives nothing and takes nothing.
    const gained = old ? (Math.max(0, at - old.at) / 1000) * perSecond : 0
    const bucket = { left: Math.min(burst, (old?.left ?? burst) + gained), at }
    // Taken out and put back: the map stays in the order of last use, so the least recently used one is removed first.
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > keys) {
      const idlest = buckets.keys().next()
      if (!idlest.done) buckets.delete(idlest.value)
    }
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

/** An IPv6 client owns its whole /64, so the /64 is counted (T68). */
export function addressKey(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  const [withoutZone = ''] = ip.split('%')
  const [head = '', tail] = withoutZone.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

import * as limits from './limits.ts'

/** Edge nodes whose last request is remembered. */
const remembered = 100_000

/**
 * When an edge node may be requested to begin anew: it costs the edge node a message of all its metrics, and one that
 * sends wrong numbers must not be kept busy with it. Remembered across its connections.
 */
export function createRebirths(now: () => number, rebirthMs: number) {
  const requested = new Map<string, number>()
  let second = 0
  let ofSecond = 0

  return {
    /** Whether this edge node may be requested now; then it counts as requested. */
    take(edge: string): boolean {
      const at = now()
      const before = requested.get(edge)
      if (before !== undefined && at - before < rebirthMs) return false
      if (Math.floor(at / 1_000) !== second) {
        second = Math.floor(at / 1_000)
        ofSecond = 0
      }
      if (ofSecond >= limits.rebirthsPerSecond) return false
      ofSecond += 1
      requested.delete(edge)
      requested.set(edge, at)
      if (requested.size > remembered) {
        const oldest = requested.keys().next()
        if (!oldest.done) requested.delete(oldest.value)
      }
      return true
    },
  }
}

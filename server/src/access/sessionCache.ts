import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { limits } from '../http/limits.ts'
import type { Actor } from './actor.ts'

/**
 * Who holds which token, asked of the session table and believed for at most two seconds (D40: ended within 5 s). The
 * holders of wall links are kept in one of their own.
 */
export type SessionCache<Holder = Actor> = {
  actorOf(token: string): Promise<Holder | undefined>
  /** Forgets a token at once: a sign-out on this server is felt by its next request. */
  forget(token: string): void
}

type Entry<Holder> = { at: number; actor: Promise<Holder | undefined> }

/** A token is 256 bits in base64url; anything else is not even looked up. */
const tokenPattern = /^[\w-]{32,128}$/

export function sessionCache<Holder = Actor>(
  ask: (token: string) => Promise<Holder | undefined>,
  now: () => number,
  { believeMs = limits.sessionCacheMs, size = 20_000 }: { believeMs?: number; size?: number } = {},
): SessionCache<Holder> {
  // Its own ages are not used: they count from the answer, and trust a clock that stepped back.
  const entries = new LRUCache<string, Entry<Holder>>({ max: size })
  // The token itself is not kept: a dump of this memory must not be a bunch of keys.
  const keyOf = (token: string) => createHash('sha256').update(token).digest('base64')

  return {
    async actorOf(token) {
      if (!tokenPattern.test(token)) return undefined
      const key = keyOf(token)
      const at = now()
      const known = entries.get(key)
      // A clock that stepped back makes every answer old, never everlasting.
      if (known && at >= known.at && at - known.at < believeMs) return known.actor
      // The age counts from the question, not from its answer.
      const entry = { at, actor: ask(token) }
      entries.set(key, entry)
      const drop = () => {
        if (entries.peek(key) === entry) entries.delete(key)
      }
      const actor = await entry.actor.catch((error: unknown) => {
        drop()
        throw error
      })
      // A token that is nobody's today may be issued in a moment.
      if (!actor) drop()
      return actor
    },
    forget: (token) => void entries.delete(keyOf(token)),
  }
}

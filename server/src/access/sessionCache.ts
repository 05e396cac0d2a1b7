import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { limits } from '../http/limits.ts'
import type { Actor } from './actor.ts'

/**
 * The holder of each token, read from the session table and cached for at most two seconds (D40: ended within 5 s). The
 * holders of wall links have a cache of their own.
 */
export type SessionCache<Holder = Actor> = {
  actorOf(token: string): Promise<Holder | undefined>
  /** Forgets a token at once: a sign-out on this server is effective at the next request. */
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
  // The ages of the cache are not used: they count from the answer, and trust a clock that was set back.
  const entries = new LRUCache<string, Entry<Holder>>({ max: size })
  // The token itself is not kept: a memory dump must not contain usable tokens.
  const keyOf = (token: string) => createHash('sha256').update(token).digest('base64')

  return {
    async actorOf(token) {
      if (!tokenPattern.test(token)) return undefined
      const key = keyOf(token)
      const at = now()
      const known = entries.get(key)
      // A clock that was set back makes every entry old, never eternal.
      if (known && at >= known.at && at - known.at < believeMs) return known.actor
      // The age counts from the query, not from its answer.
      const entry = { at, actor: ask(token) }
      entries.set(key, entry)
      const drop = () => {
        if (entries.peek(key) === entry) entries.delete(key)
      }
      const actor = await entry.actor.catch((error: unknown) => {
        drop()
        throw error
      })
      // A token that does not exist now may be issued a moment later.
      if (!actor) drop()
      return actor
    },
    forget: (token) => void entries.delete(keyOf(token)),
  }
}

import type { Role } from '@packboard/model'

type Lifetime = { readonly idleMs: number; readonly longestMs: number }

const hour = 3_600_000
const day = 24 * hour

/**
 * How long a sign-in lasts without use, and at most (D40). Staff see many tenants, so their sessions end sooner,
 * whatever the browser keeps.
 */
export function sessionLifetime(role: Role, browserSaved: boolean): Lifetime {
  const person = browserSaved
    ? { idleMs: 7 * day, longestMs: 30 * day }
    : { idleMs: 8 * hour, longestMs: 24 * hour }
  if (role !== 'admin' && role !== 'distributor') return person
  return {
    idleMs: Math.min(person.idleMs, 12 * hour),
    longestMs: Math.min(person.longestMs, 7 * day),
  }
}

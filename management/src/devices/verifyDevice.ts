import { createHmac, randomBytes } from 'node:crypto'
import { AppError, groupOfRole } from '@packboard/model'
import { LRUCache } from 'lru-cache'
import { machineDirectory } from '../directory/machineDirectory.ts'
import { passwordFits } from '../passwords/passwords.ts'
import { type Inside, inside, type Management } from '../store.ts'

/** A machine's own account, and the machines that it may send for. */
export type Device = {
  readonly userId: number
  readonly clientId: number
  readonly machineIds: readonly number[]
}

type DeviceSignIn = { readonly username: string; readonly token: string }

/** A right token is looked up again after this time, or as soon as accounts or machines change. */
export const deviceCacheMs = 60_000
/** A wrong token is remembered, so that a device that keeps trying costs no query. */
export const deviceRefusalMs = 10_000
/** While the management store is unavailable, a recently verified token stays valid: machines are still recorded. */
export const deviceGraceMs = 24 * 3_600_000
/** For this long the unavailable store is not queried again. */
const deviceRetryMs = 10_000
/** Devices remembered; the one that was silent longest is forgotten first. */
const deviceCacheSize = 10_000

type Entry = {
  readonly device: Device | null
  /** When the store was queried. */
  readonly at: number
  /** Until when it is used without a query. */
  readonly until: number
  readonly version: bigint
}

type Cache = {
  readonly entries: LRUCache<string, Entry>
  readonly asking: Map<string, Promise<Device | null>>
}
const caches = new WeakMap<Management, Cache>()

/** Tokens are remembered only as an HMAC with a key that exists only in this process. */
const cacheKey = randomBytes(32)

/**
 * Who is this device? null when name and token match no device. Devices of a disabled client still count, so that a
 * dispute loses no production data; those of a deleted client do not (D41).
 */
export async function verifyDevice(
  management: Management,
  requested: DeviceSignIn,
): Promise<Device | null> {
  const store = inside(management)
  const { version } = await machineDirectory(management)
  const cache = cacheOf(management)
  const key = createHmac('sha256', cacheKey)
    .update(JSON.stringify([requested.username, requested.token]))
    .digest('base64')

  const now = store.now()
  const known = cache.entries.get(key)
  // A clock that was set back makes an entry old, never eternal.
  if (known?.version === version() && now >= known.at && now < known.until) return known.device

  const asking = cache.asking.get(key) ?? ask(store, requested, key, cache, version())
  cache.asking.set(key, asking)
  try {
    return await asking
  } catch (error) {
    const away = error instanceof AppError && error.code === 'store.busy'
    if (!away || !known?.device || Math.abs(now - known.at) >= deviceGraceMs) throw error
    // Not every record should wait for an unavailable store.
    cache.entries.set(key, { ...known, until: now + deviceRetryMs })
    return known.device
  } finally {
    cache.asking.delete(key)
  }
}

function cacheOf(management: Management): Cache {
  const cache = caches.get(management) ?? {
    entries: new LRUCache({ max: deviceCacheSize }),
    asking: new Map(),
  }
  caches.set(management, cache)
  return cache
}

async function ask(
  store: Inside,
  requested: DeviceSignIn,
  key: string,
  cache: Cache,
  version: bigint,
): Promise<Device | null> {
  const device = await lookUp(store, requested)
  const at = store.now()
  const until = at + (device ? deviceCacheMs : deviceRefusalMs)
  cache.entries.set(key, { device, at, until, version })
  return device
}

const deviceGroup = groupOfRole('device')

async function lookUp(store: Inside, requested: DeviceSignIn): Promise<Device | null> {
  const account = await store.read((db) =>
    db
      .selectFrom('user_account as u')
      .innerJoin('client as c', 'c.id', 'u.client_id')
      .select(['u.id', 'u.client_id', 'u.password_hash'])
      .where(({ eb, fn, val }) =>
        eb(
          fn<string>('lower', ['u.username']),
          '=',
          fn<string>('lower', [val(requested.username.normalize('NFKC').trim())]),
        ),
      )
      .where('u.group_id', '=', deviceGroup)
      .where('u.enabled', '=', true)
      .where('u.deleted_at', 'is', null)
      .where('c.deleted_at', 'is', null)
      .executeTakeFirst(),
  )
  const fits = await passwordFits(account?.password_hash, requested.token, 'device')
  if (!account || account.client_id === null || !fits) return null
  const bound = await store.read((db) =>
    db
      .selectFrom('device_machine as d')
      .innerJoin('machine as m', 'm.id', 'd.machine_id')
      .select('m.id')
      .where('d.user_id', '=', account.id)
      .where('m.deleted_at', 'is', null)
      .orderBy('m.id')
      .execute(),
  )
  return {
    userId: account.id,
    clientId: account.client_id,
    machineIds: bound.map(({ id }) => id),
  }
}

import { sql } from 'kysely'
import type { Device } from '../deviceCredentials/deviceIndex.ts'
import { machineDirectory } from '../directory/machineDirectory.ts'
import { type Inside, inside, type Management } from '../store.ts'

type Credential = { readonly name: string; readonly token: string }

/**
 * The devices of the installation, kept in memory with the machines. A change counts at once in this process, within 5 s
 * in others.
 */
export type DeviceDirectory = {
  /** The device of a valid token. It asks no store and costs nothing, so nothing that others send can delay it. */
  known(credential: Credential): Promise<Device | null>
  /** The device of a credential as it is now; null once the credential is revoked, replaced or expired. */
  now(credential: string): Device | null
  hasName(name: string): boolean
  /** The client whose device has this name, when there is exactly one. */
  clientOfName(name: string): number | undefined
  /** When each device was last seen here, in addition to what the store knows. */
  lastSeen(deviceId: number): number | undefined
}

/** For this long the store may be unavailable before what is in memory is not trusted any more. */
export const deviceGraceMs = 24 * 3_600_000
/** How often it is stored when devices were last seen. */
const seenEveryMs = 60_000

const directories = new WeakMap<Management, Promise<DeviceDirectory>>()

export function deviceDirectory(management: Management): Promise<DeviceDirectory> {
  let directory = directories.get(management)
  if (!directory) {
    directory = open(management)
    directories.set(management, directory)
    directory.catch(() => directories.delete(management))
  }
  return directory
}

async function open(management: Management): Promise<DeviceDirectory> {
  const store = inside(management)
  const floor = await machineDirectory(management)
  const seen = new Map<number, number>()
  let unsaved = new Set<number>()

  const flush = setInterval(() => {
    const ids = [...unsaved]
    unsaved = new Set()
    storeSeen(
      store,
      ids.map((id) => [id, seen.get(id) ?? 0]),
    ).catch((error: unknown) =>
      store.log.warn({ err: error }, 'when devices were last seen could not be stored'),
    )
  }, seenEveryMs)
  flush.unref()
  store.onClose(() => clearInterval(flush))

  function valid(found: { device: Device; expiresAt: number | null } | undefined): Device | null {
    if (!found || (found.expiresAt !== null && store.now() >= found.expiresAt)) return null
    seen.set(found.device.deviceId, store.now())
    unsaved.add(found.device.deviceId)
    return found.device
  }

  async function trusted() {
    if (Math.abs(store.now() - floor.readAt()) >= deviceGraceMs) await floor.refresh()
  }

  return {
    async known({ name, token }) {
      await trusted()
      return valid(floor.devices().byToken(name, token))
    },
    now: (credential) => valid(floor.devices().byCredential(credential)),
    hasName: (name) => floor.devices().hasName(name),
    clientOfName: (name) => floor.devices().clientOfName(name),
    lastSeen: (deviceId) => seen.get(deviceId),
  }
}

async function storeSeen(store: Inside, seen: readonly (readonly [number, number])[]) {
  if (seen.length === 0) return
  const ids = seen.map(([id]) => id)
  const times = seen.map(([, at]) => new Date(at))
  await store.write((db) =>
    db
      .updateTable('device as d')
      .from(
        sql<{ id: number; at: Date }>`unnest(${ids}::integer[], ${times}::timestamptz[])`.as<'s'>(
          sql`s(id, at)`,
        ),
      )
      .set(({ ref }) => ({ last_seen_at: ref('s.at') }))
      .whereRef('d.id', '=', 's.id')
      .execute(),
  )
}

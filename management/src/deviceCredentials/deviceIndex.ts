import type { Db } from '../store.ts'
import { byDevice } from './byDevice.ts'
import { deviceKey, foldedName, hashOfCredential } from './deviceToken.ts'

/** A machine's own identity, and the machines that it may send for. */
export type Device = {
  readonly deviceId: number
  readonly name: string
  readonly clientId: number
  readonly machineIds: readonly number[]
  /** Names the token that it signed in with; cannot be used to sign in. */
  readonly credential: string
}

type Valid = { readonly device: Device; readonly expiresAt: number | null }

/** All devices of the installation, by their credentials, kept in memory: a sign-in asks no store (D80). */
export type DeviceIndex = {
  /** The device of this token, in no time. */
  byToken(name: string, token: string): Valid | undefined
  byCredential(credential: string): Valid | undefined
  hasName(name: string): boolean
  /** The client whose device has this name, when there is exactly one. */
  clientOfName(name: string): number | undefined
}

/**
 * Devices of a disabled client count, so that a dispute loses no production data; those of a deleted one do not (D41).
 */
export async function readDevices(db: Db): Promise<DeviceIndex> {
  const key = await deviceKey(db)
  const rows = await db
    .selectFrom('device as d')
    .innerJoin('client as c', 'c.id', 'd.client_id')
    .select(['d.id', 'd.client_id', 'd.name'])
    .where('d.enabled', '=', true)
    .where('d.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
    .execute()
  const tokens = await db
    .selectFrom('device_token')
    .select(['hash', 'device_id', 'expires_at'])
    .execute()
  const bound = await db
    .selectFrom('device_machine as b')
    .innerJoin('machine as m', 'm.id', 'b.machine_id')
    .select(['b.device_id', 'm.id'])
    .where('m.deleted_at', 'is', null)
    .orderBy('m.id')
    .execute()

  const machines = byDevice(bound)
  const known = new Map(rows.map((row) => [row.id, row]))
  const clients = new Map<string, Set<number>>()
  for (const { name, client_id: clientId } of rows) {
    const folded = foldedName(name)
    clients.set(folded, new Set([...(clients.get(folded) ?? []), clientId]))
  }
  const credentials = new Map<string, Valid>()
  for (const { hash, device_id: deviceId, expires_at: expires } of tokens) {
    const row = known.get(deviceId)
    if (!row) continue
    const credential = hash.toString('base64')
    const machineIds = (machines.get(deviceId) ?? []).map(({ id }) => id)
    const device = { deviceId, name: row.name, clientId: row.client_id, machineIds, credential }
    credentials.set(credential, { device, expiresAt: expires?.getTime() ?? null })
  }
  return {
    byToken: (name, token) =>
      credentials.get(hashOfCredential(key, name, token).toString('base64')),
    byCredential: (credential) => credentials.get(credential),
    hasName: (name) => clients.has(foldedName(name)),
    clientOfName(name) {
      const [one, second] = clients.get(foldedName(name)) ?? []
      return second === undefined ? one : undefined
    },
  }
}

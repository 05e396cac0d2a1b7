import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '../store.ts'

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

/** While a device is changed over to a new token, the old one stays valid for this long (D80). */
export const tokenOverlapMs = 24 * 3_600_000

/** 256 random bits, returned once to the person who adds the device or rotates its token. */
export const newDeviceToken = () => randomBytes(32).toString('base64url')

/** Unicode has several encodings of one letter; names differ in more than that and letter case. */
const foldedName = (name: string) => name.normalize('NFKC').trim().toLowerCase()

/**
 * The hash by which a credential is found. The name is part of it: names are unique within a client only, tokens within
 * the installation. It costs a microsecond, so that wrong credentials cost nothing; random tokens need no slower one.
 */
export function hashOfCredential(key: Buffer, name: string, token: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([foldedName(name), token.normalize('NFKC')]))
    .digest()
}

/** The secret of this installation under which credentials of devices are hashed. */
export async function deviceKey(db: Db): Promise<Buffer> {
  return (await db.selectFrom('device_key').select('key').executeTakeFirstOrThrow()).key
}

/** Makes the present token of a device and returns it, for the only time. */
export async function storeNewToken(
  db: Db,
  device: { readonly id: number; readonly name: string },
  at: Date,
): Promise<string> {
  const token = newDeviceToken()
  await db
    .insertInto('device_token')
    .values({
      hash: hashOfCredential(await deviceKey(db), device.name, token),
      device_id: device.id,
      created_at: at,
      expires_at: null,
    })
    .execute()
  return token
}

/** Rows of devices, by device. */
export function byDevice<Row extends { readonly device_id: number }>(
  rows: readonly Row[],
): ReadonlyMap<number, readonly Row[]> {
  const found = new Map<number, Row[]>()
  for (const row of rows) {
    const known = found.get(row.device_id)
    if (known) known.push(row)
    else found.set(row.device_id, [row])
  }
  return found
}

import { createHmac, randomBytes } from 'node:crypto'
import { isAmong } from '../queries.ts'
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
  /** Takes over devices as they are now; an id without a row is a device that is gone. */
  change(ids: Iterable<number>, rows: readonly DeviceRow[]): void
  /** Takes over all devices anew. */
  replace(rows: readonly DeviceRow[]): void
}

/** A device as the store has it, with its tokens and machines. */
export type DeviceRow = {
  readonly id: number
  readonly name: string
  readonly clientId: number
  readonly machineIds: readonly number[]
  readonly tokens: readonly { readonly credential: string; readonly expiresAt: number | null }[]
}

/** An index without a device; `key` is that of this installation, under which credentials are hashed. */
export function createDeviceIndex(key: Buffer): DeviceIndex {
  const known = new Map<number, DeviceRow>()
  const credentials = new Map<string, Valid>()
  /** Folded name → device → client: two devices of one client may differ in what folding removes. */
  const names = new Map<string, Map<number, number>>()

  function put(row: DeviceRow) {
    const { id: deviceId, name, clientId, machineIds, tokens } = row
    known.set(deviceId, row)
    const folded = foldedName(name)
    const ofName = names.get(folded) ?? new Map<number, number>()
    names.set(folded, ofName.set(deviceId, clientId))
    for (const { credential, expiresAt } of tokens) {
      const device = { deviceId, name, clientId, machineIds, credential }
      credentials.set(credential, { device, expiresAt })
    }
  }

  function remove(id: number) {
    const row = known.get(id)
    if (!row) return
    known.delete(id)
    for (const { credential } of row.tokens) credentials.delete(credential)
    const folded = foldedName(row.name)
    const ofName = names.get(folded)
    ofName?.delete(id)
    if (ofName?.size === 0) names.delete(folded)
  }

  return {
    byToken: (name, token) =>
      credentials.get(hashOfCredential(key, name, token).toString('base64')),
    byCredential: (credential) => credentials.get(credential),
    hasName: (name) => names.has(foldedName(name)),
    clientOfName(name) {
      const [one, second] = new Set(names.get(foldedName(name))?.values())
      return second === undefined ? one : undefined
    },
    change(ids, rows) {
      for (const id of ids) remove(id)
      for (const row of rows) {
        remove(row.id)
        put(row)
      }
    },
    replace(rows) {
      known.clear()
      credentials.clear()
      names.clear()
      for (const row of rows) put(row)
    },
  }
}

/** The ids of the devices that may be other than they were: those that were changed, and those of changed clients and machines. */
export async function touchedDevices(
  db: Db,
  touched: {
    readonly device: readonly number[]
    readonly client: readonly number[]
    readonly machine: readonly number[]
  },
): Promise<number[]> {
  const ids = new Set(touched.device)
  if (touched.client.length > 0) {
    const ofClients = await db
      .selectFrom('device')
      .select('id')
      .where(isAmong('client_id', touched.client))
      .execute()
    for (const { id } of ofClients) ids.add(id)
  }
  if (touched.machine.length > 0) {
    const bound = await db
      .selectFrom('device_machine')
      .select('device_id')
      .distinct()
      .where(isAmong('machine_id', touched.machine))
      .execute()
    for (const { device_id } of bound) ids.add(device_id)
  }
  return [...ids]
}

/**
 * The devices that may send; those of these ids, or all. Devices of a disabled client count, so that a dispute loses no production data;
 * those of a deleted one do not (D41).
 */
export async function readDevices(db: Db, ids?: readonly number[]): Promise<DeviceRow[]> {
  if (ids?.length === 0) return []
  let devices = db
    .selectFrom('device as d')
    .innerJoin('client as c', 'c.id', 'd.client_id')
    .select(['d.id', 'd.client_id', 'd.name'])
    .where('d.enabled', '=', true)
    .where('d.deleted_at', 'is', null)
    .where('c.deleted_at', 'is', null)
  let tokens = db.selectFrom('device_token').select(['hash', 'device_id', 'expires_at'])
  let bound = db
    .selectFrom('device_machine as b')
    .innerJoin('machine as m', 'm.id', 'b.machine_id')
    .select(['b.device_id', 'm.id'])
    .where('m.deleted_at', 'is', null)
    .orderBy('m.id')
  if (ids) {
    devices = devices.where(isAmong('d.id', ids))
    tokens = tokens.where(isAmong('device_id', ids))
    bound = bound.where(isAmong('b.device_id', ids))
  }
  const rows = await devices.execute()
  const tokensOf = byDevice(await tokens.execute())
  const machinesOf = byDevice(await bound.execute())
  return rows.map(({ id, name, client_id: clientId }) => ({
    id,
    name,
    clientId,
    machineIds: (machinesOf.get(id) ?? []).map((machine) => machine.id),
    tokens: (tokensOf.get(id) ?? []).map(({ hash, expires_at }) => ({
      credential: hash.toString('base64'),
      expiresAt: expires_at?.getTime() ?? null,
    })),
  }))
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

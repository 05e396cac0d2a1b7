import { createHmac, randomBytes } from 'node:crypto'
import type { Db } from '../store.ts'

/** While a device is changed over to a new token, the old one stays valid for this long (D80). */
export const tokenOverlapMs = 24 * 3_600_000

/** 256 random bits, returned once to the person who adds the device or rotates its token. */
export const newDeviceToken = () => randomBytes(32).toString('base64url')

/** Unicode has several encodings of one letter; names differ in more than that and letter case. */
export const foldedName = (name: string) => name.normalize('NFKC').trim().toLowerCase()

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

import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { AppError } from '@packboard/model'

/** What a sealed text is for: each has a key of its own. */
export type SecretPurpose =
  | 'opcua'
  | 'broker'
  | 'smtp'
  | 'companySignIn'
  | 'totp'
  | 'letter'
  | 'hook'
  | 'push'
export type MacUse = 'audit' | 'programKey'

/** A key of the key file: 256 bits, and a name for it that says nothing of them. */
export type SecretKey = { readonly id: string; readonly bytes: Buffer }

/** What is stored encrypted (AES-256-GCM, a key per purpose by HKDF from the key file). */
export type SecretBox = {
  /**
   * `v1.<id of the key>.<base64url>`; bound to purpose and to `of`, e.g. `identityProvider 7`, so that a sealed text cannot be
   * moved to another row. 503 `secrets.noKey` where the key file is missing.
   */
  seal(purpose: SecretPurpose, of: string, text: string): string
  /** Null where the file of this key is missing (the start has said which). Throws when it was changed or sealed for something else. */
  open(purpose: SecretPurpose, of: string, sealed: string): string | null
  /**
   * HMAC-SHA-256 under a key of its own for this use: of the key in force, or of an earlier one of the file. 503 `secrets.noKey`
   * where that key is missing.
   */
  mac(use: MacUse, bytes: Uint8Array, keyId?: string): Buffer
  /** The key that seals; null where the key file is missing. */
  keyId(): string | null
  /** The keys that open: the one in force, then those from before. */
  keyIds(): readonly string[]
}

const cipher = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const version = 'v1'
const form = /^v1\.([0-9a-f]{12})\.([A-Za-z0-9_-]+)$/

const derived = (key: Buffer, use: string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `packboard ${use}`, bytes))

export const secretKeyBytes = 32

export function secretKey(bytes: Buffer): SecretKey {
  if (bytes.length !== secretKeyBytes) throw new RangeError('A key has 256 bits.')
  return { id: derived(bytes, 'name of the key', 6).toString('hex'), bytes }
}

export const newSecretKey = (): SecretKey => secretKey(randomBytes(secretKeyBytes))

/** The key that a text was sealed with; null when it is none that is sealed. */
export const keyIdOf = (sealed: string): string | null => form.exec(sealed)?.[1] ?? null

/** Seals with the first key and opens with any; `keys` is called each time, because they change while the server runs. */
export function secretBox(keys: () => readonly SecretKey[]): SecretBox {
  const uses = new Map<string, Buffer>()

  function keyFor(use: string, id: string | undefined): Buffer | undefined {
    const key = id === undefined ? keys()[0] : keys().find((each) => each.id === id)
    if (!key) return undefined
    const name = `${key.id} ${use}`
    const known = uses.get(name) ?? derived(key.bytes, use, secretKeyBytes)
    uses.set(name, known)
    return known
  }

  return {
    seal(purpose, of, text) {
      const id = keys()[0]?.id
      const key = id === undefined ? undefined : keyFor(`seal ${purpose}`, id)
      if (id === undefined || !key) throw new AppError('secrets.noKey')
      const nonce = randomBytes(nonceBytes)
      const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes })
      sealing.setAAD(boundTo(id, purpose, of))
      const content = [nonce, sealing.update(text, 'utf8'), sealing.final(), sealing.getAuthTag()]
      return `${version}.${id}.${Buffer.concat(content).toString('base64url')}`
    },
    open(purpose, of, sealed) {
      const [, id, content] = form.exec(sealed) ?? []
      if (id === undefined || content === undefined) throw new Error('This is no sealed secret.')
      const key = keyFor(`seal ${purpose}`, id)
      if (!key) return null
      const bytes = Buffer.from(content, 'base64url')
      if (bytes.length < nonceBytes + tagBytes) throw new Error('This sealed secret is cut off.')
      const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), {
        authTagLength: tagBytes,
      })
      opening.setAAD(boundTo(id, purpose, of))
      opening.setAuthTag(bytes.subarray(-tagBytes))
      const text = opening.update(bytes.subarray(nonceBytes, -tagBytes))
      return Buffer.concat([text, opening.final()]).toString('utf8')
    },
    mac(use, bytes, keyId) {
      const key = keyFor(`mac ${use}`, keyId)
      if (!key) throw new AppError('secrets.noKey')
      return createHmac('sha256', key).update(bytes).digest()
    },
    keyId: () => keys()[0]?.id ?? null,
    keyIds: () => keys().map(({ id }) => id),
  }
}

const boundTo = (id: string, purpose: SecretPurpose, of: string) =>
  Buffer.from(JSON.stringify([version, id, purpose, of]))

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scryptSync } from 'node:crypto'

/**
 * Files of a backup that is encrypted: frames of 1 MiB, each sealed by AES-256-GCM, so that a reader never uses a byte that
 * was not checked. Each file has a key of its own, so a frame's number is nonce enough; the last frame is marked in its nonce,
 * so that a file which was cut between two frames does not open.
 */
export const frameBytes = 1 << 20
const tagBytes = 16
const saltBytes = 16
const mark = Buffer.from('PBS1')
export const headerBytes = mark.length + saltBytes

/** What a frame takes in the file. */
export const sealedFrameBytes = frameBytes + tagBytes

/** A sealed file was changed, was cut, or was sealed with another key. */
export class NotOpened extends Error {
  constructor() {
    super('A file of the backup cannot be decrypted: it was changed, or the key is another one.')
    this.name = 'NotOpened'
  }
}

/** The key of a backup from the words of the operator: scrypt makes guessing slow. */
export function backupKey(words: string, salt: Buffer): Buffer {
  return scryptSync(words.normalize('NFC'), salt, 32, { N: 1 << 15, r: 8, p: 1, maxmem: 1 << 26 })
}

/** A key for one purpose, made of that of the backup. */
export const keyFor = (key: Buffer, salt: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, purpose, 32))

type Frames = { next(frame: Buffer, isLast: boolean): Buffer }

/** The beginning of a sealed file, and what seals its frames in their order. */
export function sealing(key: Buffer): Frames & { readonly header: Buffer } {
  const salt = randomBytes(saltBytes)
  const own = keyFor(key, salt, 'packboard file')
  const nonce = nonces()
  return {
    header: Buffer.concat([mark, salt]),
    next(frame, isLast) {
      const cipher = createCipheriv('aes-256-gcm', own, nonce(isLast))
      return Buffer.concat([cipher.update(frame), cipher.final(), cipher.getAuthTag()])
    },
  }
}

/** Opens the frames of a file in their order; throws `NotOpened`. */
export function opening(key: Buffer, header: Buffer): Frames {
  if (header.length !== headerBytes || !header.subarray(0, mark.length).equals(mark)) {
    throw new NotOpened()
  }
  const own = keyFor(key, header.subarray(mark.length), 'packboard file')
  const nonce = nonces()
  return {
    next(sealed, isLast) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', own, nonce(isLast))
        decipher.setAuthTag(sealed.subarray(sealed.length - tagBytes))
        const frame = decipher.update(sealed.subarray(0, sealed.length - tagBytes))
        return Buffer.concat([frame, decipher.final()])
      } catch {
        throw new NotOpened()
      }
    },
  }
}

function nonces(): (isLast: boolean) => Buffer {
  let number = 0
  return (isLast) => {
    const nonce = Buffer.alloc(12)
    nonce.writeUIntBE(number, 0, 6)
    nonce[11] = isLast ? 1 : 0
    number += 1
    return nonce
  }
}

import { createHash, randomBytes } from 'node:crypto'

/** 32 bytes in base64url. */
const shape = /^[A-Za-z0-9_-]{43}$/

/** 256 random bits, returned once to the person who makes the link. */
export const newKioskToken = () => randomBytes(32).toString('base64url')

/** The hash that the store keeps; undefined for a text that cannot be a token. */
export function hashOfKioskToken(token: string): Buffer | undefined {
  return shape.test(token) ? createHash('sha256').update(token).digest() : undefined
}

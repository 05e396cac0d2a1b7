import { createHash, randomBytes } from 'node:crypto'

/** 32 bytes in base64url. */
const shape = /^[A-Za-z0-9_-]{43}$/
const length = 43

/** 256 random bits, returned once: to the person who makes a link, or to the tablet on which a name was chosen. */
export const newKioskToken = () => randomBytes(32).toString('base64url')

/** The hash that the store keeps; undefined for a text that cannot be a token. */
export function hashOfKioskToken(token: string): Buffer | undefined {
  return shape.test(token) ? createHash('sha256').update(token).digest() : undefined
}

/** The hashes of a link and, behind it without a separator, of the pass of a name; undefined for any other text. */
export function hashesOfKioskToken(
  token: string,
): { readonly link: Buffer; readonly pass: Buffer | undefined } | undefined {
  const link = hashOfKioskToken(token.slice(0, length))
  const pass = hashOfKioskToken(token.slice(length))
  const isWhole = token.length === length || pass !== undefined
  return link && isWhole ? { link, pass } : undefined
}

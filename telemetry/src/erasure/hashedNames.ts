import { createHash, randomBytes } from 'node:crypto'
import type { KeyedHashes } from './erasedNames.ts'

/** Names as a statement carries them: hashed, so that the engine's list of statements shows none. */
export function hashedNames(names: readonly string[]): { salt: string; hashes: string[] } {
  const salt = randomBytes(16).toString('hex')
  const hashes = names.map((name) =>
    createHash('sha256')
      .update(salt + name)
      .digest('hex')
      .toUpperCase(),
  )
  return { salt, hashes }
}

/** Key and hashes of erased names, as the engine takes them and writes its own. */
export const searchedHashes = ({ inner, outer, hashes }: KeyedHashes) => ({
  inner: inner.toString('hex'),
  outer: outer.toString('hex'),
  hashes: hashes.map((hash) => hash.toUpperCase()),
})

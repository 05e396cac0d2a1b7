import { createHash, randomBytes } from 'node:crypto'

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

// What stands beside a file of a release: its checksum, and the signature of that.
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { say } from './steps.mjs'

/** Each file's SHA-256, as `sha256sum --check` reads it. */
export async function checksumsOf(base, names) {
  const lines = []
  for (const file of names) lines.push(`${await sha256Of(join(base, file))}  ${file}\n`)
  return lines.join('')
}

export async function sha256Of(file) {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

/** With PACKBOARD_RELEASE_KEY, a file with an Ed25519 key in PEM: a detached signature beside a file of checksums. */
export function signFile(file) {
  const key = process.env.PACKBOARD_RELEASE_KEY
  if (!key) return say('not signed, because PACKBOARD_RELEASE_KEY names no key')
  const secret = createPrivateKey(readFileSync(key))
  writeFileSync(`${file}.sig`, sign(null, readFileSync(file), secret))
  say(`signed: dist/${basename(file)}.sig`)
}

/** 10^6 bytes. */
export function megabytes(sizes) {
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1e6)
}

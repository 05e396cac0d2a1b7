// What stands beside a file of a release: its checksum, and the signature of that.
import { createHash, createPrivateKey, sign } from 'node:crypto'
import { createReadStream, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { giveUp, root, run, say } from './steps.mjs'

/** The files below a folder, not links; in one order. */
export function filesOf(base, path = '') {
  return readdirSync(join(base, path), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = join(path, entry.name)
      if (entry.isDirectory()) return filesOf(base, inside)
      return entry.isFile() ? [inside] : []
    })
}

/** Packs a folder of dist, with its checksum and signature; returns the megabytes of the archive. */
export async function packArchive(name, committedAt) {
  const dist = join(root, 'dist')
  const archive = `${name}.tar.gz`
  // The same bytes for the same commit: no times, owners or order of this machine.
  const tar = [
    ...['--sort=name', `--mtime=${committedAt}`, '--owner=0', '--group=0', '--numeric-owner'],
    ...['--mode=go-w,a+rX', '-cf', '-', name],
  ]
  const pack = `tar ${tar.map((word) => `'${word}'`).join(' ')} | gzip -n -6 > '${archive}'`
  if ((await run('bash', ['-o', 'pipefail', '-c', pack], { cwd: dist })) !== 0) {
    giveUp('no archive.')
  }
  writeFileSync(join(dist, `${archive}.sha256`), await checksumsOf(dist, [archive]))
  signFile(join(dist, `${archive}.sha256`))
  return megabytes([statSync(join(dist, archive)).size])
}

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

/** `npm run release -- --unsigned` for a release that is not handed on. */
const unsigned = '--unsigned'

/** Before anything is built: a release is unsigned only where that is wanted, never because a key is missing. */
export function checkSigning(args = process.argv.slice(2), env = process.env) {
  if (args.includes(unsigned) || env.PACKBOARD_RELEASE_KEY) return
  giveUp(
    `PACKBOARD_RELEASE_KEY names no key to sign with; set it to a file with an Ed25519 key in PEM, or add ${unsigned}.`,
  )
}

/** A detached signature beside a file of checksums, with the Ed25519 key of the file that PACKBOARD_RELEASE_KEY names. */
export function signFile(file) {
  checkSigning()
  if (process.argv.includes(unsigned)) return say(`not signed, because of ${unsigned}`)
  const secret = createPrivateKey(readFileSync(process.env.PACKBOARD_RELEASE_KEY))
  writeFileSync(`${file}.sig`, sign(null, readFileSync(file), secret))
  say(`signed: dist/${basename(file)}.sig`)
}

/** 10^6 bytes. */
export function megabytes(sizes) {
  return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1e6)
}

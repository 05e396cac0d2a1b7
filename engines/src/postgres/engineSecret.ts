import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The passwords of one embedded PostgreSQL: random, made at its first start, never shown. */
type EngineSecret = {
  /** Of the engine's own superuser, used only to make Packboard's role and database. */
  readonly superuser: string
  /** Of the role that Packboard works with; it owns only its database. */
  readonly packboard: string
}

/** Reads the passwords of a data directory, or makes them; readable by the owner alone (0600). */
export async function engineSecret(directory: string): Promise<EngineSecret> {
  const file = join(directory, 'secret.json')
  const known = await readSecret(file)
  if (known) return known

  const draft = join(directory, `.secret-${randomBytes(6).toString('hex')}`)
  const handle = await open(draft, 'wx', 0o600)
  try {
    const password = () => randomBytes(32).toString('base64url')
    await handle.writeFile(JSON.stringify({ superuser: password(), packboard: password() }))
    await handle.sync()
  } finally {
    await handle.close()
  }
  // A hard link never replaces a file: when two processes start at once, both read the same passwords.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  const made = await readSecret(file)
  if (!made) throw new Error(`The passwords of the embedded PostgreSQL are not in ${file}.`)
  return made
}

async function readSecret(file: string): Promise<EngineSecret | undefined> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const { superuser, packboard }: Partial<EngineSecret> = JSON.parse(text)
  if (!superuser || !packboard) throw new Error(`${file} does not hold the two passwords.`)
  return { superuser, packboard }
}

import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The operating-system user that PostgreSQL runs as. */
export type EngineUser = { readonly name: string; readonly uid: number; readonly gid: number }

/** The first one that exists is used; a dedicated user is best, `nobody` exists everywhere. */
const candidates = ['packboard', 'postgres', 'nobody']

/**
 * PostgreSQL refuses to run as root. Packboard started by root runs it as an unprivileged user that already exists and
 * creates none; a cluster that already belongs to a user stays with that user. Started by another user than root:
 * undefined, which means that PostgreSQL runs as the same user.
 */
export async function engineUser(cluster: string): Promise<EngineUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const users = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name: name ?? '', uid: Number(uid), gid: Number(gid) }))
    .filter(({ name, uid }) => name !== '' && uid > 0)

  const owner = await stat(cluster).catch(() => undefined)
  if (owner && owner.uid !== 0) {
    const name = users.find(({ uid }) => uid === owner.uid)?.name ?? String(owner.uid)
    return { name, uid: owner.uid, gid: owner.gid }
  }
  const chosen = candidates
    .map((candidate) => users.find(({ name }) => name === candidate))
    .find((user) => user !== undefined)
  if (!chosen) {
    throw new Error(
      'PostgreSQL does not run as root, and there is no user to run it as. Start Packboard as another user, ' +
        'create the user with "useradd --system packboard", or give a PostgreSQL with DATABASE_URL.',
    )
  }
  return chosen
}

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

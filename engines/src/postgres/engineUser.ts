import { readFile, stat } from 'node:fs/promises'

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

import { spawn } from 'node:child_process'
import { chown, mkdtemp, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { EnginePrograms } from './enginePrograms.ts'
import type { EngineUser } from './engineUser.ts'

/** PostgreSQL ended while it opened its cluster; `reason` is the fatal line of its output, without its time. */
export class ClusterNotOpened extends Error {
  readonly reason: string

  constructor(cluster: string, said: string, options?: ErrorOptions) {
    super(
      `PostgreSQL did not open ${cluster}: ${said.trim() || 'it ended without a word'}`,
      options,
    )
    this.name = 'ClusterNotOpened'
    this.reason = fatalLine(said)
  }
}

function fatalLine(said: string): string {
  const lines = said.split('\n')
  // What it finds before it has a log of its own begins with its name.
  const fatal = lines.findLast((line) => / (FATAL|PANIC): /.test(line)) ?? lines[0] ?? ''
  return fatal.replace(/^(.* (FATAL|PANIC)|postgres): +/, '')
}

/**
 * Where PostgreSQL finds its cluster: its own working directory, which Packboard sets before it drops its privileges.
 * So a cluster also works below a directory that PostgreSQL's user may not enter, such as /root.
 */
export const clusterPath = process.platform === 'linux' ? '/proc/self/cwd' : '.'

/** The superuser inside the cluster; Packboard works as another role. */
export const superuserName = 'engine'

/** Makes the empty cluster at the first start. It appears complete or not at all. */
export async function createCluster(
  directory: string,
  cluster: string,
  programs: EnginePrograms,
  user: EngineUser | undefined,
  password: string,
): Promise<'created' | 'known'> {
  const known = await stat(join(cluster, 'PG_VERSION')).catch(() => undefined)
  if (known) {
    await checkVersion(cluster)
    if (user) await handOver(cluster, user)
    return 'known'
  }
  for (const name of await readdir(directory)) {
    // The remains of an initdb that was killed.
    if (name.startsWith('.cluster-')) await rm(join(directory, name), { recursive: true })
  }
  const draft = await mkdtemp(join(directory, '.cluster-'))
  if (user) await chown(draft, user.uid, user.gid)
  await initdb(draft, programs, user, password)
  await rename(draft, cluster)
  const parent = await open(directory, 'r')
  await parent.sync().finally(() => parent.close())
  return 'created'
}

/** `cat` passes the password through a pipe that initdb can open by name; it is in no file and no argument. */
const passOn = 'cat | LD_LIBRARY_PATH="$PACKBOARD_LIBRARIES" "$@"'

function initdb(
  cwd: string,
  programs: EnginePrograms,
  user: EngineUser | undefined,
  password: string,
): Promise<void> {
  // Sorting and letter case by PostgreSQL's own tables: an index stays right when the system's libraries change.
  const options = [
    `--pgdata=${clusterPath}`,
    `--username=${superuserName}`,
    '--auth=scram-sha-256',
    '--pwfile=/dev/stdin',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ]
  return new Promise((resolve, reject) => {
    const child = spawn('/bin/sh', ['-c', passOn, 'sh', programs.initdb, ...options], {
      cwd,
      env: {
        PATH: process.env.PATH,
        PACKBOARD_LIBRARIES: programs.libraries,
        LC_ALL: 'C',
        TZ: 'UTC',
      },
      stdio: ['pipe', 'ignore', 'pipe'],
      ...(user && { uid: user.uid, gid: user.gid }),
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.once('error', reject)
    child.once('close', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`PostgreSQL could not make its cluster: ${said.trim()}`))
    })
    child.stdin.on('error', reject)
    child.stdin.end(`${password}\n`)
  })
}

/** The major version of the programs in the package. */
const majorVersion = '18'

async function checkVersion(cluster: string) {
  const version = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  if (version !== majorVersion) {
    throw new Error(
      `The cluster ${cluster} was made by PostgreSQL ${version}; this Packboard brings PostgreSQL ${majorVersion}.`,
    )
  }
}

/** A cluster that came back from a backup may belong to root: PostgreSQL must own the files that it opens. */
async function handOver(cluster: string, user: EngineUser) {
  const { uid } = await stat(cluster)
  if (uid === user.uid) return
  await chown(cluster, user.uid, user.gid)
  for (const entry of await readdir(cluster, { recursive: true })) {
    await chown(join(cluster, entry), user.uid, user.gid)
  }
}

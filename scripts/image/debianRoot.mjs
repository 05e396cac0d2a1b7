// The lowest layer: Debian's essential packages, the C++ library that the engines load, and tini as process 1.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveUp, run } from '../steps.mjs'

const suite = 'trixie'
const packages = ['libstdc++6', 'tini']
/** Files that nobody reads in a container; the licences stay. */
const withoutPaths = [
  '/usr/share/doc/*',
  '/usr/share/man/*',
  '/usr/share/info/*',
  '/usr/share/locale/*',
]
const withPaths = ['/usr/share/doc/*/copyright']
/** No system has this number for a person; the chart and the compose file name it, too. */
export const userId = 10_001

/** Steps in the finished root, whose path is `$1`. */
const steps = (list) => [
  `chroot "$1" dpkg-query --show --showformat='\${Package} \${Version} \${Architecture}\\n' | LC_ALL=C sort > '${list}'`,
  `echo 'packboard:x:${userId}:${userId}:Packboard:/data:/usr/sbin/nologin' >> "$1/etc/passwd"`,
  `echo 'packboard:x:${userId}:' >> "$1/etc/group"`,
  `install -d -m 700 -o ${userId} -g ${userId} "$1/data"`,
  // No program of it gives more rights than its caller has.
  'find "$1" -xdev -type f -perm /6000 -exec chmod ug-s {} +',
  // Of the machine that built it.
  'rm -f "$1/etc/resolv.conf" "$1/etc/hostname"',
  // Caches hold times and are made again.
  'rm -rf "$1/var/cache/ldconfig/aux-cache" "$1/var/cache/debconf" "$1/var/log/"*',
]

/**
 * Writes the root as a tar file, the same bytes for the same packages: one time for all files, sorted names. Returns the
 * installed packages, each as name, version and architecture.
 */
export async function debianRoot(file) {
  if (spawnSync('mmdebstrap', ['--version']).status !== 0) {
    giveUp('mmdebstrap is missing; please run: sudo apt-get install mmdebstrap')
  }
  const folder = mkdtempSync(join(tmpdir(), 'packboard-debian-'))
  const list = join(folder, 'packages')
  const words = [
    ...['--variant=essential', '--format=tar', '--quiet', `--include=${packages.join(',')}`],
    ...withoutPaths.map((path) => `--dpkgopt=path-exclude=${path}`),
    ...withPaths.map((path) => `--dpkgopt=path-include=${path}`),
    ...steps(list).map((step) => `--customize-hook=${step}`),
    // An engine makes its own devices.
    '--skip=output/dev',
    ...[suite, file],
    ...(process.env.PACKBOARD_DEBIAN?.split('\n') ?? []),
  ]
  try {
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(layerTime) }
    if ((await run('mmdebstrap', words, { env })) !== 0) giveUp('mmdebstrap made no root.')
    return readFileSync(list, 'utf8').trim().split('\n')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Of files whose own time means nothing: 2000-01-01, in seconds. The same packages are then the same layer for every commit. */
export const layerTime = 946_684_800

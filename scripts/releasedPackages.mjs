// Which rooms, scripts and packages a release is made of, these as npm resolves them.
import { spawnSync } from 'node:child_process'
import { relative } from 'node:path'
import { giveUp, root } from './steps.mjs'

/** The rooms that run; the screens are built, and what looks at the product from outside stays at home. */
export const rooms = [
  ...['model', 'contract', 'engines', 'ingest', 'telemetry'],
  ...['management', 'demo', 'server', 'edge', 'plant'],
]

/** Files of `scripts/` by which it is started. */
export const releasedScripts = [
  ...['packboard.mjs', 'runPackboard.mjs', 'demo.mjs', 'steps.mjs'],
  ...['support.mjs', 'ownServer.mjs'],
]

/** The folders of the packages that the rooms run with. */
export const releasedPackages = () => packagesOf(rooms)

/** Those that the built screens are made of and the rooms do not have. */
export function screenPackages() {
  const released = new Set(releasedPackages())
  return packagesOf(['web']).filter((path) => !released.has(path))
}

function packagesOf(names) {
  const workspaces = names.flatMap((room) => ['-w', `@packboard/${room}`])
  const words = ['ls', '--omit=dev', '--all', '--parseable', ...workspaces]
  const { status, stdout, stderr } = spawnSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (status !== 0) giveUp(`npm ls failed:\n${stderr}`)
  return stdout
    .trim()
    .split('\n')
    .map((path) => relative(root, path))
    .filter((path) => path.startsWith('node_modules/') && !path.includes('@packboard/'))
    .filter((path) => !path.includes('node_modules/@types/'))
}

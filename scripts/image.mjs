// `npm run image`: a container image of the release, as a file that `docker load`, `podman load` and skopeo read; no registry and no
// daemon takes part. Debian's packages come from the mirror of mmdebstrap (PACKBOARD_DEBIAN names others).

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildImage, imageName } from './image/buildImage.mjs'
import { checkSigning, checksumsOf, signFile } from './releaseFiles.mjs'
import { giveUp, root, run, say } from './steps.mjs'

// The unpacked release of what is committed now: made, unless the one in dist is exactly that.

/** As the caller wants it; without a key tests make theirs unsigned. */
const signing = process.env.PACKBOARD_RELEASE_KEY ? [] : ['--unsigned']

/** `folder`, and what its release.json says: `version`, `commit`, `committedAt`. */
async function releaseFolder() {
  const { version } = read(join(root, 'package.json'))
  const folder = join(root, 'dist', `packboard-${version}-linux-x64`)
  if (isCurrent(folder)) say('the release of this commit is there already')
  else if ((await run(process.execPath, [join(root, 'scripts/release.mjs'), ...signing])) !== 0) {
    giveUp('no image without a release.')
  }
  return { folder, ...read(join(folder, 'release.json')) }
}

function isCurrent(folder) {
  if (!existsSync(join(folder, 'SHA256SUMS'))) return false
  const { commit } = read(join(folder, 'release.json'))
  const isClean = git('status', '--porcelain') === ''
  if (!isClean || commit !== git('rev-parse', 'HEAD')) return false
  const words = ['--check', '--quiet', 'SHA256SUMS']
  return spawnSync('sha256sum', words, { cwd: folder }).status === 0
}

function git(...args) {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim()
}

function read(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

/** What the file and the unpacked root may be at most, in MB (10^6 bytes); the engine alone is 566. */
const mostMegabytes = { archive: 400, unpacked: 1_000 }

checkSigning()
const release = await releaseFolder()
const dist = join(root, 'dist')
const image = await buildImage(release, dist)
const sums = await checksumsOf(dist, [image.file])
writeFileSync(join(dist, `${image.file}.sha256`), sums)
signFile(join(dist, `${image.file}.sha256`))
const list = image.file.replace(/\.tar$/, '.packages.txt')
writeFileSync(join(dist, list), image.debianPackages.map((line) => `${line}\n`).join(''))

for (const { what, digest, megabytes } of image.layers) {
  say(`layer ${what}: ${megabytes} MB unpacked, ${digest}`)
}
const count = image.debianPackages.length
say(`${imageName}:${image.version} is ${image.digest}; ${count} Debian packages (dist/${list})`)
say(`dist/${image.file}: ${image.packedMegabytes} MB, ${image.megabytes} MB unpacked`)
if (image.packedMegabytes > mostMegabytes.archive || image.megabytes > mostMegabytes.unpacked) {
  giveUp(`the image is larger than ${JSON.stringify(mostMegabytes)}; see scripts/image.mjs.`)
}

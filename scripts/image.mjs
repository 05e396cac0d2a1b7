// `npm run image`: a container image of the release, as a file that `docker load`, `podman load` and skopeo read; no registry and no
// daemon takes part. Debian's packages come from the mirror of mmdebstrap (PACKBOARD_DEBIAN names others).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildImage, imageName } from './image/buildImage.mjs'
import { releaseFolder } from './image/releaseFolder.mjs'
import { checkSigning, checksumsOf, signFile } from './releaseFiles.mjs'
import { giveUp, root, say } from './steps.mjs'

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

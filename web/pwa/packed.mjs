// Packs the files of a build once, as tightly as it goes, instead of at each answer.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Smaller files are as large when they are packed; pictures and typefaces are packed already. */
const leastBytes = 1_024
const packs = /\.(js|css|html|svg|json|webmanifest)$/

/** Writes `.br` and `.gz` beside each file of a build that gets smaller by it; the server sends them as they are. */
export function packed() {
  let folder = ''
  return {
    name: 'packboard-packed',
    apply: 'build',
    enforce: 'post',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    closeBundle: () => packFolder(folder),
  }
}

export async function packFolder(folder) {
  const files = await readdir(folder, { recursive: true })
  await Promise.all(
    files.filter((file) => packs.test(file)).map((file) => pack(join(folder, file))),
  )
}

async function pack(path) {
  const bytes = await readFile(path)
  if (bytes.length < leastBytes) return
  const quality = constants.BROTLI_MAX_QUALITY
  const [br, gz] = await Promise.all([
    brotli(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: quality,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
    gzipped(bytes, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

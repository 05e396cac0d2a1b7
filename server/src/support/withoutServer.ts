import { readdir, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { diskSpaceOf } from '../program/diskSpace.ts'
import { thisVersion } from '../program/version.ts'
import { shareableSettings } from './shareableLine.ts'
import { machine } from './supportBundle.ts'

/** What can be known of an installation whose server does not answer: also then a bundle has something to say. */
export async function bundleWithoutServer(
  env: Readonly<Record<string, string | undefined>>,
  notReached: string,
) {
  const dataDir = resolve(env.PACKBOARD_DATA || './data')
  return {
    about:
      'A support bundle of Packboard whose server did not answer. It holds no names, records, addresses or secrets.',
    madeAt: new Date().toISOString(),
    notReached,
    packboard: thisVersion,
    machine: machine(),
    settings: shareableSettings(env),
    data: await folderSizes(dataDir).catch((error: unknown) => ({ unreadable: codeOf(error) })),
    disk: await diskSpaceOf(dataDir).catch(() => null),
  }
}

/** Bytes and files below each entry of the data directory; their names are Packboard's own. */
async function folderSizes(dataDir: string) {
  const known = new Set(['management', 'telemetry', 'images', 'outbox.jsonl', 'packboard.pid'])
  const sizes: Record<string, { files: number; bytes: number }> = {}
  for (const entry of await readdir(dataDir)) {
    const name = known.has(entry) ? entry : 'other'
    const size = sizes[name] ?? { files: 0, bytes: 0 }
    sizes[name] = size
    const path = join(dataDir, entry)
    const inside = await readdir(path, { recursive: true }).catch(() => [''])
    for (const file of inside) {
      // The engine may delete it meanwhile.
      const found = await stat(join(path, file)).catch(() => undefined)
      if (!found?.isFile()) continue
      size.files += 1
      size.bytes += found.size
    }
  }
  return sizes
}

const codeOf = (error: unknown) =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

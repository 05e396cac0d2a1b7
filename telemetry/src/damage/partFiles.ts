import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ActivePart } from './readParts.ts'

/** Whether a folder is not there any more. */
export async function isGone(path: string): Promise<boolean> {
  return (await sizeOf(path)) === undefined
}

/** Whether the files of parts are still as large as they were at the first look: the engine never changes a part. */
export function partFiles(): {
  /** The parts whose files were deleted or cut since the look before. */
  altered(parts: readonly ActivePart[]): Promise<ActivePart[]>
} {
  let sizes = new Map<string, number>()
  return {
    async altered(parts) {
      const now = new Map<string, number>()
      const altered: ActivePart[] = []
      for (const part of parts) {
        const size = await sizeOf(part.path)
        const before = sizes.get(part.path)
        if (size === undefined || (before !== undefined && before !== size)) altered.push(part)
        if (size !== undefined) now.set(part.path, size)
      }
      sizes = now
      return altered
    },
  }
}

/** The bytes of the files in a folder; undefined when it, or one of them, is not there. */
async function sizeOf(path: string): Promise<number | undefined> {
  try {
    let sum = 0
    for (const file of await readdir(path)) sum += (await stat(join(path, file))).size
    return sum
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

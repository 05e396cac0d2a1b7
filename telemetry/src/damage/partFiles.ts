import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ActivePart } from './readParts.ts'

/** Whether a folder is not there any more. */
export async function isGone(path: string): Promise<boolean> {
  return (await looksOf(path)) === undefined
}

/** How large the files of a folder are together, and when one of them was last written, in ms since 1970. */
type Looks = { readonly size: number; readonly written: number }

/**
 * Whether the files of parts are still as they were at the first look: the engine never changes a part. `cut`: files were
 * deleted or cut since the look before; `written`: something was written into one of the same size.
 */
export function partFiles(): {
  altered(parts: readonly ActivePart[]): Promise<{ cut: ActivePart[]; written: ActivePart[] }>
} {
  let known = new Map<string, Looks>()
  return {
    async altered(parts) {
      const now = new Map<string, Looks>()
      const cut: ActivePart[] = []
      const written: ActivePart[] = []
      for (const part of parts) {
        const looks = await looksOf(part.path)
        const before = known.get(part.path)
        if (looks === undefined || (before !== undefined && before.size !== looks.size)) {
          cut.push(part)
        } else if (before !== undefined && before.written !== looks.written) written.push(part)
        if (looks !== undefined) now.set(part.path, looks)
      }
      known = now
      return { cut, written }
    },
  }
}

/** Undefined when the folder, or one of its files, is not there. */
async function looksOf(path: string): Promise<Looks | undefined> {
  try {
    let size = 0
    let written = 0
    for (const file of await readdir(path)) {
      const one = await stat(join(path, file))
      size += one.size
      written = Math.max(written, one.mtimeMs)
    }
    return { size, written }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

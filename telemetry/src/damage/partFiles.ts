import { readdir, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TelemetryContext } from '../context.ts'
import type { MissingPart } from '../damagedMonths.ts'
import { forgetErasedLists } from '../erasure/erasedLists.ts'
import { type ActivePart, type DetachedPart, faultOf, pathOf } from './readParts.ts'

/** Whether a folder is not there any more. */
export async function isGone(path: string): Promise<boolean> {
  return (await sizeOf(path)) === undefined
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
        const looks = await sizeOf(part.path)
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
async function sizeOf(path: string): Promise<Looks | undefined> {
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

type Store = Pick<TelemetryContext, 'connection' | 'log'>

/**
 * Takes a part that cannot be read out of its table: it would make each query of its month fail, and each commit of a late
 * record, for all clients. It is kept in `detached` as broken_…, so that its own name is free for a copy of a backup; where
 * its folder is gone, the engine is made to forget it. Does nothing to a part that is as it was written: then it was the
 * reading that failed.
 */
export async function setAside(
  { connection, log }: Store,
  { table, name }: { readonly table: string; readonly name: string },
): Promise<void> {
  const path = await pathOf({ connection }, { table, name })
  if (path === undefined) return
  const own = connection.pid() !== undefined
  const gone = own && (await isGone(path))
  const fault = gone ? 'its files are gone' : await faultOf({ connection }, { table, name })
  if (fault === undefined) return
  await connection.writer().command({
    query: gone
      ? 'ALTER TABLE {table:Identifier} DROP PART {name:String}'
      : 'ALTER TABLE {table:Identifier} DETACH PART {name:String}',
    query_params: { table, name },
    clickhouse_settings: { log_comment: 'damage.setAside', wait_end_of_query: 1 },
  })
  const folder = join(dirname(path), 'detached')
  if (own && !gone) await rename(join(folder, name), join(folder, `broken_${name}`))
  log.warn({ table, part: name, folder, fault }, 'A part that cannot be read was set aside')
}

/** How each folder looked at the look before, and whether the engine did not take it then. */
export type Candidates = Map<string, { readonly looks: string; readonly refused: boolean }>

/** The name of a part; the engine and Packboard put a word before that of one that they have set aside. */
const partName = /^(\d{6}|all)_\d+_\d+_\d+(_\d+)?$/

/**
 * Puts missing parts back whose folders lie in `detached` of their table, where an operator copied them from a backup. The
 * engine gives them new numbers; in the folder of the table itself a part with its old number would take the place of
 * records that came since. `mayGrow`: it may still be on its way, and is taken when two looks have found it alike. Returns
 * whether there was one.
 */
export async function attachReturned(
  { connection, log }: Pick<TelemetryContext, 'connection' | 'log'>,
  { table, name, path, from, to, rows }: DetachedPart,
  missing: readonly MissingPart[],
  { candidates, mayGrow }: { readonly candidates: Candidates; readonly mayGrow: boolean },
): Promise<boolean> {
  // With fewer rows missing, the others are in a part that is there, and would count twice.
  const whole = missing.some((part) => part.from === from && part.to === to && part.rows === rows)
  if (!whole || rows === null || !partName.test(name)) return false
  const looks = await looksOf(path)
  const before = candidates.get(path)
  const same = before?.looks === looks
  candidates.set(path, { looks, refused: same && before.refused })
  if ((mayGrow && !same) || (same && before.refused)) return false
  try {
    await forgetErasedLists({ connection })
    await connection.writer().command({
      query: 'ALTER TABLE {table:Identifier} ATTACH PART {name:String}',
      query_params: { table, name },
      clickhouse_settings: { log_comment: 'damage.attach', wait_end_of_query: 1 },
    })
  } catch (error) {
    candidates.set(path, { looks, refused: true })
    log.warn({ err: error, table, part: name }, 'A part in "detached" cannot be put back')
    return false
  }
  log.warn({ table, part: name }, 'A part that was missing was put back and is being read')
  return true
}

/** Which folder it is, and when something in it was last written. */
async function looksOf(path: string): Promise<string> {
  const { ino } = await stat(path)
  const files = await Promise.all(
    (await readdir(path)).sort().map(async (file) => {
      const { size, ctimeMs } = await stat(join(path, file))
      return `${file} ${size} ${ctimeMs}`
    }),
  )
  return `${ino} ${files.join()}`
}

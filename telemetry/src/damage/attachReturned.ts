import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { TelemetryContext } from '../context.ts'
import type { MissingPart } from '../damagedMonths.ts'
import { forgetErasedLists } from '../erasure/forgetErasedLists.ts'
import type { DetachedPart } from './readParts.ts'

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

import { rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { TelemetryContext } from '../context.ts'
import { isGone } from './partFiles.ts'
import { faultOf, pathOf } from './readParts.ts'

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
  log.error({ table, part: name, folder, fault }, 'A part that cannot be read was set aside')
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEngine } from '@packboard/engines/clickhouse'

export const database = 'packboard'

/**
 * An engine for a server that is given its address, so that a measurement can look into it. In a directory of its own: a server does not
 * start on one in which another engine works.
 */
export async function startEngineApart() {
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-engine-apart-'))
  const engine = await startEngine({ dataDir, database, log: console })
  const { username, password } = engine.writer
  return {
    dataDir,
    url: engine.url.replace('//', `//${username}:${password}@`),
    pid: () => engine.pid() ?? 0,
    async close() {
      await engine.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

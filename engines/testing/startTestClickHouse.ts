import { rm } from 'node:fs/promises'
import { startEngine } from '../src/clickhouse/startEngine.ts'
import { silentLog } from '../src/engineLog.ts'
import { volatileDirectory } from './volatileDirectory.ts'

/** Twice what an engine of one file has: two files run at the same time. */
const memoryBytes = 3_000_000_000

/**
 * One engine for all tests of a run: `url` goes into PACKBOARD_TEST_CLICKHOUSE_URL. Its account makes databases whose
 * names begin with `names`, which the account of an embedded engine cannot; tests of the engine itself, of its accounts
 * and of its shutdown start their own. A killed one comes back at the same address.
 */
export async function startTestClickHouse(
  names: string,
): Promise<{ url: string; pid(): number | undefined; stop(): Promise<void> }> {
  const dataDir = await volatileDirectory()
  const remove = () => rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  try {
    const engine = await startEngine({
      dataDir,
      database: `${names}*`,
      memoryBytes,
      log: silentLog,
    })
    const url = new URL(engine.url)
    url.username = engine.writer.username
    url.password = engine.writer.password
    return {
      url: url.href,
      pid: () => engine.pid(),
      async stop() {
        await engine.close()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DataDirectoryInUse } from '../dataDirectoryInUse.ts'
import { lockIsHeld } from './lockIsHeld.ts'

/** How long an engine that was killed may take to let go of its directory. */
export const lockPatienceMs = 1_000
export const lockPollMs = 50

/** Resolves when no engine works on a data directory; rejects with `DataDirectoryInUse` when one goes on. */
export async function untilUnlocked(dataDir: string): Promise<void> {
  const engineDir = join(dataDir, 'telemetry', 'clickhouse')
  const patience = Date.now() + lockPatienceMs
  while (await lockIsHeld(engineDir)) {
    if (Date.now() > patience) throw new DataDirectoryInUse(dataDir)
    await sleep(lockPollMs)
  }
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Management } from '@packboard/management'
import type { Telemetry } from '@packboard/telemetry/store'
import type { Logger } from 'pino'
import { BackupFault } from '../backup/backupFault.ts'
import { refuseUnfinished } from '../backup/restoreBackup.ts'
import type { Config } from '../config.ts'
import { limitsInForce } from '../limits/limitsInForce.ts'
import { prepareDataDirectory } from './dataDirectory.ts'
import { matchStores } from './matchStores.ts'
import { openStores } from './openStores.ts'

/** Opens the stores of an installation whose server does not run, for a command; no port is opened. */
export async function openAlone(config: Config, log: Logger) {
  const { dataDir } = config
  refuseUnfinished(dataDir)
  if (!existsSync(join(dataDir, 'telemetry')) && !existsSync(join(dataDir, 'management'))) {
    throw new BackupFault(`There is no installation in ${dataDir}; set PACKBOARD_DATA to one.`)
  }
  await prepareDataDirectory(dataDir)
  const closers: (() => Promise<void> | void)[] = []
  const close = async () => {
    for (const one of closers.splice(0).reverse()) await one()
  }
  try {
    const limits = limitsInForce(config.limits)
    const stores = await openStores({ config, log, now: Date.now, limits, closers })
    const { management, telemetry, parts } = stores
    await matchStores({ management, telemetry, places: config, adopt: false, log })
    await parts?.release()
    return { management, telemetry, close } satisfies {
      management: Management
      telemetry: Telemetry
      close: () => Promise<void>
    }
  } catch (error) {
    await close()
    throw error
  }
}

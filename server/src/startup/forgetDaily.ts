import { forgetOldAudit, type Management } from '@packboard/management'
import type { KeepDays, Telemetry } from '@packboard/telemetry/store'
import type { FastifyBaseLogger } from 'fastify'
import type { Config, KeptDays } from '../config.ts'
import { forgetUpgradeCopy } from '../upgrade/copyBeforeUpgrade.ts'

const dayMs = 86_400_000

/** How long one kind of data is kept here: the setting of the installation, and those of single clients (D53). */
export function keepDays(
  { keepDays, keepDaysOf }: Pick<Config, 'keepDays' | 'keepDaysOf'>,
  kind: keyof KeptDays,
): KeepDays {
  const ofClient = new Map<number, number>()
  for (const [clientId, days] of keepDaysOf) {
    const own = days[kind]
    if (own !== undefined) ofClient.set(clientId, own)
  }
  return { days: keepDays[kind], ofClient }
}

/**
 * Deletes data past its retention, after the start of the server and then once a day. A failure is logged and retried
 * the next day. The returned function stops it without waiting: the next run finds what was not deleted.
 */
export function forgetDaily(parts: {
  readonly config: Config
  readonly management: Management
  readonly telemetry: Telemetry
  readonly log: FastifyBaseLogger
}): () => void {
  const { config, management, telemetry, log } = parts
  async function forget() {
    const outcomes = await Promise.allSettled([
      telemetry.forgetOld(),
      forgetOldAudit(management, keepDays(config, 'audit')),
      forgetUpgradeCopy(config.dataDir, Date.now()),
    ])
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue
      log.warn({ err: outcome.reason }, 'Old data could not be deleted; trying again tomorrow')
    }
  }
  const timer = setInterval(() => void forget(), dayMs)
  timer.unref()
  void forget()
  return () => clearInterval(timer)
}

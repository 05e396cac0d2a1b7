import { forgetOldAudit, type Management } from '@packboard/management'
import type { KeepDays, Telemetry } from '@packboard/telemetry/store'
import type { FastifyBaseLogger } from 'fastify'
import type { Config, KeptDays } from '../config.ts'

const dayMs = 86_400_000

/** How long one kind of data is kept here: the number of the installation, and those of single clients (D53). */
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
 * Takes away what is kept no longer, when the server has started and then once a day. What fails is told and tried again
 * the next day. The answer stops it, and waits for nothing: what was not taken away is found again.
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
    ])
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue
      log.warn({ err: outcome.reason }, 'old data were not taken away; trying again tomorrow')
    }
  }
  const timer = setInterval(() => void forget(), dayMs)
  timer.unref()
  void forget()
  return () => clearInterval(timer)
}

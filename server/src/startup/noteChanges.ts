import { type Management, newestChange } from '@packboard/management'
import type { Telemetry } from '@packboard/telemetry/store'
import { noteManagementChange } from '@packboard/telemetry/write'
import type { FastifyBaseLogger } from 'fastify'

/** An older copy of the management store that lacks less than the changes of this time may open unnoticed (D68). */
const noteEveryMs = 60_000

/**
 * Keeps the number of the newest change of management in the telemetry store, each minute and at the end. The returned
 * function notes it for the last time.
 */
export function noteChanges({
  management,
  telemetry,
  log,
}: {
  readonly management: Management
  readonly telemetry: Telemetry
  readonly log: FastifyBaseLogger
}): () => Promise<void> {
  let noted = 0
  async function note(): Promise<void> {
    try {
      const newest = await newestChange(management)
      if (newest <= noted) return
      await noteManagementChange(telemetry, newest)
      noted = newest
    } catch (error) {
      log.warn({ err: error }, 'The newest change of management could not be noted; trying again')
    }
  }
  const timer = setInterval(() => void note(), noteEveryMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await note()
  }
}

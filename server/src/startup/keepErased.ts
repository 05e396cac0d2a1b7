import { erasureList, erasuresDone, type Management } from '@packboard/management'
import type { Telemetry } from '@packboard/telemetry/store'
import { eraseNames } from '@packboard/telemetry/write'
import type { FastifyBaseLogger } from 'fastify'

const lookAgainMs = 5_000

/**
 * Keeps erased names out of the records (D54): all of the list once at the start, because the store may be a restored
 * one, and within 5 s what is asked for later. Resolves when no name that was erased before can come in any more; what
 * is stored is worked through meanwhile. What fails, and what a stop cuts off, is
 * done again. The answer ends it.
 */
export async function keepErased(parts: {
  readonly management: Management
  readonly telemetry: Telemetry
  readonly log: FastifyBaseLogger
}): Promise<() => void> {
  const { management, telemetry, log } = parts
  const first = await erasureList(management)
  await eraseNames(telemetry, first, [])
  const unsure = new Set(first.clientIds)
  let busy = false
  let ended = false

  async function look() {
    const list = await erasureList(management)
    for (const { clientId } of list.open) unsure.add(clientId)
    for (const clientId of [...unsure]) {
      if (ended) return
      await eraseNames(telemetry, list, [clientId])
      unsure.delete(clientId)
      const own = list.open.filter((one) => one.clientId === clientId)
      await erasuresDone(
        management,
        own.map(({ id }) => id),
      )
    }
  }
  function lookNow() {
    if (busy || ended) return
    busy = true
    look()
      .catch((error: unknown) => {
        if (ended) return
        log.warn({ err: error }, 'erased names were not taken out of the records; trying again')
      })
      .finally(() => {
        busy = false
      })
  }
  const timer = setInterval(lookNow, lookAgainMs)
  timer.unref()
  lookNow()
  return () => {
    ended = true
    clearInterval(timer)
  }
}

import { cellOfClient, erasureList, erasuresDone, type Management } from '@packboard/management'
import type { Telemetry } from '@packboard/telemetry/store'
import { eraseNames } from '@packboard/telemetry/write'
import type { FastifyBaseLogger } from 'fastify'

const lookAgainMs = 5_000

/**
 * Keeps erased names out of the records (D54): all of the list once at the start, because the store may be a restored
 * one, and within 5 s what is requested later. Resolves when no name that was erased before can be received any more;
 * the stored records are processed in the background. What fails, or is interrupted by a stop, is repeated. The
 * returned function ends it.
 */
export async function keepErased(parts: {
  readonly management: Management
  readonly telemetry: Telemetry
  /** Of a process that holds one: only the records of its clients are here. */
  readonly cellId?: number | undefined
  readonly log: FastifyBaseLogger
}): Promise<() => void> {
  const { management, telemetry, cellId, log } = parts
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
      if (cellId !== undefined && (await cellOfClient(management, clientId)) !== cellId) {
        unsure.delete(clientId)
        continue
      }
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
        log.warn({ err: error }, 'Erased names could not be removed from the records; trying again')
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

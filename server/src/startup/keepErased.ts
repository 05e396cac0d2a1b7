import { cellOfClient, erasureList, erasuresDone, type Management } from '@packboard/management'
import type { Telemetry } from '@packboard/telemetry/store'
import { clientsToErase, eraseNames } from '@packboard/telemetry/write'
import type { FastifyBaseLogger } from 'fastify'

const lookAgainMs = 5_000

/**
 * Keeps erased names out of the records (D54). The store knows which list of names its records of a client are free of: what
 * lacks the list of now, as a restored store does, is searched at the start, and within 5 s what is requested later. Resolves
 * when no name that was erased before can be received any more; the stored records are processed in the background. What
 * fails, or is interrupted by a stop, is repeated. The returned function ends it.
 */
export async function keepErased(parts: {
  readonly management: Management
  readonly telemetry: Telemetry
  /** Of a process that holds one: only the records of its clients are here. */
  readonly cellId?: number | undefined
  readonly log: FastifyBaseLogger
}): Promise<() => void> {
  const { management, telemetry, cellId, log } = parts
  await eraseNames(telemetry, await erasureList(management), [])
  /** A client stays in its cell. */
  const elsewhere = new Set<number>()
  let busy = false
  let ended = false

  function warn(fields: object) {
    if (ended) return
    log.warn(fields, 'Erased names could not be removed from the records; trying again')
  }

  async function isHere(clientId: number): Promise<boolean> {
    if (cellId === undefined) return true
    if (elsewhere.has(clientId)) return false
    if ((await cellOfClient(management, clientId)) === cellId) return true
    elsewhere.add(clientId)
    return false
  }

  async function look() {
    const list = await erasureList(management)
    const due = [
      ...list.open.map(({ clientId }) => clientId),
      ...(await clientsToErase(telemetry, list)),
    ]
    for (const clientId of new Set(due)) {
      if (ended) return
      if (!(await isHere(clientId))) continue
      try {
        await eraseNames(telemetry, list, [clientId])
      } catch (error) {
        // Records of this client cannot be read: names of the others are erased all the same.
        warn({ err: error, clientId })
        continue
      }
      const done = list.open.filter((each) => each.clientId === clientId)
      await erasuresDone(
        management,
        done.map(({ id }) => id),
      )
    }
  }
  function lookNow() {
    if (busy || ended) return
    busy = true
    look()
      .catch((error: unknown) => warn({ err: error }))
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

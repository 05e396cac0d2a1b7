import { setTimeout as sleep } from 'node:timers/promises'
import {
  endRebuild,
  type Management,
  machineDirectory,
  noteRebuild,
  type OpenRebuild,
  openRebuilds,
} from '@packboard/management'
import type { Telemetry } from '@packboard/telemetry/store'
import type { FastifyBaseLogger } from 'fastify'

const dayMs = 86_400_000
/** What was applied since is looked for so often; what failed is tried again. */
const lookAgainMs = 5_000
/** How often it is written how far a rebuild came. */
const noteEveryMs = 1_000

/**
 * Computes the minutes that changes of the past moved, a machine after the other and a day after the other, in the order in which the
 * changes were applied; figures of before stay readable until their day is computed. What a stop or a kill leaves, the next start goes
 * on with. The returned function ends it.
 */
export function applyChanges(stores: {
  readonly management: Management
  readonly telemetry: Telemetry
  /** Of a process that holds one: only the records of its clients are here. */
  readonly cellId?: number | undefined
  readonly log: FastifyBaseLogger
}): () => Promise<void> {
  const { management, log, cellId } = stores
  const ending = new AbortController()
  const { signal } = ending
  let wake = new AbortController()

  async function run(): Promise<void> {
    const directory = await machineDirectory(management)
    // What is applied changes the rules of machines.
    const unfollow = directory.onChange(() => wake.abort())
    signal.addEventListener('abort', unfollow)
    while (!signal.aborted) {
      wake = new AbortController()
      try {
        for (const rebuild of await openRebuilds(management, cellId)) {
          signal.throwIfAborted()
          await applyRebuild(stores, rebuild, signal)
        }
      } catch (error) {
        if (signal.aborted) return
        log.warn({ err: error }, 'A change of the past could not be computed; trying again')
      }
      const woken = AbortSignal.any([signal, wake.signal])
      await sleep(lookAgainMs, undefined, { signal: woken, ref: false }).catch(() => undefined)
    }
  }

  const done = run()
  return async () => {
    ending.abort()
    await done
  }
}

async function applyRebuild(
  { management, telemetry }: { readonly management: Management; readonly telemetry: Telemetry },
  rebuild: OpenRebuild,
  signal: AbortSignal,
): Promise<void> {
  const { machineId, firstDay, lastDay } = rebuild
  // The ledger must have the new rule before it computes anything by it.
  await (await machineDirectory(management)).refresh()
  const from = new Date(firstDay)
  const window = { from, to: new Date(Date.parse(lastDay) + dayMs), machineIds: [machineId] }
  let [noted, notedAt] = [rebuild.done, performance.now()]
  let noting = Promise.resolve()
  await telemetry.rebuildMinutes(window, {
    signal,
    onProgress({ until }) {
      const done = Math.floor((until.getTime() - from.getTime()) / dayMs)
      if (done <= noted || performance.now() - notedAt < noteEveryMs) return
      noted = done
      notedAt = performance.now()
      noting = noting.then(() => noteRebuild(management, rebuild, done)).catch(() => undefined)
    },
  })
  await noting
  await endRebuild(management, rebuild)
}

import { setTimeout as sleep } from 'node:timers/promises'
import type { Incoming, Reading } from '../connector.ts'
import type { IngestLog } from '../log.ts'
import { waitingRecords } from './limits.ts'

/** Until a store that could not take records is tried again. */
const usualPauseMs = 1_000
/** What a record weighs in the queue of the pipeline. */
const recordBytes = 200

/**
 * The records of one machine on their way to the store, in their order. A server of OPC UA sends nothing twice, so they
 * wait here while the store cannot take them; of too many the oldest are given up, counted.
 */
export function createDelivery(options: {
  bring(reading: Reading, receivedAt: number): Promise<unknown>
  readonly count: { records: number; lost: number }
  readonly log: IngestLog
  readonly pauseMs?: number
}) {
  const { bring, count, log, pauseMs = usualPauseMs } = options
  const queue: { readonly reading: Reading; readonly receivedAt: number }[] = []
  let waiting = 0
  let running: Promise<void> | undefined
  let closing = false

  async function drain() {
    for (let next = queue[0]; next; next = queue[0]) {
      try {
        await bring(next.reading, next.receivedAt)
        count.records += next.reading.records.length
      } catch (error) {
        log.warn({ err: error }, 'Records of OPC UA could not be stored; trying again')
        if (closing) return
        await sleep(pauseMs, undefined, { ref: false })
        continue
      }
      remove(0)
    }
  }

  function remove(at: number): number {
    const [removed] = queue.splice(at, 1)
    const records = removed?.reading.records.length ?? 0
    waiting -= records
    return records
  }

  return {
    put(records: readonly Incoming[], receivedAt: number) {
      const bytes = records.length * recordBytes
      queue.push({ reading: { source: 'opcua', bytes, records }, receivedAt })
      waiting += records.length
      // The first one is on its way to the store.
      while (waiting > waitingRecords && queue.length > 2) count.lost += remove(1)
      running ??= drain().finally(() => {
        running = undefined
      })
    },
    waiting: () => waiting,
    async close() {
      closing = true
      await running
      count.lost += waiting
    },
  }
}

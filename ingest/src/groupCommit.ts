import { AppError } from '@packboard/model'
import type { Batch, MachineCounts } from '@packboard/telemetry/write'
import { createActiveSenders } from './activeSenders.ts'
import { commitStart, type LastAnswer } from './commitStart.ts'
import type { Health } from './connector.ts'
import type { IngestLog } from './log.ts'
import { createReadTurns } from './readTurns.ts'

/** Records of one commit. */
const commitRecords = 10_000
/** What may wait in memory: beyond, HTTP gets 503 with `Retry-After` and MQTT is not read any further. */
const queueRecords = 100_000
const queueBytes = 64 * 1_048_576
/** What may wait, in addition, for space in the queue. */
const waitingBytesLimit = 128 * 1_048_576
/** Until a store that could not take records is tried again. */
const retryMs = 1_000
/** A sender without a way to be refused (MQTT) waits this long for the store; then its message stays unacknowledged. */
export const defaultPatienceMs = 20_000
/** After a commit takes longer than this, the store counts as blocked. */
const stalledMs = 5_000
/** A refusal describes the store for this long; then it is outdated. */
const refusalMs = 10_000
/** `Retry-After` of a refused HTTP call, in seconds. */
const retryAfterSeconds = 2
/** The same while the disk is full: space must be freed first. */
const fullRetrySeconds = 30

type Call = {
  readonly batch: Batch
  readonly records: number
  readonly bytes: number
  /** Waits for space and for the store instead of being refused at once. */
  readonly patient: boolean
  /** Who waits for it; undefined when it is Packboard itself. */
  readonly sender: string | undefined
}

type Waiting = Call & {
  readonly since: number
  /** A commit that it was part of failed for another reason than a busy store: it is tried by itself. */
  alone: boolean
  resolve(counts: readonly MachineCounts[]): void
  reject(error: unknown): void
}

/**
 * Collects incoming records for a moment and writes them in one commit: a disk has a few hundred syncs a second, a
 * floor of machines has thousands of messages. Each call is answered when its commit is durable. While one commit is
 * written, the next one is collected. Nothing is collected any longer when all who sent lately wait for their answer.
 */
export function createGroupCommit(options: {
  commit(batches: readonly Batch[]): Promise<readonly (readonly MachineCounts[])[]>
  gatherMs: number
  patienceMs: number
  mayStore: () => boolean
  log: IngestLog
}) {
  const { commit, gatherMs, patienceMs, mayStore, log } = options
  const queue: Waiting[] = []
  const senders = createActiveSenders(gatherMs)
  let queuedRecords = 0
  let queuedBytes = 0
  let waitingBytes = 0
  const waitingForRoom: (() => void)[] = []
  const turns = createReadTurns(() => (closing ? 0 : queuedRecords))
  let timer: Timer | undefined
  let timerAt = 0
  let writing = false
  let closing = false
  let restUntil = 0
  let startedAt = 0
  let lastAnswer: LastAnswer = { calls: 0, at: Number.NEGATIVE_INFINITY, ms: 0 }
  let failure: { readonly at: number; readonly detail: string } | undefined
  const idle: (() => void)[] = []
  const figures = { commits: 0, failures: 0, records: 0, seconds: 0, refused: 0 }

  const full = (call: Call) =>
    queue.length > 0 &&
    (queuedRecords + call.records > queueRecords || queuedBytes + call.bytes > queueBytes)

  function add(call: Call): Promise<readonly MachineCounts[]> {
    const since = performance.now()
    if (!call.patient && !mayStore()) {
      figures.refused += 1
      return Promise.reject(new AppError('ingest.busy', { retryAfter: fullRetrySeconds }))
    }
    return closing || full(call) ? addLater(call, since) : enqueue(call, since)
  }

  function enqueue(call: Call, since: number): Promise<readonly MachineCounts[]> {
    const { batch, records, bytes, patient, sender } = call
    return new Promise((resolve, reject) => {
      const alone = false
      queue.push({ batch, records, bytes, patient, sender, since, alone, resolve, reject })
      queuedRecords += call.records
      queuedBytes += call.bytes
      turns.added(call.records)
      if (call.sender !== undefined) senders.sent(call.sender, since)
      schedule()
    })
  }

  async function addLater(call: Call, since: number): Promise<readonly MachineCounts[]> {
    while (!closing && full(call)) {
      if (!call.patient) {
        figures.refused += 1
        throw new AppError('ingest.busy', { retryAfter: retryAfterSeconds })
      }
      if (waitingBytes + call.bytes > waitingBytesLimit) throw new AppError('ingest.busy')
      waitingBytes += call.bytes
      await new Promise<void>((resolve) => waitingForRoom.push(resolve))
      waitingBytes -= call.bytes
    }
    if (closing) throw new AppError('ingest.busy', { retryAfter: retryAfterSeconds })
    return enqueue(call, since)
  }

  function schedule() {
    if (writing) return
    const oldest = queue[0]
    if (!oldest) return
    const now = performance.now()
    const start = commitStart(
      {
        calls: queue.length,
        records: queuedRecords,
        senders: senders.waiting(),
        since: oldest.since,
        allWait: closing || senders.allWait(),
      },
      lastAnswer,
      { now, gatherMs },
    )
    const at = Math.max(now, start, restUntil)
    if (timer !== undefined) {
      if (timerAt <= at) return
      timer.clear()
    }
    timerAt = at
    timer = startIn(at - now, write)
  }

  function take(): Waiting[] {
    const calls: Waiting[] = []
    let records = 0
    for (const call of queue) {
      if (calls.length > 0 && (call.alone || calls[0]?.alone)) break
      if (calls.length > 0 && records + call.records > commitRecords) break
      records += call.records
      calls.push(call)
    }
    queue.splice(0, calls.length)
    return calls
  }

  async function write() {
    timer = undefined
    writing = true
    const calls = take()
    startedAt = performance.now()
    try {
      if (!mayStore()) throw new AppError('ingest.busy')
      const counts = await commit(calls.map(({ batch }) => batch))
      figures.commits += 1
      figures.records += calls.reduce((sum, call) => sum + call.records, 0)
      figures.seconds += (performance.now() - startedAt) / 1_000
      failure = undefined
      release(calls)
      calls.forEach((call, index) => {
        call.resolve(counts[index] ?? [])
      })
    } catch (error) {
      figures.failures += 1
      if (!failure) log.error({ err: error }, 'Records cannot be stored; senders keep them')
      const detail = error instanceof Error ? error.message : String(error)
      failure = { at: performance.now(), detail }
      const busy = error instanceof AppError && error.code === 'ingest.busy'
      if (busy) restUntil = performance.now() + retryMs
      const hopeful = calls.filter((call) =>
        busy
          ? call.patient && !closing && performance.now() - call.since < patienceMs
          : calls.length > 1,
      )
      if (!busy) for (const call of hopeful) call.alone = true
      const refused = calls.filter((call) => !hopeful.includes(call))
      queue.unshift(...hopeful)
      release(refused)
      const refusal = new AppError('ingest.busy', { retryAfter: retryAfterSeconds, cause: error })
      for (const call of refused) call.reject(refusal)
    }
    writing = false
    schedule()
    if (queue.length === 0) for (const resolve of idle.splice(0)) resolve()
  }

  function release(calls: readonly Waiting[]) {
    const now = performance.now()
    lastAnswer = { calls: calls.length, at: now, ms: now - startedAt }
    for (const call of calls) {
      if (call.sender !== undefined) senders.answered(call.sender, now)
      queuedRecords -= call.records
      queuedBytes -= call.bytes
    }
    for (const wake of waitingForRoom.splice(0)) wake()
    turns.room()
  }

  function health(): Health {
    const now = performance.now()
    if (writing && now - startedAt > stalledMs) {
      const seconds = Math.round((now - startedAt) / 1_000)
      return { ok: false, detail: `the store has not answered for ${seconds} s` }
    }
    if (failure && now - failure.at < refusalMs) return { ok: false, detail: failure.detail }
    return { ok: true, detail: 'writing' }
  }

  return {
    add,
    /** When connections of senders that cannot be refused are read. */
    mayRead: turns.mayRead,
    health,
    figures: () => ({
      ...figures,
      ...{ queuedRecords, queuedBytes, waitingBytes },
      unreadConnections: turns.waiting(),
    }),
    /** Writes what was already taken in, refuses the rest; gives up waiting after `limitMs`. */
    async close(limitMs: number) {
      closing = true
      for (const wake of waitingForRoom.splice(0)) wake()
      turns.room()
      if (timer !== undefined) {
        timer.clear()
        timer = undefined
        schedule()
      }
      if (queue.length === 0 && !writing) return
      let limit: NodeJS.Timeout | undefined
      await Promise.race([
        new Promise<void>((resolve) => idle.push(resolve)),
        new Promise<void>((resolve) => {
          limit = setTimeout(resolve, limitMs)
        }),
      ])
      clearTimeout(limit)
      const late = queue.splice(0)
      release(late)
      for (const call of late) call.reject(new AppError('ingest.busy'))
    },
  }
}

type Timer = { clear(): void }

/** A timer takes a millisecond at least: what need not wait comes after what is read already. */
function startIn(ms: number, start: () => void): Timer {
  if (ms <= 0) {
    const immediate = setImmediate(start)
    return { clear: () => clearImmediate(immediate) }
  }
  const timeout = setTimeout(start, ms)
  return { clear: () => clearTimeout(timeout) }
}

import { AppError } from '@packboard/model'
import type { Batch, MachineCounts } from '@packboard/telemetry/write'
import type { Health } from './connector.ts'
import type { IngestLog } from './log.ts'
import { createReadTurns } from './readTurns.ts'

/** A commit costs the engine about as much as so many records: when they are there, collecting more saves little. */
const worthRecords = 1_000
/** Messages of one moment come together: what begins a commit at once waits this long for them. */
const joinMs = 2
/** With so many senders the store rests as long as it wrote, at most so long: in the meantime more of them send. */
const manySenders = 50
const mostRestMs = 50
/** Senders that were answered together send again within this time; one that does not has stopped. */
const returnMs = 10

/** What waits for the next commit. */
type WaitingCalls = {
  readonly calls: number
  readonly records: number
  /** Who waits for an answer. */
  readonly senders: number
  /** When the first of it came. */
  readonly since: number
  /** All who sent lately wait for their answer: nothing else is to come. */
  readonly allWait: boolean
}

/** How many calls were answered together, when, and how long their commit took. */
type LastAnswer = { readonly calls: number; readonly at: number; readonly ms: number }

/** When the next commit begins. `gatherMs`: how long records of those who send by themselves are collected. */
export function commitStart(
  { calls, records, senders, since, allWait }: WaitingCalls,
  last: LastAnswer,
  { now, gatherMs }: { readonly now: number; readonly gatherMs: number },
): number {
  if (records >= worthRecords) return now + joinMs
  if (!allWait) return since + gatherMs
  if (now - last.at > gatherMs) return now + joinMs
  // A device that waits for each answer is alone again; the calls of a gateway come back as many as they were.
  const start = calls >= last.calls ? now : since + returnMs
  // Of many senders some send by themselves, though soon after an answer: a commit for each few of them would take all of the engine.
  return senders < manySenders ? start : Math.max(start, last.at + Math.min(last.ms, mostRestMs))
}

/** A sender that sends again this soon after an answer waits for its answers, so each wait makes it slower. */
const promptMs = 15

type Sender = { sentAt: number; answeredAt: number; waiting: number; urgent: boolean }

/**
 * Who has sent lately, and what waits of each: so that a commit collects the records of all who send by themselves, and
 * does not let a sender wait when nobody else would join. A sender is urgent that had been silent, or that waits for
 * each answer before it sends again.
 */
export function createActiveSenders(gatherMs: number) {
  /** The one that was silent longest first. */
  const senders = new Map<string, Sender>()
  let waiting = 0
  let patient = 0

  function weigh(sender: Sender, by: 1 | -1) {
    if (sender.waiting === 0) return
    waiting += by
    if (!sender.urgent) patient += by
  }

  /** The change of one sender, with the sums of all. */
  function change(name: string, now: number, apply: (sender: Sender) => void) {
    const sender = senders.get(name) ?? {
      sentAt: Number.NEGATIVE_INFINITY,
      answeredAt: Number.NEGATIVE_INFINITY,
      waiting: 0,
      urgent: false,
    }
    weigh(sender, -1)
    apply(sender)
    weigh(sender, 1)
    senders.delete(name)
    senders.set(name, sender)
    for (const [oldest, { sentAt, answeredAt, waiting }] of senders) {
      if (waiting > 0 || Math.max(sentAt, answeredAt) >= now - gatherMs) break
      senders.delete(oldest)
    }
  }

  return {
    sent(name: string, now: number) {
      change(name, now, (sender) => {
        const silent = sender.waiting === 0 && now - sender.sentAt > gatherMs
        // Of many messages under way the last ones are read late, although they came at once.
        const returning = sender.waiting > 0 && sender.urgent
        sender.urgent = silent || returning || now - sender.answeredAt < promptMs
        sender.sentAt = now
        sender.waiting += 1
      })
    },
    answered(name: string, now: number) {
      change(name, now, (sender) => {
        sender.waiting -= 1
        sender.answeredAt = now
      })
    },
    /** How many wait for an answer. */
    waiting: () => waiting,
    /** All who sent lately wait for their answer, and none of them would send by itself: nothing else is to come. */
    allWait: () => waiting > 0 && waiting === senders.size && patient === 0,
  }
}

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

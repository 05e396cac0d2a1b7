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

type CommitOptions = {
  commit(batches: readonly Batch[]): Promise<readonly (readonly MachineCounts[])[]>
  gatherMs: number
  patienceMs: number
  mayStore: () => boolean
  log: IngestLog
}

/**
 * Collects incoming records for a moment and writes them in one commit: a disk has a few hundred syncs a second, a
 * floor of machines has thousands of messages. Each call is answered when its commit is durable. While one commit is
 * written, the next one is collected. Nothing is collected any longer when all who sent lately wait for their answer.
 */
export class GroupCommit {
  readonly #options: CommitOptions
  readonly #senders: ReturnType<typeof createActiveSenders>
  readonly #queue: Waiting[] = []
  #queuedRecords = 0
  #queuedBytes = 0
  #waitingBytes = 0
  readonly #waitingForRoom: (() => void)[] = []
  readonly #turns = createReadTurns(() => (this.#closing ? 0 : this.#queuedRecords))
  #timer: Timer | undefined
  #timerAt = 0
  #writing = false
  #closing = false
  #restUntil = 0
  #startedAt = 0
  #lastAnswer: LastAnswer = { calls: 0, at: Number.NEGATIVE_INFINITY, ms: 0 }
  #failure: { readonly at: number; readonly detail: string } | undefined
  readonly #idle: (() => void)[] = []
  readonly #counts = { commits: 0, failures: 0, records: 0, seconds: 0, refused: 0 }
  /** When connections of senders that cannot be refused are read. */
  readonly mayRead = this.#turns.mayRead

  constructor(options: CommitOptions) {
    this.#options = options
    this.#senders = createActiveSenders(options.gatherMs)
  }

  add(call: Call): Promise<readonly MachineCounts[]> {
    const since = performance.now()
    if (!call.patient && !this.#options.mayStore()) {
      this.#counts.refused += 1
      return Promise.reject(new AppError('ingest.busy', { retryAfter: fullRetrySeconds }))
    }
    const waits = this.#closing || this.#isFull(call)
    return waits ? this.#addLater(call, since) : this.#enqueue(call, since)
  }

  health(): Health {
    const now = performance.now()
    if (this.#writing && now - this.#startedAt > stalledMs) {
      const seconds = Math.round((now - this.#startedAt) / 1_000)
      return { ok: false, detail: `the store has not answered for ${seconds} s` }
    }
    if (this.#failure && now - this.#failure.at < refusalMs) {
      return { ok: false, detail: this.#failure.detail }
    }
    return { ok: true, detail: 'writing' }
  }

  figures() {
    return {
      ...this.#counts,
      queuedRecords: this.#queuedRecords,
      queuedBytes: this.#queuedBytes,
      waitingBytes: this.#waitingBytes,
      unreadConnections: this.#turns.waiting(),
    }
  }

  /** Writes what was already taken in, refuses the rest; gives up waiting after `limitMs`. */
  async close(limitMs: number): Promise<void> {
    this.#closing = true
    this.#makeRoom()
    if (this.#timer !== undefined) {
      this.#timer.clear()
      this.#timer = undefined
      this.#schedule()
    }
    if (this.#queue.length === 0 && !this.#writing) return
    let limit: NodeJS.Timeout | undefined
    await Promise.race([
      new Promise<void>((resolve) => this.#idle.push(resolve)),
      new Promise<void>((resolve) => {
        limit = setTimeout(resolve, limitMs)
      }),
    ])
    clearTimeout(limit)
    const late = this.#queue.splice(0)
    this.#release(late)
    for (const call of late) call.reject(new AppError('ingest.busy'))
  }

  #isFull(call: Call): boolean {
    return (
      this.#queue.length > 0 &&
      (this.#queuedRecords + call.records > queueRecords ||
        this.#queuedBytes + call.bytes > queueBytes)
    )
  }

  #enqueue(call: Call, since: number): Promise<readonly MachineCounts[]> {
    const { batch, records, bytes, patient, sender } = call
    return new Promise((resolve, reject) => {
      const alone = false
      this.#queue.push({ batch, records, bytes, patient, sender, since, alone, resolve, reject })
      this.#queuedRecords += records
      this.#queuedBytes += bytes
      this.#turns.added(records)
      if (sender !== undefined) this.#senders.sent(sender, since)
      this.#schedule()
    })
  }

  async #addLater(call: Call, since: number): Promise<readonly MachineCounts[]> {
    while (!this.#closing && this.#isFull(call)) {
      if (!call.patient) {
        this.#counts.refused += 1
        throw new AppError('ingest.busy', { retryAfter: retryAfterSeconds })
      }
      if (this.#waitingBytes + call.bytes > waitingBytesLimit) throw new AppError('ingest.busy')
      this.#waitingBytes += call.bytes
      await new Promise<void>((resolve) => this.#waitingForRoom.push(resolve))
      this.#waitingBytes -= call.bytes
    }
    if (this.#closing) throw new AppError('ingest.busy', { retryAfter: retryAfterSeconds })
    return this.#enqueue(call, since)
  }

  #makeRoom() {
    for (const wake of this.#waitingForRoom.splice(0)) wake()
    this.#turns.room()
  }

  #schedule() {
    if (this.#writing) return
    const oldest = this.#queue[0]
    if (!oldest) return
    const now = performance.now()
    const start = commitStart(
      {
        calls: this.#queue.length,
        records: this.#queuedRecords,
        senders: this.#senders.waiting(),
        since: oldest.since,
        allWait: this.#closing || this.#senders.allWait(),
      },
      this.#lastAnswer,
      { now, gatherMs: this.#options.gatherMs },
    )
    const at = Math.max(now, start, this.#restUntil)
    if (this.#timer !== undefined) {
      if (this.#timerAt <= at) return
      this.#timer.clear()
    }
    this.#timerAt = at
    this.#timer = startIn(at - now, () => this.#write())
  }

  #take(): Waiting[] {
    const calls: Waiting[] = []
    let records = 0
    for (const call of this.#queue) {
      if (calls.length > 0 && (call.alone || calls[0]?.alone)) break
      if (calls.length > 0 && records + call.records > commitRecords) break
      records += call.records
      calls.push(call)
    }
    this.#queue.splice(0, calls.length)
    return calls
  }

  async #write(): Promise<void> {
    this.#timer = undefined
    this.#writing = true
    const calls = this.#take()
    this.#startedAt = performance.now()
    try {
      if (!this.#options.mayStore()) throw new AppError('ingest.busy')
      const counts = await this.#options.commit(calls.map(({ batch }) => batch))
      this.#counts.commits += 1
      this.#counts.records += calls.reduce((sum, call) => sum + call.records, 0)
      this.#counts.seconds += (performance.now() - this.#startedAt) / 1_000
      this.#failure = undefined
      this.#release(calls)
      calls.forEach((call, index) => {
        call.resolve(counts[index] ?? [])
      })
    } catch (error) {
      this.#refuse(calls, error)
    }
    this.#writing = false
    this.#schedule()
    if (this.#queue.length === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }

  /** Their commit failed: those that may wait for a busy store go back to the queue, of the others each is tried by itself once. */
  #refuse(calls: readonly Waiting[], error: unknown) {
    const { log, patienceMs } = this.#options
    this.#counts.failures += 1
    if (!this.#failure) log.error({ err: error }, 'Records cannot be stored; senders keep them')
    const detail = error instanceof Error ? error.message : String(error)
    this.#failure = { at: performance.now(), detail }
    const busy = error instanceof AppError && error.code === 'ingest.busy'
    if (busy) this.#restUntil = performance.now() + retryMs
    const hopeful = calls.filter((call) =>
      busy
        ? call.patient && !this.#closing && performance.now() - call.since < patienceMs
        : calls.length > 1,
    )
    if (!busy) for (const call of hopeful) call.alone = true
    const refused = calls.filter((call) => !hopeful.includes(call))
    this.#queue.unshift(...hopeful)
    this.#release(refused)
    const refusal = new AppError('ingest.busy', { retryAfter: retryAfterSeconds, cause: error })
    for (const call of refused) call.reject(refusal)
  }

  #release(calls: readonly Waiting[]) {
    const now = performance.now()
    this.#lastAnswer = { calls: calls.length, at: now, ms: now - this.#startedAt }
    for (const call of calls) {
      if (call.sender !== undefined) this.#senders.answered(call.sender, now)
      this.#queuedRecords -= call.records
      this.#queuedBytes -= call.bytes
    }
    this.#makeRoom()
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

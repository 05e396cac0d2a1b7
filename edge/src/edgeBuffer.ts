import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { AppError } from '@packboard/model'
import {
  type BufferFigures,
  type BufferLog,
  type Entry,
  entryBytes,
  type LastSeen,
  openBufferFile,
  prepare,
  type QueuedRecord,
  type RefusedEntry,
} from './bufferFile.ts'

/** How long entries are gathered for one commit: each is an fsync, which takes up to 50 ms on the flash of a gateway. */
const gatherMs = 25
/** From this share on a buffer is called full: a large call may not fit any more. */
const fullShare = 0.99

type Waiting = {
  readonly entries: readonly Entry[]
  readonly refused: readonly RefusedEntry[]
  readonly seen: readonly LastSeen[]
  readonly bytes: number
  resolve(): void
  reject(error: unknown): void
}

const sizeOf = ({ line }: Entry) => Buffer.byteLength(line) + entryBytes

/**
 * The queue of an edge recorder: a file of SQLite in which an entry is durable before it is acknowledged. The sums are
 * written in the transaction that changes the queue, so they hold after every crash.
 */
export class EdgeBuffer {
  readonly #maxBytes: number
  readonly #db: DatabaseSync
  readonly #statements: ReturnType<typeof prepare>
  #figures: BufferFigures
  #waiting: Waiting[] = []
  #waitingBytes = 0
  #timer: NodeJS.Timeout | undefined
  #closed = false
  #failure: string | undefined
  readonly #listeners = new Set<() => void>()

  /** Beyond `maxBytes` new records are refused. */
  constructor(options: {
    readonly folder: string
    readonly maxBytes: number
    readonly log: BufferLog
  }) {
    this.#maxBytes = options.maxBytes
    this.#db = openBufferFile(join(options.folder, 'buffer.sqlite'), options.log)
    this.#statements = prepare(this.#db)
    this.#figures = this.#statements.figures()
  }

  /** Resolves when everything is durable; rejects with `ingest.busy` when the queue is full, and then holds nothing of it. */
  add(call: Pick<Waiting, 'entries' | 'refused' | 'seen'>): Promise<void> {
    const bytes = call.entries.reduce((sum, entry) => sum + sizeOf(entry), 0)
    if (this.#closed) return Promise.reject(new AppError('ingest.busy', { retryAfter: 5 }))
    if (this.#figures.queuedBytes + this.#waitingBytes + bytes > this.#maxBytes) {
      const message = 'The buffer of this edge recorder is full. Please send again later.'
      return Promise.reject(new AppError('ingest.busy', { message, retryAfter: 60 }))
    }
    this.#waitingBytes += bytes
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...call, bytes, resolve, reject })
      this.#timer ??= setTimeout(() => this.#flush(), gatherMs)
    })
  }

  /**
   * What goes next: the newest records in half of the call, for the live card, and the oldest in the rest, so that the
   * backlog shrinks from its beginning. Shorter where the bytes are reached.
   */
  next(bounds: { readonly records: number; readonly bytes: number }): QueuedRecord[] {
    const half = Math.ceil(bounds.records / 2)
    const taken = new Map<number, QueuedRecord>()
    let bytes = 0
    const take = (rows: readonly QueuedRecord[], mostBytes: number) => {
      for (const row of rows) {
        if (taken.has(row.id)) continue
        if (taken.size > 0 && bytes + row.size > mostBytes) return
        bytes += row.size
        taken.set(row.id, row)
      }
    }
    take(this.#statements.newest(half), bounds.bytes / 2)
    take(this.#statements.oldest(bounds.records - taken.size), bounds.bytes)
    return [...taken.values()]
  }

  /** The central server has stored or quarantined these; they leave the queue. */
  delivered(
    records: readonly QueuedRecord[],
    counts: Pick<BufferFigures, 'accepted' | 'duplicate' | 'quarantined'>,
  ): void {
    this.#commit(() => {
      this.#leave(records)
      this.#count(counts)
    })
  }

  /** The central server refuses this one as no record: kept for a person to read, and never sent again. */
  refuse(record: QueuedRecord, reason: string): void {
    this.#commit(() => {
      this.#leave([record])
      this.#statements.refuse({ ...record, reason })
      this.#count({ quarantined: 1 })
    })
  }

  figures(): BufferFigures {
    return this.#figures
  }

  /** When the oldest record of the queue came, ms; null when it is empty. */
  oldestAt(): number | null {
    return this.#statements.oldest(1)[0]?.receivedAt ?? null
  }

  /** New records are refused, or will soon be. */
  isFull(): boolean {
    return this.#figures.queuedBytes > this.#maxBytes * fullShare
  }

  /** Why the last write failed; undefined when it did not. */
  failure(): string | undefined {
    return this.#failure
  }

  /** The newest that is known of each machine. */
  machines(): LastSeen[] {
    return this.#statements.machines()
  }

  /** Records that will not be sent, newest first. */
  refused(limit: number): RefusedEntry[] {
    return this.#statements.refusedNewest(limit)
  }

  /** Called after each commit of new records; the returned function ends that. */
  onAdded(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Writes what waits. */
  close(): void {
    if (this.#closed) return
    this.#closed = true
    clearTimeout(this.#timer)
    this.#flush()
    this.#db.close()
  }

  /** All or nothing, synced to the disk when it returns. */
  #commit(change: () => void): void {
    const before = this.#figures
    this.#db.exec('begin immediate')
    try {
      change()
      this.#statements.setFigures(this.#figures)
      this.#db.exec('commit')
      this.#failure = undefined
    } catch (error) {
      this.#figures = before
      if (this.#db.isTransaction) this.#db.exec('rollback')
      this.#failure = error instanceof Error ? error.message : String(error)
      throw error
    }
  }

  #flush(): void {
    this.#timer = undefined
    const calls = this.#waiting
    this.#waiting = []
    this.#waitingBytes = 0
    if (calls.length === 0) return
    try {
      this.#commit(() => {
        for (const call of calls) this.#write(call)
      })
    } catch (error) {
      for (const call of calls) call.reject(error)
      return
    }
    for (const call of calls) call.resolve()
    for (const listener of this.#listeners) listener()
  }

  #write({ entries, refused, seen, bytes }: Waiting): void {
    for (const { serialNo, receivedAt, line } of entries) {
      this.#statements.add.run(serialNo, receivedAt, line)
    }
    for (const entry of refused) this.#statements.refuse(entry)
    for (const { serialNo, at, state, speedPpm, packs } of seen) {
      this.#statements.see.run(serialNo, at, state, speedPpm, packs)
    }
    this.#count({
      received: entries.length + refused.length,
      quarantined: refused.length,
      queuedRecords: entries.length,
      queuedBytes: bytes,
    })
  }

  #leave(records: readonly QueuedRecord[]): void {
    for (const { id } of records) this.#statements.remove.run(id)
    this.#count({
      queuedRecords: -records.length,
      queuedBytes: -records.reduce((sum, { size }) => sum + size, 0),
    })
  }

  /** Adds to the sums; a commit that fails takes them back. */
  #count(more: Partial<BufferFigures>): void {
    const sums: Record<keyof BufferFigures, number> = { ...this.#figures }
    for (const name of figureNames) sums[name] += more[name] ?? 0
    this.#figures = sums
  }
}

const figureNames = [
  'received',
  'accepted',
  'duplicate',
  'quarantined',
  'queuedRecords',
  'queuedBytes',
] as const satisfies readonly (keyof BufferFigures)[]

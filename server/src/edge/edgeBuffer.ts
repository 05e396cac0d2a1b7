import { existsSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { AppError } from '@packboard/model'
import { framesIn } from './tornTail.ts'

/** How long entries are gathered for one commit: each is an fsync, which takes up to 50 ms on the flash of a gateway. */
const gatherMs = 25
/** What an entry takes in the file beside its line. */
const entryBytes = 48
/** Refused records that are kept for a person to read; older ones are only counted. */
export const keptRefused = 1_000
const refusedLineCharacters = 4_000

/** A record on its way to the central server. */
export type Entry = {
  readonly serialNo: string
  /** When it came, ms. */
  readonly receivedAt: number
  /** One line of NDJSON. */
  readonly line: string
}

/** A record that no central server may get: why, in words. */
export type RefusedEntry = Entry & { readonly reason: string }

/** The newest that is known of a machine here; what it never said is null. */
export type LastSeen = {
  readonly serialNo: string
  /** Time of its newest sample, ms. */
  readonly at: number
  readonly state: number | null
  readonly speedPpm: number | null
  readonly packs: number | null
}

export type QueuedRecord = Entry & { readonly id: number; readonly size: number }

/** received = accepted + duplicate + quarantined + queuedRecords, after each commit. */
export type BufferFigures = {
  readonly received: number
  readonly accepted: number
  readonly duplicate: number
  readonly quarantined: number
  readonly queuedRecords: number
  readonly queuedBytes: number
}

type Waiting = {
  readonly entries: readonly Entry[]
  readonly refused: readonly RefusedEntry[]
  readonly seen: readonly LastSeen[]
  readonly bytes: number
  resolve(): void
  reject(error: unknown): void
}

type Log = { warn(facts: object, message: string): void }

export type EdgeBuffer = ReturnType<typeof openEdgeBuffer>

const schema = `
create table if not exists record (
  id integer primary key autoincrement, serial_no text not null, received_at integer not null, line text not null
);
create table if not exists refused (
  id integer primary key autoincrement, serial_no text not null, received_at integer not null, line text not null,
  reason text not null
);
create table if not exists last_seen (
  serial_no text primary key, at integer not null, state integer, speed_ppm real, packs real
) without rowid;
create table if not exists tally (
  only integer primary key check (only = 1), received integer not null, accepted integer not null,
  duplicate integer not null, quarantined integer not null, queued_records integer not null, queued_bytes integer not null
);
insert or ignore into tally values (1, 0, 0, 0, 0, 0, 0);
-- A machine that has been silent for 30 days is gone.
delete from last_seen where at < (unixepoch() - 2592000) * 1000;
`

/**
 * The queue of an edge recorder: a file of SQLite in which an entry is durable before it is acknowledged. The sums are
 * written in the transaction that changes the queue, so they hold after every crash.
 */
export function openEdgeBuffer(options: {
  readonly folder: string
  /** Beyond so many bytes new records are refused. */
  readonly maxBytes: number
  readonly log: Log
}) {
  const { folder, maxBytes, log } = options
  const file = join(folder, 'buffer.sqlite')
  const db = openFile(file, log)
  const statements = prepare(db)
  let figures = statements.figures()
  let waiting: Waiting[] = []
  let waitingBytes = 0
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let failure: string | undefined
  const listeners = new Set<() => void>()

  const sizeOf = ({ line }: Entry) => Buffer.byteLength(line) + entryBytes

  /** All or nothing, synced to the disk when it returns. */
  function commit(change: () => void) {
    const before = figures
    db.exec('begin immediate')
    try {
      change()
      statements.setFigures(figures)
      db.exec('commit')
      failure = undefined
    } catch (error) {
      figures = before
      if (db.isTransaction) db.exec('rollback')
      failure = error instanceof Error ? error.message : String(error)
      throw error
    }
  }

  function flush() {
    timer = undefined
    const calls = waiting
    waiting = []
    waitingBytes = 0
    if (calls.length === 0) return
    try {
      commit(() => {
        for (const call of calls) write(call)
      })
    } catch (error) {
      for (const call of calls) call.reject(error)
      return
    }
    for (const call of calls) call.resolve()
    for (const listener of listeners) listener()
  }

  function write({ entries, refused, seen, bytes }: Waiting) {
    for (const { serialNo, receivedAt, line } of entries) {
      statements.add.run(serialNo, receivedAt, line)
    }
    for (const one of refused) statements.refuse(one)
    for (const one of seen) {
      statements.see.run(one.serialNo, one.at, one.state, one.speedPpm, one.packs)
    }
    figures = {
      ...figures,
      received: figures.received + entries.length + refused.length,
      quarantined: figures.quarantined + refused.length,
      queuedRecords: figures.queuedRecords + entries.length,
      queuedBytes: figures.queuedBytes + bytes,
    }
  }

  return {
    /** Resolves when everything is durable; rejects with `ingest.busy` when the queue is full, and then holds nothing of it. */
    add(call: Pick<Waiting, 'entries' | 'refused' | 'seen'>): Promise<void> {
      const bytes = call.entries.reduce((sum, entry) => sum + sizeOf(entry), 0)
      if (closed) return Promise.reject(new AppError('ingest.busy', { retryAfter: 5 }))
      if (figures.queuedBytes + waitingBytes + bytes > maxBytes) {
        const message = 'The buffer of this edge recorder is full. Please send again later.'
        return Promise.reject(new AppError('ingest.busy', { message, retryAfter: 60 }))
      }
      waitingBytes += bytes
      return new Promise((resolve, reject) => {
        waiting.push({ ...call, bytes, resolve, reject })
        timer ??= setTimeout(flush, gatherMs)
      })
    },

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
      take(statements.newest(half), bounds.bytes / 2)
      take(statements.oldest(bounds.records - taken.size), bounds.bytes)
      return [...taken.values()]
    },

    /** The central server has stored or quarantined these; they leave the queue. */
    delivered(
      records: readonly QueuedRecord[],
      counts: Pick<BufferFigures, 'accepted' | 'duplicate' | 'quarantined'>,
    ) {
      commit(() => {
        leave(records)
        figures = {
          ...figures,
          accepted: figures.accepted + counts.accepted,
          duplicate: figures.duplicate + counts.duplicate,
          quarantined: figures.quarantined + counts.quarantined,
        }
      })
    },

    /** The central server refuses this one as no record: kept for a person to read, and never sent again. */
    refuse(record: QueuedRecord, reason: string) {
      commit(() => {
        leave([record])
        statements.refuse({ ...record, reason })
        figures = { ...figures, quarantined: figures.quarantined + 1 }
      })
    },

    figures: () => figures,
    /** When the oldest record of the queue came, ms; null when it is empty. */
    oldestAt: () => statements.oldest(1)[0]?.receivedAt ?? null,
    /** New records are refused, or will soon be. */
    isFull: () => figures.queuedBytes > maxBytes * fullShare,
    /** Why the last write failed; undefined when it did not. */
    failure: () => failure,
    machines: statements.machines,
    refused: statements.refusedNewest,
    /** Called after each commit of new records. */
    onAdded(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Writes what waits. */
    close() {
      if (closed) return
      closed = true
      clearTimeout(timer)
      flush()
      db.close()
    },
  }

  function leave(records: readonly QueuedRecord[]) {
    for (const { id } of records) statements.remove.run(id)
    figures = {
      ...figures,
      queuedRecords: figures.queuedRecords - records.length,
      queuedBytes: figures.queuedBytes - records.reduce((sum, { size }) => sum + size, 0),
    }
  }
}

/** From this share on a buffer is called full: a large call may not fit any more. */
const fullShare = 0.99

/** Opens the file. One that is damaged is kept under another name, and a new one begins: a recorder must record. */
function openFile(file: string, log: Log): DatabaseSync {
  const before = framesIn(`${file}-wal`)
  try {
    return open(file, before, log)
  } catch (error) {
    if (!isDamaged(error)) throw error
    const kept = `${file}.damaged-${new Date().toISOString().replaceAll(':', '')}`
    for (const end of ['', '-wal', '-shm']) {
      if (existsSync(file + end)) renameSync(file + end, kept + end)
    }
    log.warn({ err: error, kept }, 'The buffer is damaged; it is kept under another name')
    return open(file, 0, log)
  }
}

function open(file: string, framesBefore: number, log: Log): DatabaseSync {
  const db = new DatabaseSync(file)
  try {
    // FULL: the log is synced at each commit, so that what was acknowledged outlives a power cut.
    db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000;')
    db.exec('pragma locking_mode = exclusive')
    const check = db.prepare('pragma quick_check(1)').get()
    if (check?.quick_check !== 'ok') throw new DamagedBuffer(String(check?.quick_check))
    const state = db.prepare('pragma wal_checkpoint(passive)').get()
    const whole = Number(state?.log)
    if (framesBefore > whole) {
      const pages = framesBefore - whole
      log.warn(
        { pages },
        'The last entry of the buffer was torn and is dropped; it was not acknowledged',
      )
    }
    db.exec('pragma wal_checkpoint(truncate)')
    db.exec(schema)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

class DamagedBuffer extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'DamagedBuffer'
  }
}

/** SQLITE_CORRUPT and SQLITE_NOTADB: https://www.sqlite.org/rescode.html */
const damagedCodes = [11, 26]

const isDamaged = (error: unknown) =>
  error instanceof DamagedBuffer ||
  (error instanceof Error &&
    'errcode' in error &&
    damagedCodes.includes(Number(error.errcode) & 0xff))

type Row = Readonly<Record<string, unknown>>

function prepare(db: DatabaseSync) {
  const newest = db.prepare('select * from record order by id desc limit ?')
  const oldest = db.prepare('select * from record order by id limit ?')
  const read = db.prepare('select * from tally')
  const write = db.prepare(
    'update tally set received = ?, accepted = ?, duplicate = ?, quarantined = ?, queued_records = ?, queued_bytes = ?',
  )
  const addRefused = db.prepare(
    'insert into refused (serial_no, received_at, line, reason) values (?, ?, ?, ?)',
  )
  const trimRefused = db.prepare(
    `delete from refused where id <= (select max(id) - ${keptRefused} from refused)`,
  )
  const refusedNewest = db.prepare('select * from refused order by id desc limit ?')
  const machines = db.prepare('select * from last_seen order by serial_no')
  return {
    add: db.prepare('insert into record (serial_no, received_at, line) values (?, ?, ?)'),
    remove: db.prepare('delete from record where id = ?'),
    // What a sample leaves out keeps its last known value (D5), as long as samples come in their order.
    see: db.prepare(`
      insert into last_seen values (?, ?, ?, ?, ?) on conflict (serial_no) do update set
        at = excluded.at, state = coalesce(excluded.state, state),
        speed_ppm = coalesce(excluded.speed_ppm, speed_ppm), packs = coalesce(excluded.packs, packs)
      where excluded.at >= at`),
    refuse({ serialNo, receivedAt, line, reason }: RefusedEntry) {
      addRefused.run(serialNo, receivedAt, line.slice(0, refusedLineCharacters), reason)
      trimRefused.run()
    },
    newest: (limit: number) => newest.all(limit).map(recordOf),
    oldest: (limit: number) => oldest.all(limit).map(recordOf),
    figures(): BufferFigures {
      const row = read.get() ?? {}
      return {
        received: Number(row.received),
        accepted: Number(row.accepted),
        duplicate: Number(row.duplicate),
        quarantined: Number(row.quarantined),
        queuedRecords: Number(row.queued_records),
        queuedBytes: Number(row.queued_bytes),
      }
    },
    setFigures(to: BufferFigures) {
      const { received, accepted, duplicate, quarantined, queuedRecords, queuedBytes } = to
      write.run(received, accepted, duplicate, quarantined, queuedRecords, queuedBytes)
    },
    machines: (): LastSeen[] =>
      machines.all().map((row) => ({
        serialNo: String(row.serial_no),
        at: Number(row.at),
        state: maybe(row.state),
        speedPpm: maybe(row.speed_ppm),
        packs: maybe(row.packs),
      })),
    /** Records that will not be sent, newest first. */
    refusedNewest: (limit: number): RefusedEntry[] =>
      refusedNewest.all(limit).map((row) => ({ ...recordOf(row), reason: String(row.reason) })),
  }
}

const maybe = (value: unknown) => (value === null ? null : Number(value))

function recordOf(row: Row): QueuedRecord {
  const line = String(row.line)
  return {
    id: Number(row.id),
    serialNo: String(row.serial_no),
    receivedAt: Number(row.received_at),
    line,
    size: Buffer.byteLength(line) + entryBytes,
  }
}

import { closeSync, existsSync, openSync, readSync, renameSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Incoming, rawText, type SourceName } from '@packboard/ingest'
import { type MachineRecord, readStateTimes, type StateTimes } from '@packboard/model'

/** What an entry takes in the file beside its line. */
export const entryBytes = 48
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

export type BufferLog = { warn(facts: object, message: string): void }

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

/** Opens the file. One that is damaged is kept under another name, and a new one begins: a recorder must record. */
export function openBufferFile(file: string, log: BufferLog): DatabaseSync {
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

function open(file: string, framesBefore: number, log: BufferLog): DatabaseSync {
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

/** The statements of the buffer. */
export function prepare(db: DatabaseSync) {
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

/** Sizes of SQLite's write-ahead log: https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
const headerBytes = 32
const frameHeaderBytes = 24

/**
 * How many frames a write-ahead log holds that belong to its present run, whether whole or torn: those with the salts
 * of its header, up to the first other one. A torn last one counts as one. Frames of an earlier run behind them, which
 * SQLite overwrites one after the other, do not count. 0 where there is no log.
 */
function framesIn(file: string): number {
  let handle: number
  try {
    handle = openSync(file, 'r')
  } catch {
    return 0
  }
  try {
    const header = Buffer.alloc(headerBytes)
    if (readSync(handle, header, 0, headerBytes, 0) < headerBytes) return 0
    const salts = header.subarray(16, 24)
    const frameBytes = frameHeaderBytes + header.readUInt32BE(8)
    const frame = Buffer.alloc(frameHeaderBytes)
    for (let frames = 0; ; frames += 1) {
      const read = readSync(handle, frame, 0, 16, headerBytes + frames * frameBytes)
      if (read < 16 || !frame.subarray(8, 16).equals(salts)) return frames
    }
  } finally {
    closeSync(handle)
  }
}

/**
 * A record as one line of NDJSON for the central server; null for the end of a session, which no record of the wire
 * says: there the machine is OFFLINE when its last sample is older than its hold limit (D11). What came in Packboard's own
 * JSON with a time of its own goes on as it came, so that the central server finds the same fields and the same faults.
 */
export function lineOf(incoming: Incoming, source: SourceName): string | null {
  if ('refused' in incoming) return asItCame(incoming.wire)
  const { record, timeless, wire } = incoming
  if (record.kind === 'sample' && record.death) return null
  if (source === 'http' || (source === 'mqttJson' && !timeless)) return asItCame(wire)
  return JSON.stringify(toWire(record))
}

/** One line that the central server does not take for several or for none; what is no JSON it quarantines as it came. */
function asItCame(wire: unknown): string {
  if (Buffer.isBuffer(wire)) return JSON.stringify(rawText(wire))
  if (typeof wire !== 'string') return JSON.stringify(wire)
  return wire.includes('\n') || wire.trim() === '' ? JSON.stringify(wire) : wire
}

/** A record in Packboard's own JSON (`recordWire` of the contract). */
function toWire(record: MachineRecord): object {
  if (record.kind === 'alarm') {
    const { sequence, ...alarm } = record
    return sequence === undefined ? alarm : { ...alarm, seq: sequence }
  }
  if (record.kind === 'audit') {
    const { at, ...audit } = record
    return { ...audit, time: at }
  }
  return {
    kind: 'sample',
    serialNo: record.serialNo,
    time: record.at,
    seq: record.sequence,
    state: record.state,
    product: record.product,
    tool: record.tool,
    user: record.user,
    speed: record.speedPpm,
    packs: record.packCounter,
    batch: record.batchCounter,
    rejects: record.rejectCounter,
    setSpeed: record.setSpeedPpm,
    unitMode: record.unitMode,
    stateSeconds: record.stateTimes && secondsOf(record.stateTimes),
  }
}

const secondsOf = (times: StateTimes) =>
  Object.fromEntries(readStateTimes(times).map(([state, ms]) => [state, ms / 1_000]))

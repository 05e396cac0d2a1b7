import { join } from 'node:path'
import {
  type ClusterCheck,
  type Engine,
  type EngineLog,
  silentLog,
  startEngine,
} from '@packboard/engines/postgres'
import { AppError, isDiskFull } from '@packboard/model'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrate } from './migrations/migrate.ts'
import { nextRead } from './nextRead.ts'
import type { Schema } from './schema.ts'
import { joinKeys } from './secrets/joinKeys.ts'
import type { KeyFile } from './secrets/keyFile.ts'
import { newSecretKey, type SecretBox, secretBox } from './secrets/secretBox.ts'

/** D55: the limits of every query to the management store. */
export const storeLimits = {
  /** Connections of this process; the embedded PostgreSQL takes 40. */
  connections: 12,
  /** Connections on top of them for sign-in, sessions and health alone: they never wait for figures or the panel (D83). */
  entranceConnections: 4,
  /** PostgreSQL cancels a query that takes longer. */
  statementMs: 15_000,
  /** A PostgreSQL that hangs cancels nothing: a read, a sign-in or a session waits no longer for it, its own start included. */
  answerMs: 20_000,
  /** PostgreSQL ends a transaction that stays idle for longer. */
  idleInTransactionMs: 15_000,
  lockMs: 5_000,
  /** Waiting for a free connection, or for a new one. */
  connectMs: 5_000,
  idleConnectionMs: 60_000,
  /** A read whose connection broke waits this long for the engine to come back, once. */
  comeBackMs: 5_000,
  /** A change of machines, devices or settings waits this long until ingest has taken it over (D67). */
  ingestPatienceMs: 15_000,
} as const

export type ManagementOptions = {
  /** The data directory of the installation; the management store lives in `management` below it. */
  readonly dataDir: string
  /** Any PostgreSQL 15 or newer instead of an own one (`DATABASE_URL`). */
  readonly url?: string | undefined
  /** The keys of stored secrets; without it a key of this process alone, for tests and tools. */
  readonly keyFile?: KeyFile | undefined
  readonly log?: EngineLog | undefined
  /** Aborted when the stop of Packboard has begun: a PostgreSQL of ours that ends from then on is not started again. */
  readonly ending?: AbortSignal | undefined
  /** The clock of sessions and throttles. */
  readonly now?: (() => number) | undefined
  /** How long a read or a sign-in waits for PostgreSQL; 20 s. */
  readonly answerMs?: number | undefined
  /** How long a change waits until ingest has taken it over (D67); 15 s. */
  readonly ingestPatienceMs?: number | undefined
}

/** The open management store. Its content is read and changed by the functions of this room. */
export type Management = {
  /** Encrypts what must be read again, and signs. */
  readonly secrets: SecretBox
  close(): Promise<void>
  health(): Promise<{ ok: boolean; detail: string }>
  /** Reads every page of the embedded PostgreSQL; undefined with `DATABASE_URL`, whose own tools do that. */
  check(): Promise<ClusterCheck | undefined>
  /** The embedded PostgreSQL, while it runs; undefined with `DATABASE_URL`. */
  enginePid(): number | undefined
  /** How many times the embedded PostgreSQL had to be started again; 0 with `DATABASE_URL`. */
  engineRestarts(): number
}

/** The query builder over the tables of this room, or a transaction of it. */
export type Db = Kysely<Schema>

/** The internals for the functions of this room; not exported to other rooms. */
export type Inside = {
  readonly db: Db
  readonly log: EngineLog
  /** Undefined in tests and tools, which have a key of their process alone. */
  readonly keyFile: KeyFile | undefined
  readonly secrets: SecretBox
  now(): number
  readonly ingestPatienceMs: number
  /** A read: repeated once when its connection broke. */
  read<Answer>(ask: (db: Db) => Promise<Answer>): Promise<Answer>
  /** A read that is shared with equal ones which are wanted at the same time; the key names the question with all of its values. */
  readShared<Answer>(key: string, ask: (db: Db) => Promise<Answer>): Promise<Answer>
  /** A change: never repeated automatically, because it is unclear whether it was done. */
  write<Answer>(change: (db: Db) => Promise<Answer>): Promise<Answer>
  /** A change of several statements: all of it happens, or nothing. */
  transaction<Answer>(change: (db: Db) => Promise<Answer>): Promise<Answer>
  /** Called when the store closes. */
  onClose(end: () => void): void
}

const insides = new WeakMap<Management, Inside>()
const entrances = new WeakMap<Management, Inside>()

export function inside(management: Management): Inside {
  const found = insides.get(management)
  if (!found) throw new Error('This management store was not made by openManagement.')
  return found
}

/** The same store by the connections that sign-in and sessions have for themselves (D83). */
export function atEntrance(management: Management): Inside {
  const found = entrances.get(management)
  if (!found) throw new Error('This management store was not made by openManagement.')
  return found
}

/** Starts the embedded PostgreSQL (or connects to `url`) and brings its schema up to date. */
export async function openManagement(options: ManagementOptions): Promise<Management> {
  const log = options.log ?? silentLog
  const engine = options.url
    ? undefined
    : await startEngine(join(options.dataDir, 'management'), log, { ending: options.ending })
  const target = options.url ?? engine
  const pool = openPool(target, log, storeLimits.connections)
  try {
    const steps = await migrate(pool)
    // Of a new store the steps before its present form are of no use to an operator.
    if (steps[0]?.version === 1) {
      log.info({ version: steps.at(-1)?.version }, 'management store created')
    } else {
      for (const { version, name } of steps) {
        log.info({ version, name }, 'management schema updated')
      }
    }
    if (options.keyFile) await joinKeys(pool, options.keyFile, log)
  } catch (error) {
    await pool.end()
    await engine?.close()
    throw error
  }
  const entrance = openPool(target, log, storeLimits.entranceConnections)
  return connect(options, log, { pool, entrance }, engine)
}

function openPool(target: string | Engine | undefined, log: EngineLog, most: number): pg.Pool {
  const where = typeof target === 'string' ? { connectionString: target } : target?.connection
  const pool = new pg.Pool({
    ...where,
    application_name: 'packboard',
    max: most,
    connectionTimeoutMillis: storeLimits.connectMs,
    idleTimeoutMillis: storeLimits.idleConnectionMs,
    statement_timeout: storeLimits.statementMs,
    idle_in_transaction_session_timeout: storeLimits.idleInTransactionMs,
    lock_timeout: storeLimits.lockMs,
  })
  // A connection that breaks, idle or in use, emits an `error` event; without a listener it would end the process.
  // The error holds the whole client.
  const reported = ({ message }: Error) => log.warn({ message }, 'a management connection broke')
  pool.on('error', reported)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

function connect(
  options: ManagementOptions,
  log: EngineLog,
  { pool, entrance }: { readonly pool: pg.Pool; readonly entrance: pg.Pool },
  engine: Engine | undefined,
): Management {
  const opened = (pool: pg.Pool): Db => new Kysely({ dialect: new PostgresDialect({ pool }) })
  const inner = opened(pool)
  const outer = opened(entrance)
  const { answerMs = storeLimits.answerMs } = options
  const endings: (() => void)[] = []
  const ownKeys = [newSecretKey()]
  let closing: Promise<void> | undefined

  async function read<Answer>(db: Db, ask: (db: Db) => Promise<Answer>): Promise<Answer> {
    return inTime(askAgain(db, ask), answerMs)
  }

  async function askAgain<Answer>(db: Db, ask: (db: Db) => Promise<Answer>): Promise<Answer> {
    try {
      return await ask(db)
    } catch (error) {
      if (!isUnreachable(error) || closing) throw reported(error)
      await engine?.ready(storeLimits.comeBackMs)
      return ask(db).catch((again: unknown) => {
        throw reported(again)
      })
    }
  }

  const management: Management = {
    secrets: secretBox(options.keyFile?.keys ?? (() => ownKeys)),
    async health() {
      try {
        const answer = await entrance.query<{ version: string }>(
          "select current_setting('server_version') as version",
        )
        return { ok: true, detail: `PostgreSQL ${answer.rows[0]?.version ?? ''}`.trim() }
      } catch (error) {
        return { ok: false, detail: error instanceof Error ? error.message : String(error) }
      }
    },
    check: async () => engine?.check(),
    enginePid: () => engine?.pid(),
    engineRestarts: () => engine?.restarts() ?? 0,
    close() {
      closing ??= (async () => {
        for (const end of endings) end()
        await Promise.all([inner.destroy(), outer.destroy()])
        await engine?.close()
      })()
      return closing
    },
  }
  const by = (db: Db): Inside => {
    const shared = nextRead()
    const changed = <Answer>(change: (db: Db) => Promise<Answer>) =>
      change(db).catch((error: unknown) => {
        throw reported(error)
      })
    // Those of sign-ins and sessions are short; an import of the panel may take its time.
    const write: typeof changed = (change) =>
      db === outer ? inTime(changed(change), answerMs) : changed(change)
    return {
      db,
      log,
      keyFile: options.keyFile,
      secrets: management.secrets,
      now: options.now ?? Date.now,
      ingestPatienceMs: options.ingestPatienceMs ?? storeLimits.ingestPatienceMs,
      read: (ask) => read(db, ask),
      readShared: (key, ask) => shared(key, () => read(db, ask)),
      write,
      transaction: (change) => write(() => db.transaction().execute(change)),
      onClose: (end) => endings.push(end),
    }
  }
  insides.set(management, by(inner))
  entrances.set(management, by(outer))
  return management
}

/** What a query answers in time; it is left alone when it does not, and its connection is free when the server is well again. */
async function inTime<Answer>(answer: Promise<Answer>, limitMs: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const cause = new Error(`PostgreSQL has not answered for ${limitMs} ms`)
      reject(new AppError('store.busy', { cause, retryAfter: 2 }))
    }, limitMs)
    timer.unref()
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Nobody can do anything about them but try again: in a moment, or when the disk has space. */
function reported(error: unknown): unknown {
  if (isDiskFull(error)) return new AppError('store.full', { cause: error, retryAfter: 30 })
  return isUnreachable(error) || isBusy(error)
    ? new AppError('store.busy', { cause: error, retryAfter: 2 })
    : error
}

/** Errors of the connection to PostgreSQL, not of the query. */
const codes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  // PostgreSQL: shut down by an administrator, crashed, starting or shutting down.
  '57P01',
  '57P02',
  '57P03',
])
const words = [
  'Connection terminated',
  'Client has encountered a connection error',
  'Client was closed and is not queryable',
]

/** The connection broke or could not be made: the query may be repeated on a new one. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return (
    codes.has(code) || code.startsWith('08') || words.some((word) => error.message.includes(word))
  )
}

/** All connections are in use, or PostgreSQL has none left, or a time limit was exceeded: a later try may work. */
function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  // Too many connections; no memory; a statement or a lock that took too long; a deadlock.
  return (
    ['53300', '53200', '57014', '55P03', '40P01'].includes(code) ||
    error.message.includes('timeout exceeded when trying to connect')
  )
}

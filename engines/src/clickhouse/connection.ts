import {
  type ClickHouseClient,
  ClickHouseError,
  ClickHouseLogLevel,
  createClient,
} from '@clickhouse/client'
import type { EngineLog } from '../engineLog.ts'
import { type Credentials, keepAliveSeconds } from './engineConfig.ts'
import { startEngine } from './startEngine.ts'

/**
 * The way to the engine, our own child or a server elsewhere. Callers fetch the clients at every call, because a
 * restarted engine may listen on another port.
 */
export type Connection = {
  /** Makes the database that the clients work in, unless it is there; rejects with `DatabaseMissing` where it must be. */
  createDatabase(mustExist?: boolean): Promise<void>
  reader(): ClickHouseClient
  writer(): ClickHouseClient
  /** Resolves when the engine is up; at once for a server that is not ours. */
  whenUp(): Promise<void>
  pid(): number | undefined
  restarts(): number
  close(): Promise<void>
}

/** Concurrent queries to the engine; further ones wait in a queue. */
const readerSockets = 16
const writerSockets = 12
/** Above the longest time limit of a query, so that the engine's own answer comes first. */
const requestLimitMs = 90_000
/**
 * No machine code: the engine would make it of an expression that it meets for the third time, which takes that query a tenth of a second,
 * and is no gain afterwards, because a query reads thousands of rows and not millions (letter 69).
 */
const interpreted = {
  compile_expressions: 0,
  compile_aggregate_expressions: 0,
  compile_sort_description: 0,
} as const

export async function connect(options: {
  dataDir: string
  url?: string
  database: string
  memoryBytes?: number
  log: EngineLog
  ending?: AbortSignal | undefined
}): Promise<Connection> {
  const { database } = options
  if (options.url !== undefined) return connectServer(options.url, database)
  const engine = await startEngine(options)
  const clients = clientsOf(() => engine.url, database)
  return {
    createDatabase: (mustExist) =>
      createDatabase({ url: engine.url, ...engine.writer }, database, mustExist),
    reader: () => clients.of('reader', engine.reader, readerSockets),
    writer: () => clients.of('writer', engine.writer, writerSockets),
    whenUp: () => engine.whenUp(),
    pid: () => engine.pid(),
    restarts: () => engine.restarts(),
    async close() {
      await clients.close()
      await engine.close()
    },
  }
}

/**
 * A ClickHouse elsewhere (CLICKHOUSE_URL, with user and password in it); limits and read-only are set on each query.
 */
function connectServer(address: string, database: string): Connection {
  const url = withoutPath(address)
  const clients = clientsOf(() => url, database)
  return {
    createDatabase: (mustExist) => createDatabase({ url }, database, mustExist),
    reader: () => clients.of('reader', undefined, readerSockets),
    writer: () => clients.of('writer', undefined, writerSockets),
    whenUp: () => Promise.resolve(),
    pid: () => undefined,
    restarts: () => 0,
    close: () => clients.close(),
  }
}

/** A server does not have a database that has records. */
export class DatabaseMissing extends Error {
  constructor(database: string) {
    super(`The server has no database ${database}.`)
    this.name = 'DatabaseMissing'
  }
}

/** The client reads a path as the name of a database; that name has a setting of its own. */
function withoutPath(address: string): string {
  const url = new URL(address)
  url.pathname = ''
  return url.href
}

/** The client that does it names no database: the engine refuses one whose database does not exist yet. */
async function createDatabase(
  server: { url: string } & Partial<Credentials>,
  database: string,
  mustExist = false,
) {
  const client = createClient({ ...server, application: 'packboard' })
  try {
    if (mustExist) {
      const found = await client.query({
        query: 'SELECT name FROM system.databases WHERE name = {database:String}',
        query_params: { database },
        format: 'JSONEachRow',
      })
      if ((await found.json()).length === 0) throw new DatabaseMissing(database)
      return
    }
    await client.command({
      query: 'CREATE DATABASE IF NOT EXISTS {database:Identifier} ENGINE = Atomic',
      query_params: { database },
      clickhouse_settings: { wait_end_of_query: 1 },
    })
  } finally {
    await client.close()
  }
}

function clientsOf(url: () => string, database: string) {
  const open = new Map<string, { url: string; client: ClickHouseClient }>()
  return {
    of(name: string, credentials: Credentials | undefined, sockets: number): ClickHouseClient {
      const known = open.get(name)
      if (known?.url === url()) return known.client
      known?.client.close().catch(() => {})
      const client = createClient({
        url: url(),
        ...credentials,
        database,
        application: 'packboard',
        max_open_connections: sockets,
        request_timeout: requestLimitMs,
        keep_alive: { enabled: true, idle_socket_ttl: (keepAliveSeconds * 1_000) / 4 },
        use_multipart_params_auto: true,
        clickhouse_settings: interpreted,
        log: { level: ClickHouseLogLevel.OFF },
      })
      open.set(name, { url: url(), client })
      return client
    },
    async close() {
      const all = [...open.values()]
      open.clear()
      await Promise.all(all.map(({ client }) => client.close()))
    },
  }
}

/** Errors of the engine that mean "not now": time, memory, too many at once, too many parts, no space. */
const busyTypes = new Set([
  'TIMEOUT_EXCEEDED',
  'MEMORY_LIMIT_EXCEEDED',
  'TOO_MANY_SIMULTANEOUS_QUERIES',
  'TOO_MANY_PARTS',
  'NOT_ENOUGH_SPACE',
  'SOCKET_TIMEOUT',
  'CANNOT_SCHEDULE_TASK',
])

const networkCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** The engine did not answer: the request may or may not have been executed. */
export function isUnclear(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof ClickHouseError) return false
  const code = 'code' in error ? error.code : undefined
  if (typeof code === 'string' && networkCodes.has(code)) return true
  return /socket hang up|Timeout error|aborted|premature|other side closed/i.test(error.message)
}

/** The engine answered that it is temporarily unable. */
export function isBusy(error: unknown): boolean {
  return error instanceof ClickHouseError && busyTypes.has(error.type ?? '')
}

/** The answer, or what it is computed from, is longer than the query allows. */
export function hasTooManyRows(error: unknown): boolean {
  return error instanceof ClickHouseError && error.type === 'TOO_MANY_ROWS'
}

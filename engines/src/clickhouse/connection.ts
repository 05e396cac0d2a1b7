import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client'
import type { EngineLog } from '../engineLog.ts'
import { type Credentials, keepAliveSeconds } from './engineConfig.ts'
import { startEngine } from './startEngine.ts'

/**
 * The way to the engine, our own child or a server elsewhere. The clients are asked for at every call, because an engine
 * that was started again may listen elsewhere.
 */
export type Connection = {
  reader(): ClickHouseClient
  writer(): ClickHouseClient
  /** Resolves when the engine is up; at once for a server that is not ours. */
  whenUp(): Promise<void>
  pid(): number | undefined
  restarts(): number
  close(): Promise<void>
}

/** Concurrent questions to the engine; further ones wait their turn. */
const readerSockets = 16
const writerSockets = 12
/** Above the longest limit that a question may ask for, so that the engine's own answer comes first. */
const requestLimitMs = 90_000

export async function connect(options: {
  dataDir: string
  url?: string
  memoryBytes?: number
  log: EngineLog
}): Promise<Connection> {
  if (options.url !== undefined) return connectServer(options.url)
  const engine = await startEngine(options)
  const clients = clientsOf(() => engine.url)
  return {
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

/** A ClickHouse elsewhere (CLICKHOUSE_URL, with user and password in it); limits and read-only come with each question. */
function connectServer(url: string): Connection {
  const clients = clientsOf(() => url)
  return {
    reader: () => clients.of('reader', undefined, readerSockets),
    writer: () => clients.of('writer', undefined, writerSockets),
    whenUp: () => Promise.resolve(),
    pid: () => undefined,
    restarts: () => 0,
    close: () => clients.close(),
  }
}

function clientsOf(url: () => string) {
  const open = new Map<string, { url: string; client: ClickHouseClient }>()
  return {
    of(name: string, credentials: Credentials | undefined, sockets: number): ClickHouseClient {
      const known = open.get(name)
      if (known?.url === url()) return known.client
      known?.client.close().catch(() => {})
      const client = createClient({
        url: url(),
        ...credentials,
        application: 'packboard',
        max_open_connections: sockets,
        request_timeout: requestLimitMs,
        keep_alive: { enabled: true, idle_socket_ttl: (keepAliveSeconds * 1_000) / 4 },
        use_multipart_params_auto: true,
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

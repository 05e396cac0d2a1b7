import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { AedesOptions } from 'aedes'
import type { DeviceVolume, IngestSource, TopicConnector } from '../connector.ts'
import type { SparkplugHost } from '../connectors/sparkplug/sparkplugHost.ts'
import { stateBirth, stateDeath } from '../connectors/sparkplug/topic.ts'
import type { MachineDirectory } from '../directory.ts'
import type { IngestLog } from '../log.ts'
import type { Pipeline } from '../pipeline.ts'
import type { QuarantineRate } from '../quarantineRate.ts'
import { readInTurn } from '../readTurns.ts'
import * as limits from './limits.ts'
import { type Address, createAddresses } from './limits.ts'
import {
  type BrokerFigures,
  createPublish,
  createTopics,
  noCounts,
  QuietAedes,
  silence,
  type Topics,
} from './publish.ts'
import {
  type Client,
  createEdgeLines,
  createLines,
  createSessions,
  type Lines,
} from './sessions.ts'
import { connackCodes, createSignIn, type Origin, type Will } from './signIn.ts'
import {
  certificateName,
  guardFrames,
  type LiveCertificate,
  listenTls,
  watchStillAlive,
} from './tlsListener.ts'

type Broker = IngestSource & {
  readonly port: number
  readonly tlsPort: number | undefined
  figures(): BrokerFigures
  /** Devices of which a connection was refused within the last minute, because they have too many. */
  crowdedDevices(): number
  stopListening(): void
}

/** The second, encrypted port of the broker. */
export type BrokerTls = {
  readonly port: number
  readonly host: string
  readonly certificate: LiveCertificate
}

type BrokerOptions = {
  port: number
  host?: string
  tls?: BrokerTls
  pipeline: Pipeline
  directory: MachineDirectory
  connectors: readonly TopicConnector[]
  sparkplug: SparkplugHost
  volume: DeviceVolume
  quarantineRate: QuarantineRate
  now(): number
  log: IngestLog
}

/**
 * The MQTT broker of Packboard itself (D44, D57): devices sign in, publish under their own machines, and get their
 * PUBACK when the record is durable. aedes acknowledges as soon as `authorizePublish` calls back, so that is where
 * records are written. The messages that were read from a connection go to the pipeline together, and reading continues
 * when they are stored: a burst of one device becomes a few large commits, and waits in the socket instead of in
 * memory.
 */
export async function startBroker(options: BrokerOptions): Promise<Broker> {
  const { pipeline, directory, now, log } = options
  const connections = new Connections(options)
  const { aedes, lines, sessions, counts } = connections
  await aedes.listen()
  // An edge node that waits for its host before it speaks reads that it is there (Sparkplug B).
  aedes.publish(stateBirth(hostId, now()), () => {})
  aedes.addListener('unsubscribe', (topics: string[], client: Client) => {
    const line = lines.of(client)
    if (line) for (const topic of topics) lines.unsubscribe(line, topic)
  })
  aedes.addListener('error', (error: unknown) => log.error({ err: error }, 'MQTT broker'))

  const forget = directory.onChange(lines.rebind)
  const alive = watchStillAlive({ living: sessions.living, directory, pipeline, now, log })
  const server = createServer(
    { noDelay: true, keepAlive: true, highWaterMark: limits.readAheadBytes },
    (socket) => connections.connectPlain(socket),
  )
  const giveUp = (error: unknown): never => {
    alive.stop()
    forget()
    if (server.listening) server.close()
    aedes.close()
    throw error
  }
  server.listen(options.port, options.host ?? '127.0.0.1')
  await once(server, 'listening').catch(giveUp)
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  const tls = options.tls && (await connections.listenTls(options.tls).catch(giveUp))

  return {
    name: 'broker',
    port,
    tlsPort: tls?.port,
    health: () => ({ ok: server.listening, detail: `${lines.count()} devices on port ${port}` }),
    figures: () => ({ ...counts, sessions: lines.count() }),
    crowdedDevices: () => lines.crowded().length,
    stopListening() {
      // From here on the end of a session does not mean that its machine is offline.
      connections.stop()
      aedes.publish(stateDeath(hostId, now()), () => {})
      alive.stop()
      server.close()
      tls?.close()
    },
    async close() {
      connections.stop()
      alive.stop()
      forget()
      if (server.listening) server.close()
      tls?.close()
      await connections.deathsStored()
      // Acknowledgements of the last commit are still on their way out.
      await setImmediate()
      await setImmediate()
      await new Promise<void>((resolve) => aedes.close(resolve))
    },
  }
}

/** The connections of devices: who may open one, what it may do, and what its end means. */
class Connections {
  readonly aedes: QuietAedes
  readonly sessions = createSessions()
  readonly lines: Lines
  readonly counts = noCounts()
  readonly #options: BrokerOptions
  readonly #addresses = createAddresses()
  readonly #topics: Topics
  readonly #edgeLines: ReturnType<typeof createEdgeLines>
  readonly #signIn: ReturnType<typeof createSignIn>
  readonly #publish: ReturnType<typeof createPublish>
  readonly #wills = new WeakMap<Client, Will>()
  readonly #origins = new WeakMap<Client, Origin>()
  readonly #dying = new Set<Promise<void>>()
  readonly #ending = new AbortController()

  constructor(options: BrokerOptions) {
    this.#options = options
    const { pipeline, directory, connectors, sparkplug, volume, quarantineRate, now, log } = options
    const { sessions, counts } = this
    const lines = createLines({ directory, log, now })
    const topics = createTopics(connectors, sparkplug)
    const edgeLines = createEdgeLines({ lines, sessions })
    const shared = { directory, pipeline, topics, counts, lines, now }
    this.lines = lines
    this.#topics = topics
    this.#edgeLines = edgeLines
    const logFailure = (error: unknown) => this.#logFailure(error)
    this.#signIn = createSignIn({ ...shared, sessions, log, logFailure })
    this.#publish = createPublish({
      ...shared,
      ...{ volume, quarantineRate, sparkplug, edgeLines, ending: this.#ending.signal },
    })
    this.aedes = new QuietAedes({
      connectTimeout: limits.connectTimeoutMs,
      drainTimeout: limits.drainTimeoutMs,
      maxTopicLevels: limits.topicLevels,
      maxInflightInbound: limits.unreleasedMessages,
      ...this.#rules(),
    })
  }

  /** No connection is accepted any more, and the end of one says nothing of its machines. */
  stop() {
    this.#ending.abort()
  }

  async deathsStored(): Promise<void> {
    await Promise.all(this.#dying)
  }

  connectPlain(socket: Socket) {
    const address = this.#enter(socket)
    if (address) this.#serve(socket, { address, socket })
    else socket.destroy()
  }

  /** A connection is entered when it opens and served after its handshake: its port and address name it in between. */
  listenTls(tls: BrokerTls) {
    const entered = new Map<string, Origin>()
    const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
    return listenTls({
      ...tls,
      admit: (socket) => {
        const address = this.#enter(socket)
        if (!address) return false
        const name = nameOf(socket)
        entered.set(name, { address, socket })
        socket.once('close', () => entered.delete(name))
        return true
      },
      connected: (socket) => {
        const origin = entered.get(nameOf(socket))
        if (!origin) return void socket.destroy()
        const checked = tls.certificate.now().ca !== undefined
        const named = checked ? { ...origin, certificate: certificateName(socket) ?? '' } : origin
        this.#serve(socket, named)
      },
    })
  }

  /** What aedes calls before it lets a device do something. */
  #rules(): AedesOptions {
    const { lines, counts } = this
    const { log } = this.#options
    return {
      preConnect: (client, packet, callback) => {
        if (packet.will) this.#wills.set(client, packet.will)
        // Packboard sends devices nothing that could wait for them: a persistent session is accepted and kept empty, and ends with its connection.
        packet.clean = true
        callback(null, !this.#ending.signal.aborted)
      },
      authenticate: (client, userName, token, callback) => {
        const refuse = (reason: string, returnCode: number) =>
          callback(Object.assign(new Error(reason), { returnCode }), false)
        this.#signIn(
          { client, origin: this.#origins.get(client), will: this.#wills.get(client) },
          userName,
          token,
        ).then(
          (outcome) => {
            if (outcome === 'accepted') callback(null, true)
            else refuse(outcome, connackCodes[outcome])
          },
          (error: unknown) => {
            log.error({ err: error }, 'A device could not be signed in')
            refuse('unavailable', connackCodes.unavailable)
          },
        )
      },
      authorizePublish: (client, packet, callback) => {
        const line = client ? lines.of(client) : undefined
        if (client && this.#wills.get(client) === packet) {
          // Last-will messages are ignored; OFFLINE is stamped when the session ends.
          silence(packet)
          return callback(null)
        }
        if (!line) return callback(new Error('not signed in'))
        this.#publish(line, packet).then(
          () => callback(null),
          (error: unknown) => {
            if (packet.qos === 0) {
              counts.lost += 1
              return callback(null)
            }
            // MQTT 3.1.1 has no code for "not now": without an acknowledgement the device sends again.
            line.session.endedByUs = true
            callback(error instanceof Error ? error : new Error(String(error)))
          },
        )
      },
      authorizeSubscribe: (client, subscription, callback) => {
        const line = lines.of(client)
        const { topic } = subscription
        if (line && this.#topics.mayRead(line.device, topic) && fits(line.subscriptions, topic)) {
          lines.subscribe(line, topic)
          return callback(null, subscription)
        }
        counts.refusedSubscriptions += 1
        callback(null, null)
      },
    }
  }

  /** Counts a connection until it closes; undefined when there is no place for it. */
  #enter(socket: Socket): Address | undefined {
    const { counts } = this
    const refused = this.#ending.signal.aborted || counts.connections >= limits.connections
    const address = refused ? undefined : this.#addresses.enter(socket)
    if (!address) {
      counts.refusedConnections += 1
      return undefined
    }
    counts.connections += 1
    socket.once('close', () => {
      counts.connections -= 1
    })
    if (this.#addresses.awaitSignIn(address, socket)) counts.refusedConnections += 1
    return address
  }

  #serve(socket: Socket, origin: Origin) {
    const { pipeline, log } = this.#options
    const { address } = origin
    guardFrames(socket, limits.packetBytes, () => {
      log.warn({ address: address.text }, 'A packet larger than allowed ended an MQTT connection')
    })
    socket.setTimeout(limits.idleLimitMs, () => socket.destroy())
    const client = this.aedes.handle(socket)
    const isUnread = readInTurn(socket, pipeline, () => this.lines.of(client) === undefined)
    this.#origins.set(client, origin)
    socket.once('close', () => this.#ended(client, isUnread()))
  }

  #ended(client: Client, isUnread: boolean) {
    const { pipeline, sparkplug, now } = this.#options
    const line = this.lines.end(client)
    if (!line || this.#ending.signal.aborted) return
    const [other] = this.lines.ofDevice(line.device)
    if (other === undefined) sparkplug.forget(this.#edgeLines.keyOf(line.device))
    // A connection that was not read, because the store was blocked or the queue full, may have exceeded its keep-alive only
    // for that reason.
    if (isUnread || !pipeline.health().ok) line.session.endedByUs = true
    const at = now()
    const machines = this.sessions.end(line.session, at)
    if (machines.length === 0) return
    this.counts.deaths += machines.length
    const writing = pipeline
      .deaths(machines, 'mqtt', at)
      .catch((error: unknown) => this.#logFailure(error))
    this.#dying.add(writing)
    writing.finally(() => this.#dying.delete(writing))
  }

  #logFailure(error: unknown) {
    this.#options.log.error({ err: error }, 'An MQTT message could not be stored')
  }
}

/** On our own broker there is one host, whatever the installation. */
const hostId = 'packboard'

const fits = (held: ReadonlySet<string>, topic: string) =>
  held.has(topic) || held.size < limits.deviceSubscriptions

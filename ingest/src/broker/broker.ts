import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
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
} from './publish.ts'
import { type Client, createEdgeLines, createLines, createSessions } from './sessions.ts'
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
  stopListening(): void
}

/** The second, encrypted port of the broker. */
export type BrokerTls = {
  readonly port: number
  readonly host: string
  readonly certificate: LiveCertificate
}

/**
 * The MQTT broker of Packboard itself (D44, D57): devices sign in, publish under their own machines, and get their
 * PUBACK when the record is durable. aedes acknowledges as soon as `authorizePublish` calls back, so that is where
 * records are written. The messages that were read from a connection go to the pipeline together, and reading continues
 * when they are stored: a burst of one device becomes a few large commits, and waits in the socket instead of in
 * memory.
 */
export async function startBroker(options: {
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
}): Promise<Broker> {
  const { pipeline, directory, connectors, sparkplug, volume, quarantineRate, now, log } = options
  const sessions = createSessions()
  const lines = createLines({ directory, log })
  const addresses = createAddresses()
  const topics = createTopics(connectors, sparkplug)
  const edgeLines = createEdgeLines({ lines, sessions })
  const counts = noCounts()
  const wills = new WeakMap<Client, Will>()
  const origins = new WeakMap<Client, Origin>()
  const dying = new Set<Promise<void>>()
  let stopping = false
  const ending = new AbortController()

  function logFailure(error: unknown) {
    log.error({ err: error }, 'An MQTT message could not be stored')
  }

  const shared = { directory, pipeline, topics, counts, now }
  const signIn = createSignIn({ ...shared, lines, sessions, log, logFailure })
  const publish = createPublish({
    ...shared,
    ...{ lines, volume, quarantineRate, sparkplug, edgeLines, ending: ending.signal },
  })

  const aedes = new QuietAedes({
    connectTimeout: limits.connectTimeoutMs,
    drainTimeout: limits.drainTimeoutMs,
    maxTopicLevels: limits.topicLevels,
    maxInflightInbound: limits.unreleasedMessages,
    preConnect(client, packet, callback) {
      if (packet.will) wills.set(client, packet.will)
      // Packboard sends devices nothing that could wait for them: a persistent session is accepted and kept empty, and ends with its connection.
      packet.clean = true
      callback(null, !stopping)
    },
    authenticate(client, userName, token, callback) {
      const refuse = (reason: string, returnCode: number) =>
        callback(Object.assign(new Error(reason), { returnCode }), false)
      signIn(
        { client, origin: origins.get(client), will: wills.get(client) },
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
    authorizePublish(client, packet, callback) {
      const line = client ? lines.of(client) : undefined
      if (client && wills.get(client) === packet) {
        // Last-will messages are ignored; OFFLINE is stamped when the session ends.
        silence(packet)
        return callback(null)
      }
      if (!line) return callback(new Error('not signed in'))
      publish(line, packet).then(
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
    authorizeSubscribe(client, subscription, callback) {
      const line = lines.of(client)
      const { topic } = subscription
      if (line && topics.mayRead(line.device, topic) && fits(line.subscriptions, topic)) {
        lines.subscribe(line, topic)
        return callback(null, subscription)
      }
      counts.refusedSubscriptions += 1
      callback(null, null)
    },
  })

  await aedes.listen()
  // An edge node that waits for its host before it speaks reads that it is there (Sparkplug B).
  const hostedAt = now()
  aedes.publish(stateBirth(hostId, hostedAt), () => {})

  aedes.addListener('unsubscribe', (topics: string[], client: Client) => {
    const line = lines.of(client)
    if (line) for (const topic of topics) lines.unsubscribe(line, topic)
  })
  aedes.addListener('error', (error: unknown) => log.error({ err: error }, 'MQTT broker'))

  function ended(client: Client, isUnread: boolean) {
    const line = lines.end(client)
    if (!line || stopping) return
    const [other] = lines.ofDevice(line.device)
    if (other === undefined) sparkplug.forget(edgeLines.keyOf(line.device))
    // A connection that was not read, because the store was blocked or the queue full, may have exceeded its keep-alive only
    // for that reason.
    if (isUnread || !pipeline.health().ok) line.session.endedByUs = true
    const at = now()
    const machines = sessions.end(line.session, at)
    if (machines.length === 0) return
    counts.deaths += machines.length
    const writing = pipeline.deaths(machines, 'mqtt', at).catch(logFailure)
    dying.add(writing)
    writing.finally(() => dying.delete(writing))
  }

  /** Counts a connection until it closes; undefined when there is no place for it. */
  function enter(socket: Socket): Address | undefined {
    const refused = stopping || counts.connections >= limits.connections
    const address = refused ? undefined : addresses.enter(socket)
    if (!address) {
      counts.refusedConnections += 1
      return undefined
    }
    counts.connections += 1
    socket.once('close', () => {
      counts.connections -= 1
    })
    if (addresses.awaitSignIn(address, socket)) counts.refusedConnections += 1
    return address
  }

  function connectPlain(socket: Socket) {
    const address = enter(socket)
    if (address) serve(socket, { address, socket })
    else socket.destroy()
  }

  function serve(socket: Socket, origin: Origin) {
    const { address } = origin
    guardFrames(socket, limits.packetBytes, () => {
      log.warn({ address: address.text }, 'A packet larger than allowed ended an MQTT connection')
    })
    socket.setTimeout(limits.idleLimitMs, () => socket.destroy())
    const client = aedes.handle(socket)
    const isUnread = readInTurn(socket, pipeline, () => lines.of(client) === undefined)
    origins.set(client, origin)
    socket.once('close', () => ended(client, isUnread()))
  }

  const forget = directory.onChange(lines.rebind)

  const alive = watchStillAlive({ living: sessions.living, directory, pipeline, now, log })

  const server = createServer(
    { noDelay: true, keepAlive: true, highWaterMark: limits.readAheadBytes },
    connectPlain,
  )
  server.listen(options.port, options.host ?? '127.0.0.1')
  await once(server, 'listening').catch((error: unknown) => {
    alive.stop()
    forget()
    aedes.close()
    throw error
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : options.port
  const tls = options.tls
    ? await openTls(options.tls).catch((error: unknown) => {
        alive.stop()
        forget()
        server.close()
        aedes.close()
        throw error
      })
    : undefined

  /** A connection is entered when it opens and served after its handshake: its port and address name it in between. */
  function openTls(tls: BrokerTls) {
    const entered = new Map<string, Origin>()
    const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`
    return listenTls({
      ...tls,
      admit(socket) {
        const address = enter(socket)
        if (!address) return false
        const name = nameOf(socket)
        entered.set(name, { address, socket })
        socket.once('close', () => entered.delete(name))
        return true
      },
      connected(socket) {
        const origin = entered.get(nameOf(socket))
        if (!origin) return void socket.destroy()
        const checked = tls.certificate.now().ca !== undefined
        serve(socket, checked ? { ...origin, certificate: certificateName(socket) ?? '' } : origin)
      },
    })
  }

  return {
    name: 'broker',
    port,
    tlsPort: tls?.port,
    health: () => ({ ok: server.listening, detail: `${lines.count()} devices on port ${port}` }),
    figures: () => ({ ...counts, sessions: lines.count() }),
    stopListening() {
      ending.abort()
      // From here on the end of a session does not mean that its machine is offline.
      stopping = true
      aedes.publish(stateDeath(hostId, now()), () => {})
      alive.stop()
      server.close()
      tls?.close()
    },
    async close() {
      stopping = true
      ending.abort()
      alive.stop()
      forget()
      if (server.listening) server.close()
      tls?.close()
      await Promise.all(dying)
      // Acknowledgements of the last commit are still on their way out.
      await setImmediate()
      await setImmediate()
      await new Promise<void>((resolve) => aedes.close(resolve))
    },
  }
}

/** On our own broker there is one host, whatever the installation. */
const hostId = 'packboard'

const fits = (held: ReadonlySet<string>, topic: string) =>
  held.has(topic) || held.size < limits.deviceSubscriptions

import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import { AppError } from '@packboard/model'
import { Aedes, type AedesOptions } from 'aedes'
import {
  type DeviceVolume,
  type IngestSource,
  knows,
  type MqttMessage,
  type Reading,
  type Sender,
  type TopicConnector,
} from '../connector.ts'
import { type Device, deviceSender, type MachineDirectory } from '../directory.ts'
import type { IngestLog } from '../log.ts'
import type { Pipeline } from '../pipeline.ts'
import { guardFrames } from './frameGuard.ts'
import * as limits from './limits.ts'
import { createSessions, type Session } from './sessions.ts'
import { watchStillAlive } from './stillAlive.ts'

type Client = ReturnType<Aedes['handle']>
type Packet = Parameters<NonNullable<AedesOptions['authorizePublish']>>[1]
/** Return codes of CONNACK (MQTT 3.1.1, 3.2.2.3). */
const codes = { clientIdRejected: 2, unavailable: 3, badCredential: 4 } as const
type Outcome = 'accepted' | keyof typeof codes
/** The connections of one address. */
type Address = {
  readonly text: string
  connections: number
  /** Those that have not signed in, the oldest first. */
  readonly unsigned: Set<Socket>
  /** Wrong sign-ins that wait for their answer. */
  refusalsHeld: number
}
type Will = { readonly topic: string; readonly payload: Buffer | string }

/** A signed-in connection: its device as bound now, and its session. */
type Line = {
  device: Device
  readonly session: Session
  readonly client: Client
  /** When it last sent something. */
  heardAt: number
  readonly subscriptions: Set<string>
}

export type BrokerFigures = {
  readonly connections: number
  readonly sessions: number
  readonly refusedConnections: number
  readonly refusedSignIns: number
  readonly refusedSubscriptions: number
  readonly messages: number
  /** Messages of QoS 0: stored like the others, but without an acknowledgement. */
  readonly unacknowledged: number
  /** Messages of QoS 0 that could not be stored; their sender is not informed. */
  readonly lost: number
  readonly ignored: number
  readonly deaths: number
}

type Broker = IngestSource & {
  readonly port: number
  figures(): BrokerFigures
  stopListening(): void
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
  pipeline: Pipeline
  directory: MachineDirectory
  connectors: readonly TopicConnector[]
  volume: DeviceVolume
  now(): number
  log: IngestLog
}): Promise<Broker> {
  const { pipeline, directory, connectors, volume, now, log } = options
  const sessions = createSessions()
  const lines = new Map<Client, Line>()
  const byDevice = new Map<number, Set<Line>>()
  const wills = new WeakMap<Client, Will>()
  const addresses = new Map<string, Address>()
  const origins = new WeakMap<Client, { readonly address: Address; readonly socket: Socket }>()
  const dying = new Set<Promise<void>>()
  let stopping = false
  const ending = new AbortController()
  const figures = {
    connections: 0,
    refusedConnections: 0,
    refusedSignIns: 0,
    refusedSubscriptions: 0,
    messages: 0,
    unacknowledged: 0,
    lost: 0,
    ignored: 0,
    deaths: 0,
  }

  const machineOf = (topic: string) => {
    for (const connector of connectors) {
      const machine = connector.machineOf(topic, 'ownBroker')
      if (machine) return machine
    }
    return undefined
  }

  const ownTopic = (device: Device, topic: string) => {
    const machine = machineOf(topic)
    return machine !== undefined && device.machineIds.has(machine.machineId)
  }

  async function signIn(
    client: Client,
    userName: string | undefined,
    token: Buffer | undefined,
  ): Promise<Outcome> {
    const origin = origins.get(client)
    const plausible = userName && token && userName.length <= 254 && token.length <= 256
    const device =
      plausible && origin
        ? await directory
            .device(userName, token.toString('utf8'), origin.address.text)
            .catch(throttled)
        : null
    if (client.conn.destroyed) return 'badCredential'
    if (!device || device === 'unavailable') {
      figures.refusedSignIns += 1
      if (!device) log.info({ userName: userName?.slice(0, 254) }, 'Device refused')
      if (origin) await hold(origin.address)
      return device ?? 'badCredential'
    }
    if (client.id.length > limits.clientIdCharacters) return 'clientIdRejected'
    // The client id belongs to its device: the number ends at the line break, so no two pairs make one key (D81).
    client.id = `${device.deviceId}\n${client.id}`
    makeRoom(device, client.id)
    origin?.address.unsigned.delete(origin.socket)
    const will = wills.get(client)
    const session: Session = {
      deviceId: device.deviceId,
      clientId: client.id,
      startedAt: now(),
      hasWill: will !== undefined,
      machines: new Map(),
      endedByUs: false,
    }
    const machine = will ? machineOf(will.topic) : undefined
    if (will && machine && device.machineIds.has(machine.machineId)) {
      session.machines.set(machine.machineId, now())
    } else if (will) {
      const payload = Buffer.from(will.payload)
      const refused = unread(deviceSender(device), { ...will, payload, receivedAt: now() }, 'will')
      pipeline.deliver(deviceSender(device), refused, now()).catch(logFailure)
    }
    sessions.start(session)
    const line = { device, session, client, heardAt: now(), subscriptions: new Set<string>() }
    lines.set(client, line)
    linesOf(device).add(line)
    return 'accepted'
  }

  /** Too many wrong sign-ins: it was not even checked. */
  function throttled(error: unknown) {
    if (error instanceof AppError && error.retryAfter !== undefined) return 'unavailable' as const
    throw error
  }

  /** A wrong sign-in is answered late; a flood of them is answered at once, for a late answer holds a connection. */
  async function hold(address: Address) {
    if (address.refusalsHeld >= limits.refusalsHeldPerAddress) return
    address.refusalsHeld += 1
    await setTimeout(limits.signInDelayMs, undefined, { ref: false })
    address.refusalsHeld -= 1
  }

  /** Of a device with too many connections the longest silent one gives way: most likely it is dead already. */
  function makeRoom({ deviceId, userName }: Device, clientId: string) {
    const others = [...(byDevice.get(deviceId) ?? [])].filter(
      ({ session }) => session.clientId !== clientId && !session.endedByUs,
    )
    if (others.length < limits.deviceConnections) return
    const silent = others.reduce((one, other) => (other.heardAt < one.heardAt ? other : one))
    log.warn({ deviceId, userName }, 'A device has too many MQTT connections; one was closed')
    hangUp(silent)
  }

  function linesOf({ deviceId }: Device) {
    const known = byDevice.get(deviceId) ?? new Set()
    byDevice.set(deviceId, known)
    return known
  }

  function hangUp(line: Line) {
    line.session.endedByUs = true
    line.client.close()
  }

  /** A message that no connector reads, or that this device may not send. */
  function unread(sender: Sender, message: MqttMessage, what: string): Reading {
    const named = machineOf(message.topic)
    const machine = named && knows(sender, named) ? named : undefined
    const foreign = machine !== undefined && !sender.mayPublishFor(machine.machineId)
    const payload = message.payload.toString('base64')
    return {
      source: 'mqtt',
      bytes: message.payload.length,
      records: [
        {
          refused: foreign ? 'notBound' : 'unknownMachine',
          detail: `${what} on a topic that ${foreign ? 'belongs to another machine' : 'no machine speaks under'}`,
          serialNo: machine?.serialNo ?? '',
          wire: { topic: message.topic, payload },
        },
      ],
    }
  }

  async function publish(line: Line, packet: Packet) {
    const { session } = line
    const receivedAt = now()
    line.heardAt = receivedAt
    const device = directory.deviceNow(line.device.credential)
    if (!device) {
      // Revoked, or the last day of the token is over (D80).
      hangUp(line)
      throw new Error('The credential of this session is no longer valid.')
    }
    line.device = device
    const sender = deviceSender(device)
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
    const message = { topic: packet.topic, payload, receivedAt }
    const wait = volume.take(device.deviceId, payload.length + packet.topic.length)
    if (wait > 0) {
      // The connection is not read meanwhile; then the device sends again, as to a store that is full.
      const heldMs = Math.min(wait * 1_000, limits.volumeHoldMs)
      await setTimeout(heldMs, undefined, { ref: false, signal: ending.signal }).catch(() => {})
      throw new Error('This device has sent all that it may send today.')
    }
    figures.messages += 1
    if (packet.qos === 0) figures.unacknowledged += 1

    let reading: Reading | null = null
    for (const connector of connectors) reading ??= connector.read(message, sender, 'ownBroker')
    reading ??= unread(sender, message, 'message')
    for (const incoming of reading.records) {
      const machine =
        'record' in incoming ? directory.bySerial(incoming.record.serialNo) : undefined
      if (machine && device.machineIds.has(machine.machineId)) {
        session.machines.set(machine.machineId, receivedAt)
      }
    }
    if (reading.records.length === 0) figures.ignored += 1
    else await pipeline.deliver(sender, reading, receivedAt)

    // Nothing is retained for later subscribers (D48), and no other topics are forwarded, above all not `$SYS`.
    packet.retain = false
    if (!ownTopic(device, packet.topic)) silence(packet)
  }

  function silence(packet: Packet) {
    packet.topic = 'packboard'
    packet.payload = Buffer.alloc(0)
    packet.retain = false
  }

  function logFailure(error: unknown) {
    log.error({ err: error }, 'An MQTT message could not be stored')
  }

  const aedes = await Aedes.createBroker({
    connectTimeout: limits.connectTimeoutMs,
    drainTimeout: limits.drainTimeoutMs,
    maxTopicLevels: limits.topicLevels,
    maxInflightInbound: limits.unreleasedMessages,
    preConnect(client, packet, callback) {
      if (packet.will) wills.set(client, packet.will)
      // Packboard sends devices nothing: a persistent session is accepted and kept empty, and ends with its connection.
      packet.clean = true
      callback(null, !stopping)
    },
    authenticate(client, userName, token, callback) {
      signIn(client, userName, token).then(
        (outcome) => {
          if (outcome === 'accepted') callback(null, true)
          else callback(Object.assign(new Error(outcome), { returnCode: codes[outcome] }), false)
        },
        (error: unknown) => {
          log.error({ err: error }, 'A device could not be signed in')
          callback(Object.assign(new Error('unavailable'), { returnCode: 3 }), false)
        },
      )
    },
    authorizePublish(client, packet, callback) {
      const line = client ? lines.get(client) : undefined
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
            figures.lost += 1
            return callback(null)
          }
          // MQTT 3.1.1 has no code for "not now": without an acknowledgement the device sends again.
          line.session.endedByUs = true
          callback(error instanceof Error ? error : new Error(String(error)))
        },
      )
    },
    authorizeSubscribe(client, subscription, callback) {
      const line = lines.get(client)
      const { topic } = subscription
      if (line && ownTopic(line.device, topic) && fits(line.subscriptions, topic)) {
        line.subscriptions.add(topic)
        return callback(null, subscription)
      }
      figures.refusedSubscriptions += 1
      callback(null, null)
    },
  })

  aedes.addListener('unsubscribe', (topics: string[], client: Client) => {
    for (const topic of topics) lines.get(client)?.subscriptions.delete(topic)
  })
  aedes.addListener('error', (error: unknown) => log.error({ err: error }, 'MQTT broker'))

  function ended(client: Client) {
    const line = lines.get(client)
    if (!line) return
    lines.delete(client)
    const ofDevice = linesOf(line.device)
    ofDevice.delete(line)
    if (ofDevice.size === 0) byDevice.delete(line.device.deviceId)
    if (stopping) return
    // A connection that was not read while the store was blocked may have exceeded its keep-alive only for that reason.
    if (!pipeline.health().ok) line.session.endedByUs = true
    const at = now()
    const machines = sessions.end(line.session, at)
    if (machines.length === 0) return
    figures.deaths += machines.length
    const writing = pipeline.deaths(machines, 'mqtt', at).catch(logFailure)
    dying.add(writing)
    writing.finally(() => dying.delete(writing))
  }

  function addressOf(socket: Socket): Address {
    const text = socket.remoteAddress ?? ''
    return addresses.get(text) ?? { text, connections: 0, unsigned: new Set(), refusalsHeld: 0 }
  }

  function connect(socket: Socket) {
    const address = addressOf(socket)
    const { unsigned } = address
    if (
      stopping ||
      figures.connections >= limits.connections ||
      address.connections >= limits.connectionsPerAddress
    ) {
      figures.refusedConnections += 1
      socket.destroy()
      return
    }
    figures.connections += 1
    address.connections += 1
    addresses.set(address.text, address)
    // A device signs in at once: those that wait are not its own, and must not take its place.
    const [oldest] = unsigned
    if (oldest && unsigned.size >= limits.unsignedPerAddress) {
      figures.refusedConnections += 1
      unsigned.delete(oldest)
      oldest.destroy()
    }
    unsigned.add(socket)
    guardFrames(socket, limits.packetBytes, () => {
      log.warn({ address: address.text }, 'A packet larger than allowed ended an MQTT connection')
    })
    socket.setTimeout(limits.idleLimitMs, () => socket.destroy())
    const client = aedes.handle(socket)
    origins.set(client, { address, socket })
    socket.once('close', () => {
      figures.connections -= 1
      address.connections -= 1
      unsigned.delete(socket)
      if (address.connections === 0) addresses.delete(address.text)
      ended(client)
    })
  }

  /** A revoked token ends its sessions at once; a changed binding holds from the next message on. */
  const forget = directory.onChange(() => {
    for (const line of lines.values()) {
      const device = directory.deviceNow(line.device.credential)
      if (device) line.device = device
      else hangUp(line)
    }
  })

  const alive = watchStillAlive({ living: sessions.living, directory, pipeline, now, log })

  const server = createServer(
    { noDelay: true, keepAlive: true, highWaterMark: limits.readAheadBytes },
    connect,
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

  return {
    name: 'broker',
    port,
    health: () => ({ ok: server.listening, detail: `${lines.size} devices on port ${port}` }),
    figures: () => ({ ...figures, sessions: lines.size }),
    stopListening() {
      ending.abort()
      // From here on the end of a session does not mean that its machine is offline.
      stopping = true
      alive.stop()
      server.close()
    },
    async close() {
      stopping = true
      ending.abort()
      alive.stop()
      forget()
      if (server.listening) server.close()
      await Promise.all(dying)
      // Acknowledgements of the last commit are still on their way out.
      await setImmediate()
      await setImmediate()
      await new Promise<void>((resolve) => aedes.close(resolve))
    },
  }
}

const fits = (held: ReadonlySet<string>, topic: string) =>
  held.has(topic) || held.size < limits.deviceSubscriptions

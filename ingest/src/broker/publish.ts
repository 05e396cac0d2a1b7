import { setTimeout } from 'node:timers/promises'
import { Aedes, type AedesOptions } from 'aedes'
import {
  type DeviceVolume,
  knows,
  type MqttMessage,
  type Reading,
  type Sender,
  type TopicConnector,
} from '../connector.ts'
import type { Taken } from '../connectors/sparkplug/edgeNode.ts'
import type { SparkplugHost } from '../connectors/sparkplug/sparkplugHost.ts'
import { commandFilter, isSparkplug, stateTopic } from '../connectors/sparkplug/topic.ts'
import { type Device, deviceSender, type MachineDirectory } from '../directory.ts'
import type { Pipeline } from '../pipeline.ts'
import type { QuarantineRate, ReadingSize } from '../quarantineRate.ts'
import { withMessage } from '../recentMessages.ts'
import { unreadReading } from '../unreadReading.ts'
import * as limits from './limits.ts'
import { type createEdgeLines, hangUp, type Line, type Lines } from './sessions.ts'

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

/** The figures that are counted; the open sessions are those that there are. */
export type BrokerCounts = {
  -readonly [Figure in Exclude<keyof BrokerFigures, 'sessions'>]: BrokerFigures[Figure]
}

export const noCounts = (): BrokerCounts => ({
  connections: 0,
  refusedConnections: 0,
  refusedSignIns: 0,
  refusedSubscriptions: 0,
  messages: 0,
  unacknowledged: 0,
  lost: 0,
  ignored: 0,
  deaths: 0,
})

/** The topic of a packet that no subscriber reads. */
const silentTopic = 'packboard'

/**
 * aedes leads each message through its stores and its emitter, also when no connection reads it: a third of the time that a
 * message takes. Machines send and nothing else, so nearly all messages end here.
 */
export class QuietAedes extends Aedes {
  /** aedes itself calls it with the connection between packet and callback. */
  override publish(packet: Parameters<Aedes['publish']>[0], ...rest: unknown[]): void {
    const done = rest.at(-1)
    if (packet.topic === silentTopic && typeof done === 'function') done(null)
    else Reflect.apply(super.publish, this, [packet, ...rest])
  }
}

/** Nobody but Packboard publishes below it on its own broker. */
const stateFilters = stateTopic('')

export type Topics = ReturnType<typeof createTopics>

/** Which machine a topic belongs to, and what becomes of a message that nobody may send or read. */
export function createTopics(
  connectors: readonly TopicConnector[],
  sparkplug: Pick<SparkplugHost, 'machinesAt'>,
) {
  const machineOf = (topic: string) => {
    for (const connector of connectors) {
      const machine = connector.machineOf(topic, 'ownBroker')
      if (machine) return machine
    }
    return undefined
  }

  const isOwn = (device: Device, topic: string) => {
    const machine = machineOf(topic)
    return machine !== undefined && device.machineIds.has(machine.machineId)
  }

  function read(message: MqttMessage, sender: Sender): Reading {
    let reading: Reading | null = null
    for (const connector of connectors) reading ??= connector.read(message, sender, 'ownBroker')
    return withMessage(reading ?? unread(sender, message, 'message'), message)
  }

  /** A message that no connector reads, or that this device may not send. */
  function unread(sender: Sender, message: MqttMessage, what: 'message' | 'will'): Reading {
    const named = machineOf(message.topic)
    const machine = named && knows(sender, named) ? named : undefined
    return unreadReading('mqtt', sender, message, machine, what)
  }

  /** What a device may subscribe to: its own topics; of Sparkplug B the commands to its edge nodes and the state of this host. */
  function mayRead(device: Device, filter: string): boolean {
    if (!isSparkplug(filter)) return isOwn(device, filter)
    if (filter.startsWith(stateFilters)) return true
    const edge = commandFilter(filter)
    return edge !== null && speaksFor(device, edge)
  }

  /** Whether a device is bound to a machine of this edge node. */
  const speaksFor = (device: Device, edge: string) =>
    sparkplug
      .machinesAt(edge, 'ownBroker')
      .some(({ machineId }) => device.machineIds.has(machineId))

  return { machineOf, isOwn, mayRead, speaksFor, read, unread }
}

type Packet = Parameters<NonNullable<AedesOptions['authorizePublish']>>[1]

/** Stores what a device publishes; resolves when it is durable, and rejects what must not be acknowledged. */
export function createPublish(deps: {
  readonly directory: MachineDirectory
  readonly lines: Pick<Lines, 'areRead'>
  readonly pipeline: Pipeline
  readonly volume: DeviceVolume
  readonly quarantineRate: QuarantineRate
  readonly sparkplug: Pick<SparkplugHost, 'take'>
  readonly edgeLines: ReturnType<typeof createEdgeLines>
  readonly topics: Topics
  readonly counts: BrokerCounts
  /** Aborted when the broker stops. */
  readonly ending: AbortSignal
  now(): number
}) {
  const { directory, lines, pipeline, volume, quarantineRate, topics, counts, ending, now } = deps
  const { sparkplug, edgeLines } = deps

  /** The connection is not read meanwhile; then the device sends again, as to a store that is full. */
  async function hold(seconds: number): Promise<void> {
    const heldMs = Math.min(seconds * 1_000, limits.refusalHoldMs)
    await setTimeout(heldMs, undefined, { ref: false, signal: ending }).catch(() => {})
  }

  /** Nothing of the message is held until it is durable but its size. */
  function store({ session }: Line, device: Device, message: MqttMessage): Promise<void> {
    const sender = deviceSender(device)
    const reading = topics.read(message, sender)
    for (const incoming of reading.records) {
      const machine =
        'record' in incoming ? directory.bySerial(incoming.record.serialNo) : undefined
      if (machine && device.machineIds.has(machine.machineId)) {
        session.machines.set(machine.machineId, message.receivedAt)
      }
    }
    const size = { bytes: reading.bytes, records: reading.records.length }
    if (size.records === 0) {
      counts.ignored += 1
      return Promise.resolve()
    }
    return counted(device, size, pipeline.deliver(sender, reading, message.receivedAt))
  }

  /** A message that waits for those before it must not keep them from being read: QoS 0 needs no answer. */
  function storeTaken(device: Device, { durable, isHeld }: Taken, qos: number): Promise<void> {
    const stored = durable.then(({ bytes, records, quarantined }) => {
      if (records === 0) counts.ignored += 1
      quarantineRate.count(device.deviceId, { bytes, records }, quarantined)
    })
    if (!isHeld || qos > 0) return stored
    stored.catch(() => {
      counts.lost += 1
    })
    return Promise.resolve()
  }

  function counted(
    { deviceId }: Device,
    size: ReadingSize,
    durable: Promise<{ readonly quarantined: number }>,
  ): Promise<void> {
    return durable.then(({ quarantined }) => quarantineRate.count(deviceId, size, quarantined))
  }

  async function refuse(seconds: number, why: string): Promise<never> {
    await hold(seconds)
    throw new Error(why)
  }

  function take(line: Line, packet: Packet): Promise<void> {
    const receivedAt = now()
    line.heardAt = receivedAt
    const device = directory.deviceNow(line.device.credential)
    if (!device) {
      // Revoked, or the last day of the token is over (D80).
      hangUp(line)
      return Promise.reject(new Error('The credential of this session is no longer valid.'))
    }
    line.device = device
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
    const tooManyWrong = quarantineRate.wait(device.deviceId)
    if (tooManyWrong > 0) {
      return refuse(tooManyWrong, 'This device sends more wrong records than are read.')
    }
    const beyondVolume = volume.take(device.deviceId, payload.length + packet.topic.length)
    if (beyondVolume > 0) {
      return refuse(beyondVolume, 'This device has sent all that it may send today.')
    }
    counts.messages += 1
    if (packet.qos === 0) counts.unacknowledged += 1

    const message = { topic: packet.topic, payload, receivedAt }
    // Nothing is retained for later subscribers (D48), and no other topics are forwarded, above all not `$SYS`. Those of an
    // edge node are nobody's own: machines of several clients may share it.
    packet.retain = false
    if (!lines.areRead() || !topics.isOwn(device, packet.topic)) silence(packet)
    const taken = sparkplug.take(message, edgeLines.lineOf(line, device))
    return taken ? storeTaken(device, taken, packet.qos) : store(line, device, message)
  }

  /** Not an async function: one would hold the whole packet until its record is durable. */
  return function publish(line: Line, packet: Packet): Promise<void> {
    try {
      return take(line, packet)
    } catch (error) {
      return Promise.reject(error)
    }
  }
}

const nothing = Buffer.alloc(0)

/** A packet that no subscriber reads. */
export function silence(packet: Packet) {
  packet.topic = silentTopic
  packet.payload = nothing
  packet.retain = false
}

import {
  knows,
  type MqttMessage,
  type Reading,
  type Sender,
  type TopicConnector,
} from '../connector.ts'
import type { SparkplugHost } from '../connectors/sparkplug/sparkplugHost.ts'
import { commandFilter, isSparkplug, stateTopic } from '../connectors/sparkplug/topic.ts'
import type { Device } from '../directory.ts'
import { withMessage } from '../recentMessages.ts'
import { unreadReading } from '../unreadReading.ts'

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

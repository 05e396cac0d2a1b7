import {
  knows,
  type MqttMessage,
  type Reading,
  type Sender,
  type TopicConnector,
} from '../connector.ts'
import type { Device } from '../directory.ts'
import { withMessage } from '../recentMessages.ts'

export type Topics = ReturnType<typeof createTopics>

/** Which machine a topic belongs to, and what becomes of a message that nobody may send or read. */
export function createTopics(connectors: readonly TopicConnector[]) {
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

  return { machineOf, isOwn, read, unread }
}

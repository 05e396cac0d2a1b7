import type { IPublishPacket, MqttClient } from 'mqtt'
import { generate } from 'mqtt-packet'
import type { IngestSource, Reading, TopicConnector } from '../connector.ts'
import { isReadAt, type MachineDirectory } from '../directory.ts'
import type { Pipeline } from '../pipeline.ts'
import { withMessage } from '../recentMessages.ts'
import { type BrokerLink, connectToPlant, type PlantConnectionOptions } from './plantConnection.ts'
import { changesOf, createReadOn, externalSender, messageOf } from './readOn.ts'

export type ExternalBrokerFigures = {
  readonly messages: number
  readonly lastKnown: number
  readonly ignored: number
  readonly failed: number
}

type ExternalBroker = IngestSource & {
  figures(): ExternalBrokerFigures
  link(): BrokerLink
  ready(): Promise<void>
}

/**
 * A client of an external broker (`MQTT_URL`). Only topics that a machine's setting names are subscribed to. A message
 * is acknowledged when its records are durable; a retained message never counts as live (D48).
 */
export function openExternalBroker(
  options: PlantConnectionOptions & {
    pipeline: Pipeline
    directory: MachineDirectory
    connectors: readonly TopicConnector[]
    /** The client id under which the broker queues messages while Packboard is offline; different for each Packboard. */
    clientId?: string
  },
): ExternalBroker {
  const { pipeline, directory, connectors, now, log } = options
  const figures = { messages: 0, lastKnown: 0, ignored: 0, failed: 0 }
  const readOn = createReadOn()
  let subscribed: ReadonlySet<string> = new Set()

  const connection = connectToPlant(options, 'records', {
    clientId: options.clientId ?? 'packboard',
    clean: false,
    resubscribe: false,
    properties: { sessionExpiryInterval: 86_400 },
  })
  const { client } = connection

  function wanted(): Set<string> {
    const filters = new Set<string>()
    for (const { topics } of directory.machines()) {
      for (const topic of topics) {
        const { connector, prefix } = topic
        // It has a connection of its own.
        if (connector === 'sparkplug') continue
        // A prefix with a wildcard would let one machine's setting listen to another's topics.
        if (isReadAt(topic, 'externalBroker') && !/[+#]/.test(prefix)) filters.add(`${prefix}/#`)
      }
    }
    return filters
  }

  function subscribe() {
    const filters = wanted()
    const { gone, fresh } = changesOf(subscribed, filters)
    subscribed = filters
    if (gone.length > 0) client.unsubscribe(gone)
    if (fresh.length > 0) {
      client.subscribe(fresh, { qos: 1 }, (error) => {
        if (error) log.error({ err: error }, 'The external broker refused a subscription')
      })
    }
  }

  client.on('connect', () => {
    subscribed = new Set()
    subscribe()
  })
  const forget = directory.onChange(() => {
    if (client.connected) subscribe()
  })

  async function take(packet: IPublishPacket): Promise<void> {
    figures.messages += 1
    if (packet.retain) {
      figures.lastKnown += 1
      return
    }
    const message = messageOf(packet, now())
    let reading: Reading | null = null
    for (const connector of connectors) {
      reading ??= connector.read(message, externalSender, 'externalBroker')
    }
    if (!reading || reading.records.length === 0) {
      figures.ignored += 1
      return
    }
    await pipeline.deliver(externalSender, withMessage(reading, message), message.receivedAt)
  }

  // The library reads one message after the other and acknowledges each when this calls back: one commit a message.
  // Calling back with an error makes it continue without an acknowledgement, which follows when the message is durable.
  client.handleMessage = (packet, done) => {
    const { stream } = client
    const stored = take(packet).then(
      () => {
        // On the next connection its number may be that of another message: the broker sends this one again, too.
        if (packet.qos > 0 && client.stream === stream) acknowledge(client, packet)
      },
      (error: unknown) => {
        figures.failed += 1
        log.error({ err: error }, 'A message of the external broker could not be stored')
        // After a reconnection the broker sends again what was not acknowledged.
        stream.destroy()
      },
    )
    readOn(stored, () => done(packet.qos > 0 ? new Error('acknowledged when durable') : undefined))
  }

  return {
    name: 'external broker',
    health: connection.health,
    figures: () => ({ ...figures }),
    link: connection.link,
    async ready() {
      if (!client.connected)
        await new Promise<void>((resolve) => client.once('connect', () => resolve()))
    },
    async close() {
      forget()
      await client.endAsync()
    },
  }
}

/** PUBACK, as MQTT 3.1.1 and 5 both write it; subscriptions use QoS 1, so no other answer is needed. */
function acknowledge(client: MqttClient, { messageId }: IPublishPacket) {
  if (messageId === undefined || !client.connected) return
  client.stream.write(generate({ cmd: 'puback', messageId }))
}

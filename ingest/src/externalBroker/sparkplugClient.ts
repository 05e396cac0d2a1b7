import { setTimeout as sleep } from 'node:timers/promises'
import type { IPublishPacket, MqttClient } from 'mqtt'
import { watchStillAlive } from '../broker/tlsListener.ts'
import type { Health, IngestSource } from '../connector.ts'
import type { EdgeLine } from '../connectors/sparkplug/rebirths.ts'
import type { SparkplugHost } from '../connectors/sparkplug/sparkplugHost.ts'
import {
  settleMs as defaultSettleMs,
  edgeFilter,
  isOnline,
  stateBirth,
  stateDeath,
  stateTopic,
} from '../connectors/sparkplug/topic.ts'
import { isReadAt, type MachineDirectory } from '../directory.ts'
import type { Pipeline } from '../pipeline.ts'
import {
  type BrokerLink,
  connectToPlant,
  type PlantConnection,
  type PlantConnectionOptions,
} from './plantConnection.ts'
import { changesOf, createReadOn, externalSender, messageOf } from './readOn.ts'

/** How long a stop waits for the broker to take the last word. */
const farewellMs = 2_000

export type SparkplugClientFigures = {
  readonly messages: number
  readonly lastKnown: number
  readonly failed: number
}

type SparkplugClient = IngestSource & {
  figures(): SparkplugClientFigures
  /** Undefined while no machine speaks Sparkplug B. */
  link(): BrokerLink | undefined
}

type HostOptions = PlantConnectionOptions & {
  /** The name of this host, unique at the broker. */
  hostId: string
  sparkplug: SparkplugHost
  pipeline: Pipeline
  directory: MachineDirectory
  settleMs?: number | undefined
}

/**
 * The host of Sparkplug B at an external broker. It has a connection of its own, because a host must begin each of its
 * sessions anew, where the other topics wait for Packboard at the broker; and a will that says that it is gone. It is
 * there while the setting of a machine names an edge node.
 */
export const openSparkplugClient = (options: HostOptions): SparkplugClient =>
  new HostConnection(options)

class HostConnection implements SparkplugClient {
  readonly name = 'Sparkplug B'
  readonly #options: HostOptions
  readonly #figures = { messages: 0, lastKnown: 0, failed: 0 }
  readonly #readOn = createReadOn()
  /** Machines between birth and death, and when they said something. */
  readonly #machines = new Map<number, number>()
  readonly #line: EdgeLine = {
    key: externalSender.userName,
    origin: 'externalBroker',
    sender: externalSender,
    lives: (machineId, saidAt) => void this.#machines.set(machineId, saidAt),
    silent: (machineIds) => {
      for (const machineId of machineIds) this.#machines.delete(machineId)
    },
    command: (_edge, topic, payload) => {
      const client = this.#client
      if (!client?.connected) return false
      client.publish(topic, payload, { qos: 0, retain: false })
      return true
    },
  }
  readonly #alive: { stop(): void }
  readonly #unfollow: () => void
  #connection: PlantConnection | undefined
  #subscribed: ReadonlySet<string> = new Set()
  #connectedAt = 0
  #settling: NodeJS.Timeout | undefined

  constructor(options: HostOptions) {
    this.#options = options
    const { directory, pipeline, now, log } = options
    const living = [{ machines: this.#machines }]
    this.#alive = watchStillAlive({ living, directory, pipeline, now, log })
    this.#unfollow = directory.onChange(() => this.#follow())
    this.#follow()
  }

  health(): Health {
    return this.#connection?.health() ?? { ok: true, detail: 'no machine speaks Sparkplug B' }
  }

  link(): BrokerLink | undefined {
    return this.#connection?.link()
  }

  figures(): SparkplugClientFigures {
    return { ...this.#figures }
  }

  async close(): Promise<void> {
    this.#unfollow()
    this.#alive.stop()
    clearTimeout(this.#settling)
    if (this.#client) await this.#leave(this.#client)
  }

  get #client(): MqttClient | undefined {
    return this.#connection?.client
  }

  #wanted(): Set<string> {
    const { directory } = this.#options
    const isRead = (edge: string) =>
      directory.byEdge(edge).some(({ setting }) => isReadAt(setting, 'externalBroker'))
    return new Set([...directory.edges()].filter(isRead))
  }

  /** Opens the connection with the first edge node, and closes it after the last one. */
  #follow() {
    const { sparkplug, log } = this.#options
    const client = this.#client
    if (this.#wanted().size === 0) {
      if (client) void this.#leave(client)
      return
    }
    if (!client) {
      this.#connection = this.#open()
      return
    }
    if (!client.connected) return
    this.#subscribe(client).then(
      (fresh) => {
        // What was retained or said before is not known.
        if (fresh.length > 0) sparkplug.requestUnborn(fresh, this.#line)
      },
      (error: unknown) => log.error({ err: error }, 'The external broker refused a subscription'),
    )
  }

  #open(): PlantConnection {
    const { hostId, log } = this.#options
    const connection = connectToPlant(this.#options, 'sparkplug', {
      clientId: `${hostId}-sparkplug`,
      clean: true,
      resubscribe: false,
      queueQoSZero: false,
      will: this.#will(),
    })
    const { client } = connection
    client.on('reconnect', () => {
      client.options.will = this.#will()
    })
    client.on('connect', () => {
      this.#subscribed = new Set()
      this.#begin(client).catch((error: unknown) =>
        log.error({ err: error }, 'The external broker refused the host of Sparkplug B'),
      )
    })
    client.on('close', () => {
      if (this.#client === undefined || this.#client === client) this.#lose()
    })
    client.handleMessage = (packet, done) => {
      const stored = this.#take(packet).catch((error: unknown) => {
        this.#figures.failed += 1
        log.error({ err: error }, 'A message of Sparkplug B could not be stored')
      })
      this.#readOn(stored, () => done())
    }
    return connection
  }

  /** Each connection has its own time, which its will and its birth share. */
  #will() {
    const { hostId, now } = this.#options
    this.#connectedAt = now()
    const { topic, payload, qos, retain } = stateDeath(hostId, this.#connectedAt)
    return { topic, payload, qos, retain }
  }

  async #begin(client: MqttClient): Promise<void> {
    const { hostId, sparkplug, settleMs = defaultSettleMs } = this.#options
    await client.subscribeAsync(stateTopic(hostId), { qos: 1 })
    await this.#subscribe(client)
    await this.#sayOnline(client)
    clearTimeout(this.#settling)
    this.#settling = setTimeout(
      () => sparkplug.requestUnborn(this.#subscribed, this.#line),
      settleMs,
    )
    this.#settling.unref()
  }

  async #sayOnline(client: MqttClient): Promise<void> {
    const { topic, payload, qos, retain } = stateBirth(this.#options.hostId, this.#connectedAt)
    await client.publishAsync(topic, payload, { qos, retain })
  }

  /** Returns the edge nodes that are new. */
  async #subscribe(client: MqttClient): Promise<string[]> {
    const edges = this.#wanted()
    const { gone, fresh } = changesOf(this.#subscribed, edges)
    this.#subscribed = edges
    if (gone.length > 0) await client.unsubscribeAsync(gone.map(edgeFilter))
    if (fresh.length > 0) await client.subscribeAsync(fresh.map(edgeFilter), { qos: 1 })
    return fresh
  }

  /** What edge nodes do meanwhile is not heard: from here on the hold limit judges their machines. */
  #lose() {
    clearTimeout(this.#settling)
    this.#options.sparkplug.forget(this.#line.key)
    this.#machines.clear()
  }

  async #take(packet: IPublishPacket): Promise<void> {
    const { hostId, sparkplug, now } = this.#options
    if (packet.topic === stateTopic(hostId)) return this.#answerState(packet)
    this.#figures.messages += 1
    if (packet.retain) {
      this.#figures.lastKnown += 1
      return
    }
    await sparkplug.take(messageOf(packet, now()), this.#line)?.durable
  }

  /** The will of an earlier connection may come late: who reads it would take this host for gone. */
  async #answerState(packet: IPublishPacket): Promise<void> {
    const isGone = isOnline(Buffer.from(packet.payload)) === false
    if (isGone && this.#client?.connected && !packet.retain) await this.#sayOnline(this.#client)
  }

  async #leave(client: MqttClient): Promise<void> {
    const { hostId, now } = this.#options
    this.#connection = undefined
    if (client.connected) {
      const { topic, payload, qos, retain } = stateDeath(hostId, now())
      const said = client.publishAsync(topic, payload, { qos, retain }).catch(() => undefined)
      await Promise.race([said, sleep(farewellMs, undefined, { ref: false })])
    }
    await client.endAsync()
  }
}

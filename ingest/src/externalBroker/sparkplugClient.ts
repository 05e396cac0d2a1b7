import { setTimeout as sleep } from 'node:timers/promises'
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt'
import { watchStillAlive } from '../broker/tlsListener.ts'
import type { Health, IngestSource, Sender } from '../connector.ts'
import type { EdgeLine } from '../connectors/sparkplug/rebirths.ts'
import type { SparkplugHost } from '../connectors/sparkplug/sparkplugHost.ts'
import * as limits from '../connectors/sparkplug/topic.ts'
import {
  edgeFilter,
  isOnline,
  stateBirth,
  stateDeath,
  stateTopic,
} from '../connectors/sparkplug/topic.ts'
import { isReadAt, type MachineDirectory } from '../directory.ts'
import type { IngestLog } from '../log.ts'
import type { Pipeline } from '../pipeline.ts'

/** Messages that may wait for the disk at the same time. */
const inFlightLimit = 1_000
const reconnectMs = 2_000
/** How long a stop waits for the broker to take the last word. */
const farewellMs = 2_000

export type SparkplugClientFigures = {
  readonly messages: number
  readonly lastKnown: number
  readonly failed: number
}

type SparkplugClient = IngestSource & { figures(): SparkplugClientFigures }

/**
 * The host of Sparkplug B at an external broker. It has a connection of its own, because a host must begin each of its
 * sessions anew, where the other topics wait for Packboard at the broker; and a will that says that it is gone. It is
 * there while the setting of a machine names an edge node.
 */
export function openSparkplugClient(options: {
  url: string
  /** The authority of its certificate, in PEM; without it the public ones count. */
  ca?: Buffer | undefined
  /** The name of this host, unique at the broker. */
  hostId: string
  sparkplug: SparkplugHost
  pipeline: Pipeline
  directory: MachineDirectory
  settleMs?: number | undefined
  now(): number
  log: IngestLog
}): SparkplugClient {
  const { url, ca, hostId, sparkplug, pipeline, directory, now, log } = options
  const { settleMs = limits.settleMs } = options
  const figures = { messages: 0, lastKnown: 0, failed: 0 }
  const sender: Sender = {
    userName: 'external broker',
    clientId: null,
    // The list of edge nodes is the permission: an address belongs to the machine whose setting names it.
    mayPublishFor: () => true,
  }
  /** Machines between birth and death, and when they said something. */
  const machines = new Map<number, number>()
  const line: EdgeLine = {
    key: 'external broker',
    origin: 'externalBroker',
    sender,
    lives: (machineId, saidAt) => void machines.set(machineId, saidAt),
    silent(machineIds) {
      for (const machineId of machineIds) machines.delete(machineId)
    },
    command(_edge, topic, payload) {
      if (!client?.connected) return false
      client.publish(topic, payload, { qos: 0, retain: false })
      return true
    },
  }
  const alive = watchStillAlive({ living: [{ machines }], directory, pipeline, now, log })
  let client: MqttClient | undefined
  let subscribed: ReadonlySet<string> = new Set()
  let connectedAt = 0
  let settling: NodeJS.Timeout | undefined
  let inFlight = 0
  const held: (() => void)[] = []

  const wanted = () =>
    new Set(
      [...directory.edges()].filter((edge) =>
        directory.byEdge(edge).some(({ setting }) => isReadAt(setting, 'externalBroker')),
      ),
    )

  function open(): MqttClient {
    const made = mqtt.connect(url, {
      ...(ca && { ca }),
      clientId: `${hostId}-sparkplug`,
      clean: true,
      resubscribe: false,
      reconnectPeriod: reconnectMs,
      queueQoSZero: false,
      will: will(),
    })
    made.on('reconnect', () => {
      made.options.will = will()
    })
    made.on('connect', () => {
      subscribed = new Set()
      begin(made).catch((error: unknown) =>
        log.error({ err: error }, 'The external broker refused the host of Sparkplug B'),
      )
    })
    made.on('close', () => {
      if (client === undefined || client === made) lose()
    })
    made.on('error', (error) =>
      log.warn({ err: error }, 'The connection of the host of Sparkplug B failed'),
    )
    made.handleMessage = (packet, done) => {
      inFlight += 1
      take(packet)
        .catch((error: unknown) => {
          figures.failed += 1
          log.error({ err: error }, 'A message of Sparkplug B could not be stored')
        })
        .finally(() => {
          inFlight -= 1
          held.shift()?.()
        })
      if (inFlight < inFlightLimit) done()
      else held.push(() => done())
    }
    return made
  }

  /** Each connection has its own time, which its will and its birth share. */
  function will() {
    connectedAt = now()
    const { topic, payload, qos, retain } = stateDeath(hostId, connectedAt)
    return { topic, payload, qos, retain }
  }

  async function begin(made: MqttClient): Promise<void> {
    await made.subscribeAsync(stateTopic(hostId), { qos: 1 })
    await subscribe(made)
    await sayOnline(made)
    clearTimeout(settling)
    settling = setTimeout(() => sparkplug.requestUnborn(subscribed, line), settleMs)
    settling.unref()
  }

  async function sayOnline(made: MqttClient): Promise<void> {
    const { topic, payload, qos, retain } = stateBirth(hostId, connectedAt)
    await made.publishAsync(topic, payload, { qos, retain })
  }

  async function subscribe(made: MqttClient): Promise<Set<string>> {
    const edges = wanted()
    const gone = [...subscribed].filter((edge) => !edges.has(edge))
    const fresh = [...edges].filter((edge) => !subscribed.has(edge))
    subscribed = edges
    if (gone.length > 0) await made.unsubscribeAsync(gone.map(edgeFilter))
    if (fresh.length > 0) await made.subscribeAsync(fresh.map(edgeFilter), { qos: 1 })
    return new Set(fresh)
  }

  /** What edge nodes do meanwhile is not heard: from here on the hold limit judges their machines. */
  function lose() {
    clearTimeout(settling)
    sparkplug.forget(line.key)
    machines.clear()
  }

  async function take(packet: IPublishPacket): Promise<void> {
    if (packet.topic === stateTopic(hostId)) return answerState(packet)
    figures.messages += 1
    if (packet.retain) {
      figures.lastKnown += 1
      return
    }
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload)
    const message = { topic: packet.topic, payload, receivedAt: now() }
    await sparkplug.take(message, line)?.durable
  }

  /** The will of an earlier connection may come late: who reads it would take this host for gone. */
  async function answerState(packet: IPublishPacket): Promise<void> {
    if (isOnline(Buffer.from(packet.payload)) === false && client?.connected && !packet.retain) {
      await sayOnline(client)
    }
  }

  async function leave(leaving: MqttClient): Promise<void> {
    client = undefined
    if (leaving.connected) {
      const { topic, payload, qos, retain } = stateDeath(hostId, now())
      const said = leaving.publishAsync(topic, payload, { qos, retain }).catch(() => undefined)
      await Promise.race([said, sleep(farewellMs, undefined, { ref: false })])
    }
    await leaving.endAsync()
  }

  function follow() {
    if (wanted().size === 0) {
      if (client) void leave(client)
      return
    }
    if (!client) {
      client = open()
      return
    }
    if (!client.connected) return
    subscribe(client).then(
      (fresh) => {
        // What was retained or said before is not known.
        if (fresh.size > 0) sparkplug.requestUnborn(fresh, line)
      },
      (error: unknown) => log.error({ err: error }, 'The external broker refused a subscription'),
    )
  }

  const forget = directory.onChange(follow)
  follow()

  return {
    name: 'Sparkplug B',
    health(): Health {
      if (!client) return { ok: true, detail: 'no machine speaks Sparkplug B' }
      const detail = client.connected ? 'connected' : 'not connected; trying again'
      return { ok: client.connected, detail }
    },
    figures: () => ({ ...figures }),
    async close() {
      forget()
      alive.stop()
      clearTimeout(settling)
      if (client) await leave(client)
    },
  }
}

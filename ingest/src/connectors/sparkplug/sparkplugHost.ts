import type { MqttMessage, Origin } from '../../connector.ts'
import { type DirectoryMachine, isReadAt, type MachineDirectory } from '../../directory.ts'
import type { IngestLog } from '../../log.ts'
import type { Alarms } from '../../packml/alarms.ts'
import type { Pipeline } from '../../pipeline.ts'
import { EdgeNode, type Taken } from './edgeNode.ts'
import {
  cut,
  machineAt,
  machinesOn,
  malformed,
  nothingHeard,
  refuse,
  unread,
} from './lineReadings.ts'
import { CutPayloadError, type Payload, PayloadError, readPayload } from './payload.ts'
import { createRebirths, type EdgeLine } from './rebirths.ts'
import * as limits from './topic.ts'
import { edgeTopic, isSparkplug } from './topic.ts'
import { UnassignedDevices } from './unassigned.ts'

export type SparkplugFigures = {
  readonly messages: number
  readonly ignored: number
  readonly held: number
  /** Metrics that are remembered of births. */
  readonly metrics: number
  readonly gaps: number
  readonly rebirthRequests: number
  readonly unheardRequests: number
  readonly staleDeaths: number
  readonly deaths: number
}

export type SparkplugHost = ReturnType<typeof createSparkplugHost>

export type SparkplugTimes = {
  readonly reorderMs?: number
  readonly rebirthMs?: number
  readonly settleMs?: number
}

/**
 * A host of Sparkplug B 3.0: births, deaths and data of edge nodes become records of the machines whose setting names
 * them. Group and edge node are names that any device may send; whose they are is a setting, and who may send for them
 * is decided by the line (T77).
 */
export function createSparkplugHost(options: {
  readonly directory: MachineDirectory
  readonly pipeline: Pipeline
  readonly log: IngestLog
  readonly times?: SparkplugTimes | undefined
  now(): number
}) {
  const { directory, pipeline, log, now, times = {} } = options
  const reorderMs = times.reorderMs ?? limits.reorderMs
  const rebirths = createRebirths({ now, log, rebirthMs: times.rebirthMs ?? limits.rebirthMs })
  const edges = new Map<string, EdgeNode>()
  const counts = { messages: 0, ignored: 0, gaps: 0, staleDeaths: 0, deaths: 0 }
  const alarms = new Map<number, Alarms>()
  const unassigned = new UnassignedDevices(directory)
  const host = { directory, pipeline, rebirths, reorderMs, counts, alarms, unassigned, now }

  function edgeOf(name: string, line: EdgeLine): EdgeNode {
    const key = `${line.key}\n${name}`
    const edge = edges.get(key) ?? new EdgeNode(host, name, line)
    edges.set(key, edge)
    edge.line = line
    return edge
  }

  /** Null for a topic of another dialect. */
  function take(message: MqttMessage, line: EdgeLine): Taken | null {
    if (!isSparkplug(message.topic)) return null
    counts.messages += 1
    const topic = edgeTopic(message.topic)
    const machines = topic ? machinesOn(directory, topic.edge, line) : []
    if (!topic || machines.length === 0) {
      if (line.origin !== 'ownBroker') return ignored()
      const machine = topic ? machineAt(directory, topic, line.origin)?.machine : undefined
      return { durable: unread(pipeline, line, message, machine), isHeld: false }
    }
    // Commands of other hosts, and our own.
    if (topic.verb === 'NCMD' || topic.verb === 'DCMD') return ignored()
    const edge = edgeOf(topic.edge, line)
    let payload: Payload
    try {
      payload = readPayload(message.payload)
    } catch (error) {
      const target = machines.find(({ device }) => device === topic.device) ?? machines[0]
      const why =
        error instanceof CutPayloadError
          ? cut(error.message)
          : malformed(error instanceof PayloadError ? error.message : 'not readable')
      return { durable: refuse(pipeline, line, message, why, target), isHeld: false }
    }
    if (topic.verb === 'NDEATH') {
      return { durable: edge.death(message, payload, machines), isHeld: false }
    }
    return edge.offer(topic, message, payload)
  }

  function ignored(): Taken {
    counts.ignored += 1
    return { durable: Promise.resolve(nothingHeard), isHeld: false }
  }

  const unfollow = directory.onChange(() => {
    for (const edge of edges.values()) edge.followSettings()
  })
  const sumOf = (read: (edge: EdgeNode) => number) =>
    [...edges.values()].reduce((sum, edge) => sum + read(edge), 0)

  return {
    take,

    /** The machines that an edge node speaks for, of all clients. */
    machinesAt: (edge: string, origin: Origin): DirectoryMachine[] =>
      directory
        .byEdge(edge)
        .filter(({ setting }) => isReadAt(setting, origin))
        .map(({ machine }) => machine),

    unassigned,

    /** Requests a birth of these edge nodes where none was heard. */
    requestUnborn(names: Iterable<string>, line: EdgeLine) {
      for (const name of names) {
        const edge = edgeOf(name, line)
        if (!edge.order.session) rebirths.want(edge)
      }
    },

    /** The line is closed: what it said is stored, and nothing is known of its edge nodes. Nobody dies by it. */
    forget(key: string) {
      for (const [name, edge] of edges) {
        if (edge.line.key !== key) continue
        edge.end()
        edges.delete(name)
      }
    },

    figures: (): SparkplugFigures => ({
      ...counts,
      ...rebirths.figures(),
      held: sumOf(({ order }) => order.held),
      metrics: sumOf(({ metrics }) => metrics),
    }),

    /** Passes on what waits, and waits for nothing more. */
    stop() {
      unfollow()
      rebirths.stop()
      for (const edge of edges.values()) edge.end()
      edges.clear()
    },
  }
}

import { structureLimits } from '@packboard/model'
import { messageLimits } from '@packboard/telemetry/write'
import { knows, type MqttMessage, type Origin, type Reading } from '../../connector.ts'
import {
  type DirectoryMachine,
  type EdgeMachine,
  isReadAt,
  type MachineDirectory,
} from '../../directory.ts'
import type { IngestLog } from '../../log.ts'
import { type Alarms, createAlarms } from '../../packml/alarms.ts'
import type { Pipeline } from '../../pipeline.ts'
import { withMessage, withText } from '../../recentMessages.ts'
import { keptMessage } from '../../recordScan/cutRecord.ts'
import { unreadReading } from '../../unreadReading.ts'
import { EdgeOrder, type Ordered, type Placed } from './order.ts'
import { CutPayloadError, type Payload, PayloadError, readPayload } from './payload.ts'
import { createRebirths, type EdgeLine } from './rebirths.ts'
import { noScope, payloadText, recordsOf, type Scope, scopeOf } from './records.ts'
import * as limits from './topic.ts'
import { type EdgeTopic, edgeTopic, isSparkplug, type Verb } from './topic.ts'

/** What became of the records of a message. */
type Heard = {
  readonly bytes: number
  readonly records: number
  /** Of them, once they are durable. */
  readonly quarantined: number
}

/** A message that was taken in. */
export type Taken = {
  /** Rejects when its records could not be stored. */
  readonly durable: Promise<Heard>
  /** It waits for the messages before it. */
  readonly isHeld: boolean
}

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

type Arrived = Ordered & {
  readonly verb: Verb
  readonly device: string
  readonly payload: Payload
  readonly message: MqttMessage
  settle(durable: Promise<Heard>): void
}

type Edge = {
  readonly name: string
  line: EdgeLine
  readonly order: EdgeOrder<Arrived, Scope>
  /** Machines between birth and death. */
  readonly living: Set<number>
  /** Machines that spoke since the last death, also without a birth. */
  readonly spoke: Set<number>
  /** What a message without a birth may mean (D45). */
  readonly strays: Map<string, Scope>
  /** Those that were set to it when settings last changed: one that is set later is born by a birth that was requested. */
  machineIds: ReadonlySet<number>
  timer: NodeJS.Timeout | undefined
}

const nothing: Heard = { bytes: 0, records: 0, quarantined: 0 }

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
  const edges = new Map<string, Edge>()
  /** Alarms that are raised, of each machine: they outlive births and connections. */
  const alarms = new Map<number, Alarms>()
  const figures = {
    ...{ messages: 0, ignored: 0, gaps: 0, staleDeaths: 0, deaths: 0 },
  }

  /** The machines that a line may speak for among those of an edge node. */
  const machinesOn = (edge: string, { origin, sender }: Pick<EdgeLine, 'origin' | 'sender'>) =>
    directory
      .byEdge(edge)
      .filter(
        ({ machine, setting }) =>
          isReadAt(setting, origin) &&
          knows(sender, machine) &&
          sender.mayPublishFor(machine.machineId),
      )

  /** The machine that a topic means, also of another client. */
  function machineAt({ edge, device }: EdgeTopic, origin: Origin): EdgeMachine | undefined {
    return directory
      .byEdge(edge)
      .find((each) => each.device === device && isReadAt(each.setting, origin))
  }

  function unread(
    line: EdgeLine,
    message: MqttMessage,
    machine: DirectoryMachine | undefined,
    bytes = message.payload.length,
  ): Promise<Heard> {
    const known = machine && knows(line.sender, machine) ? machine : undefined
    const reading = unreadReading('sparkplug', line.sender, message, known, 'message')
    return deliver(line, shown({ ...reading, bytes }, message), message.receivedAt)
  }

  async function deliver(line: EdgeLine, reading: Reading, receivedAt: number): Promise<Heard> {
    const size = { bytes: reading.bytes, records: reading.records.length }
    if (size.records === 0) return nothing
    const { quarantined } = await pipeline.deliver(line.sender, reading, receivedAt)
    return { ...size, quarantined }
  }

  function edgeOf(name: string, line: EdgeLine): Edge {
    const key = `${line.key}\n${name}`
    let edge = edges.get(key)
    if (!edge) {
      edge = {
        name,
        line,
        order: new EdgeOrder(reorderMs),
        living: new Set(),
        spoke: new Set(),
        strays: new Map(),
        machineIds: new Set(machinesOn(name, line).map(({ machine }) => machine.machineId)),
        timer: undefined,
      }
      edges.set(key, edge)
    }
    edge.line = line
    return edge
  }

  /** Null for a topic of another dialect. */
  function take(message: MqttMessage, line: EdgeLine): Taken | null {
    if (!isSparkplug(message.topic)) return null
    figures.messages += 1
    const topic = edgeTopic(message.topic)
    const isOwn = line.origin === 'ownBroker'
    const machines = topic ? machinesOn(topic.edge, line) : []
    if (!topic || machines.length === 0) {
      if (!isOwn) return ignored()
      const machine = topic ? machineAt(topic, line.origin)?.machine : undefined
      return { durable: unread(line, message, machine), isHeld: false }
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
      return { durable: refuse(line, message, why, target), isHeld: false }
    }
    if (topic.verb === 'NDEATH') return nodeDeath(edge, message, payload, machines)
    return offer(edge, topic, message, payload)
  }

  function ignored(): Taken {
    figures.ignored += 1
    return { durable: Promise.resolve(nothing), isHeld: false }
  }

  function refuse(
    line: EdgeLine,
    message: MqttMessage,
    why: ReturnType<typeof cut> | ReturnType<typeof malformed>,
    target: EdgeMachine | undefined,
    bytes = message.payload.length,
  ): Promise<Heard> {
    const serialNo = target?.machine.serialNo ?? ''
    const refused = { ...why, serialNo, wire: keptMessage(message) }
    const reading: Reading = { source: 'sparkplug', bytes, records: [refused] }
    return deliver(line, withMessage(reading, message), message.receivedAt)
  }

  function offer(edge: Edge, topic: EdgeTopic, message: MqttMessage, payload: Payload): Taken {
    let settled: Promise<Heard> | undefined
    let resolve: (durable: Promise<Heard>) => void = () => {}
    const durable = new Promise<Heard>((done) => {
      resolve = done
    })
    const arrived: Arrived = {
      verb: topic.verb,
      device: topic.device,
      seq: payload.seq,
      at: payload.timestamp ?? message.receivedAt,
      bdSeq: bdSeqOf(payload),
      receivedAt: message.receivedAt,
      bytes: payload.bytes + payload.metrics.length * limits.metricBytes,
      payload,
      message,
      settle(durable) {
        settled = durable
        resolve(durable)
      },
    }
    watchGaps(edge, () => edge.order.arrive(arrived, performance.now()))
    schedule(edge)
    return { durable, isHeld: settled === undefined }
  }

  function placeAll(edge: Edge, placed: readonly Placed<Arrived, Scope>[]) {
    for (const each of placed) {
      const durable = place(edge, each)
      // Values that were not stored are missed until they change: the edge node is requested to say all of them.
      durable.catch(() => rebirths.want(edge))
      each.message.settle(durable)
    }
  }

  /** What was given up is missed until it changes. */
  function watchGaps(edge: Edge, step: () => Placed<Arrived, Scope>[]) {
    const before = edge.order.gaps
    const missing = edge.order.missing
    placeAll(edge, step())
    if (edge.order.gaps === before) return
    figures.gaps += edge.order.gaps - before
    const machines = machinesOn(edge.name, edge.line).map(({ machine }) => machine.machineId)
    pipeline.missed(machines, edge.order.missing - missing)
    rebirths.want(edge)
  }

  /** Waits until what is held has waited long enough. */
  function schedule(edge: Edge) {
    clearTimeout(edge.timer)
    edge.timer = undefined
    const { due } = edge.order
    if (due === undefined) return
    edge.timer = setTimeout(
      () => {
        watchGaps(edge, () => edge.order.expire(performance.now()))
        schedule(edge)
      },
      Math.max(1, due - performance.now()),
    )
    edge.timer.unref()
  }

  /** What a message says, in its place among the others. */
  function place(edge: Edge, placed: Placed<Arrived, Scope>): Promise<Heard> {
    const { message, place: where, session, sequence } = placed
    const { verb, device, payload } = message
    if (where === 'birth') {
      // Its devices are born anew; of one that is not, nothing is known.
      silence(edge, [...edge.living])
      rebirths.forget(edge)
      edge.strays.clear()
    }
    const topic = { edge: edge.name, verb, device }
    const target = machineAt(topic, edge.line.origin)
    const own =
      target &&
      knows(edge.line.sender, target.machine) &&
      edge.line.sender.mayPublishFor(target.machine.machineId)
    const isLate = where === 'late'
    const isBirth = verb === 'NBIRTH' || verb === 'DBIRTH'
    if (verb === 'DDEATH') return deviceDeath(edge, placed, own ? target.machine : undefined)
    // Nothing is kept of a device that is no machine of the sender, whatever its birth says.
    if (!own) return notOurs(edge, message, target?.machine)
    if (isBirth && session && !(isLate && session.scopes.has(device))) {
      const others = metricsOf(session.scopes) - (session.scopes.get(device)?.metrics ?? 0)
      const scope = scopeOf(payload, alarmsOf(target))
      if (others + scope.metrics > mostAliases) {
        const why = cut(`the births of one edge node have more than ${mostAliases} metrics`)
        return refuse(edge.line, message.message, why, target, payload.bytes)
      }
      session.scopes.set(device, scope)
    }

    const { machineId } = target.machine
    const known = session?.scopes.get(device)
    const scope = known ?? strayScope(edge, target)
    const said = recordsOf({
      ...{ payload, isBirth, scope, target, sequence },
      receivedAt: message.receivedAt,
      wire: keptMessage(message.message),
    })
    if (!isLate && (known === undefined || said.unresolved > 0)) rebirths.want(edge)
    if (!isLate && known !== undefined) {
      const isNew = !edge.living.has(machineId)
      edge.living.add(machineId)
      if (said.spokeAt !== undefined) {
        edge.line.lives(machineId, Math.min(said.spokeAt, message.receivedAt))
      } else if (isNew) edge.line.lives(machineId, 0)
    }
    if (said.spokeAt !== undefined) edge.spoke.add(machineId)
    const reading: Reading = {
      source: 'sparkplug',
      bytes: payload.bytes,
      records: said.records,
    }
    if (said.records.length === 0) figures.ignored += 1
    if (said.records.length === 0) return Promise.resolve(nothing)
    const text = payloadText(payload, scope, messageLimits.characters)
    return deliver(edge.line, withText(reading, message.message.topic, text), message.receivedAt)
  }

  /** A machine without a setting is named once a birth; its data are not read. */
  function notOurs(
    edge: Edge,
    { verb, device, message, payload }: Arrived,
    machine: DirectoryMachine | undefined,
  ): Promise<Heard> {
    const { line } = edge
    const isUnknown = machine === undefined || !knows(line.sender, machine)
    const isKept = isUnknown ? verb === 'DBIRTH' : device !== ''
    if (line.origin === 'ownBroker' && isKept) return unread(line, message, machine, payload.bytes)
    figures.ignored += 1
    return Promise.resolve(nothing)
  }

  function strayScope(edge: Edge, target: EdgeMachine): Scope {
    const known = edge.strays.get(target.device)
    if (known) return known
    const made = noScope(alarmsOf(target))
    edge.strays.set(target.device, made)
    return made
  }

  function alarmsOf(target: EdgeMachine | undefined): Alarms {
    const known = target && alarms.get(target.machine.machineId)
    if (known) return known
    const made = createAlarms('')
    if (target) alarms.set(target.machine.machineId, made)
    return made
  }

  function deviceDeath(
    edge: Edge,
    { place: where, session, message }: Placed<Arrived, Scope>,
    machine: DirectoryMachine | undefined,
  ): Promise<Heard> {
    if (where === 'late') {
      figures.staleDeaths += 1
      return Promise.resolve(nothing)
    }
    session?.scopes.delete(message.device)
    if (!machine) return Promise.resolve(nothing)
    return die(edge, [machine.machineId])
  }

  /** A death of another birth than the last one came late: the edge node lives (its will outlived its session). */
  function nodeDeath(
    edge: Edge,
    message: MqttMessage,
    payload: Payload,
    machines: readonly EdgeMachine[],
  ): Taken {
    const { session } = edge.order
    const bdSeq = bdSeqOf(payload)
    if (session && bdSeq !== session.bdSeq) {
      if (bdSeq === undefined) {
        const detail = 'a death without bdSeq, which the birth had'
        return {
          durable: refuse(edge.line, message, malformed(detail), machines[0]),
          isHeld: false,
        }
      }
      figures.staleDeaths += 1
      return { durable: Promise.resolve(nothing), isHeld: false }
    }
    return { durable: endSession(edge), isHeld: false }
  }

  function endSession(edge: Edge): Promise<Heard> {
    placeAll(edge, edge.order.end())
    schedule(edge)
    rebirths.forget(edge)
    edge.strays.clear()
    return die(edge, [...new Set([...edge.living, ...edge.spoke])])
  }

  /** OFFLINE at receipt, for the clock of an edge node may be wrong (D11). */
  async function die(edge: Edge, machineIds: readonly number[]): Promise<Heard> {
    const own = new Set(machinesOn(edge.name, edge.line).map(({ machine }) => machine.machineId))
    const dying = machineIds.filter(
      (id) => own.has(id) && (edge.living.has(id) || edge.spoke.has(id)),
    )
    silence(edge, machineIds)
    for (const machineId of machineIds) edge.spoke.delete(machineId)
    if (dying.length === 0) return nothing
    figures.deaths += dying.length
    await pipeline.deaths(dying, 'sparkplug', now())
    return nothing
  }

  function silence(edge: Edge, machineIds: readonly number[]) {
    for (const machineId of machineIds) edge.living.delete(machineId)
    edge.line.silent(machineIds)
  }

  /** A machine that was set to another edge node or dialect no longer lives by this one; one that was set to it is born. */
  function followSettings() {
    for (const edge of edges.values()) {
      const own = machinesOn(edge.name, edge.line)
      const ids = new Set(own.map(({ machine }) => machine.machineId))
      const gone = [...edge.living].filter((machineId) => !ids.has(machineId))
      if (gone.length > 0) silence(edge, gone)
      for (const machineId of edge.spoke) if (!ids.has(machineId)) edge.spoke.delete(machineId)
      const isNew = own.some(({ machine }) => !edge.machineIds.has(machine.machineId))
      edge.machineIds = ids
      if (isNew && edge.order.session) rebirths.want(edge)
    }
  }
  const unfollow = directory.onChange(followSettings)

  return {
    take,

    /** The machines that an edge node speaks for, of all clients. */
    machinesAt: (edge: string, origin: Origin): DirectoryMachine[] =>
      directory
        .byEdge(edge)
        .filter(({ setting }) => isReadAt(setting, origin))
        .map(({ machine }) => machine),

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
        placeAll(edge, edge.order.end())
        schedule(edge)
        rebirths.forget(edge)
        edges.delete(name)
      }
    },

    figures: (): SparkplugFigures => ({
      ...figures,
      ...rebirths.figures(),
      held: [...edges.values()].reduce((sum, { order }) => sum + order.held, 0),
      metrics: [...edges.values()].reduce(
        (sum, { order }) => sum + metricsOf(order.session?.scopes),
        0,
      ),
    }),

    /** Passes on what waits, and waits for nothing more. */
    stop() {
      unfollow()
      rebirths.stop()
      for (const edge of edges.values()) {
        placeAll(edge, edge.order.end())
        clearTimeout(edge.timer)
      }
      edges.clear()
    },
  }
}

const metricsOf = (scopes: ReadonlyMap<string, Scope> = new Map()) =>
  [...scopes.values()].reduce((sum, { metrics }) => sum + metrics, 0)

const { aliases: mostAliases } = structureLimits.sparkplug

const cut = (reason: string) => ({ refused: 'cut', detail: `${reason}: it was not read` }) as const
const malformed = (detail: string) => ({ refused: 'malformed', detail }) as const

/** The reading with its metrics as text, or with the message as it came where it has none. */
function shown(reading: Reading, message: MqttMessage): Reading {
  try {
    const text = payloadText(readPayload(message.payload), noScope(), messageLimits.characters)
    return withText(reading, message.topic, text)
  } catch {
    return withMessage(reading, message)
  }
}

function bdSeqOf({ metrics }: Payload): bigint | undefined {
  const value = metrics.find(({ name }) => name === 'bdSeq')?.value
  if (typeof value === 'bigint') return value
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined
}

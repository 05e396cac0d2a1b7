import { structureLimits } from '@packboard/model'
import { messageLimits } from '@packboard/telemetry/write'
import { knows, type MqttMessage, type Reading } from '../../connector.ts'
import type { DirectoryMachine, EdgeMachine, MachineDirectory } from '../../directory.ts'
import { type Alarms, createAlarms } from '../../packml/alarms.ts'
import type { Pipeline } from '../../pipeline.ts'
import { withText } from '../../recentMessages.ts'
import { keptMessage } from '../../recordScan/cutRecord.ts'
import {
  cut,
  deliver,
  type Heard,
  isOf,
  machineAt,
  machinesOn,
  malformed,
  nothingHeard,
  refuse,
  unread,
} from './lineReadings.ts'
import { EdgeOrder, type Ordered, type Placed } from './order.ts'
import type { Payload } from './payload.ts'
import type { createRebirths, EdgeLine } from './rebirths.ts'
import { noScope, payloadText, recordsOf, type Scope, scopeOf } from './records.ts'
import { type EdgeTopic, metricBytes, type Verb } from './topic.ts'
import type { UnassignedDevices } from './unassigned.ts'

/** A message that was taken in. */
export type Taken = {
  /** Rejects when its records could not be stored. */
  readonly durable: Promise<Heard>
  /** It waits for the messages before it. */
  readonly isHeld: boolean
}

/** What all edge nodes of a host share. */
type EdgeHost = {
  readonly directory: MachineDirectory
  readonly pipeline: Pipeline
  readonly rebirths: ReturnType<typeof createRebirths>
  readonly reorderMs: number
  readonly counts: { ignored: number; gaps: number; staleDeaths: number; deaths: number }
  /** Alarms that are raised, of each machine: they outlive births and connections. */
  readonly alarms: Map<number, Alarms>
  readonly unassigned: UnassignedDevices
  now(): number
}

type Arrived = Ordered & {
  readonly verb: Verb
  readonly device: string
  readonly payload: Payload
  readonly message: MqttMessage
  settle(durable: Promise<Heard>): void
}

/** One edge node on one line: its births, deaths and data become records of the machines that it speaks for. */
export class EdgeNode {
  readonly name: string
  line: EdgeLine
  readonly order: EdgeOrder<Arrived, Scope>
  readonly #host: EdgeHost
  /** Machines between birth and death. */
  readonly #living = new Set<number>()
  /** Machines that spoke since the last death, also without a birth. */
  readonly #spoke = new Set<number>()
  /** What a message without a birth may mean (D45). */
  readonly #strays = new Map<string, Scope>()
  /** Those that were set to it when settings last changed: one that is set later is born by a birth that was requested. */
  #machineIds: ReadonlySet<number>
  #timer: NodeJS.Timeout | undefined

  constructor(host: EdgeHost, name: string, line: EdgeLine) {
    this.#host = host
    this.name = name
    this.line = line
    this.order = new EdgeOrder(host.reorderMs)
    this.#machineIds = new Set(this.#ownIds())
  }

  /** Metrics that are remembered of its births. */
  get metrics(): number {
    return metricsOf(this.order.session?.scopes)
  }

  offer(topic: EdgeTopic, message: MqttMessage, payload: Payload): Taken {
    let isHeld = true
    const { promise: durable, resolve } = Promise.withResolvers<Heard>()
    const arrived: Arrived = {
      verb: topic.verb,
      device: topic.device,
      seq: payload.seq,
      at: payload.timestamp ?? message.receivedAt,
      bdSeq: bdSeqOf(payload),
      receivedAt: message.receivedAt,
      bytes: payload.bytes + payload.metrics.length * metricBytes,
      payload,
      message,
      settle(durable) {
        isHeld = false
        resolve(durable)
      },
    }
    this.#watchGaps(() => this.order.arrive(arrived, performance.now()))
    this.#schedule()
    return { durable, isHeld }
  }

  /** A death of another birth than the last one came late: the edge node lives (its will outlived its session). */
  death(message: MqttMessage, payload: Payload, machines: readonly EdgeMachine[]): Promise<Heard> {
    const { session } = this.order
    const bdSeq = bdSeqOf(payload)
    if (!session || bdSeq === session.bdSeq) {
      this.end()
      this.#strays.clear()
      return this.#die([...new Set([...this.#living, ...this.#spoke])])
    }
    const { pipeline, counts } = this.#host
    if (bdSeq === undefined) {
      const why = malformed('a death without bdSeq, which the birth had')
      return refuse(pipeline, this.line, message, why, machines[0])
    }
    counts.staleDeaths += 1
    return Promise.resolve(nothingHeard)
  }

  /** Its session is over: passes on what waits, and requests no birth. Nobody dies by it. */
  end() {
    this.#placeAll(this.order.end())
    this.#schedule()
    this.#host.rebirths.forget(this)
  }

  /** A machine that was set to another edge node or dialect no longer lives by this one; one that was set to it is born. */
  followSettings() {
    const ids = new Set(this.#ownIds())
    const gone = [...this.#living].filter((machineId) => !ids.has(machineId))
    if (gone.length > 0) this.#silence(gone)
    for (const machineId of this.#spoke) if (!ids.has(machineId)) this.#spoke.delete(machineId)
    const isNew = [...ids].some((machineId) => !this.#machineIds.has(machineId))
    this.#machineIds = ids
    if (isNew && this.order.session) this.#host.rebirths.want(this)
  }

  /** The machines that its line may speak for now. */
  #ownIds(): number[] {
    const own = machinesOn(this.#host.directory, this.name, this.line)
    return own.map(({ machine }) => machine.machineId)
  }

  #placeAll(placed: readonly Placed<Arrived, Scope>[]) {
    for (const each of placed) {
      const durable = this.#place(each)
      // Values that were not stored are missed until they change: the edge node is requested to say all of them.
      durable.catch(() => this.#host.rebirths.want(this))
      each.message.settle(durable)
    }
  }

  /** What was given up is missed until it changes. */
  #watchGaps(step: () => Placed<Arrived, Scope>[]) {
    const { order } = this
    const { pipeline, rebirths, counts } = this.#host
    const before = order.gaps
    const missing = order.missing
    this.#placeAll(step())
    if (order.gaps === before) return
    counts.gaps += order.gaps - before
    pipeline.missed(this.#ownIds(), order.missing - missing)
    rebirths.want(this)
  }

  /** Waits until what is held has waited long enough. */
  #schedule() {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { due } = this.order
    if (due === undefined) return
    this.#timer = setTimeout(
      () => {
        this.#watchGaps(() => this.order.expire(performance.now()))
        this.#schedule()
      },
      Math.max(1, due - performance.now()),
    )
    this.#timer.unref()
  }

  /** What a message says, in its place among the others. */
  #place(placed: Placed<Arrived, Scope>): Promise<Heard> {
    const { message, place: where, session, sequence } = placed
    const { verb, device, payload } = message
    const { directory, pipeline, rebirths, counts } = this.#host
    const { line } = this
    if (where === 'birth') {
      // Its devices are born anew; of one that is not, nothing is known.
      this.#silence([...this.#living])
      rebirths.forget(this)
      this.#strays.clear()
    }
    const target = machineAt(directory, { edge: this.name, device }, line.origin)
    const own = target && isOf(line.sender, target.machine)
    const isLate = where === 'late'
    const isBirth = verb === 'NBIRTH' || verb === 'DBIRTH'
    if (verb === 'DDEATH') return this.#deviceDeath(placed, own ? target.machine : undefined)
    // Nothing is kept of a device that is no machine of the sender, whatever its birth says.
    if (!own) return this.#notOurs(message, target?.machine)
    if (isBirth && session && !(isLate && session.scopes.has(device))) {
      const others = metricsOf(session.scopes) - (session.scopes.get(device)?.metrics ?? 0)
      const scope = scopeOf(payload, this.#alarmsOf(target))
      if (others + scope.metrics > mostAliases) {
        const why = cut(`the births of one edge node have more than ${mostAliases} metrics`)
        return refuse(pipeline, line, message.message, why, target, payload.bytes)
      }
      session.scopes.set(device, scope)
    }

    const known = session?.scopes.get(device)
    const scope = known ?? this.#strayScope(target)
    const { receivedAt } = message
    const wire = keptMessage(message.message)
    const said = recordsOf({ payload, isBirth, scope, target, sequence, receivedAt, wire })
    if (!isLate && (known === undefined || said.unresolved > 0)) rebirths.want(this)
    this.#spoken(target.machine, said.spokeAt, receivedAt, !isLate && known !== undefined)
    if (said.records.length === 0) {
      counts.ignored += 1
      return Promise.resolve(nothingHeard)
    }
    const { records } = said
    const reading: Reading = { source: 'sparkplug', bytes: payload.bytes, records }
    const text = payloadText(payload, scope, messageLimits.characters)
    return deliver(pipeline, line, withText(reading, message.message.topic, text), receivedAt)
  }

  /** A machine spoke, or was born without a word of its own. `lives`: a birth of the present session says what it means. */
  #spoken(
    { machineId }: DirectoryMachine,
    spokeAt: number | undefined,
    receivedAt: number,
    lives: boolean,
  ) {
    if (lives) {
      const isNew = !this.#living.has(machineId)
      this.#living.add(machineId)
      if (spokeAt !== undefined) this.line.lives(machineId, Math.min(spokeAt, receivedAt))
      else if (isNew) this.line.lives(machineId, 0)
    }
    if (spokeAt !== undefined) this.#spoke.add(machineId)
  }

  /** A machine without a setting is named once a birth; its data are not read. */
  #notOurs(
    { verb, device, message, payload }: Arrived,
    machine: DirectoryMachine | undefined,
  ): Promise<Heard> {
    const { line } = this
    const { pipeline, counts, unassigned } = this.#host
    if (line.origin === 'externalBroker' && device !== '' && machine === undefined) {
      unassigned.saw(this.name, device, message.receivedAt)
    }
    const isUnknown = machine === undefined || !knows(line.sender, machine)
    const isKept = isUnknown ? verb === 'DBIRTH' : device !== ''
    if (line.origin === 'ownBroker' && isKept) {
      return unread(pipeline, line, message, machine, payload.bytes)
    }
    counts.ignored += 1
    return Promise.resolve(nothingHeard)
  }

  #strayScope(target: EdgeMachine): Scope {
    const scope = this.#strays.get(target.device) ?? noScope(this.#alarmsOf(target))
    this.#strays.set(target.device, scope)
    return scope
  }

  #alarmsOf({ machine: { machineId } }: EdgeMachine): Alarms {
    const { alarms } = this.#host
    const known = alarms.get(machineId) ?? createAlarms('')
    alarms.set(machineId, known)
    return known
  }

  #deviceDeath(
    { place: where, session, message }: Placed<Arrived, Scope>,
    machine: DirectoryMachine | undefined,
  ): Promise<Heard> {
    if (where === 'late') {
      this.#host.counts.staleDeaths += 1
      return Promise.resolve(nothingHeard)
    }
    session?.scopes.delete(message.device)
    return machine ? this.#die([machine.machineId]) : Promise.resolve(nothingHeard)
  }

  /** OFFLINE at receipt, for the clock of an edge node may be wrong (D11). */
  async #die(machineIds: readonly number[]): Promise<Heard> {
    const { pipeline, counts, now } = this.#host
    const own = new Set(this.#ownIds())
    const dying = machineIds.filter(
      (id) => own.has(id) && (this.#living.has(id) || this.#spoke.has(id)),
    )
    this.#silence(machineIds)
    for (const machineId of machineIds) this.#spoke.delete(machineId)
    if (dying.length === 0) return nothingHeard
    counts.deaths += dying.length
    await pipeline.deaths(dying, 'sparkplug', now())
    return nothingHeard
  }

  #silence(machineIds: readonly number[]) {
    for (const machineId of machineIds) this.#living.delete(machineId)
    this.line.silent(machineIds)
  }
}

const metricsOf = (scopes: ReadonlyMap<string, Scope> = new Map()) =>
  [...scopes.values()].reduce((sum, { metrics }) => sum + metrics, 0)

const { aliases: mostAliases } = structureLimits.sparkplug

function bdSeqOf({ metrics }: Payload): bigint | undefined {
  const value = metrics.find(({ name }) => name === 'bdSeq')?.value
  if (typeof value === 'bigint') return value
  return typeof value === 'number' && Number.isInteger(value) ? BigInt(value) : undefined
}

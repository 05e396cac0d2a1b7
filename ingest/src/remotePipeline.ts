import { setTimeout as sleep } from 'node:timers/promises'
import type { IngestAnswer } from '@packboard/contract'
import { AppError } from '@packboard/model'
import {
  type CarriedCall,
  type CarriedOutcome,
  mostCarriedCalls,
  packCalls,
  unpackOutcomes,
} from './carriedCalls.ts'
import type { Reading, Sender } from './connector.ts'
import type { MachineDirectory } from './directory.ts'
import { defaultPatienceMs } from './groupCommit.ts'
import type { IngestLog } from './log.ts'
import { afterLookUp } from './numberLookUp.ts'
import type { Pipeline } from './pipeline.ts'
import { createReadTurns } from './readTurns.ts'

/** Of one call to another process. */
const callRecords = 10_000
const callBytes = 16 * 1_048_576
/** What may wait in memory for all cells together, as in the queue of a store. */
const queueRecords = 100_000
const queueBytes = 64 * 1_048_576
/** Until a cell that did not answer is tried again. */
const pauseMs = 250
const retryAfterSeconds = 2
/** A clock is compared every 3 s. */
const clockRetrySeconds = 5

/** How the process that holds a cell is reached; rejects when it is not. */
export type CellCarrier = {
  cellOf(clientId: number): Promise<number>
  carry(cellId: number, calls: Buffer): Promise<Buffer>
}

type Waiting = {
  readonly call: CarriedCall
  readonly records: number
  readonly bytes: number
  /** Until then it is tried again; calls that can be refused are tried once. */
  readonly until: number
  resolve(outcome: CarriedOutcome): void
  reject(error: unknown): void
}

type Lane = { readonly queue: Waiting[]; busy: boolean }

const busy = (cause?: unknown) =>
  new AppError('ingest.busy', { retryAfter: retryAfterSeconds, cause })

/** The calls to each cell, one at a time; what waits for them is bounded for all cells together. */
class CellLanes {
  readonly #carrier: CellCarrier
  readonly #log: IngestLog
  readonly #patienceMs: number
  readonly #lanes = new Map<number, Lane>()
  readonly #counts = { commits: 0, failures: 0, records: 0, seconds: 0, refused: 0 }
  #queuedRecords = 0
  #queuedBytes = 0
  #closing = false
  readonly #roomWanted: (() => void)[] = []
  readonly turns = createReadTurns(() => (this.#closing ? 0 : this.#queuedRecords))
  /** What went wrong with the last call to a cell. */
  failure: string | undefined

  constructor(carrier: CellCarrier, log: IngestLog, patienceMs: number) {
    this.#carrier = carrier
    this.#log = log
    this.#patienceMs = patienceMs
  }

  async pass(
    clientId: number,
    call: CarriedCall,
    size: { readonly records: number; readonly bytes: number },
  ): Promise<IngestAnswer | null> {
    const patient = call.kind !== 'accept'
    while (!this.#closing && this.#isFull()) {
      if (!patient) {
        this.#counts.refused += 1
        throw busy()
      }
      await new Promise<void>((resolve) => this.#roomWanted.push(resolve))
    }
    if (this.#closing) throw busy()
    this.#queuedRecords += size.records
    this.#queuedBytes += size.bytes
    this.turns.added(size.records)
    try {
      const cellId = await this.#carrier.cellOf(clientId)
      const outcome = await new Promise<CarriedOutcome>((resolve, reject) => {
        const until = performance.now() + (patient ? this.#patienceMs : 0)
        this.#laneOf(cellId).queue.push({ call, ...size, until, resolve, reject })
        void this.#drive(cellId)
      })
      if ('refused' in outcome) {
        const { retryAfter } = outcome
        throw new AppError(outcome.refused, retryAfter === undefined ? {} : { retryAfter })
      }
      return outcome.answer
    } finally {
      this.#queuedRecords -= size.records
      this.#queuedBytes -= size.bytes
      this.#makeRoom()
    }
  }

  figures() {
    return {
      ...this.#counts,
      ...{ queuedRecords: this.#queuedRecords, queuedBytes: this.#queuedBytes, waitingBytes: 0 },
      unreadConnections: this.turns.waiting(),
      // Counted by the process that holds the cell.
      cutRecords: 0,
    }
  }

  async close(limitMs: number): Promise<void> {
    this.#closing = true
    this.#makeRoom()
    const until = performance.now() + limitMs
    while ([...this.#lanes.values()].some((lane) => lane.busy) && performance.now() < until) {
      await sleep(pauseMs / 10)
    }
    for (const { queue } of this.#lanes.values())
      for (const call of queue.splice(0)) call.reject(busy())
  }

  #isFull(): boolean {
    return this.#queuedRecords >= queueRecords || this.#queuedBytes >= queueBytes
  }

  #makeRoom() {
    for (const wake of this.#roomWanted.splice(0)) wake()
    this.turns.room()
  }

  #laneOf(cellId: number): Lane {
    const lane: Lane = this.#lanes.get(cellId) ?? { queue: [], busy: false }
    this.#lanes.set(cellId, lane)
    return lane
  }

  async #drive(cellId: number): Promise<void> {
    const lane = this.#laneOf(cellId)
    if (lane.busy) return
    lane.busy = true
    try {
      while (lane.queue.length > 0) await this.#carry(cellId, lane)
    } finally {
      lane.busy = false
    }
  }

  /** One call; what it holds is tried again while it may wait. */
  async #carry(cellId: number, lane: Lane): Promise<void> {
    const calls = take(lane.queue)
    const begin = performance.now()
    try {
      const answer = await this.#carrier.carry(cellId, packCalls(calls.map(({ call }) => call)))
      const outcomes = unpackOutcomes(answer)
      this.failure = undefined
      this.#counts.commits += 1
      this.#counts.seconds += (performance.now() - begin) / 1_000
      calls.forEach((call, index) => {
        const outcome = outcomes[index]
        this.#counts.records += call.records
        if (outcome === undefined) call.reject(busy())
        else call.resolve(outcome)
      })
    } catch (error) {
      this.#counts.failures += 1
      if (this.failure === undefined) {
        this.#log.warn({ err: error, cellId }, 'A cell does not answer; senders wait')
      }
      const said = error instanceof Error ? error.message : String(error)
      this.failure = `cell ${cellId}: ${said}`
      const hopeful = calls.filter(({ until }) => !this.#closing && performance.now() < until)
      for (const call of calls) if (!hopeful.includes(call)) call.reject(busy(error))
      lane.queue.unshift(...hopeful)
      if (lane.queue.length > 0) await sleep(pauseMs)
    }
  }
}

/**
 * The pipeline of a process that holds no store: it passes each reading to the process that holds the cell of its client, and
 * answers when that one has stored it. One call to a cell at a time, so that records arrive in their order; what comes
 * meanwhile goes with the next one.
 */
export function createRemotePipeline(options: {
  carrier: CellCarrier
  directory: MachineDirectory
  now(): number
  log: IngestLog
  patienceMs?: number
  /** False while what this process stamps would change figures. */
  isClockRight?(): boolean
}): Pipeline {
  const { carrier, directory, now, log, patienceMs = defaultPatienceMs } = options
  const isClockRight = options.isClockRight ?? (() => true)
  const lanes = new CellLanes(carrier, log, patienceMs)

  function bring(
    kind: 'accept' | 'deliver',
    sender: Sender,
    reading: Reading,
    receivedAt: number,
  ): Promise<IngestAnswer> {
    if (!isClockRight()) {
      return Promise.reject(new AppError('clock.wrong', { retryAfter: clockRetrySeconds }))
    }
    const lookedUp = afterLookUp(directory, sender, reading)
    return lookedUp
      ? lookedUp.then((current) => passReading(kind, current, reading, receivedAt))
      : passReading(kind, sender, reading, receivedAt)
  }

  function passReading(
    kind: 'accept' | 'deliver',
    sender: Sender,
    reading: Reading,
    receivedAt: number,
  ): Promise<IngestAnswer> {
    const machineIds = new Set<number>()
    let owner = sender.clientId
    for (const incoming of reading.records) {
      const serialNo = 'record' in incoming ? incoming.record.serialNo : incoming.serialNo
      const machine = directory.bySerial(serialNo)
      if (!machine) continue
      owner ??= machine.clientId
      if (sender.mayPublishFor(machine.machineId)) machineIds.add(machine.machineId)
    }
    const { userName, clientId, onlyMachineId } = sender
    const call = {
      ...{ kind, userName, clientId, onlyMachineId, reading, receivedAt },
      machineIds: [...machineIds],
    }
    const size = { records: reading.records.length, bytes: reading.bytes }
    return lanes.pass(owner ?? 0, call, size).then((answer) => answer ?? nothing)
  }

  /** What concerns machines of several clients: each client's own goes to its cell. */
  async function bringOwn(
    machineIds: Iterable<number>,
    callOf: (machineIds: readonly number[]) => CarriedCall,
  ): Promise<void> {
    // Its time would be a wrong one; what ends by it, the hold limits end.
    if (!isClockRight()) return
    const ofClient = new Map<number, number[]>()
    for (const machineId of machineIds) {
      const clientId = directory.byId(machineId)?.clientId
      if (clientId === undefined) continue
      ofClient.set(clientId, [...(ofClient.get(clientId) ?? []), machineId])
    }
    await Promise.all(
      [...ofClient].map(([clientId, ids]) =>
        lanes.pass(clientId, callOf(ids), { records: ids.length, bytes: 0 }),
      ),
    )
  }

  return {
    accept: (sender, reading, receivedAt = now()) => bring('accept', sender, reading, receivedAt),
    deliver: (sender, reading, receivedAt = now()) => bring('deliver', sender, reading, receivedAt),
    deaths: (ids, source, receivedAt = now()) =>
      bringOwn(ids, (machineIds) => ({ kind: 'deaths', machineIds, source, receivedAt })),
    stillAlive: (ids, source, receivedAt = now()) =>
      bringOwn(ids, (machineIds) => ({ kind: 'stillAlive', machineIds, source, receivedAt })),
    missed: (ids, messages) =>
      // A cell that does not answer is logged; the count of what it missed is then lost with it.
      void bringOwn(ids, (machineIds) => ({ kind: 'missed', machineIds, messages })).catch(
        () => {},
      ),
    isTaking: isClockRight,
    mayRead: lanes.turns.mayRead,
    health: () =>
      isClockRight()
        ? { ok: lanes.failure === undefined, detail: lanes.failure ?? 'passing on' }
        : { ok: false, detail: 'the clock of this process is wrong' },
    // The process that holds the cell counts the records of its machines.
    tallies: () => [],
    figures: () => lanes.figures(),
    close: (limitMs) => lanes.close(limitMs),
  }
}

const nothing: IngestAnswer = {
  accepted: 0,
  duplicate: 0,
  late: 0,
  quarantined: 0,
  errors: [],
  unknownFields: {},
}

function take(queue: Waiting[]): Waiting[] {
  let records = 0
  let bytes = 0
  let count = 0
  for (const call of queue) {
    records += call.records
    bytes += call.bytes
    if (count > 0 && (records > callRecords || bytes > callBytes)) break
    if (count === mostCarriedCalls) break
    count += 1
  }
  return queue.splice(0, count)
}

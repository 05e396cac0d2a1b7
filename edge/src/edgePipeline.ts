import { setTimeout as sleep } from 'node:timers/promises'
import { type IngestAnswer, ingestErrorLimit } from '@packboard/contract'
import {
  checkRecord,
  createReadTurns,
  type Incoming,
  isNeverTimed,
  type MachineDirectory,
  type Pipeline,
  type Reading,
  type Sender,
  SessionClock,
  type SourceName,
} from '@packboard/ingest'
import type { QuarantineReason } from '@packboard/model'
import { type Entry, type LastSeen, lineOf, type RefusedEntry } from './bufferFile.ts'
import type { EdgeBuffer } from './edgeBuffer.ts'

/** A sender by MQTT that cannot be refused in words waits so long before its connection ends: it would be back at once. */
const fullPauseMs = 2_000

/** Reasons after which the central server never sees a record: it could not find the fault any more. */
const kept: readonly QuarantineReason[] = ['notBound', 'tooFarAhead', 'cut']

/** What a reading becomes: the rows of the buffer and what its sender is answered. */
type Sorted = {
  readonly entries: Entry[]
  readonly refused: RefusedEntry[]
  readonly seen: Map<string, LastSeen>
  readonly errors: IngestAnswer['errors']
  readonly unknownFields: Record<string, number>
  accepted: number
}

const everyMachine: Sender = { userName: 'edge', clientId: null, mayPublishFor: () => true }

/** Checks readings as far as one can without the central server's machines, and writes them into the buffer. */
class EdgeStore {
  readonly #buffer: EdgeBuffer
  readonly #directory: MachineDirectory
  /** Records that are not durable yet. */
  #unwritten = 0
  #lastSequence = 0
  /** By machine; the directory names them. */
  readonly #clocks = new Map<number, SessionClock>()
  readonly counts = { commits: 0, failures: 0, records: 0, seconds: 0, refused: 0, cut: 0 }
  readonly turns = createReadTurns(() => (this.closing ? 0 : this.#unwritten))
  closing = false

  constructor(buffer: EdgeBuffer, directory: MachineDirectory) {
    this.#buffer = buffer
    this.#directory = directory
  }

  get unwritten(): number {
    return this.#unwritten
  }

  clockOf(machineId: number): SessionClock {
    const clock = this.#clocks.get(machineId) ?? new SessionClock()
    this.#clocks.set(machineId, clock)
    return clock
  }

  async store(sender: Sender, reading: Reading, receivedAt: number): Promise<IngestAnswer> {
    const sorted: Sorted = {
      entries: [],
      refused: [],
      seen: new Map(),
      errors: [],
      unknownFields: {},
      accepted: 0,
    }
    for (const [index, came] of reading.records.entries()) {
      this.#sort(
        sorted,
        { sender, source: reading.source, receivedAt, index },
        this.#numbered(came),
      )
    }
    const { entries, refused, seen, accepted, errors, unknownFields } = sorted
    await this.#write({ entries, refused, seen: [...seen.values()] })
    const quarantined = entries.length + refused.length - accepted
    return { accepted, duplicate: 0, late: 0, quarantined, errors, unknownFields }
  }

  #sort(
    sorted: Sorted,
    came: { sender: Sender; source: SourceName; receivedAt: number; index: number },
    incoming: Incoming,
  ): void {
    const { sender, source, receivedAt, index } = came
    const { entries, refused, seen, errors, unknownFields } = sorted
    const line = lineOf(incoming, source)
    if (line === null) return
    const serialNo = 'record' in incoming ? incoming.record.serialNo : incoming.serialNo
    for (const field of incoming.unknownFields ?? []) {
      if (field in unknownFields || Object.keys(unknownFields).length < ingestErrorLimit)
        unknownFields[field] = (unknownFields[field] ?? 0) + 1
    }
    const entry = { serialNo, receivedAt, line }
    const fault = this.#faultOf(incoming, sender, receivedAt)
    if (fault) {
      const { reason, detail } = fault
      if (reason === 'cut') this.counts.cut += 1
      if (kept.includes(reason)) refused.push({ ...entry, reason: detail })
      else entries.push(entry)
      if (errors.length < ingestErrorLimit) errors.push({ index, serialNo, reason, detail })
      return
    }
    sorted.accepted += 1
    entries.push(entry)
    // Names without an end are no machines of this plant.
    const machine = this.#directory.bySerial(serialNo)
    if (!machine || !('record' in incoming)) return
    const { record, timeless } = incoming
    look(seen, record)
    if (record.kind === 'sample' && sender !== everyMachine) {
      this.clockOf(machine.machineId).came(source, timeless, receivedAt - record.at)
    }
  }

  /** A number that no other sample of this millisecond has, of a protocol without times. */
  #numbered(incoming: Incoming): Incoming {
    if (!('record' in incoming) || !incoming.timeless || incoming.record.kind !== 'sample') {
      return incoming
    }
    this.#lastSequence = (this.#lastSequence + 1) % 4_294_967_296
    return { ...incoming, record: { ...incoming.record, sequence: this.#lastSequence } }
  }

  #faultOf(
    incoming: Incoming,
    sender: Sender,
    receivedAt: number,
  ): { reason: QuarantineReason; detail: string } | undefined {
    if ('refused' in incoming) return { reason: incoming.refused, detail: incoming.detail }
    const machine = this.#directory.bySerial(incoming.record.serialNo)
    if (machine && !sender.mayPublishFor(machine.machineId)) {
      return { reason: 'notBound', detail: `${sender.userName} is not bound to this machine` }
    }
    const verdict = checkRecord(incoming.record, receivedAt)
    return verdict.ok ? undefined : verdict
  }

  async #write(call: Parameters<EdgeBuffer['add']>[0]): Promise<void> {
    const records = call.entries.length + call.refused.length
    if (records === 0) return
    const begin = performance.now()
    this.#unwritten += records
    this.turns.added(records)
    try {
      await this.#buffer.add(call)
      this.counts.commits += 1
      this.counts.records += records
    } catch (error) {
      this.counts.failures += 1
      this.counts.refused += records
      throw error
    } finally {
      this.counts.seconds += (performance.now() - begin) / 1_000
      this.#unwritten -= records
      this.turns.room()
    }
  }
}

/**
 * The pipeline of an edge recorder: it answers when a reading is durable in the buffer. A record with a fault is sent on,
 * too, and quarantined at the central server, where a person reads it; one that its sender may not send, that is too far
 * in the future, or that was cut, is kept here.
 */
export function createEdgePipeline(options: {
  buffer: EdgeBuffer
  directory: MachineDirectory
  now(): number
}): Pipeline {
  const { buffer, directory, now } = options
  const store = new EdgeStore(buffer, directory)
  return {
    // The server counts the numbers of what it receives.
    missed: () => undefined,
    accept: (sender, reading, receivedAt = now()) => store.store(sender, reading, receivedAt),
    async deliver(sender, reading, receivedAt = now()) {
      try {
        return await store.store(sender, reading, receivedAt)
      } catch (error) {
        if (!store.closing) await sleep(fullPauseMs, undefined, { ref: false })
        throw error
      }
    },
    // The central server finds it by the hold limit of the machine.
    async deaths(machineIds) {
      for (const id of machineIds) store.clockOf(id).end()
    },
    async stillAlive(machineIds, source: SourceName, receivedAt = now()) {
      const records = [...machineIds].flatMap((id): Incoming[] => {
        const machine = directory.byId(id)
        if (machine === undefined) return []
        const at = store.clockOf(id).placeAt(receivedAt, isNeverTimed(machine))
        if (at === undefined) return []
        const { serialNo } = machine
        const record = { kind: 'sample', serialNo, at, sequence: 0 } as const
        return [{ record, timeless: true, wire: record }]
      })
      await store.store(everyMachine, { source, bytes: 0, records }, receivedAt)
    },
    isTaking: () => true,
    mayRead: store.turns.mayRead,
    health() {
      const failure = buffer.failure()
      if (failure !== undefined) return { ok: false, detail: failure }
      if (buffer.isFull()) return { ok: false, detail: 'the buffer is full' }
      return { ok: true, detail: 'recording' }
    },
    tallies: () => [],
    figures() {
      const { cut: cutRecords, ...counts } = store.counts
      return {
        ...counts,
        queuedRecords: store.unwritten,
        queuedBytes: 0,
        waitingBytes: 0,
        unreadConnections: store.turns.waiting(),
        cutRecords,
      }
    },
    async close() {
      store.closing = true
      store.turns.room()
      buffer.close()
    },
  }
}

/** The newest that a reading says of its machine. */
function look(
  seen: Map<string, LastSeen>,
  record: Extract<Incoming, { record: unknown }>['record'],
) {
  if (record.kind !== 'sample') return
  const { serialNo, at, state, speedPpm, packCounter } = record
  const known = seen.get(serialNo)
  if (known && known.at > at) return
  seen.set(serialNo, {
    serialNo,
    at,
    state: state ?? known?.state ?? null,
    speedPpm: speedPpm ?? known?.speedPpm ?? null,
    packs: packCounter ?? known?.packs ?? null,
  })
}

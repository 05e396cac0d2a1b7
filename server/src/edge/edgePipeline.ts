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
import type { EdgeBuffer, Entry, LastSeen, RefusedEntry } from './edgeBuffer.ts'
import { lineOf } from './recordLine.ts'

/** A sender by MQTT that cannot be refused in words waits so long before its connection ends: it would be back at once. */
const fullPauseMs = 2_000

/** Reasons after which the central server never sees a record: it could not find the fault any more. */
const kept: readonly QuarantineReason[] = ['notBound', 'tooFarAhead', 'cut']

/**
 * The pipeline of an edge recorder: it checks a reading as far as one can without the central server's machines, and
 * answers when the reading is durable in the buffer. A record with a fault is sent on, too, and quarantined there, where a
 * person reads it; one that its sender may not send, that is too far in the future, or that was cut, is kept here.
 */
export function createEdgePipeline(options: {
  buffer: EdgeBuffer
  directory: MachineDirectory
  now(): number
}): Pipeline {
  const { buffer, directory, now } = options
  let held = 0
  let closing = false
  let lastSequence = 0
  /** By machine; the directory names them. */
  const clocks = new Map<number, SessionClock>()
  let cutRecords = 0
  const counts = { commits: 0, failures: 0, records: 0, seconds: 0, refused: 0 }
  const turns = createReadTurns(() => (closing ? 0 : held))

  function clockOf(machineId: number): SessionClock {
    const clock = clocks.get(machineId) ?? new SessionClock()
    clocks.set(machineId, clock)
    return clock
  }

  /** A number that no other sample of this millisecond has, of a protocol without times. */
  function numbered(incoming: Incoming): Incoming {
    if (!('record' in incoming) || !incoming.timeless || incoming.record.kind !== 'sample') {
      return incoming
    }
    lastSequence = (lastSequence + 1) % 4_294_967_296
    return { ...incoming, record: { ...incoming.record, sequence: lastSequence } }
  }

  function faultOf(
    incoming: Incoming,
    sender: Sender,
    receivedAt: number,
  ): { reason: QuarantineReason; detail: string } | undefined {
    if ('refused' in incoming) return { reason: incoming.refused, detail: incoming.detail }
    const machine = directory.bySerial(incoming.record.serialNo)
    if (machine && !sender.mayPublishFor(machine.machineId)) {
      return { reason: 'notBound', detail: `${sender.userName} is not bound to this machine` }
    }
    const verdict = checkRecord(incoming.record, receivedAt)
    return verdict.ok ? undefined : verdict
  }

  async function store(
    sender: Sender,
    reading: Reading,
    receivedAt: number,
  ): Promise<IngestAnswer> {
    const entries: Entry[] = []
    const refused: RefusedEntry[] = []
    const seen = new Map<string, LastSeen>()
    const errors: IngestAnswer['errors'] = []
    const unknownFields: Record<string, number> = {}
    let accepted = 0
    reading.records.forEach((came, index) => {
      const incoming = numbered(came)
      const line = lineOf(incoming, reading.source)
      if (line === null) return
      const serialNo = 'record' in incoming ? incoming.record.serialNo : incoming.serialNo
      for (const field of incoming.unknownFields ?? []) {
        if (field in unknownFields || Object.keys(unknownFields).length < ingestErrorLimit)
          unknownFields[field] = (unknownFields[field] ?? 0) + 1
      }
      const entry = { serialNo, receivedAt, line }
      const fault = faultOf(incoming, sender, receivedAt)
      if (!fault) {
        accepted += 1
        entries.push(entry)
        // Names without an end are no machines of this plant.
        const machine = directory.bySerial(serialNo)
        if (!machine || !('record' in incoming)) return
        const { record, timeless } = incoming
        look(seen, record)
        if (record.kind === 'sample' && sender !== everyMachine) {
          clockOf(machine.machineId).came(reading.source, timeless, receivedAt - record.at)
        }
        return
      }
      const { reason, detail } = fault
      if (reason === 'cut') cutRecords += 1
      if (kept.includes(reason)) refused.push({ ...entry, reason: detail })
      else entries.push(entry)
      if (errors.length < ingestErrorLimit) errors.push({ index, serialNo, reason, detail })
    })
    await write({ entries, refused, seen: [...seen.values()] })
    const quarantined = entries.length + refused.length - accepted
    return { accepted, duplicate: 0, late: 0, quarantined, errors, unknownFields }
  }

  async function write(call: Parameters<EdgeBuffer['add']>[0]): Promise<void> {
    const records = call.entries.length + call.refused.length
    if (records === 0) return
    const begin = performance.now()
    held += records
    turns.added(records)
    try {
      await buffer.add(call)
      counts.commits += 1
      counts.records += records
    } catch (error) {
      counts.failures += 1
      counts.refused += records
      throw error
    } finally {
      counts.seconds += (performance.now() - begin) / 1_000
      held -= records
      turns.room()
    }
  }

  return {
    // The server counts the numbers of what it receives.
    missed: () => undefined,
    accept: (sender, reading, receivedAt = now()) => store(sender, reading, receivedAt),
    async deliver(sender, reading, receivedAt = now()) {
      try {
        return await store(sender, reading, receivedAt)
      } catch (error) {
        if (!closing) await sleep(fullPauseMs, undefined, { ref: false })
        throw error
      }
    },
    // The central server finds it by the hold limit of the machine.
    async deaths(machineIds) {
      for (const id of machineIds) clockOf(id).end()
    },
    async stillAlive(machineIds, source: SourceName, receivedAt = now()) {
      const records = [...machineIds].flatMap((id): Incoming[] => {
        const machine = directory.byId(id)
        if (machine === undefined) return []
        const at = clockOf(id).placeAt(receivedAt, isNeverTimed(machine))
        if (at === undefined) return []
        const { serialNo } = machine
        const record = { kind: 'sample', serialNo, at, sequence: 0 } as const
        return [{ record, timeless: true, wire: record }]
      })
      await store(everyMachine, { source, bytes: 0, records }, receivedAt)
    },
    mayRead: turns.mayRead,
    health() {
      const failure = buffer.failure()
      if (failure !== undefined) return { ok: false, detail: failure }
      if (buffer.isFull()) return { ok: false, detail: 'the buffer is full' }
      return { ok: true, detail: 'recording' }
    },
    tallies: () => [],
    figures: () => ({
      ...counts,
      ...{ queuedRecords: held, queuedBytes: 0, waitingBytes: 0 },
      unreadConnections: turns.waiting(),
      cutRecords,
    }),
    async close() {
      closing = true
      turns.room()
      buffer.close()
    },
  }
}

const everyMachine: Sender = { userName: 'edge', clientId: null, mayPublishFor: () => true }

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

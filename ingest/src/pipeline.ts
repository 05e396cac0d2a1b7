import type { IngestAnswer } from '@packboard/contract'
import type { Batch, MachineCounts } from '@packboard/telemetry/write'
import type { Reading, Sender, SourceName } from './connector.ts'
import type { MachineDirectory } from './directory.ts'
import { defaultPatienceMs, GroupCommit } from './groupCommit.ts'
import type { IngestLog } from './log.ts'
import { MachineTallies, type MachineTally } from './machineTallies.ts'
import { afterLookUp } from './numberLookUp.ts'
import { ReadingSorter } from './readingSorter.ts'
import { unknownIn } from './unreadReading.ts'

/**
 * How long the records of many senders are collected before they are written in one commit; an overview may be a second late
 * (D29).
 */
const defaultGatherMs = 250

/** What a record takes in memory besides its text. */
const recordBytes = 300

export type Pipeline = ReturnType<typeof createPipeline>

/**
 * The only path from a reading to the store: it finds the machine, checks the clock and the numbers, quarantines what
 * cannot be accepted, and answers when everything is durable.
 */
export function createPipeline(options: {
  commit(batches: readonly Batch[]): Promise<readonly (readonly MachineCounts[])[]>
  directory: MachineDirectory
  now(): number
  log: IngestLog
  gatherMs?: number
  patienceMs?: number
  mayStore?: () => boolean
}) {
  const { directory, log } = options
  const sorter = new ReadingSorter(directory)
  const tallies = new MachineTallies(directory)
  const group = new GroupCommit({
    async commit(batches) {
      const counts = await options.commit(batches)
      for (const batch of batches) tallies.received(batch)
      for (const outcome of counts) tallies.stored(outcome)
      return counts
    },
    gatherMs: options.gatherMs ?? defaultGatherMs,
    patienceMs: options.patienceMs ?? defaultPatienceMs,
    mayStore: options.mayStore ?? (() => true),
    log,
  })

  /**
   * Not an async function: one would hold the whole reading, its texts included, until the commit is durable, and the
   * collector would move it again and again meanwhile.
   */
  function bring(
    sender: Sender,
    reading: Reading,
    receivedAt: number,
    manner: { patient: boolean },
  ): Promise<IngestAnswer> {
    const lookedUp = afterLookUp(directory, sender, reading)
    return lookedUp
      ? lookedUp.then((current) => store(current, reading, receivedAt, manner))
      : store(sender, reading, receivedAt, manner)
  }

  function store(
    sender: Sender,
    reading: Reading,
    receivedAt: number,
    manner: { patient: boolean },
  ): Promise<IngestAnswer> {
    const { batch, errors } = sorter.sort(sender, reading, receivedAt)
    const records = reading.records.length
    const rest = { errors, unknownFields: unknownIn(reading) }
    if (records === 0) return Promise.resolve({ ...nothing, ...rest })
    const bytes = reading.bytes + records * recordBytes
    const call = { batch, records, bytes, ...manner, sender: waitingFor(sender, batch) }
    return answered(group.add(call), batch.quarantined.length, rest)
  }

  /** Stores what Packboard itself says of machines. */
  async function bringOwn(
    says: { readonly death: true } | { readonly alive: true },
    machineIds: Iterable<number>,
    source: SourceName,
    receivedAt: number,
  ): Promise<void> {
    const sender = { userName: 'broker', clientId: null, mayPublishFor: () => true }
    const records = sorter.own(says, machineIds, receivedAt)
    // Stamped once: a death that waits for the store must not move behind new samples of the machine.
    const reading: Reading = { source, bytes: 0, records }
    const { messages: _, ...batch } = sorter.sort(sender, reading, receivedAt).batch
    if (records.length === 0) return
    const call = { batch, records: records.length, bytes: 0, patient: true }
    await group.add({ ...call, sender: undefined })
  }

  return {
    /** Stores a reading and returns the outcome; refuses at once when the queue is full or the store cannot write. */
    accept: (sender: Sender, reading: Reading, receivedAt = options.now()): Promise<IngestAnswer> =>
      bring(sender, reading, receivedAt, { patient: false }),

    /** Stores a reading of a sender that cannot be refused: waits for space and, for a limited time, for the store. */
    deliver: (
      sender: Sender,
      reading: Reading,
      receivedAt = options.now(),
    ): Promise<IngestAnswer> => bring(sender, reading, receivedAt, { patient: true }),

    /** OFFLINE from now on for these machines (D11), after all their samples. */
    deaths: (machineIds: Iterable<number>, source: SourceName, receivedAt = options.now()) =>
      bringOwn({ death: true }, machineIds, source, receivedAt),

    /** An empty sample for each of these machines: its session lives, although it says nothing new (D58), by the clock of the session (D117). */
    stillAlive: (machineIds: Iterable<number>, source: SourceName, receivedAt = options.now()) =>
      bringOwn({ alive: true }, machineIds, source, receivedAt),

    /** Messages of these machines that were lost on their way; said with the next record of each. */
    missed(machineIds: Iterable<number>, messages: number) {
      for (const machineId of machineIds) sorter.memory(machineId).missing += messages
    },

    /** Whether a device may sign in and send now. */
    isTaking: (): boolean => true,
    mayRead: group.mayRead,
    health: () => group.health(),
    tallies: (): MachineTally[] => tallies.list((id) => sorter.memory(id).skew.median()),
    /** `cutRecords`: quarantined as cut text, among all that were quarantined. */
    figures: () => ({ ...group.figures(), cutRecords: tallies.cutRecords }),
    close: (limitMs: number) => group.close(limitMs),
  }
}

/** The answer of a call, when its commit is durable. */
function answered(
  durable: Promise<readonly MachineCounts[]>,
  quarantined: number,
  rest: Pick<IngestAnswer, 'errors' | 'unknownFields'>,
): Promise<IngestAnswer> {
  return durable.then((parts) => {
    const total = { accepted: 0, duplicate: 0, late: 0, quarantined }
    for (const part of parts) {
      total.accepted += part.accepted
      total.duplicate += part.duplicate
      total.late += part.late
    }
    return { ...total, ...rest }
  })
}

const nothing = { accepted: 0, duplicate: 0, late: 0, quarantined: 0 } as const

/** A device is one sender; of a broker that carries many machines, each machine. */
function waitingFor({ userName, clientId }: Sender, batch: Batch): string {
  if (clientId !== null) return `${clientId} ${userName}`
  const first = batch.samples[0] ?? batch.alarms[0] ?? batch.audits[0] ?? batch.quarantined[0]
  return `${first?.machineId ?? ''}`
}

import { type IngestAnswer, ingestErrorLimit } from '@packboard/contract'
import { clockToleranceMs, type MachineRecord, type QuarantineReason } from '@packboard/model'
import type { Batch, MachineCounts, MissingOf, StoredSample } from '@packboard/telemetry/write'
import { checkRecord } from './checkRecord.ts'
import { type Incoming, knows, type Reading, type Sender, type SourceName } from './connector.ts'
import type { DirectoryMachine, MachineDirectory } from './directory.ts'
import { createGroupCommit, defaultPatienceMs } from './groupCommit.ts'
import type { IngestLog } from './log.ts'
import { isNeverTimed, MachineMemory, type Place } from './machineMemory.ts'
import { afterLookUp } from './numberLookUp.ts'
import { createRecentMessages } from './recentMessages.ts'
import { createKeptRaw } from './recordScan/cutRecord.ts'
import { createRawStates, createUnknownFields, fieldNameLimit } from './unreadReading.ts'

/**
 * How long the records of many senders are collected before they are written in one commit; an overview may be a second late
 * (D29).
 */
const defaultGatherMs = 250

/** What a record takes in memory besides its text. */
const recordBytes = 300

/** The outcomes of one machine's records since the start of the process. */
export type MachineTally = {
  readonly machineId: number | null
  readonly serialNo: string
  received: number
  accepted: number
  duplicate: number
  late: number
  conflicting: number
  /** Written by Packboard while the session of the machine lived (D58). */
  alive: number
  quarantined: number
  /** Median of receipt − source, ms (D9); null when no sample carried its own time. */
  readonly clockSkewMs: number | null
}

/** A batch that is being filled. */
type Sorting = { [List in 'samples' | 'alarms' | 'audits' | 'quarantined']: Batch[List][number][] }

/** What most messages have none of is one and the same list for all of them. */
const emptyBatch: Readonly<Sorting> = { samples: [], alarms: [], audits: [], quarantined: [] }

/** The list with one more. One that begins with its first has no room for sixteen others, as one that is grown has. */
function added<Rec>(list: Rec[], record: Rec): Rec[] {
  if (list.length === 0) return [record]
  list.push(record)
  return list
}

type Tally = Omit<MachineTally, 'clockSkewMs'>

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
  const group = createGroupCommit({
    async commit(batches) {
      const counts = await options.commit(batches)
      for (const batch of batches) countReceived(batch)
      for (const outcome of counts) countOutcome(outcome)
      return counts
    },
    gatherMs: options.gatherMs ?? defaultGatherMs,
    patienceMs: options.patienceMs ?? defaultPatienceMs,
    mayStore: options.mayStore ?? (() => true),
    log,
  })
  const memories = new Map<number, MachineMemory>()
  const tallies = new Map<number | null, Tally>()
  let cutRecords = 0

  function memory(machineId: number): MachineMemory {
    let known = memories.get(machineId)
    if (!known) {
      known = new MachineMemory()
      memories.set(machineId, known)
    }
    return known
  }

  function tally(machineId: number | null): Tally {
    let known = tallies.get(machineId)
    if (!known) {
      known = {
        machineId,
        serialNo: (machineId === null ? undefined : directory.byId(machineId)?.serialNo) ?? '',
        received: 0,
        accepted: 0,
        duplicate: 0,
        late: 0,
        conflicting: 0,
        alive: 0,
        quarantined: 0,
      }
      tallies.set(machineId, known)
    }
    return known
  }

  /** received = accepted + duplicate + quarantined, for each machine, whenever nothing is in progress. */
  function countReceived(batch: Batch) {
    for (const list of [batch.samples, batch.alarms, batch.audits, batch.quarantined]) {
      for (const record of list) {
        const own = ('alive' in record && record.alive) || ('death' in record && record.death)
        if (!own) tally(record.machineId).received += 1
      }
    }
    for (const { reason } of batch.quarantined) if (reason === 'cut') cutRecords += 1
  }

  function countOutcome(counts: readonly MachineCounts[]) {
    for (const part of counts) {
      const total = tally(part.machineId)
      total.accepted += part.accepted
      total.duplicate += part.duplicate
      total.late += part.late
      total.conflicting += part.conflicting
      total.alive += part.alive
      total.quarantined += part.quarantined
    }
  }

  /** Sorts the records of a reading into those to store and those to quarantine. */
  function sort(sender: Sender, reading: Reading, receivedAt: number) {
    const batch: Sorting = { ...emptyBatch }
    let errors: IngestAnswer['errors'] = noErrors
    const recent = createRecentMessages(reading, receivedAt)
    const unknownFields = createUnknownFields()
    let rawStates: ReturnType<typeof createRawStates> | undefined
    let missing: MissingOf[] = []
    const isCounted = reading.source === 'http' || reading.source === 'mqttJson'
    let index = -1

    const keptRaw = createKeptRaw()

    function quarantine(
      incoming: Incoming,
      { serialNo, ...given }: { reason: QuarantineReason; detail: string; serialNo: string },
      machine?: DirectoryMachine,
    ) {
      const { raw, ...why } = keptRaw(incoming.wire, given)
      batch.quarantined = added(batch.quarantined, {
        // Else that of the credential: the machine's owner never sees what another tenant sent.
        clientId: machine?.clientId ?? sender.clientId,
        machineId: machine?.machineId ?? null,
        ...why,
        ...{ serialNo, receivedAt, source: reading.source, raw },
      })
      const shownAt = machine?.machineId ?? sender.onlyMachineId
      const known = shownAt === undefined ? undefined : directory.byId(shownAt)
      if (known) recent.add(known, 'quarantined', batch.quarantined.length - 1, incoming.wire)
      if (errors.length < ingestErrorLimit) errors = added(errors, { index, serialNo, ...why })
    }

    const machineNamed = (serialNo: string) => {
      const machine = serialNo === '' ? undefined : directory.bySerial(serialNo)
      return machine && knows(sender, machine) ? machine : undefined
    }
    const unknown = {
      reason: 'unknownMachine',
      detail: 'no machine has this serial number',
    } as const

    for (const incoming of reading.records) {
      index += 1
      if ('refused' in incoming) {
        const { refused: reason, detail, serialNo } = incoming
        const named = machineNamed(serialNo)
        const own = named && sender.mayPublishFor(named.machineId) ? named : undefined
        const why = reason === 'notBound' && !named ? unknown : { reason, detail }
        quarantine(incoming, { ...why, serialNo }, own)
        continue
      }
      const { record } = incoming
      const { serialNo } = record
      const machine = machineNamed(serialNo)
      if (!machine) {
        quarantine(incoming, { ...unknown, serialNo })
        continue
      }
      if (!sender.mayPublishFor(machine.machineId)) {
        const detail = `${sender.userName} is not bound to this machine`
        quarantine(incoming, { reason: 'notBound', detail, serialNo })
        continue
      }
      const verdict = checkRecord(record, receivedAt)
      if (!verdict.ok) {
        const { reason, detail } = verdict
        quarantine(incoming, { reason, detail, serialNo }, machine)
        continue
      }
      sortIn(batch, machine, record, incoming.timeless, verdict, receivedAt, isCounted)
      const remembered = memory(machine.machineId)
      if (record.kind === 'sample' && !record.death && !record.alive) {
        remembered.clock.came(reading.source, incoming.timeless, receivedAt - record.at)
      }
      if (remembered.missing !== 0) {
        const { clientId, machineId } = machine
        missing = added(missing, { clientId, machineId, missing: remembered.missing })
        remembered.missing = 0
      }
      unknownFields.add(machine, incoming.unknownFields)
      const ended = record.kind === 'sample' && record.death === true
      if (ended || incoming.rawState !== undefined) {
        rawStates ??= createRawStates()
        const at = incoming.timeless ? receivedAt : verdict.at
        rawStates.add(machine, at, ended ? 'end' : incoming.rawState)
      }
      const list = listOf[record.kind]
      recent.add(machine, list, batch[list].length - 1, incoming.wire)
    }
    const { samples, alarms, audits, quarantined } = batch
    const messages = recent.messages()
    const found = unknownFields.list()
    const raw = rawStates?.list()
    const extra = {
      ...(found && { unknownFields: found }),
      ...(raw && { rawStates: raw }),
      ...(missing.length > 0 && { missingNumbers: missing }),
    }
    return { batch: { samples, alarms, audits, quarantined, messages, ...extra }, errors }
  }

  function sortIn(
    batch: Sorting,
    { clientId, machineId }: DirectoryMachine,
    record: MachineRecord,
    timeless: boolean,
    verdict: { at: number; flagged: boolean },
    receivedAt: number,
    /** Its number is the sender's own, and no other record's before it was sent. */
    isCounted: boolean,
  ) {
    const remembered = memory(machineId)
    const ids = { clientId, machineId, receivedAt }
    switch (record.kind) {
      case 'sample': {
        const place = record.death
          ? remembered.placeOfDeath(receivedAt)
          : timeless
            ? placeOfReceipt(record.alive ? record.at : receivedAt, remembered.nextSequence())
            : { at: verdict.at, sourceAt: record.at, sequence: record.sequence }
        if (!timeless && !record.death) {
          remembered.skew.add(receivedAt - record.at)
          if (isCounted) remembered.missing += remembered.numbers.came(record.sequence)
        }
        remembered.saw(place)
        batch.samples = added(batch.samples, storedSample(record, ids, place, verdict.flagged))
        return
      }
      case 'alarm': {
        const { kind: _, serialNo: __, ...alarm } = record
        const raisedAt = remembered.placeOf(
          `${alarm.raisedAt} ${alarm.sequence ?? 0} ${alarm.group} ${alarm.description}`,
          alarm.raisedAt,
          verdict.flagged,
          receivedAt,
        )
        batch.alarms = added(batch.alarms, {
          ...alarm,
          raisedAt,
          ...(alarm.clearedAt !== undefined && {
            clearedAt: Math.max(
              raisedAt,
              alarm.clearedAt - receivedAt > clockToleranceMs ? receivedAt : alarm.clearedAt,
            ),
          }),
          ...ids,
        })
        return
      }
      case 'audit': {
        const { kind: _, serialNo: __, ...audit } = record
        const at = remembered.placeOf(
          `${audit.at} ${audit.userGroup} ${audit.description}`,
          audit.at,
          verdict.flagged,
          receivedAt,
        )
        batch.audits = added(batch.audits, { ...audit, at, ...ids })
        return
      }
    }
  }

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
    const { batch, errors } = sort(sender, reading, receivedAt)
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
    const machines = [...machineIds].flatMap((id) => directory.byId(id) ?? [])
    const records = machines.flatMap((machine): Incoming[] => {
      const { machineId, serialNo } = machine
      const { clock } = memory(machineId)
      if ('death' in says) clock.end()
      const isTimeless = 'death' in says || isNeverTimed(machine)
      const at = clock.placeAt(receivedAt, isTimeless)
      if (at === undefined) return []
      const record = { kind: 'sample', serialNo, at, sequence: 0, ...says } as const
      return [{ record, timeless: true, wire: record }]
    })
    const sender = { userName: 'broker', clientId: null, mayPublishFor: () => true }
    const reading: Reading = { source, bytes: 0, records }
    // Stamped once: a death that waits for the store must not move behind new samples of the machine.
    const { messages: _, ...batch } = sort(sender, reading, receivedAt).batch
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
      for (const machineId of machineIds) memory(machineId).missing += messages
    },

    mayRead: group.mayRead,
    health: group.health,

    tallies: (): MachineTally[] =>
      [...tallies.values()].map((counts) => ({
        ...counts,
        // Sorted only for those who read it.
        get clockSkewMs() {
          return counts.machineId === null ? null : memory(counts.machineId).skew.median()
        },
      })),
    /** `cutRecords`: quarantined as cut text, among all that were quarantined. */
    figures: () => ({ ...group.figures(), cutRecords }),
    close: group.close,
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

const placeOfReceipt = (at: number, sequence: number): Place => ({ at, sourceAt: at, sequence })

/** A device is one sender; of a broker that carries many machines, each machine. */
function waitingFor({ userName, clientId }: Sender, batch: Batch): string {
  if (clientId !== null) return `${clientId} ${userName}`
  const first = batch.samples[0] ?? batch.alarms[0] ?? batch.audits[0] ?? batch.quarantined[0]
  return `${first?.machineId ?? ''}`
}

/** The sample as it is stored. */
function storedSample(
  record: Extract<MachineRecord, { kind: 'sample' }>,
  { clientId, machineId, receivedAt }: { clientId: number; machineId: number; receivedAt: number },
  { at, sourceAt, sequence }: Place,
  flagged: boolean,
): StoredSample {
  const stored: { -readonly [Key in keyof StoredSample]: StoredSample[Key] } = {
    clientId,
    machineId,
    at,
    sourceAt,
    receivedAt,
    sequence,
    flagged,
  }
  if (record.product !== undefined) stored.product = record.product
  if (record.tool !== undefined) stored.tool = record.tool
  if (record.user !== undefined) stored.user = record.user
  if (record.state !== undefined) stored.state = record.state
  if (record.speedPpm !== undefined) stored.speedPpm = record.speedPpm
  if (record.packCounter !== undefined) stored.packCounter = record.packCounter
  if (record.batchCounter !== undefined) stored.batchCounter = record.batchCounter
  if (record.rejectCounter !== undefined) stored.rejectCounter = record.rejectCounter
  if (record.setSpeedPpm !== undefined) stored.setSpeedPpm = record.setSpeedPpm
  if (record.unitMode !== undefined) stored.unitMode = record.unitMode
  if (record.stateTimes !== undefined) stored.stateTimes = record.stateTimes
  if (record.death) stored.death = true
  if (record.alive) stored.alive = true
  return stored
}

const noErrors: IngestAnswer['errors'] = []
const noFields: Readonly<Record<string, number>> = Object.freeze({})
const nothing = { accepted: 0, duplicate: 0, late: 0, quarantined: 0 } as const

/** The unknown fields of a reading by name, and how many records had each; a name that is too long is cut. */
function unknownIn({ records }: Reading): Record<string, number> {
  let counts: Map<string, number> | undefined
  for (const { unknownFields } of records) {
    if (unknownFields === undefined) continue
    counts ??= new Map()
    for (const field of unknownFields) {
      const name = field.slice(0, fieldNameLimit)
      const before = counts.get(name)
      if (before !== undefined || counts.size < ingestErrorLimit)
        counts.set(name, (before ?? 0) + 1)
    }
  }
  return counts === undefined ? noFields : Object.fromEntries(counts)
}

const listOf = { sample: 'samples', alarm: 'alarms', audit: 'audits' } as const

import { type IngestAnswer, ingestErrorLimit } from '@packboard/contract'
import { clockToleranceMs, type MachineRecord, type QuarantineReason } from '@packboard/model'
import type { Batch, MissingOf, StoredSample } from '@packboard/telemetry/write'
import { checkRecord } from './checkRecord.ts'
import { type Incoming, knows, type Reading, type Sender } from './connector.ts'
import type { DirectoryMachine, MachineDirectory } from './directory.ts'
import { isNeverTimed, MachineMemory, type Place } from './machineMemory.ts'
import { createRecentMessages } from './recentMessages.ts'
import { createKeptRaw } from './recordScan/cutRecord.ts'
import { createRawStates, createUnknownFields } from './unreadReading.ts'

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

/** Sorts the records of readings into those to store and those to quarantine; it remembers each machine in between. */
export class ReadingSorter {
  readonly #directory: MachineDirectory
  readonly #memories = new Map<number, MachineMemory>()

  constructor(directory: MachineDirectory) {
    this.#directory = directory
  }

  memory(machineId: number): MachineMemory {
    let known = this.#memories.get(machineId)
    if (!known) {
      known = new MachineMemory()
      this.#memories.set(machineId, known)
    }
    return known
  }

  sort(sender: Sender, reading: Reading, receivedAt: number) {
    const directory = this.#directory
    const batch: Sorting = { ...emptyBatch }
    let errors: IngestAnswer['errors'] = noErrors
    const recent = createRecentMessages(reading, receivedAt)
    const unknownFields = createUnknownFields()
    let rawStates: ReturnType<typeof createRawStates> | undefined
    let missing: MissingOf[] = []
    const isCounted = reading.source === 'http' || reading.source === 'mqttJson'
    const isImported = reading.source === 'file'
    /** Records that say nothing of a clock or of a session. */
    const isOfPast = (incoming: { readonly isPast?: true }) =>
      isImported || incoming.isPast === true
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
      const how = { timeless: incoming.timeless, isCounted, isImported, isPast: isOfPast(incoming) }
      this.#put(batch, machine, record, verdict, receivedAt, how)
      const remembered = this.memory(machine.machineId)
      if (record.kind === 'sample' && !record.death && !record.alive && !how.isPast) {
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
      recent.add(machine, list, batch[list].length - 1, incoming.wire, incoming.timeOfMessage)
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

  /** What Packboard itself says of machines, as records: that their session is over, or that it lives. */
  own(
    says: { readonly death: true } | { readonly alive: true },
    machineIds: Iterable<number>,
    receivedAt: number,
  ): Incoming[] {
    const machines = [...machineIds].flatMap((id) => this.#directory.byId(id) ?? [])
    return machines.flatMap((machine): Incoming[] => {
      const { machineId, serialNo } = machine
      const { clock } = this.memory(machineId)
      if ('death' in says) clock.end()
      const isTimeless = 'death' in says || isNeverTimed(machine)
      const at = clock.placeAt(receivedAt, isTimeless)
      if (at === undefined) return []
      const record = { kind: 'sample', serialNo, at, sequence: 0, ...says } as const
      return [{ record, timeless: true, wire: record }]
    })
  }

  #put(
    batch: Sorting,
    { clientId, machineId }: DirectoryMachine,
    record: MachineRecord,
    verdict: { at: number; flagged: boolean },
    receivedAt: number,
    { timeless, isCounted, isImported, isPast }: HowItCame,
  ) {
    const remembered = this.memory(machineId)
    const ids = { clientId, machineId, receivedAt }
    switch (record.kind) {
      case 'sample': {
        const place = record.death
          ? remembered.placeOfDeath(receivedAt)
          : timeless
            ? placeOfReceipt(record.alive ? record.at : receivedAt, remembered.nextSequence())
            : { at: verdict.at, sourceAt: record.at, sequence: record.sequence }
        if (!timeless && !record.death && !isPast) {
          remembered.skew.add(receivedAt - record.at)
          if (isCounted) remembered.missing += remembered.numbers.came(record.sequence)
        }
        remembered.saw(place, receivedAt)
        const { flagged } = verdict
        const sample = storedSample(record, ids, place, { flagged, isImported })
        batch.samples = added(batch.samples, sample)
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
}

type HowItCame = {
  readonly timeless: boolean
  /** Its number is the sender's own, and no other record's before it was sent. */
  readonly isCounted: boolean
  /** A person imported it. */
  readonly isImported: boolean
  /** It says nothing of a clock or of a session. */
  readonly isPast: boolean
}

const placeOfReceipt = (at: number, sequence: number): Place => ({ at, sourceAt: at, sequence })

/** The sample as it is stored. */
function storedSample(
  record: Extract<MachineRecord, { kind: 'sample' }>,
  { clientId, machineId, receivedAt }: { clientId: number; machineId: number; receivedAt: number },
  { at, sourceAt, sequence }: Place,
  { flagged, isImported }: { readonly flagged: boolean; readonly isImported: boolean },
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
  if (isImported) stored.imported = true
  return stored
}

const noErrors: IngestAnswer['errors'] = []

const listOf = { sample: 'samples', alarm: 'alarms', audit: 'audits' } as const

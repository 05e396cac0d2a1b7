import {
  alarmWire,
  auditWire,
  recordWire,
  sampleBounds,
  sampleWire,
  serialNoCharacters,
  serialNoForm,
  sourceTimeForm,
} from '@packboard/contract'
import {
  type MachineRecord,
  type StateTimes,
  stateTimesLimit,
  stateTimesOf,
} from '@packboard/model'
import { unitOfTime } from './checkRecord.ts'
import type { Incoming } from './connector.ts'
import { stateCode } from './stateWords.ts'

type Writable<Record> = { -readonly [Key in keyof Record]: Record[Key] }
type Wire = ReturnType<typeof recordWire.parse>

/**
 * One record in Packboard's own JSON, parsed, or rejected with the reason. HTTP and MQTT use this parser. `raw` is what is
 * kept of a record that is quarantined.
 */
export function readWireRecord(wire: unknown, timeless = false, raw = wire): Incoming {
  const record = isObject(wire) ? readSample(wire) : undefined
  if (record === undefined) return readBySchema(wire, timeless, raw)
  const unknownFields = unknownOf(wire)
  return unknownFields === undefined
    ? { record, timeless, wire: raw }
    : { record, timeless, wire: raw, unknownFields }
}

/** The same by the schema alone: for what is no good sample. */
export function readBySchema(wire: unknown, timeless: boolean, raw: unknown): Incoming {
  const fields = unknownOf(wire)
  const unknown = fields === undefined ? {} : { unknownFields: fields }
  const parsed = recordWire.safeParse(withKind(wire))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const where = issue?.path.join('.') ?? ''
    const value = issue ? at(wire, issue.path) : undefined
    const tooFar = issue?.code === 'too_big' || issue?.code === 'too_small'
    return {
      refused:
        typeof value === 'number' && (tooFar || !Number.isFinite(value))
          ? 'implausible'
          : 'malformed',
      detail: `${where === '' ? 'record' : where}: ${unitOf(where, value)}${forms[where] ?? issue?.message ?? 'not readable'}`,
      serialNo: serialNoOf(wire),
      wire: raw,
      ...unknown,
    }
  }
  const record = toRecord(parsed.data)
  if (typeof record === 'string') {
    const { serialNo } = parsed.data
    return { refused: 'malformed', detail: record, serialNo, wire: raw, ...unknown }
  }
  return { record, timeless, wire: raw, ...unknown }
}

/** A record without a kind is a sample, as a sample is what nearly all machines send. */
const withKind = (wire: unknown): unknown =>
  isObject(wire) && wire.kind === undefined ? { ...wire, kind: 'sample' } : wire

/** The unit of a time that is a number and no whole milliseconds, with what to do. */
function unitOf(where: string, value: unknown): string {
  if (forms[where] !== timeForm || typeof value !== 'number') return ''
  const unit = unitOfTime(value)
  return unit ? `this looks like ${unit}: ` : ''
}

/** How a time is written: said where one is not. */
const timeForm =
  'write ISO 8601 with an offset, such as 2026-11-22T10:00:00Z, or whole milliseconds since 1970'

/** How a field is written, where the sentence of the schema would not say it (D65). */
const forms: Readonly<Record<string, string>> = {
  kind: 'write sample, alarm or audit',
  time: timeForm,
  raisedAt: timeForm,
  clearedAt: timeForm,
}

const fieldsOf: Readonly<Record<string, ReadonlySet<string>>> = {
  sample: new Set(Object.keys(sampleWire.shape)),
  alarm: new Set(Object.keys(alarmWire.shape)),
  audit: new Set(Object.keys(auditWire.shape)),
}

/** Fields of a record that Packboard does not know: misspelt ones say nothing, and their sender must learn of it (D65). */
function unknownOf(wire: unknown): readonly string[] | undefined {
  if (!isObject(wire)) return undefined
  const { kind = 'sample' } = wire
  const known = typeof kind === 'string' ? fieldsOf[kind] : undefined
  if (known === undefined) return undefined
  let unknown: string[] | undefined
  for (const field in wire) {
    if (known.has(field)) continue
    unknown ??= []
    unknown.push(field)
  }
  return unknown
}

/** The record, or a sentence with the reason why it is rejected. */
function toRecord(wire: Wire): MachineRecord | string {
  switch (wire.kind) {
    case 'sample': {
      const at = instant(wire.time)
      if (Number.isNaN(at)) return `time: ${timeForm}`
      const state = typeof wire.state === 'string' ? stateCode(wire.state) : wire.state
      if (state === null)
        return `state: no machine state is called ${JSON.stringify(wire.state)}; send its code or its name`
      // Field by field: spreading what is there costs more than all checks together, at 10,000 records a call.
      const sample: Writable<Extract<MachineRecord, { kind: 'sample' }>> = {
        kind: 'sample',
        serialNo: wire.serialNo,
        at,
        sequence: wire.seq,
      }
      if (state !== undefined) sample.state = state
      if (wire.product !== undefined) sample.product = wire.product
      if (wire.tool !== undefined) sample.tool = wire.tool
      if (wire.user !== undefined) sample.user = wire.user
      if (wire.speed !== undefined) sample.speedPpm = wire.speed
      if (wire.packs !== undefined) sample.packCounter = wire.packs
      if (wire.batch !== undefined) sample.batchCounter = wire.batch
      if (wire.rejects !== undefined) sample.rejectCounter = wire.rejects
      if (wire.setSpeed !== undefined) sample.setSpeedPpm = wire.setSpeed
      if (wire.unitMode !== undefined) sample.unitMode = wire.unitMode
      if (wire.stateSeconds !== undefined) {
        const times = readStateSeconds(wire.stateSeconds)
        if (times === undefined)
          return 'stateSeconds: write each state once, by its code or its name'
        sample.stateTimes = times
      }
      return sample
    }
    case 'alarm': {
      const raisedAt = instant(wire.raisedAt)
      const clearedAt = wire.clearedAt === undefined ? undefined : instant(wire.clearedAt)
      if (Number.isNaN(raisedAt)) return `raisedAt: ${timeForm}`
      if (Number.isNaN(clearedAt)) return `clearedAt: ${timeForm}`
      return {
        kind: 'alarm',
        serialNo: wire.serialNo,
        raisedAt,
        ...(wire.seq !== 0 && { sequence: wire.seq }),
        ...(clearedAt !== undefined && { clearedAt }),
        group: wire.group,
        description: wire.description,
        ...(wire.code !== undefined && { code: wire.code }),
      }
    }
    case 'audit': {
      const at = instant(wire.time)
      if (Number.isNaN(at)) return `time: ${timeForm}`
      return {
        kind: 'audit',
        serialNo: wire.serialNo,
        at,
        userGroup: wire.userGroup,
        description: wire.description,
        valueBefore: wire.valueBefore,
        valueAfter: wire.valueAfter,
      }
    }
  }
}

const instant = (time: string | number) => (typeof time === 'number' ? time : Date.parse(time))

/** As far as it can be read: the serial number of a record that cannot. */
function serialNoOf(wire: unknown): string {
  const serialNo = isObject(wire) ? wire.serialNo : undefined
  return typeof serialNo === 'string' ? serialNo.slice(0, 64) : ''
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function at(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (isObject(inner) && typeof key === 'string' ? inner[key] : undefined),
    value,
  )
}

type Sample = Extract<MachineRecord, { kind: 'sample' }>

/**
 * A sample as `sampleWire` of the contract describes it, which stays the document; undefined when it is none, and then the
 * schema says why. Nearly all records are good samples, and the schema takes five times as long for one.
 */
export function readSample(wire: Readonly<Record<string, unknown>>): Sample | undefined {
  if (wire.kind !== 'sample' && wire.kind !== undefined) return undefined
  const { serialNo, seq, state, product, tool, user } = wire
  const { speed, packs, batch, rejects, setSpeed, unitMode } = wire
  if (!isSerialNo(serialNo)) return undefined
  const at = instantOf(wire.time)
  if (at === undefined) return undefined
  if (seq !== undefined && !isSequence(seq)) return undefined
  const sample: Writable<Sample> = { kind: 'sample', serialNo, at, sequence: seq ?? 0 }
  if (state !== undefined) {
    const code = codeOf(state)
    if (code === null) return undefined
    sample.state = code
  }
  if (product !== undefined) {
    if (!isText(product, sampleBounds.textCharacters)) return undefined
    sample.product = product
  }
  if (tool !== undefined) {
    if (!isText(tool, sampleBounds.textCharacters)) return undefined
    sample.tool = tool
  }
  if (user !== undefined) {
    if (!isText(user, sampleBounds.textCharacters)) return undefined
    sample.user = user
  }
  if (speed !== undefined) {
    if (!isAmount(speed, sampleBounds.speed)) return undefined
    sample.speedPpm = speed
  }
  if (packs !== undefined) {
    if (!isAmount(packs, sampleBounds.amount)) return undefined
    sample.packCounter = packs
  }
  if (batch !== undefined) {
    if (!isAmount(batch, sampleBounds.amount)) return undefined
    sample.batchCounter = batch
  }
  if (rejects !== undefined) {
    if (!isAmount(rejects, sampleBounds.amount)) return undefined
    sample.rejectCounter = rejects
  }
  if (setSpeed !== undefined) {
    if (!isAmount(setSpeed, sampleBounds.speed)) return undefined
    sample.setSpeedPpm = setSpeed
  }
  if (unitMode !== undefined) {
    if (!isText(unitMode, sampleBounds.unitModeCharacters)) return undefined
    sample.unitMode = unitMode
  }
  if (wire.stateSeconds !== undefined) {
    const times = readStateSeconds(wire.stateSeconds)
    if (times === undefined) return undefined
    sample.stateTimes = times
  }
  return sample
}

function isSerialNo(value: unknown): value is string {
  return typeof value === 'string' && value.length <= serialNoCharacters && serialNoForm.test(value)
}

function instantOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : undefined
  if (typeof value !== 'string' || !sourceTimeForm.test(value)) return undefined
  const at = Date.parse(value)
  return Number.isNaN(at) ? undefined : at
}

function isSequence(value: unknown): value is number {
  return isAmount(value, sampleBounds.sequence) && Number.isInteger(value)
}

/** The code of a state that is named or numbered; null when it is neither. */
function codeOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null
  return isText(value, sampleBounds.stateCharacters) ? stateCode(value) : null
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest
}

/** Not a number that is none, nor one without an end: `>=` and `<=` are false then. */
function isAmount(value: unknown, most: number): value is number {
  return typeof value === 'number' && value >= 0 && value <= most
}

/**
 * The `stateSeconds` of a sample: seconds by state, which is named or numbered. Undefined when it is something else, or has a state
 * twice.
 */
function readStateSeconds(value: unknown): StateTimes | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const entries = Object.entries(value)
  if (entries.length > stateTimesLimit) return undefined
  const times = new Map<number, number>()
  for (const [name, seconds] of entries) {
    const state = name.length <= sampleBounds.stateCharacters ? stateCode(name) : null
    if (state === null || times.has(state) || !isSeconds(seconds)) return undefined
    times.set(state, Math.round(seconds * 1_000))
  }
  return stateTimesOf(times)
}

const isSeconds = (value: unknown): value is number =>
  typeof value === 'number' && value >= 0 && value <= sampleBounds.seconds

import { sampleBounds, serialNoCharacters, serialNoForm, sourceTimeForm } from '@packboard/contract'
import type { MachineRecord } from '@packboard/model'
import { readStateSeconds } from './stateSeconds.ts'
import { stateCode } from './stateWords.ts'

type Sample = Extract<MachineRecord, { kind: 'sample' }>
type Writable<Record> = { -readonly [Key in keyof Record]: Record[Key] }

/**
 * A sample as `sampleWire` of the contract describes it, which stays the document; undefined when it is none, and then the
 * schema says why. Nearly all records are good samples, and the schema takes five times as long for one.
 */
export function readSample(wire: Readonly<Record<string, unknown>>): Sample | undefined {
  if (wire.kind !== 'sample') return undefined
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

import { sampleBounds } from '@packboard/contract'
import { type MachineRecord, stateTimesLimit, stateTimesOf, unknownState } from '@packboard/model'
import {
  type Alarm,
  type AlarmElement,
  type AlarmPlace,
  type Alarms,
  createAlarms,
  groupOf,
  type Interlock,
  ownText,
} from '../../packml/alarms.ts'
import { type StateDictionary, stateLookup } from './dictionaries.ts'

/** Elements of one place that are remembered. */
const elementLimit = 200
const textCharacters = 512

const elementTag =
  /^Admin\/(Alarm|StopReason)\/(?:(\d{1,4})\/)?(ID|Message|Category|DateTime|Trigger)$/
/** OPC 30050 calls them otherwise than ISA-TR88, and gateways pass its names on. */
const interlockTag = /^Status\/(?:EquipmentInterlock\/|Equipment)(Blocked|Starved)$/

const isAlarmTag = (tag: string) => elementTag.test(tag) || interlockTag.test(tag)

type Fields = {
  id: number | undefined
  message: string
  category: number | undefined
  at: number | undefined
  isTriggered: boolean
}

/**
 * The alarms of a machine whose elements come field by field: `Admin/Alarm/3/ID`, `…/Message`, `…/Trigger`. Fields are taken
 * as they come; `changes` says what they mean together.
 */
function createTagAlarms(alarms: Alarms = createAlarms('')) {
  const places: Readonly<Record<AlarmPlace, Map<number, Fields>>> = {
    Alarm: new Map(),
    StopReason: new Map(),
  }
  const interlocks = new Map<Interlock, boolean>()
  const touched = new Set<AlarmPlace | Interlock>()

  function element(place: AlarmPlace, index: number): Fields | undefined {
    const known = places[place].get(index)
    if (known || places[place].size >= elementLimit) return known
    const made = { id: undefined, message: '', category: undefined, at: undefined }
    const fields: Fields = { ...made, isTriggered: false }
    places[place].set(index, fields)
    return fields
  }

  /** Null for a tag that is none of an alarm; else what is wrong with its text. */
  function take(tag: string, text: string): { readonly wrong?: string } | null {
    const interlock = interlockTag.exec(tag)
    if (interlock) {
      const which = interlock[1] === 'Blocked' ? 'Blocked' : 'Starved'
      const isOn = yesOrNo(text)
      if (isOn === undefined) return { wrong: 'neither true nor false' }
      interlocks.set(which, isOn)
      touched.add(which)
      return {}
    }
    const found = elementTag.exec(tag)
    if (!found) return null
    const place = found[1] === 'Alarm' ? 'Alarm' : 'StopReason'
    const fields = element(place, Number(found[2] ?? 0))
    if (!fields) return {}
    touched.add(place)
    return setField(fields, found[3] ?? '', text)
  }

  function raisedAt(place: AlarmPlace): AlarmElement[] {
    return [...places[place].values()].flatMap(({ id = 0, message, category, at, isTriggered }) => {
      // A stop reason has no trigger: it is there or it is not. Of an alarm something must be known.
      const isThere = place === 'Alarm' ? isTriggered && (id !== 0 || message !== '') : id !== 0
      return isThere ? [{ id, message, group: groupOf(place, category), raisedAt: at }] : []
    })
  }

  return {
    take,

    /** What was raised and cleared by the fields that came since the last call, at this moment. */
    changes(at: number): Alarm[] {
      const records: Alarm[] = []
      for (const which of ['Blocked', 'Starved'] as const) {
        const isOn = interlocks.get(which)
        if (touched.has(which)) records.push(...alarms.interlock(which, isOn === true, at))
      }
      for (const place of ['Alarm', 'StopReason'] as const) {
        if (touched.has(place)) records.push(...alarms.list(place, raisedAt(place), at))
      }
      touched.clear()
      return records
    },
  }
}
type TagAlarms = ReturnType<typeof createTagAlarms>

function setField(fields: Fields, name: string, text: string): { readonly wrong?: string } {
  switch (name) {
    case 'ID': {
      const id = Number(text)
      if (text.trim() === '' || !Number.isInteger(id)) return { wrong: 'not a whole number' }
      fields.id = id
      // The time of the one before; that of the next comes with it.
      if (id === 0) fields.at = undefined
      return {}
    }
    case 'Message':
      fields.message = ownText(text, textCharacters)
      return {}
    case 'Category': {
      const category = Number(text)
      fields.category = Number.isInteger(category) ? category : undefined
      return {}
    }
    case 'DateTime':
      fields.at = momentOf(text)
      return {}
    default: {
      const isTriggered = yesOrNo(text)
      if (isTriggered === undefined) return { wrong: 'neither true nor false' }
      fields.isTriggered = isTriggered
      if (!isTriggered) fields.at = undefined
      return {}
    }
  }
}

/** A moment that needs no guess at a zone: ISO 8601 with an offset, or milliseconds since 1970. */
function momentOf(text: string): number | undefined {
  if (/^\d{12,14}$/.test(text)) return Number(text)
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:?\d\d)$/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}

function yesOrNo(text: string): boolean | undefined {
  const word = text.trim().toLowerCase()
  if (word === 'true' || word === '1') return true
  return word === 'false' || word === '0' ? false : undefined
}

/** What a tag reports about the machine. */
export type Facts = Omit<
  Extract<MachineRecord, { kind: 'sample' }>,
  'kind' | 'serialNo' | 'at' | 'sequence' | 'death'
>

/** Which of two counters counts all packs: `AccCount`, which Resetting leaves alone, where the machine sends one. */
type Counter = { total: 'AccCount' | 'Count' | undefined; counts: number }

/** What is remembered of a machine, because one fact comes in several tags. */
export type TagMemory = {
  /** The machine sends its state as text: then the number, which comes a moment later, is not needed (D45). */
  saysStateName: boolean
  saysModeName: boolean
  saysProductName: boolean
  readonly processed: Counter
  readonly defective: Counter
  /** Names and values of `Status/Parameter/n`. */
  readonly parameters: Map<string, { name?: string; value?: string }>
  readonly alarms: TagAlarms
  /** Seconds of `Admin/StateCumulativeTime` by state and mode: a state is the sum of its modes. */
  readonly stateSeconds: Map<number, Map<string, number>>
}

/** `alarms`: those that are raised, where they outlive what is remembered of the tags. */
export const newTagMemory = (alarms: Alarms = createAlarms('')): TagMemory => ({
  saysStateName: false,
  saysModeName: false,
  saysProductName: false,
  processed: { total: undefined, counts: 0 },
  defective: { total: undefined, counts: 0 },
  parameters: new Map(),
  alarms: createTagAlarms(alarms),
  stateSeconds: new Map(),
})

/** Parameters of one machine that are remembered. */
const parameterLimit = 100
/** So many values of `Count` without one of `AccCount` say that the machine has no `AccCount`, as a subset may. */
const countsWithoutTotal = 10

/**
 * The tag of PackML that a name is, with indices as levels: `Admin/ProdProcessedCount[0].AccCount` is
 * `Admin/ProdProcessedCount/0/AccCount`; machines write `Id` and `ID`.
 */
export const plainTag = (name: string): string =>
  name
    .replaceAll(/\[(\d+)\]/g, '/$1')
    .replaceAll('.', '/')
    .replace(/\/Id$/, '/ID')

/** `rawState`: what the dictionary was given. */
type Said = { says?: Facts; wrong?: string; rawState?: number | 'words' }

/** Whether a tag is one of those that are read. */
export const isReadTag = (tag: string): boolean =>
  isAlarmTag(tag) || readTag(tag, '0', newTagMemory(), 'iso-tr88') !== null

/** What a tag of PackML says, by its name from `Status` or `Admin` on. Null: this tag is not used. */
export function readTag(
  tag: string,
  text: string,
  memory: TagMemory,
  dictionary: StateDictionary,
): Said | null {
  const parameter = /^Status\/Parameter\/(\d{1,4})\/(Name|Value)$/.exec(tag)
  if (parameter) return readParameter(parameter[1] ?? '', parameter[2] ?? '', text, memory)
  const cumulative = /^Admin\/StateCumulativeTime\/(\d{1,2})\/(\d{1,5})$/.exec(tag)
  if (cumulative) {
    const [, mode = '', state = ''] = cumulative
    return readCumulativeTime(mode, Number(state), text, memory, dictionary)
  }
  switch (tag) {
    case 'Status/StateCurrentStr': {
      memory.saysStateName = true
      return said(stateLookup(dictionary).name(text), text, 'words')
    }
    case 'Status/StateCurrent': {
      if (memory.saysStateName) return null
      const given = numberOf(text)
      return said(stateLookup(dictionary).number(given), text, given)
    }
    case 'Status/UnitModeCurrentStr':
      memory.saysModeName = true
      return { says: { unitMode: text.slice(0, 64) } }
    case 'Status/UnitModeCurrent':
      return memory.saysModeName ? null : { says: { unitMode: text.slice(0, 64) } }
    case 'Status/CurMachSpeed':
      return number(text, (speedPpm) => ({ speedPpm }))
    case 'Status/MachSpeed':
      return number(text, (setSpeedPpm) => ({ setSpeedPpm }))
    case 'Status/Product/0/Name':
    case 'Status/Product/0/ProductName':
      memory.saysProductName = true
      return { says: { product: text } }
    case 'Status/Product/0/ID':
    case 'Status/Product/0/ProductID':
      return memory.saysProductName ? null : { says: { product: text } }
    case 'Admin/ProdProcessedCount/0/AccCount':
      return ofTotal(memory.processed) ? number(text, (packCounter) => ({ packCounter })) : null
    case 'Admin/ProdProcessedCount/0/Count': {
      const isTotal = countIsTotal(memory.processed)
      return number(text, (batchCounter) => ({
        batchCounter,
        ...(isTotal && { packCounter: batchCounter }),
      }))
    }
    case 'Admin/ProdDefectiveCount/0/AccCount':
      return ofTotal(memory.defective) ? number(text, (rejectCounter) => ({ rejectCounter })) : null
    case 'Admin/ProdDefectiveCount/0/Count':
      return countIsTotal(memory.defective)
        ? number(text, (rejectCounter) => ({ rejectCounter }))
        : null
    default:
      return null
  }
}

function ofTotal(counter: Counter): boolean {
  counter.total ??= 'AccCount'
  return counter.total === 'AccCount'
}

/** A machine that was counted by the one counter is not counted by the other: its packs would be added twice. */
function countIsTotal(counter: Counter): boolean {
  if (counter.total !== undefined) return counter.total === 'Count'
  counter.counts += 1
  if (counter.counts <= countsWithoutTotal) return false
  counter.total = 'Count'
  return true
}

/** A state that the dictionary does not hold is unknown time; it is quarantined so that the table can be corrected. */
function said(state: number | undefined, text: string, rawState: number | 'words'): Said {
  if (state !== undefined) return { says: { state }, rawState }
  return {
    rawState,
    says: { state: unknownState },
    wrong: `the machine's dictionary holds no state ${text.slice(0, 64)}`,
  }
}

/** The tool in use is the parameter that is called Tool; name and value come in any order. */
function readParameter(index: string, part: string, text: string, memory: TagMemory): Said | null {
  const parameter = memory.parameters.get(index) ?? {}
  // One character more than a record may have says that it is too long.
  const kept = ownText(text, sampleBounds.textCharacters + 1)
  if (part === 'Name') parameter.name = kept
  else parameter.value = kept
  if (memory.parameters.size < parameterLimit) memory.parameters.set(index, parameter)
  return parameter.name === 'Tool' && parameter.value !== undefined
    ? { says: { tool: parameter.value } }
    : null
}

/** Modes that may be counted apart; TR88 has three, and makers have some of their own. */
const modeLimit = 32

/** How long the machine was in a state, of all modes together (D71); a state that the dictionary does not hold says nothing. */
function readCumulativeTime(
  mode: string,
  number: number,
  text: string,
  { stateSeconds }: TagMemory,
  dictionary: StateDictionary,
): Said | null {
  const seconds = numberOf(text)
  if (!(seconds >= 0 && seconds <= longestSeconds)) return { wrong: 'not a number of seconds' }
  const state = stateLookup(dictionary).number(number)
  if (state === undefined) return null
  const modes = stateSeconds.get(state) ?? new Map<string, number>()
  if (!modes.has(mode) && modes.size >= modeLimit) return null
  if (!stateSeconds.has(state) && stateSeconds.size >= stateTimesLimit) return null
  stateSeconds.set(state, modes.set(mode, seconds))
  const sum = [...modes.values()].reduce((all, one) => all + one, 0)
  return { says: { stateTimes: stateTimesOf([[state, Math.round(sum * 1_000)]]) } }
}

/** 127 years. */
const longestSeconds = 4e9

function number(text: string, says: (value: number) => Facts): Said {
  const value = numberOf(text)
  return Number.isNaN(value) ? { wrong: 'not a number' } : { says: says(value) }
}

const numberOf = (text: string) => (text.trim() === '' ? Number.NaN : Number(text))

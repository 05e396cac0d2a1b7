import { type MachineRecord, stateTimesLimit, stateTimesOf, unknownState } from '@packboard/model'
import {
  type Incoming,
  knows,
  type MqttMessage,
  type Reading,
  type TopicConnector,
} from '../../connector.ts'
import type { DirectoryMachine, MachineDirectory } from '../../directory.ts'
import { type StateDictionary, stateLookup } from './dictionaries.ts'

/** What a tag reports about the machine. */
export type Facts = Omit<
  Extract<MachineRecord, { kind: 'sample' }>,
  'kind' | 'serialNo' | 'at' | 'sequence' | 'death'
>

/** What is remembered of a machine, because one fact comes in several tags. */
export type TagMemory = {
  /** The machine sends its state as text: then the number, which comes a moment later, is not needed (D45). */
  saysStateName: boolean
  saysModeName: boolean
  saysProductName: boolean
  /** Names and values of `Status/Parameter/n`. */
  readonly parameters: Map<string, { name?: string; value?: string }>
  /** Seconds of `Admin/StateCumulativeTime` by state and mode: a state is the sum of its modes. */
  readonly stateSeconds: Map<number, Map<string, number>>
}

export const newTagMemory = (): TagMemory => ({
  saysStateName: false,
  saysModeName: false,
  saysProductName: false,
  parameters: new Map(),
  stateSeconds: new Map(),
})

/** Parameters of one machine that are remembered. */
const parameterLimit = 100

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * PackML tags over MQTT, one plain value a message (D44): `{site}/{area}/{line}/{Status|Admin}/…`. Each tag becomes a
 * sample that carries only the value of the tag (D5), at the time of receipt. Commands, and tags without time, packs or
 * speed, are read and ignored.
 */
export function packmlTags(directory: MachineDirectory): TopicConnector {
  const memories = new Map<number, TagMemory>()

  function memory(machineId: number): TagMemory {
    let known = memories.get(machineId)
    if (!known) {
      known = newTagMemory()
      memories.set(machineId, known)
    }
    return known
  }

  function find(topic: string) {
    const found = directory.byTopic(topic)
    return found?.setting.connector === 'packmlTags'
      ? { machine: found.machine, setting: found.setting }
      : undefined
  }

  return {
    name: 'packmlTags',
    machineOf: (topic, origin) => {
      const found = find(topic)
      return found?.setting.origin === origin ? found.machine : undefined
    },
    read(message, sender, origin): Reading | null {
      const found = find(message.topic)
      if (found?.setting.origin !== origin) return null
      const { machine, setting } = found
      if (!knows(sender, machine)) return null
      const reading = { source: 'packmlTags', bytes: message.payload.length } as const
      // A device that is not bound to this machine must not change what is remembered of it.
      if (!sender.mayPublishFor(machine.machineId)) {
        const detail = `${sender.userName} is not bound to this machine`
        return { ...reading, records: [refused('notBound', detail, machine, message)] }
      }
      const tag = message.topic.slice(setting.prefix.length + 1)
      let text: string
      try {
        text = utf8.decode(message.payload)
      } catch {
        return { ...reading, records: [refused('malformed', 'not UTF-8', machine, message)] }
      }
      const facts = readTag(tag, text, memory(machine.machineId), setting.dictionary)
      if (facts === null) return { ...reading, records: [] }
      const wire = { topic: message.topic, payload: text }
      const records: Incoming[] = []
      if (facts.wrong !== undefined) {
        const { serialNo } = machine
        records.push({ refused: 'malformed', detail: `${tag}: ${facts.wrong}`, serialNo, wire })
      }
      if (facts.says) {
        const record = {
          kind: 'sample',
          serialNo: machine.serialNo,
          at: message.receivedAt,
          sequence: 0,
          ...facts.says,
        } as const
        const { rawState } = facts
        records.push({ record, timeless: true, wire, ...(rawState !== undefined && { rawState }) })
      }
      return { ...reading, records }
    },
  }
}

/** `rawState`: what the dictionary was given. */
type Said = { says?: Facts; wrong?: string; rawState?: number | 'words' }

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
      memory.saysProductName = true
      return { says: { product: text } }
    case 'Status/Product/0/ID':
      return memory.saysProductName ? null : { says: { product: text } }
    case 'Admin/ProdProcessedCount/0/AccCount':
      return number(text, (packCounter) => ({ packCounter }))
    case 'Admin/ProdProcessedCount/0/Count':
      return number(text, (batchCounter) => ({ batchCounter }))
    case 'Admin/ProdDefectiveCount/0/AccCount':
      return number(text, (rejectCounter) => ({ rejectCounter }))
    default:
      return null
  }
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
  if (part === 'Name') parameter.name = text
  else parameter.value = text
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

function refused(
  reason: 'notBound' | 'malformed',
  detail: string,
  { serialNo }: DirectoryMachine,
  message: MqttMessage,
): Incoming {
  const wire = { topic: message.topic, payload: message.payload.toString('base64') }
  return { refused: reason, detail, serialNo, wire }
}

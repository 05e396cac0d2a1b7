import { clockToleranceMs, type MachineRecord, unknownState } from '@packboard/model'
import type { DataValue, NodeId } from 'node-opcua-client'
import type { Incoming } from '../connector.ts'
import { type StateDictionary, stateLookup } from '../connectors/packmlTags/dictionaries.ts'
import type { Alarms, ConditionEvent } from '../packml/alarms.ts'
import { plainWord } from '../stateWords.ts'
import { type Facts, type MachineModel, packmlModel, type Read } from './machineModel.ts'
import { deepestState, type SaidState, type StateMachine } from './stateMachines.ts'
import { type Below, beyondSentence, isBeyond, shortText } from './values.ts'

/** 100 ns in picoseconds: the finest step of the protocol. */
const tickPs = 100_000
const ticks = 10_000

/** What one machine says, as records. It has no connection: it is given values and gives back records. */
export function createMachineReader(options: {
  serialNo: string
  dictionary: StateDictionary
  below: Below
  /** How the machine names what it says; PackML's own names without it. */
  model?: MachineModel
  machine: StateMachine
  alarms: Alarms
  alarmsFrom: 'conditions' | 'array' | 'none'
  /** How far the clock of the server is ahead of ours. */
  clockAheadMs(): number
}) {
  const { serialNo, dictionary, below, model = packmlModel, machine, alarms, alarmsFrom } = options
  const { interlocks, words } = model
  const valueReaders = model.values
  const values = new Map<string, DataValue>()
  const stateNodes = stateNodesOf(machine)
  const stateNames = new Set(stateNodes.map(String))
  const wanted = [
    ...valueReaders.map(([name]) => name),
    ...interlocks.map(([name]) => name),
    ...model.alarmNodes(below, alarmsFrom === 'array'),
  ]
  const variables = wanted.flatMap((name) => {
    const node = below.get(name)
    return node ? [{ name, node }] : []
  })
  const nameOf = new Map(variables.map(({ name, node }) => [String(node), name]))
  /** Where the newest sample of each variable stands: a later one never stands before it. */
  const places = new Map<number, { at: number; sequence: number }>()
  /** When the first value of each variable was received; what follows is never put before it. */
  const firstAt = new Map<number, number>()
  let saidState: string | undefined

  /** When a value came to be, on our clock. */
  function timeOf({ sourceTimestamp, serverTimestamp }: DataValue, receivedAt: number): number {
    const server = serverTimestamp?.getTime()
    const source = sourceTimestamp?.getTime() ?? server ?? receivedAt
    // A controller behind a gateway may have a clock of its own that nobody sets.
    const own =
      server !== undefined && Math.abs(source - server) > clockToleranceMs ? server : source
    return onOurClock(own)
  }

  const aboutOf = ({ value }: DataValue) => ({
    shape: value?.dimensions ?? [],
    stateOf: (number: number) => stateLookup(dictionary).number(number),
  })

  function onOurClock(at: number): number {
    const ahead = options.clockAheadMs()
    return Math.abs(ahead) > clockToleranceMs ? at - ahead : at
  }

  function placeOf(variable: number, value: DataValue, receivedAt: number) {
    const before = places.get(variable)
    const tick = Math.floor(((value.sourcePicoseconds ?? 0) % 1e9) / tickPs)
    const at = Math.max(timeOf(value, receivedAt), firstAt.get(variable) ?? 0)
    let place = { at, sequence: variable * ticks + tick }
    if (
      before &&
      (place.at < before.at || (place.at === before.at && place.sequence <= before.sequence))
    )
      place = { at: before.at, sequence: before.sequence + 1 }
    places.set(variable, place)
    return place
  }

  function sample(
    { facts, rawState }: Read,
    wire: unknown,
    place: { at: number; sequence: number },
  ): Incoming {
    const record = { kind: 'sample', serialNo, ...place, ...facts } as const
    return { record, timeless: false, wire, ...(rawState !== undefined && { rawState }) }
  }

  /** What was larger than is read, once each time. */
  const cut = (given: readonly (readonly [NodeId, DataValue])[]): Incoming[] =>
    given.flatMap(([node, value]): Incoming[] => {
      if (!isBeyond(value)) return []
      const name = nameOf.get(String(node)) ?? (stateNames.has(String(node)) ? 'state' : 'value')
      const detail = `${name}: ${beyondSentence}`
      return [{ refused: 'cut', detail, serialNo, wire: wireOf(name, value) }]
    })

  const refuse = (detail: string, wire: unknown): Incoming => ({
    refused: 'malformed',
    detail,
    serialNo,
    wire,
  })

  const ownTime = (date: unknown) =>
    date instanceof Date && date.getFullYear() > 1_970 ? onOurClock(date.getTime()) : undefined

  function stateNow(): { said: SaidState; read: Read; key: string } | undefined {
    const said = deepestState(machine, values)
    if (said === undefined) return undefined
    const read = readState(said, dictionary, words)
    return { said, read, key: `${read.facts?.state} ${read.wrong ?? ''}` }
  }

  /** One state is several values of nested machines: of those of one moment, only all together say how it is. */
  function states(
    changes: readonly (readonly [NodeId, DataValue])[],
    receivedAt: number,
  ): Incoming[] {
    const records: Incoming[] = []
    const moments = Map.groupBy(changes, ([, value]) => timeOf(value, receivedAt))
    for (const [, together] of [...moments].sort(([a], [b]) => a - b)) {
      for (const [node, value] of together) values.set(String(node), value)
      const now = stateNow()
      const [, last] = together.at(-1) ?? []
      if (now && last && now.key !== saidState) {
        const said = saidWire(now.said)
        if (now.read.wrong !== undefined) records.push(refuse(now.read.wrong, said))
        if (now.read.facts) records.push(sample(now.read, said, placeOf(1, last, receivedAt)))
      }
      // After a time without a known state the same one is said again.
      saidState = now?.key
    }
    return records
  }

  function alarmsNow(at: number): MachineRecord[] {
    return [...interlocksNow(at), ...arrays(at)]
  }

  function interlocksNow(at: number): MachineRecord[] {
    return interlocks.flatMap(([name, which]) => {
      const node = below.get(name)
      const value = node && values.get(String(node))
      if (!value?.statusCode.isGood()) return []
      return alarms.interlock(which, value.value?.value === true, at)
    })
  }

  function arrays(at: number): MachineRecord[] {
    const contentOf = (name: string): unknown => {
      const node = below.get(name)
      const value = node && values.get(String(node))
      return value?.statusCode.isGood() ? value.value?.value : undefined
    }
    return model
      .alarmLists({ below, contentOf, ownTime, withAlarms: alarmsFrom === 'array' })
      .flatMap(({ place, elements }) => alarms.list(place, elements, at))
  }

  return {
    stateNodes,
    variables,

    /**
     * The first values of a subscription are what is so now: one sample of the moment of receipt, because since when they are so
     * may lie in a gap. Those that follow have the time at which they came to be. A server may say the first values of some of its
     * variables later than others: only those are read then.
     */
    first(given: readonly (readonly [NodeId, DataValue])[], receivedAt: number): Incoming[] {
      const begun = new Set(given.map(([node]) => String(node)))
      for (const [node, value] of given) values.set(String(node), value)
      const records: Incoming[] = cut(given)
      let facts: Facts = {}
      for (const [index, [name, read]] of valueReaders.entries()) {
        const node = below.get(name)
        if (!node || !begun.has(String(node))) continue
        firstAt.set(index + 2, receivedAt)
        const value = values.get(String(node))
        if (!value?.statusCode.isGood()) continue
        const said = read(value.value?.value, aboutOf(value))
        if (said?.wrong !== undefined) {
          records.push(refuse(`${name}: ${said.wrong}`, wireOf(name, value)))
        }
        facts = { ...facts, ...said?.facts }
      }
      const isState = stateNodes.some((node) => begun.has(String(node)))
      const now = isState ? stateNow() : undefined
      if (isState) {
        firstAt.set(1, receivedAt)
        saidState = now?.key
      }
      if (now?.read.wrong !== undefined) records.push(refuse(now.read.wrong, saidWire(now.said)))
      facts = { ...facts, ...now?.read.facts }
      if (Object.keys(facts).length > 0) {
        const record = { kind: 'sample', serialNo, at: receivedAt, sequence: 0, ...facts } as const
        const rawState = now?.read.rawState
        records.push({
          ...{ record, timeless: true, wire: { first: facts } },
          ...(rawState !== undefined && { rawState }),
        })
      }
      return [...records, ...asIncoming(alarmsNow(receivedAt))]
    },

    /** What changed since. */
    changed(given: readonly (readonly [NodeId, DataValue])[], receivedAt: number): Incoming[] {
      const records: Incoming[] = cut(given)
      let alarmChange: DataValue | undefined
      const stateChanges: (readonly [NodeId, DataValue])[] = []
      for (const change of given) {
        const [node, value] = change
        if (stateNames.has(String(node))) {
          stateChanges.push(change)
          continue
        }
        values.set(String(node), value)
        const variable = nameOf.get(String(node))
        if (variable === undefined || !value.statusCode.isGood()) continue
        const index = valueReaders.findIndex(([one]) => one === variable)
        if (index < 0) {
          alarmChange = value
          continue
        }
        const read = valueReaders[index]?.[1](value.value?.value, aboutOf(value))
        if (!read) continue
        const wire = wireOf(variable, value)
        if (read.wrong !== undefined) records.push(refuse(`${variable}: ${read.wrong}`, wire))
        if (read.facts) records.push(sample(read, wire, placeOf(index + 2, value, receivedAt)))
      }
      records.push(...states(stateChanges, receivedAt))
      if (alarmChange) records.push(...asIncoming(alarmsNow(timeOf(alarmChange, receivedAt))))
      return records
    },

    event(event: ConditionEvent): Incoming[] {
      return asIncoming(alarms.event({ ...event, at: onOurClock(event.at) }))
    },

    hasValues: () => values.size > 0,

    /** The server knows the state of the machine now. */
    isFresh: () => deepestState(machine, values) !== undefined,
  }
}
export type MachineReader = ReturnType<typeof createMachineReader>

const asIncoming = (records: readonly MachineRecord[]): Incoming[] =>
  records.map((record) => ({ record, timeless: false, wire: record }))

function stateNodesOf({ currentState, id, inner, within }: StateMachine): NodeId[] {
  const inside = [...(inner ? [inner] : []), ...(within?.values() ?? [])]
  return [currentState, ...(id ? [id] : []), ...inside.flatMap(stateNodesOf)]
}

/** Text before number (D45): the words of the server, the name that the standard has for its state, its number. */
function readState(
  { text, name, number }: SaidState,
  dictionary: StateDictionary,
  words: MachineModel['words'],
): Read {
  const lookup = stateLookup(dictionary)
  const ofWord = (word: string | undefined) =>
    word === undefined ? undefined : (lookup.name(word) ?? words.get(plainWord(word)))
  const named = ofWord(text) ?? ofWord(name)
  const state = named ?? (number === undefined ? undefined : lookup.number(number))
  const rawState = named === undefined && number !== undefined ? number : 'words'
  if (state !== undefined) return { facts: { state }, rawState }
  const word = (text ?? name ?? '').slice(0, 64)
  return {
    rawState,
    facts: { state: unknownState },
    wrong: `the machine's dictionary holds no state ${word}`,
  }
}

const saidWire = ({ text, ...said }: SaidState) =>
  text === undefined ? { text, ...said } : { text: shortText(text), ...said }

const wireOf = (name: string, value: DataValue) => ({
  name,
  value: shortText(JSON.stringify(value.value?.value ?? null)),
  sourceTimestamp: value.sourceTimestamp?.toISOString(),
})

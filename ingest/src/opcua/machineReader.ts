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

type Place = { readonly at: number; readonly sequence: number }
type Change = readonly [NodeId, DataValue]

/** When values came to be on our clock, and where the samples of each variable stand. */
class ValueTimes {
  readonly #clockAheadMs: () => number
  /** Where the newest sample of each variable stands: a later one never stands before it. */
  readonly #places = new Map<number, Place>()
  /** When the first value of each variable was received; what follows is never put before it. */
  readonly #firstAt = new Map<number, number>()

  constructor(clockAheadMs: () => number) {
    this.#clockAheadMs = clockAheadMs
  }

  begun(variable: number, receivedAt: number) {
    this.#firstAt.set(variable, receivedAt)
  }

  onOurClock(at: number): number {
    const ahead = this.#clockAheadMs()
    return Math.abs(ahead) > clockToleranceMs ? at - ahead : at
  }

  of({ sourceTimestamp, serverTimestamp }: DataValue, receivedAt: number): number {
    const server = serverTimestamp?.getTime()
    const source = sourceTimestamp?.getTime() ?? server ?? receivedAt
    // A controller behind a gateway may have a clock of its own that nobody sets.
    const own =
      server !== undefined && Math.abs(source - server) > clockToleranceMs ? server : source
    return this.onOurClock(own)
  }

  placeOf(variable: number, value: DataValue, receivedAt: number): Place {
    const before = this.#places.get(variable)
    const tick = Math.floor(((value.sourcePicoseconds ?? 0) % 1e9) / tickPs)
    const at = Math.max(this.of(value, receivedAt), this.#firstAt.get(variable) ?? 0)
    let place = { at, sequence: variable * ticks + tick }
    if (
      before &&
      (place.at < before.at || (place.at === before.at && place.sequence <= before.sequence))
    )
      place = { at: before.at, sequence: before.sequence + 1 }
    this.#places.set(variable, place)
    return place
  }
}

type ReaderOptions = {
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
}

/** What one machine says, as records. It has no connection: it is given values and gives back records. */
export class MachineReader {
  readonly stateNodes: readonly NodeId[]
  readonly variables: readonly { readonly name: string; readonly node: NodeId }[]
  readonly #options: ReaderOptions
  readonly #model: MachineModel
  readonly #times: ValueTimes
  readonly #values = new Map<string, DataValue>()
  readonly #stateNames: ReadonlySet<string>
  readonly #nameOf: ReadonlyMap<string, string>
  #saidState: string | undefined

  constructor(options: ReaderOptions) {
    const { below, machine, alarmsFrom, model = packmlModel } = options
    this.#options = options
    this.#model = model
    this.#times = new ValueTimes(options.clockAheadMs)
    this.stateNodes = stateNodesOf(machine)
    this.#stateNames = new Set(this.stateNodes.map(String))
    const wanted = [
      ...model.values.map(([name]) => name),
      ...model.interlocks.map(([name]) => name),
      ...model.alarmNodes(below, alarmsFrom === 'array'),
    ]
    this.variables = wanted.flatMap((name) => {
      const node = below.get(name)
      return node ? [{ name, node }] : []
    })
    this.#nameOf = new Map(this.variables.map(({ name, node }) => [String(node), name]))
  }

  /**
   * The first values of a subscription are what is so now: one sample of the moment of receipt, because since when they are so
   * may lie in a gap. Those that follow have the time at which they came to be. A server may say the first values of some of its
   * variables later than others: only those are read then.
   */
  first(given: readonly Change[], receivedAt: number): Incoming[] {
    const begun = new Set(given.map(([node]) => String(node)))
    for (const [node, value] of given) this.#values.set(String(node), value)
    const records: Incoming[] = this.#cut(given)
    let facts: Facts = {}
    for (const [index, [name, read]] of this.#model.values.entries()) {
      const node = this.#options.below.get(name)
      if (!node || !begun.has(String(node))) continue
      this.#times.begun(index + 2, receivedAt)
      const value = this.#values.get(String(node))
      if (!value?.statusCode.isGood()) continue
      const said = read(value.value?.value, this.#aboutOf(value))
      if (said?.wrong !== undefined) {
        records.push(this.#refuse(`${name}: ${said.wrong}`, wireOf(name, value)))
      }
      facts = { ...facts, ...said?.facts }
    }
    const isState = this.stateNodes.some((node) => begun.has(String(node)))
    const now = isState ? this.#stateNow() : undefined
    if (isState) {
      this.#times.begun(1, receivedAt)
      this.#saidState = now?.key
    }
    if (now?.read.wrong !== undefined) {
      records.push(this.#refuse(now.read.wrong, saidWire(now.said)))
    }
    facts = { ...facts, ...now?.read.facts }
    if (Object.keys(facts).length > 0) {
      const read = { ...now?.read, facts }
      const place = { at: receivedAt, sequence: 0 }
      records.push({ ...this.#sample(read, { first: facts }, place), timeless: true })
    }
    return [...records, ...asIncoming(this.#alarmsNow(receivedAt))]
  }

  /** What changed since. */
  changed(given: readonly Change[], receivedAt: number): Incoming[] {
    const records: Incoming[] = this.#cut(given)
    let alarmChange: DataValue | undefined
    const stateChanges: Change[] = []
    for (const change of given) {
      const [node, value] = change
      if (this.#stateNames.has(String(node))) {
        stateChanges.push(change)
        continue
      }
      this.#values.set(String(node), value)
      const variable = this.#nameOf.get(String(node))
      if (variable === undefined || !value.statusCode.isGood()) continue
      const index = this.#model.values.findIndex(([one]) => one === variable)
      if (index < 0) {
        alarmChange = value
        continue
      }
      const read = this.#model.values[index]?.[1](value.value?.value, this.#aboutOf(value))
      if (!read) continue
      const wire = wireOf(variable, value)
      if (read.wrong !== undefined) records.push(this.#refuse(`${variable}: ${read.wrong}`, wire))
      if (read.facts) {
        const place = this.#times.placeOf(index + 2, value, receivedAt)
        records.push(this.#sample(read, wire, place))
      }
    }
    records.push(...this.#states(stateChanges, receivedAt))
    if (alarmChange) {
      records.push(...asIncoming(this.#alarmsNow(this.#times.of(alarmChange, receivedAt))))
    }
    return records
  }

  event(event: ConditionEvent): Incoming[] {
    const at = this.#times.onOurClock(event.at)
    return asIncoming(this.#options.alarms.event({ ...event, at }))
  }

  hasValues(): boolean {
    return this.#values.size > 0
  }

  /** The server knows the state of the machine now. */
  isFresh(): boolean {
    return deepestState(this.#options.machine, this.#values) !== undefined
  }

  #aboutOf({ value }: DataValue) {
    const { dictionary } = this.#options
    return {
      shape: value?.dimensions ?? [],
      stateOf: (number: number) => stateLookup(dictionary).number(number),
    }
  }

  #sample({ facts, rawState }: Read, wire: unknown, place: Place) {
    const record = { kind: 'sample', serialNo: this.#options.serialNo, ...place, ...facts } as const
    return { record, timeless: false, wire, ...(rawState !== undefined && { rawState }) }
  }

  /** What was larger than is read, once each time. */
  #cut(given: readonly Change[]): Incoming[] {
    const { serialNo } = this.#options
    return given.flatMap(([node, value]): Incoming[] => {
      if (!isBeyond(value)) return []
      const id = String(node)
      const name = this.#nameOf.get(id) ?? (this.#stateNames.has(id) ? 'state' : 'value')
      const detail = `${name}: ${beyondSentence}`
      return [{ refused: 'cut', detail, serialNo, wire: wireOf(name, value) }]
    })
  }

  #refuse(detail: string, wire: unknown): Incoming {
    return { refused: 'malformed', detail, serialNo: this.#options.serialNo, wire }
  }

  #stateNow(): { said: SaidState; read: Read; key: string } | undefined {
    const { machine, dictionary } = this.#options
    const said = deepestState(machine, this.#values)
    if (said === undefined) return undefined
    const read = readState(said, dictionary, this.#model.words)
    return { said, read, key: `${read.facts?.state} ${read.wrong ?? ''}` }
  }

  /** One state is several values of nested machines: of those of one moment, only all together say how it is. */
  #states(changes: readonly Change[], receivedAt: number): Incoming[] {
    const records: Incoming[] = []
    const moments = Map.groupBy(changes, ([, value]) => this.#times.of(value, receivedAt))
    for (const [, together] of [...moments].sort(([a], [b]) => a - b)) {
      for (const [node, value] of together) this.#values.set(String(node), value)
      const now = this.#stateNow()
      const [, last] = together.at(-1) ?? []
      if (now && last && now.key !== this.#saidState) {
        const said = saidWire(now.said)
        if (now.read.wrong !== undefined) records.push(this.#refuse(now.read.wrong, said))
        if (now.read.facts) {
          const place = this.#times.placeOf(1, last, receivedAt)
          records.push(this.#sample(now.read, said, place))
        }
      }
      // After a time without a known state the same one is said again.
      this.#saidState = now?.key
    }
    return records
  }

  /** Interlocks, and the lists of alarms. */
  #alarmsNow(at: number): MachineRecord[] {
    const { below, alarms, alarmsFrom } = this.#options
    const goodValue = (name: string) => {
      const node = below.get(name)
      const value = node && this.#values.get(String(node))
      return value?.statusCode.isGood() ? value : undefined
    }
    const interlocks = this.#model.interlocks.flatMap(([name, which]) => {
      const value = goodValue(name)
      return value ? alarms.interlock(which, value.value?.value === true, at) : []
    })
    const contentOf = (name: string): unknown => goodValue(name)?.value?.value
    const ownTime = (date: unknown) =>
      date instanceof Date && date.getFullYear() > 1_970
        ? this.#times.onOurClock(date.getTime())
        : undefined
    const lists = this.#model
      .alarmLists({ below, contentOf, ownTime, withAlarms: alarmsFrom === 'array' })
      .flatMap(({ place, elements }) => alarms.list(place, elements, at))
    return [...interlocks, ...lists]
  }
}

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

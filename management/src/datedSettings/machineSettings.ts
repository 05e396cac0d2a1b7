import {
  defaultHoldMs,
  firstInForce,
  type InForce,
  microStopSeconds,
  type RuleEdition,
  ruleEditions,
  type StateCategory,
  type Step,
  type StopThresholds,
  stepInForce,
  stopThresholds,
  type Target,
} from '@packboard/model'
import { type OwnSteps, ownerOf, ownSteps, type StoredSetting, stepsKey } from './storedSettings.ts'

/** A machine as its settings see it. */
export type SettingsPlace = {
  readonly id: number
  readonly clientId: number
  readonly machineTypeId: number
  readonly zone: string
}

/** A target speed in force: of which key it is, and since when. */
export type TargetInForce = Target & {
  readonly of:
    | 'machineProduct'
    | 'typeProduct'
    | 'clientProduct'
    | 'machine'
    | 'machineDesign'
    | 'typeDesign'
    | null
  /** ms since 1970; −∞: from the beginning. */
  readonly since: number
}

/** What the sums need to know of a machine from an instant on. */
export type RuleValues = {
  /** D11. */
  readonly holdMs: number
  /** Of every product that has none of its own. */
  readonly targetPpm: number | null
  readonly designPpm: number | null
  /** Target speeds by product (D60). */
  readonly recipePpm: ReadonlyMap<string, number>
  /** D13: states whose category differs from the usual one. */
  readonly categories: Readonly<Partial<Record<number, StateCategory>>>
}

/** The same, with what holds later: in order, each until the next. */
export type DatedRule = RuleValues & {
  readonly later: readonly (RuleValues & { readonly from: number })[]
}

const none: OwnSteps = new Map()
const noSteps: readonly Step<unknown>[] = []
const beginning = Number.NEGATIVE_INFINITY
const productPrefix = stepsKey('targetSpeed', '')
const categoryPrefix = stepsKey('category', '')

/** What entries say of machines, on the clock of each: the one place that decides what is in force (D98). */
export class DatedSettings {
  readonly #owners = new Map<string, readonly StoredSetting[]>()
  /** By owner and zone. */
  readonly #steps = new Map<string, Map<string, OwnSteps>>()
  /** Target speeds of products by client, and by what they are of. */
  readonly #recipesAt = new Map<number, Map<string, ReadonlyMap<string, number>>>()

  /** In the order in which they were entered. */
  constructor(entries: readonly StoredSetting[]) {
    this.put(entries)
  }

  /** Takes over all entries of some owners, in place of those that are known of them. */
  put(entries: readonly StoredSetting[]): void {
    for (const [owner, own] of Map.groupBy(entries, ownerOf)) {
      this.#owners.set(owner, own)
      this.#steps.delete(owner)
      for (const { clientId } of own.slice(0, 1)) this.#recipesAt.delete(clientId ?? 0)
    }
  }

  /** The target speed of a product on a machine at an instant, without the estimate (D22, D98). */
  target(place: SettingsPlace, product: string, at: number): TargetInForce {
    const key = stepsKey('targetSpeed', product)
    const { machine, typeOfClient, client, type } = this.#layers(place)
    const found = firstInForce(
      [
        numbersIn(machine, key),
        numbersIn(typeOfClient, key),
        numbersIn(client, key),
        numbersIn(machine, stepsKey('targetSpeed')),
        numbersIn(machine, stepsKey('designSpeed')),
        numbersIn(type, stepsKey('designSpeed')),
      ],
      at,
    )
    if (found === undefined) return { ppm: null, source: null, of: null, since: beginning }
    const [source, of] = targetLayers[found.layer] ?? targetLayers[0]
    return { ppm: found.value, source, of, since: found.from }
  }

  /** The instants at which another target speed or line of a machine may begin, in order, without the beginning. */
  edges(place: SettingsPlace): readonly number[] {
    const { machine, typeOfClient, client, type } = this.#layers(place)
    const own = [...machine].filter(([key]) => movesTarget(key) || key === stepsKey('line'))
    const lists = [
      ...own,
      ...typeOfClient,
      ...client,
      ...[...type].filter(([key]) => movesTarget(key)),
    ]
    return edgesOf(lists.map(([, steps]) => steps))
  }

  /** By which rules the figures of a client are at an instant (D111, D114). */
  rules({ clientId }: Pick<SettingsPlace, 'clientId'>, at: number): RuleEdition {
    const steps = this.#of(`client ${clientId}`, 'UTC').get(stepsKey('rules')) ?? noSteps
    const value = stepInForce(steps, at)?.value
    return ruleEditions.find((edition) => edition === value) ?? 'earlier'
  }

  /** The value in force, of the machine or of its type; undefined: neither has one. */
  hold(place: SettingsPlace, at: number): InForce<number> | undefined {
    return this.#number('holdLimit', place, at)
  }

  design(place: SettingsPlace, at: number): InForce<number> | undefined {
    return this.#number('designSpeed', place, at)
  }

  /** The machine's own value for every product that has none. */
  ownTarget(place: SettingsPlace, at: number): InForce<number> | undefined {
    return firstInForce([numbersIn(this.#layers(place).machine, stepsKey('targetSpeed'))], at)
  }

  /** The thresholds of a machine by the beginning of a stop (D74). */
  thresholds(place: SettingsPlace): StopThresholds {
    const { machine, type } = this.#layers(place)
    const layers = [machine, type].map((own) => numbersIn(own, stepsKey('stopThreshold')))
    const at = (instant: number) => firstInForce(layers, instant)?.value ?? microStopSeconds
    return stopThresholds(
      [beginning, ...edgesOf(layers)].map((from) => ({ from, value: at(from) })),
    )
  }

  /** The number of the line of a machine at an instant, null: it stood in none; undefined: it never moved. */
  line({ id }: Pick<SettingsPlace, 'id'>, at: number): number | null | undefined {
    const steps = this.#of(`machine ${id}`, 'UTC').get(stepsKey('line'))
    if (steps === undefined) return undefined
    return firstInForce([steps.map(asNumber)], at)?.value ?? null
  }

  /** When a machine moved to another line, in order. */
  lineEdges({ id }: Pick<SettingsPlace, 'id'>): readonly number[] {
    return edgesOf([this.#of(`machine ${id}`, 'UTC').get(stepsKey('line')) ?? noSteps])
  }

  /** All that the sums of a machine need, by time; machines of one type at one client share the targets of products. */
  rule(place: SettingsPlace): DatedRule {
    const layers = this.#layers(place)
    const { machine, type } = layers
    const edges = edgesOf([
      ...[...machine, ...type].flatMap(([key, steps]) => (movesRule(key) ? [steps] : [])),
      ...[...layers.typeOfClient, ...layers.client].flatMap(([key, steps]) =>
        movesRule(key) ? [steps] : [],
      ),
    ])
    const later = edges.map((from) => ({ from, ...this.#values(place, from) }))
    return { ...this.#values(place, beginning), later }
  }

  #values(place: SettingsPlace, at: number): RuleValues {
    return {
      holdMs: this.hold(place, at)?.value ?? defaultHoldMs,
      targetPpm: this.ownTarget(place, at)?.value ?? null,
      designPpm: this.design(place, at)?.value ?? null,
      recipePpm: this.#recipes(place, at),
      categories: this.categories(place, at),
    }
  }

  /** D13: the states whose category differs from the usual one, of the machine before its type. */
  categories(place: SettingsPlace, at: number): RuleValues['categories'] {
    const { machine, type } = this.#layers(place)
    const keys = new Set([...machine.keys(), ...type.keys()].filter(isCategory))
    const found: Partial<Record<number, StateCategory>> = {}
    for (const key of keys) {
      const category = firstInForce(
        [machine, type].map((own) => categoriesIn(own, key)),
        at,
      )?.value
      if (category !== undefined) found[Number(key.slice(categoryPrefix.length))] = category
    }
    return found
  }

  #recipes(place: SettingsPlace, at: number): ReadonlyMap<string, number> {
    const { machine, typeOfClient, client } = this.#layers(place)
    const layers = [machine, typeOfClient, client]
    const hasOwn = [...machine.keys()].some(isProduct)
    const cacheKey = `${hasOwn ? `machine ${place.id}` : place.machineTypeId} ${at}`
    const ofClient = this.#recipesAt.get(place.clientId) ?? new Map()
    this.#recipesAt.set(place.clientId, ofClient)
    const known = ofClient.get(cacheKey)
    if (known) return known
    const products = new Set(layers.flatMap((own) => [...own.keys()].filter(isProduct)))
    const found = new Map<string, number>()
    for (const key of products) {
      const ppm = firstInForce(
        layers.map((own) => numbersIn(own, key)),
        at,
      )?.value
      if (ppm !== undefined) found.set(key.slice(productPrefix.length), ppm)
    }
    ofClient.set(cacheKey, found)
    return found
  }

  #number(
    kind: 'holdLimit' | 'designSpeed',
    place: SettingsPlace,
    at: number,
  ): InForce<number> | undefined {
    const { machine, type } = this.#layers(place)
    return firstInForce(
      [machine, type].map((own) => numbersIn(own, stepsKey(kind))),
      at,
    )
  }

  #layers({ id, clientId, machineTypeId, zone }: SettingsPlace) {
    return {
      machine: this.#of(`machine ${id}`, zone),
      typeOfClient: this.#of(`client ${clientId} ${machineTypeId}`, zone),
      client: this.#of(`client ${clientId}`, zone),
      type: this.#of(`machineType ${machineTypeId}`, zone),
    }
  }

  #of(owner: string, zone: string): OwnSteps {
    const entries = this.#owners.get(owner)
    if (entries === undefined) return none
    const byZone = this.#steps.get(owner) ?? new Map<string, OwnSteps>()
    this.#steps.set(owner, byZone)
    const known = byZone.get(zone) ?? ownSteps(entries, zone)
    byZone.set(zone, known)
    return known
  }
}

/** In the order of D98. */
const targetLayers = [
  ['recipe', 'machineProduct'],
  ['recipe', 'typeProduct'],
  ['recipe', 'clientProduct'],
  ['machine', 'machine'],
  ['machineType', 'machineDesign'],
  ['machineType', 'typeDesign'],
] as const

const isProduct = (key: string) => key.startsWith(productPrefix)
const isCategory = (key: string) => key.startsWith(categoryPrefix)
const movesTarget = (key: string) =>
  isProduct(key) || key === stepsKey('targetSpeed') || key === stepsKey('designSpeed')
const movesRule = (key: string) =>
  movesTarget(key) || isCategory(key) || key === stepsKey('holdLimit')

/** The instants at which any of these steps begins, in order, without the beginning. */
function edgesOf(lists: readonly (readonly Step<unknown>[])[]): number[] {
  const all = lists.flatMap((steps) => steps.map(({ from }) => from))
  return [...new Set(all)].filter(Number.isFinite).sort((a, b) => a - b)
}

const numberOf = (value: unknown) => (typeof value === 'number' ? value : null)
const asNumber = ({ from, value }: Step<unknown>) => ({ from, value: numberOf(value) })

/** Cached by the steps themselves: they are looked up for every product and instant. */
const asNumbers = new WeakMap<readonly Step<unknown>[], readonly Step<number | null>[]>()

function numbersIn(own: OwnSteps, key: string): readonly Step<number | null>[] {
  const steps = own.get(key) ?? noSteps
  const known = asNumbers.get(steps) ?? steps.map(asNumber)
  asNumbers.set(steps, known)
  return known
}

const categoryNames: ReadonlySet<unknown> = new Set([
  'run',
  'alarm',
  'idle',
  'ancillary',
  'unknown',
  'runWhileCounting',
])
const isCategoryName = (value: unknown): value is StateCategory => categoryNames.has(value)

const categoriesIn = (own: OwnSteps, key: string): readonly Step<StateCategory | null>[] =>
  (own.get(key) ?? noSteps).map(({ from, value }) => ({
    from,
    value: isCategoryName(value) ? value : null,
  }))

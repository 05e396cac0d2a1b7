import type { TakenKind, TimeSpan, UnplannedKind } from '@packboard/model'
import { minuteFrom } from '../ledger/fold/minute.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import { stepAt } from './timeSteps.ts'

/**
 * What takes time of machines out of planned time, by their ids, each list in order and without overlap (D72, D73); ms since 1970.
 * Machines with one plan and nothing else share one list.
 */
export type UnplannedSpans = ReadonlyMap<number, readonly TimeSpan[]>

/** What the spans say of a sum; without a mark nothing does. */
export type SpanMark = {
  /** What takes what did not run out of planned time. */
  readonly under?: TakenKind
  /** What the plan alone says. */
  readonly plan?: UnplannedKind
  /** The entry of the stop book that decided. */
  readonly label?: number
  /** The entry with a reason whose cause is external (D114). */
  readonly external?: number
  /** Since when the settings of the machine are those of the sum (D98); absent: since before the window. */
  readonly since?: number
}

/** Where a sum belongs: to a part of the question, under a mark. */
export type Place = {
  readonly part: number
  readonly mark: SpanMark
  /** A text of both. */
  readonly key: string
  /** Among the places of a question. */
  readonly index: number
}

/** Does something else than the plan decide? */
export const isMoved = ({ mark: { under, plan, label, external } }: Place) =>
  under !== plan || label !== undefined || external !== undefined

/** The same spans by the plan alone, which lie on whole minutes; machines with one list still share one. */
export function plannedAlone(spans: UnplannedSpans): UnplannedSpans {
  const known = new Map<readonly TimeSpan[], readonly TimeSpan[]>()
  const alone = (list: readonly TimeSpan[]) => {
    const found = known.get(list) ?? (list.some(differs) ? planOf(list) : list)
    known.set(list, found)
    return found
  }
  return new Map([...spans].map(([machineId, list]) => [machineId, alone(list)]))
}

const differs = ({ under, plan, label, external }: TimeSpan) =>
  under !== plan || label !== null || external !== undefined

function planOf(list: readonly TimeSpan[]): TimeSpan[] {
  const found: TimeSpan[] = []
  for (const { from, to, plan, since } of list) {
    if (plan === null && since === undefined) continue
    const last = found.at(-1)
    if (last?.to === from && last.plan === plan && last.since === since) {
      found[found.length - 1] = { ...last, to }
    } else {
      const dated = since === undefined ? {} : { since }
      found.push({ from, to, under: plan, plan, label: null, ...dated })
    }
  }
  return found
}

const none: readonly TimeSpan[] = []
const noMark: SpanMark = {}

/** Where the seconds of a machine belong: from each edge on to a place. */
type Division = { readonly edges: readonly number[]; readonly places: readonly Place[] }

/**
 * Divides the parts of a question, which begin at `starts`, by the spans of each machine. Rows of the ledger are whole minutes: a row
 * belongs where its beginning does.
 */
export class SpanPlaces {
  /** Every whole minute that divides rows of any machine, in order, in ms. */
  readonly edges: readonly number[]
  readonly #groupOf: ReadonlyMap<number, number>
  readonly #exact: readonly Division[]
  readonly #rows: readonly Division[]
  readonly #places: Place[] = []
  readonly #hasSpans: boolean

  constructor(starts: readonly number[], spans: UnplannedSpans, machineIds: readonly number[]) {
    const lists = [...new Set(machineIds.map((machineId) => spans.get(machineId) ?? none))]
    this.#groupOf = new Map(
      machineIds.map((machineId) => [machineId, lists.indexOf(spans.get(machineId) ?? none)]),
    )
    this.#hasSpans = lists.some(({ length }) => length > 0)
    const placeOf = placesOf(this.#places)
    this.#exact = lists.map((list) => divide(starts, list, placeOf))
    this.#rows = this.#exact.map((division) => onMinutes(division))
    this.edges = inOrder(this.#rows.flatMap(({ edges }) => edges))
  }

  /** Does something else than the plan decide anywhere? */
  get isMoved(): boolean {
    return this.#places.some(isMoved)
  }

  /** Those of these edges that divide the rows of one machine. */
  edgesOf(machineId: number): readonly number[] {
    return this.#of(this.#rows, machineId)?.edges ?? []
  }

  /** Another place of the machine begins there. */
  isEdge(machineId: number, at: number): boolean {
    const { edges = [] } = this.#of(this.#exact, machineId) ?? {}
    return edges[stepAt(edges, at)] === at
  }

  /** The place of an instant of a machine; undefined before the first part. */
  placeAt(machineId: number, at: number): Place | undefined {
    const division = this.#of(this.#exact, machineId)
    return division?.places[stepAt(division.edges, at)]
  }

  /** [from, to) of a machine in pieces that each belong to one place. */
  piecesOf(
    machineId: number,
    from: number,
    to: number,
  ): { readonly from: number; readonly to: number; readonly place: Place }[] {
    const { edges = [], places = [] } = this.#of(this.#exact, machineId) ?? {}
    const pieces = []
    let index = stepAt(edges, from)
    for (let begin = from; begin < to; index += 1) {
      const end = Math.min(edges[index + 1] ?? to, to)
      const place = places[index]
      if (place) pieces.push({ from: begin, to: end, place })
      begin = end
    }
    return pieces
  }

  #of(divisions: readonly Division[], machineId: number): Division | undefined {
    return divisions[this.#groupOf.get(machineId) ?? 0]
  }

  /** The parameters of `placeOfRow`. */
  params(stretches: readonly MachineStretch[]) {
    const edges: bigint[] = []
    const places: number[] = []
    for (const [group, division] of this.#rows.entries()) {
      for (const [index, edge] of division.edges.entries()) {
        edges.push(BigInt(group) * groupSize + BigInt(edge / 1_000))
        places.push(division.places[index]?.index ?? 0)
      }
    }
    const groups = stretches.map(({ machineId }) => this.#groupOf.get(machineId) ?? 0)
    return { edges, places, groups, hasSpans: this.#hasSpans ? 1 : 0 }
  }

  /** The place that a row says in `placeOfRow`. */
  ofRow(value: number): Place {
    const [division] = this.#rows
    const place = this.#hasSpans
      ? this.#places[value]
      : division?.places[Math.max(0, stepAt(division.edges, value * 1_000))]
    if (place === undefined) throw new Error('A row belongs to no part')
    return place
  }
}

/**
 * Where counts of a machine that was seen to stand belong (D111): by labels and modes at the last moment before their reading, else by the
 * plan in the minute of the reading. A reading where a part, the plan or the settings change is judged by its own instant.
 */
export class CountPlaces {
  /** By the plan alone, and with labels and modes. */
  readonly plain: SpanPlaces
  readonly exact: SpanPlaces
  readonly #from: number

  constructor(plain: SpanPlaces, exact: SpanPlaces, from: number) {
    this.plain = plain
    this.exact = exact
    this.#from = from
  }

  /** The instant before the reading that decides; the reading's own where nothing before it is of its part. */
  judgedAt(machineId: number, at: number): number {
    return at === this.#from || this.plain.isEdge(machineId, at) ? at : at - 1
  }

  placeAt(machineId: number, at: number): Place | undefined {
    return this.movedAt(machineId, at) ?? this.plain.placeAt(machineId, at)
  }

  /** undefined: the plan alone decides. */
  movedAt(machineId: number, at: number): Place | undefined {
    const place = this.exact.placeAt(machineId, this.judgedAt(machineId, at))
    return place && isMoved(place) ? place : undefined
  }
}

/** Seconds since 1970 fit below it until 2106. */
const groupSize = 4_294_967_296n

/**
 * Where a row of `rowSteps` belongs, whose machines are in the order of `groups`: its place, or, where nothing but parts divides rows, the
 * beginning of its part in seconds.
 */
export const placeOfRow = `
  if(length({edges:Array(UInt64)}) < 2, toUInt32(0), if({hasSpans:UInt8} = 0,
    toUInt32(roundDown(at, {edges:Array(UInt64)})),
    transform(
      roundDown(
        toUInt64(transform(machine_id, {machineIds:Array(UInt32)}, {groups:Array(UInt32)}, toUInt32(0)))
          * 4294967296 + at, {edges:Array(UInt64)}),
      {edges:Array(UInt64)}, {places:Array(UInt32)}, toUInt32(0))))` as const

/** Makes the place of each part with each mark, when it is first needed. */
function placesOf(places: Place[]): (part: number, span: TimeSpan | undefined) => Place {
  const byKey = new Map<string, Place>()
  return (part, span) => {
    const mark = span === undefined ? noMark : markOf(span)
    const key = span
      ? `${part} ${mark.under} ${mark.plan} ${mark.label} ${mark.since} ${mark.external}`
      : String(part)
    const known = byKey.get(key)
    if (known !== undefined) return known
    const place = { part, mark, key, index: places.length }
    places.push(place)
    byKey.set(key, place)
    return place
  }
}

const markOf = ({ under, plan, label, external, since }: TimeSpan): SpanMark => ({
  ...(under !== null && { under }),
  ...(plan !== null && { plan }),
  ...(label !== null && { label }),
  ...(external !== undefined && { external }),
  ...(since !== undefined && { since }),
})

function divide(
  starts: readonly number[],
  spans: readonly TimeSpan[],
  placeOf: ReturnType<typeof placesOf>,
): Division {
  const first = starts[0] ?? 0
  const inside = spans.flatMap(({ from, to }) => [from, to]).filter((edge) => edge > first)
  const edges = inOrder([...starts, ...inside])
  const begins = spans.map(({ from }) => from)
  const places = edges.map((edge) => {
    const span = spans[stepAt(begins, edge)]
    const covers = span !== undefined && edge < span.to
    return placeOf(stepAt(starts, edge), covers ? span : undefined)
  })
  return { edges, places }
}

/** The same by whole minutes, each of which belongs where it begins. */
function onMinutes({ edges, places }: Division): Division {
  const minutes = inOrder(edges.map(minuteFrom))
  return {
    edges: minutes,
    places: minutes.flatMap((minute) => places[stepAt(edges, minute)] ?? []),
  }
}

const inOrder = (instants: readonly number[]) => [...new Set(instants)].sort((a, b) => a - b)

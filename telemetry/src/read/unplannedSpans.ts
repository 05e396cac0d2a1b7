import { type UnplannedKind, unplannedKinds } from '@packboard/model'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import { stepAt } from './stepAt.ts'

/** A break, or closed time; ms since 1970 on whole minutes, `to` is not part of it. */
export type UnplannedSpan = {
  readonly from: number
  readonly to: number
  readonly kind: UnplannedKind
}

/**
 * The breaks and the closed time of machines, by their ids, each list in order and without overlap (D72). Machines with one plan
 * share one list.
 */
export type UnplannedSpans = ReadonlyMap<number, readonly UnplannedSpan[]>

/** Of a part of a question that no span covers, and of one under each kind. */
const kinds = [undefined, ...unplannedKinds] as const
const none: readonly UnplannedSpan[] = []

/** Where the seconds of a machine belong: places are numbered part by part, each with one place for every kind. */
type Division = { readonly edges: readonly number[]; readonly places: readonly number[] }

/**
 * Divides the parts of a question, which begin at `starts`, by the spans of each machine. The engine looks a place up by the group of
 * the machine and the last edge before a row.
 */
export class SpanPlaces {
  /** Every instant that divides sums of any machine, in order, in ms. */
  readonly edges: readonly number[]
  readonly #groupOf: ReadonlyMap<number, number>
  readonly #divisions: readonly Division[]
  readonly #parts: number

  constructor(starts: readonly number[], spans: UnplannedSpans, machineIds: readonly number[]) {
    const lists = [...new Set(machineIds.map((machineId) => spans.get(machineId) ?? none))]
    this.#groupOf = new Map(
      machineIds.map((machineId) => [machineId, lists.indexOf(spans.get(machineId) ?? none)]),
    )
    this.#divisions = lists.map((list) => divide(starts, list))
    this.#parts = starts.length
    this.edges = inOrder(this.#divisions.flatMap(({ edges }) => edges))
  }

  /** How many places there are. */
  get size(): number {
    return this.#parts * kinds.length
  }

  /** The edges of one machine. */
  edgesOf(machineId: number): readonly number[] {
    return this.#divisionOf(machineId)?.edges ?? []
  }

  /** The place of an instant of a machine; −1 before the first part. */
  placeAt(machineId: number, at: number): number {
    const division = this.#divisionOf(machineId)
    return division?.places[stepAt(division.edges, at)] ?? -1
  }

  #divisionOf(machineId: number): Division | undefined {
    return this.#divisions[this.#groupOf.get(machineId) ?? 0]
  }

  /** The parameters of `placeOfRow`. */
  params(stretches: readonly MachineStretch[]) {
    const keys: bigint[] = []
    const places: number[] = []
    for (const [group, { edges, places: own }] of this.#divisions.entries()) {
      for (const edge of this.edges) {
        const place = own[stepAt(edges, edge)] ?? 0
        // What has no key is the first place.
        if (place === 0) continue
        keys.push(BigInt(group) * groupSize + BigInt(edge / 1_000))
        places.push(place)
      }
    }
    return {
      groups: stretches.map(({ machineId }) => this.#groupOf.get(machineId) ?? 0),
      edges: this.edges.map((edge) => edge / 1_000),
      keys,
      places,
    }
  }

  /** A place as its part and its kind. */
  of(place: number): { readonly part: number; readonly under: UnplannedKind | undefined } {
    return { part: Math.floor(place / kinds.length), under: kinds[place % kinds.length] }
  }
}

/** Seconds since 1970 fit below it until 2106. */
const groupSize = 4_294_967_296n

/** The place of a row of `rowSteps`, whose machines are in the order of `groups`. */
export const placeOfRow = `
  transform(
    toUInt64(transform(machine_id, {machineIds:Array(UInt32)}, {groups:Array(UInt32)}, toUInt32(0)))
      * 4294967296 + roundDown(at, {edges:Array(UInt32)}),
    {keys:Array(UInt64)}, {places:Array(UInt32)}, toUInt32(0))` as const

function divide(starts: readonly number[], spans: readonly UnplannedSpan[]): Division {
  const first = starts[0] ?? 0
  const inside = spans.flatMap(({ from, to }) => [from, to]).filter((edge) => edge > first)
  const edges = inOrder([...starts, ...inside])
  const begins = spans.map(({ from }) => from)
  const places = edges.map((edge) => {
    const span = spans[stepAt(begins, edge)]
    const under = span !== undefined && edge < span.to ? span.kind : undefined
    return stepAt(starts, edge) * kinds.length + kinds.indexOf(under)
  })
  return { edges, places }
}

const inOrder = (instants: readonly number[]) => [...new Set(instants)].sort((a, b) => a - b)

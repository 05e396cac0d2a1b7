import { minuteFrom, minuteOf } from '../ledger/fold/minute.ts'

/** Whole minutes of a machine that belong to a place, a number from 1 on; ms since 1970. */
export type PlacedStretch = {
  readonly machineId: number
  readonly from: number
  readonly to: number
  readonly place: number
}

/** The engine takes a value of up to 128 KiB; an edge is 14 characters long. */
const mostEdges = 4_000

/** The place of a row of a ledger of minutes; 0: it has none. */
export const placeOfMinute = `
  transform(roundDown(toUInt64(machine_id) * 4294967296 + toUnixTimestamp(minute), {edges:Array(UInt64)}),
    {edges:Array(UInt64)}, {places:Array(UInt32)}, toUInt32(0))` as const

type Keys = {
  readonly machineIds: readonly number[]
  readonly edges: readonly bigint[]
  readonly places: readonly number[]
}

/**
 * The parameters of `placeOfMinute`, in as many questions as the engine takes: stretches machine by machine, without overlap.
 */
export function keysOf(stretches: readonly PlacedStretch[]): Keys[] {
  const sorted = stretches.toSorted((a, b) => a.machineId - b.machineId || a.from - b.from)
  const found: Keys[] = []
  for (let first = 0; first < sorted.length; first += mostEdges / 2) {
    const own = sorted.slice(first, first + mostEdges / 2)
    const edges = [0n]
    const places = [0]
    for (const { machineId, from, to, place } of own) {
      const [begin, end] = [minuteOf(from), minuteFrom(to)].map((at) => keyOf(machineId, at))
      if (begin === undefined || end === undefined || begin >= end) continue
      // One that follows begins where the last one ends.
      if (edges.at(-1) === begin) places[places.length - 1] = place
      else {
        edges.push(begin)
        places.push(place)
      }
      edges.push(end)
      places.push(0)
    }
    found.push({ machineIds: [...new Set(own.map(({ machineId }) => machineId))], edges, places })
  }
  return found
}

const keyOf = (machineId: number, at: number) =>
  BigInt(machineId) * 4_294_967_296n + BigInt(at / 1_000)

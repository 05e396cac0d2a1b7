import type { LineNowWire } from '@packboard/contract'
import { roleOf } from '../line/machineRole.ts'

type Station = LineNowWire['stations'][number]

/** So many stations stand side by side at full size; with more of them everything of a tile is smaller. */
const stationsAtFullSize = 4
/** So many tiles stand above each other at full size. */
const machinesAtFullSize = 3
/** At most so many are drawn: smaller names could not be read from three metres. */
export const mostStations = 6
export const mostMachines = 5

/** Those of a station that matter first: the root, its own stops, those that wait. */
const weights = { root: 0, own: 1, undecided: 2, waits: 3, runs: 4 } as const

/** The stations that a wall draws: of a long flow those around the root, of many parallel machines those that stand. */
export function shownStations({ stations, root }: Pick<LineNowWire, 'stations' | 'root'>) {
  const rootAt = stations.findIndex(({ machines }) =>
    machines.some(({ machineId }) => machineId === root?.machineId),
  )
  const last = Math.max(0, stations.length - mostStations)
  const first = Math.min(last, Math.max(0, rootAt - Math.floor(mostStations / 2)))
  const shown = stations.slice(first, first + mostStations)
  return {
    first,
    stations: shown.map((station) => shownMachines(station, root)),
    before: first,
    after: stations.length - first - shown.length,
  }
}

function shownMachines({ machines }: Station, root: LineNowWire['root']) {
  if (machines.length <= mostMachines) return { machines, more: 0 }
  const shown = new Set(
    machines
      .toSorted((a, b) => weights[roleOf(a, root)] - weights[roleOf(b, root)])
      .slice(0, mostMachines - 1),
  )
  return {
    machines: machines.filter((machine) => shown.has(machine)),
    more: machines.length - shown.size,
  }
}

/** How large the tiles are, 1 at full size. */
export function tileScale(stations: readonly { readonly machines: readonly unknown[] }[]): number {
  const rows = Math.max(1, ...stations.map(({ machines }) => machines.length))
  return Math.min(1, stationsAtFullSize / stations.length, machinesAtFullSize / rows)
}

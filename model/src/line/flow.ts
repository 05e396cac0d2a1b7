import type { Step } from '../settings/datedSettings.ts'

/** D55: what the flow of a line may hold, and the entries that one client may have in force. */
export const flowLimits = {
  stations: 40,
  /** Machines of one station. */
  machines: 40,
  bufferSeconds: 3_600,
  entries: 200,
  noteLength: 500,
  /** Roots that persons may name of one machine in 24 hours. */
  rootsPerMachineAndDay: 1_000,
  /** Measured delays from which buffer seconds are proposed (D101), and how many were not exceeded. */
  leastDelays: 20,
  delayShare: 0.95,
  replayDays: 30,
} as const

/** A place of a line (D101). Product moves from each station to the next one of the list. */
export type Station<Machine> = {
  /** Machines that work in parallel. */
  readonly machines: readonly Machine[]
  /** How many of them must run. */
  readonly needs: number
  /** How long the station before it runs on, or this one, after the other of the two stopped. */
  readonly bufferSeconds: number
  /** The station that the line is counted at (D103). */
  readonly key: boolean
}

/** The stations of a line in their order; none: the line has no flow. */
export type Flow<Machine> = readonly Station<Machine>[]

/** The flow of a line from an instant on, as a person entered it. */
export type FlowEntry<Machine> = {
  readonly lineName: string
  /** `YYYY-MM-DD HH:mm` on the clock of the client; null: from the beginning. */
  readonly validFrom: string | null
  readonly stations: Flow<Machine>
}

/** Why a flow cannot be stored, and where, as in `lines.0.stations.3`. */
export type FlowFault = {
  readonly kind:
    | 'machineTwice'
    | 'twoKeys'
    | 'entryTwice'
    | 'tooMany'
    | 'noMachine'
    | 'needs'
    | 'buffer'
  readonly at: string
  /** Of two stations, of two keys and of two entries: the place of the other one. */
  readonly other?: string
  /** As a sentence of the server. */
  readonly message: string
}

/** The first reason why entries cannot be stored together; null where there is none. */
export function findFlowFault(entries: readonly FlowEntry<string>[]): FlowFault | null {
  if (entries.length > flowLimits.entries) {
    const message = `A client has at most ${flowLimits.entries} flows of lines.`
    return { kind: 'tooMany', at: 'lines', message }
  }
  const seen = new Map<string, string>()
  for (const [index, { lineName, validFrom, stations }] of entries.entries()) {
    const at = `lines.${index}`
    const key = JSON.stringify([lineName, validFrom])
    const other = seen.get(key)
    if (other !== undefined) {
      const message = `${lineName} has two flows from ${validFrom ?? 'the beginning'} on.`
      return { kind: 'entryTwice', at, other, message }
    }
    seen.set(key, at)
    const fault = findStationFault(stations, at)
    if (fault !== null) return fault
  }
  return null
}

function findStationFault(stations: Flow<string>, at: string): FlowFault | null {
  if (stations.length > flowLimits.stations) {
    const message = `A line has at most ${flowLimits.stations} stations.`
    return { kind: 'tooMany', at: `${at}.stations`, message }
  }
  const stationOf = new Map<string, number>()
  for (const [index, station] of stations.entries()) {
    const place = `${at}.stations.${index}`
    const fault = findNumberFault(station, index, place)
    if (fault !== null) return fault
    for (const machine of station.machines) {
      const other = stationOf.get(machine)
      if (other !== undefined) {
        const message =
          other === index
            ? `${machine} is twice in station ${index + 1}.`
            : `${machine} is in station ${other + 1} and in station ${index + 1}.`
        return { kind: 'machineTwice', at: place, other: `${at}.stations.${other}`, message }
      }
      stationOf.set(machine, index)
    }
  }
  const [first, second] = stations.flatMap(({ key }, index) => (key ? [index] : []))
  if (first === undefined || second === undefined) return null
  const message = `Station ${first + 1} and station ${second + 1} are both the key station.`
  const [own, other] = [`${at}.stations.${second}`, `${at}.stations.${first}`]
  return { kind: 'twoKeys', at: own, other, message }
}

function findNumberFault(
  { machines, needs, bufferSeconds }: Station<string>,
  index: number,
  at: string,
): FlowFault | null {
  const name = `Station ${index + 1}`
  if (machines.length === 0) {
    return { kind: 'noMachine', at: `${at}.machines`, message: `${name} has no machine.` }
  }
  if (machines.length > flowLimits.machines) {
    const message = `${name} has more than ${flowLimits.machines} machines.`
    return { kind: 'tooMany', at: `${at}.machines`, message }
  }
  if (!Number.isInteger(needs) || needs < 1 || needs > machines.length) {
    const message = `${name} needs from 1 to ${machines.length} machines.`
    return { kind: 'needs', at: `${at}.needs`, message }
  }
  const most = flowLimits.bufferSeconds
  if (!Number.isInteger(bufferSeconds) || bufferSeconds < 0 || bufferSeconds > most) {
    const message = `The buffer before station ${index + 1} lasts from 0 to ${most} seconds.`
    return { kind: 'buffer', at: `${at}.bufferSeconds`, message }
  }
  return null
}

/**
 * The flow of one line by time. A machine is in it only as long as it stands in the line (D98): a station without the machines that
 * moved away needs no more than it has left, and one without any is none. `moves`: the instants at which any of the machines moved, ms.
 */
export function flowSteps(
  entries: readonly Step<Flow<number>>[],
  isInLine: (machineId: number, at: number) => boolean,
  moves: readonly number[],
): Step<Flow<number>>[] {
  const [first] = entries
  if (first === undefined) return []
  const starts = [...entries.map(({ from }) => from), ...moves.filter((at) => at > first.from)]
  return [...new Set(starts)]
    .sort((a, b) => (a < b ? -1 : 1))
    .map((from) => {
      const { value } = entries.findLast((entry) => entry.from <= from) ?? first
      const stations = value.flatMap(({ machines, needs, ...station }) => {
        const own = machines.filter((machineId) => isInLine(machineId, from))
        if (own.length === 0) return []
        return [{ ...station, machines: own, needs: Math.min(needs, own.length) }]
      })
      return { from, value: stations }
    })
}

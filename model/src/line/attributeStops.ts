import { type Step, stepInForce } from '../settings/datedSettings.ts'
import type { Flow } from './flow.ts'
import {
  clocksApart,
  type LineMachine,
  type LineStop,
  lineToleranceMs,
  type MachinePiece,
  machineKinds,
  machinePieces,
  type Span,
  type StationPiece,
  stationPieces,
} from './stationTimes.ts'

/** Why it is not decided where the cause of a stop lies (D102). */
export const withheldReasons = [
  'noFlow',
  'noStationDown',
  'offline',
  'skew',
  'dataMissing',
  'twoFit',
  'opposite',
] as const
export type WithheldReason = (typeof withheldReasons)[number]

/** What the rule says of one stop, or a person in its place. The whole stop is of one kind: none is divided. */
export type Attribution =
  | { readonly kind: 'own'; readonly named: boolean }
  | {
      readonly kind: 'inherited'
      /** null: outside the line. */
      readonly rootMachineId: number | null
      /** The stop of the root machine; null where none is known. */
      readonly rootStop: LineStop | null
      /** The machine that it waits for itself, of the nearest station that was down; null: none. */
      readonly neighbourId: number | null
      /** The clocks of the two, or of others on the way to the root, were not measured. */
      readonly unmeasured: boolean
      /** A person named the root. */
      readonly named: boolean
    }
  | {
      readonly kind: 'withheld'
      readonly why: WithheldReason
      /** The machine of which it is not known, or whose clock differs; null: none. */
      readonly neighbourId: number | null
      /** Of *skew*. */
      readonly clocks?: ClocksApart
    }

/** Two clocks that differ by more than their stops can be compared with. */
export type ClocksApart = {
  /** Whose clock differs from that of the neighbour: the machine of the stop, or one on the way to the root. */
  readonly machineId: number
  /** How far each is from ours, ms. */
  readonly skewMs: number
  readonly neighbourSkewMs: number
  /** Of the buffers between the two, ms. */
  readonly bufferMs: number
}

/** What a person said of the stop in which an instant of a machine lies; of several entries for one stop the last one holds. */
export type NamedRoot = {
  readonly machineId: number
  /** ms since 1970. */
  readonly at: number
  /** The machine itself: its own stop; null: outside the line; undefined: as the rule says. */
  readonly rootMachineId: number | null | undefined
}

/** A neighbour that ran again so long before the buffer counts may still be the cause (D102), ms. */
export const lineReachMs = 5_000
/** How long before a stop a root that a person named may have run again, ms. */
const namedReachMs = 3_600_000 + lineReachMs

export type LineQuestion = {
  /** The flow of the line by time, in order. */
  readonly flow: readonly Step<Flow<number>>[]
  readonly machines: readonly LineMachine[]
  /** The time that was read of all machines: it begins long enough before the stops of interest. */
  readonly range: Span
  /** In the order in which they were entered. */
  readonly named: readonly NamedRoot[]
}

export type LineAnswer = {
  /** By the stops that were handed over. */
  readonly attributions: ReadonlyMap<LineStop, Attribution>
  /** The time of a machine that it did not run, in order. */
  piecesOf(machineId: number): readonly MachinePiece[]
}

/**
 * Which machine stopped which (D102): a pure function of the records, so that late ones attribute anew and nothing is stored.
 * The flow in force when a stop began is that of its whole way to the root.
 */
export function attributeStops({ flow, machines, range, named }: LineQuestion): LineAnswer {
  const pieces = new Map(machines.map((one) => [one.machineId, machinePieces(one, range)]))
  const piecesOf = (machineId: number) => pieces.get(machineId) ?? []
  const says = namedRoots(machines, named)
  const layouts = new Map<Flow<number>, Layout>()
  const layoutOf = (stations: Flow<number>) => {
    const known = layouts.get(stations) ?? new Layout(stations, piecesOf, range, says)
    layouts.set(stations, known)
    return known
  }
  const attributions = new Map<LineStop, Attribution>()
  for (const { stops } of machines) {
    for (const stop of stops) {
      const stations = stepInForce(flow, stop.from)?.value
      attributions.set(stop, says.get(stop) ?? (stations ? layoutOf(stations).of(stop) : noFlow))
    }
  }
  return { attributions, piecesOf }
}

const withheld = (why: WithheldReason, neighbourId: number | null = null) =>
  ({ kind: 'withheld', why, neighbourId }) as const satisfies Attribution
const noFlow: Attribution = withheld('noFlow')
const own: Attribution = { kind: 'own', named: false }

const outside: Attribution = {
  ...{ kind: 'inherited', rootMachineId: null, rootStop: null },
  ...{ neighbourId: null, unmeasured: false, named: false },
}

type Direction = 'down' | 'up'

/** One flow with the times of its stations. */
class Layout {
  readonly #stations: Flow<number>
  readonly #stationOf: ReadonlyMap<number, number>
  readonly #times: readonly (readonly StationPiece[])[]
  readonly #range: Span
  readonly #says: ReadonlyMap<LineStop, Attribution>
  readonly #known = { down: new Map<LineStop, Attribution>(), up: new Map<LineStop, Attribution>() }

  constructor(
    stations: Flow<number>,
    piecesOf: (machineId: number) => readonly MachinePiece[],
    range: Span,
    says: ReadonlyMap<LineStop, Attribution>,
  ) {
    this.#stations = stations
    this.#stationOf = new Map(
      stations.flatMap(({ machines }, index) => machines.map((id) => [id, index] as const)),
    )
    this.#times = stations.map((station) => stationPieces(station, piecesOf))
    this.#range = range
    this.#says = says
  }

  of(stop: LineStop): Attribution {
    if (!this.#stationOf.has(stop.machineId)) return noFlow
    if (stop.waits === null) return own
    if (!stop.isBeginKnown) return withheld('dataMissing', stop.machineId)
    if (stop.waits !== 'either') return this.#search(stop, stop.waits)
    return eitherOf(this.#search(stop, 'down'), this.#search(stop, 'up'))
  }

  /** The same of a stop that others wait for; it is looked for once. */
  #searchOnce(stop: LineStop, direction: Direction): Attribution {
    const known = this.#known[direction]
    const found = known.get(stop) ?? this.#search(stop, direction)
    known.set(stop, found)
    return found
  }

  /** On one side of a stop. Each step goes one station further in this direction, so it ends. */
  #search(stop: LineStop, direction: Direction): Attribution {
    const step = direction === 'down' ? 1 : -1
    let bufferMs = 0
    let isBridged = false
    let place = (this.#stationOf.get(stop.machineId) ?? 0) + step
    for (; place >= 0 && place < this.#stations.length; place += step) {
      // The buffer of a station stands before it.
      const buffer = this.#stations[direction === 'down' ? place : place + 1]
      bufferMs += (buffer?.bufferSeconds ?? 0) * 1_000
      const earliest = stop.from - bufferMs - lineReachMs
      if (earliest < this.#range.from) return withheld('dataMissing')
      const seen = lookAt(this.#times[place] ?? [], stop.from, earliest)
      if (seen.down !== undefined) return this.#follow(stop, seen.down, bufferMs, direction)
      if (seen.isOffline) return withheld('offline', this.#stations[place]?.machines[0] ?? null)
      if (!seen.isPlanned) return withheld('noStationDown')
      isBridged = true
    }
    return isBridged ? withheld('noStationDown') : outside
  }

  /** Where several stops may have brought the station down, all of them have to lead to one root. */
  #follow(
    stop: LineStop,
    { stop: cause, others }: StationPiece,
    bufferMs: number,
    direction: Direction,
  ): Attribution {
    if (cause === undefined) return withheld('dataMissing')
    const found = this.#followOne(stop, cause, bufferMs, direction)
    const isOne = others?.every((other) =>
      isSameRoot(found, this.#followOne(stop, other, bufferMs, direction)),
    )
    return isOne === false ? withheld('twoFit', cause.machineId) : found
  }

  #followOne(stop: LineStop, cause: LineStop, bufferMs: number, direction: Direction): Attribution {
    const { machineId, skewMs } = stop
    const { skewMs: neighbourSkewMs } = cause
    const isMeasured = skewMs !== null && neighbourSkewMs !== null
    if (isMeasured && clocksApart(stop, cause) > Math.max(lineToleranceMs, bufferMs)) {
      const clocks = { machineId, skewMs, neighbourSkewMs, bufferMs }
      return { ...withheld('skew', cause.machineId), clocks }
    }
    const further = this.#rootOf(cause, direction)
    if (further.kind === 'own') {
      const root = { rootMachineId: cause.machineId, rootStop: cause }
      const { machineId: neighbourId } = cause
      return { kind: 'inherited', ...root, neighbourId, unmeasured: !isMeasured, named: false }
    }
    if (further.kind === 'withheld') return further
    const unmeasured = further.unmeasured || !isMeasured
    return { ...further, neighbourId: cause.machineId, unmeasured }
  }

  #rootOf(cause: LineStop, direction: Direction): Attribution {
    const said = this.#says.get(cause)
    if (said !== undefined) return said
    if (cause.waits === null) return own
    if (!cause.isBeginKnown) return withheld('dataMissing', cause.machineId)
    const isSameWay = cause.waits === 'either' || cause.waits === direction
    if (isSameWay) return this.#searchOnce(cause, direction)
    return withheld('opposite', cause.machineId)
  }
}

/** What a station was from `earliest` to the beginning of a stop. */
function lookAt(times: readonly StationPiece[], began: number, earliest: number) {
  let [low, high] = [0, times.length]
  const latest = began + lineToleranceMs
  while (low < high) {
    const middle = (low + high) >> 1
    if ((times[middle]?.from ?? latest) <= latest) low = middle + 1
    else high = middle
  }
  let down: StationPiece | undefined
  let [isOffline, isPlanned] = [false, false]
  for (let at = low - 1; at >= 0; at -= 1) {
    const piece = times[at]
    if (piece === undefined || piece.to <= earliest) break
    if (piece.kind === machineKinds.stood) down ??= piece
    else if (piece.from > began) continue
    else if (piece.kind === machineKinds.offline) isOffline = true
    else isPlanned = true
  }
  return { down, isOffline, isPlanned }
}

function isSameRoot(a: Attribution, b: Attribution): boolean {
  if (a.kind === 'withheld') return b.kind === 'withheld' && a.why === b.why
  if (a.kind === 'own' || b.kind !== 'inherited') return false
  return a.rootMachineId === b.rootMachineId && a.rootStop === b.rootStop
}

const hard: ReadonlySet<WithheldReason> = new Set(['offline', 'skew', 'dataMissing', 'twoFit'])

/**
 * Where it is not known on which side the cause lies: the only root of the two sides. A side of which something is not known might
 * have had one.
 */
function eitherOf(down: Attribution, up: Attribution): Attribution {
  const sides = [down, up]
  const unclear = sides.find((side) => side.kind === 'withheld' && hard.has(side.why))
  if (unclear !== undefined) return unclear
  const roots = sides.filter(
    (side) => side.kind === 'inherited' && (side.rootMachineId !== null || side.named),
  )
  const [root, other] = roots
  if (other !== undefined) return withheld('twoFit')
  if (root !== undefined) return root
  return sides.find(({ kind }) => kind === 'inherited') ?? withheld('noStationDown')
}

/** What persons said, by the stops in which their instants lie. */
function namedRoots(
  machines: readonly LineMachine[],
  named: readonly NamedRoot[],
): ReadonlyMap<LineStop, Attribution> {
  const says = new Map<LineStop, Attribution>()
  const stopsOf = new Map(machines.map(({ machineId, stops }) => [machineId, stops]))
  for (const { machineId, at, rootMachineId } of named) {
    const stop = lastBegun(stopsOf.get(machineId) ?? [], at)
    if (stop === undefined || stop.to <= at) continue
    if (rootMachineId === undefined) says.delete(stop)
    else if (rootMachineId === machineId) says.set(stop, { kind: 'own', named: true })
    else {
      const last = lastBegun(stopsOf.get(rootMachineId ?? 0) ?? [], stop.from + lineToleranceMs)
      const rootStop = last !== undefined && last.to > stop.from - namedReachMs ? last : null
      const root = { rootMachineId, rootStop, neighbourId: rootMachineId }
      says.set(stop, { kind: 'inherited', ...root, unmeasured: false, named: true })
    }
  }
  return says
}

function lastBegun(stops: readonly LineStop[], at: number): LineStop | undefined {
  let [low, high] = [0, stops.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((stops[middle]?.from ?? at) <= at) low = middle + 1
    else high = middle
  }
  return stops[low - 1]
}

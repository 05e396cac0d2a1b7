import {
  type AttributedStop,
  type ClientScope,
  type Flow,
  type LineLosses,
  type LossRow,
  lineLosses,
  type Period,
  type StationLimit,
  stationLimits,
  stepInForce,
  stopsInWindow,
  type WithheldRow,
} from '@packboard/model'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { byText } from '../figures/contextSums.ts'
import { lostPacks } from '../figures/lostPacks.ts'
import { targetBook } from '../figures/targetBook.ts'
import { keyMachines } from './lineOeee.ts'
import { type KnownLine, type LineReading, lineClocks, readLine } from './readLine.ts'

/** Stop time of one root machine and one cause, or withheld for one reason; packs that the key station lost in it. */
export type LossSum<Row> = Omit<Row, 'stops'> & {
  readonly stops: number
  readonly keyStops: number
  /** null: no key station, or a target is missing. */
  readonly lostPacks: number | null
}

/** What stopped a line in a window, and which stations limited it. */
export type LineLossesRead = {
  readonly sums: Pick<LineLosses, Sum>
  /** Longest first. */
  readonly rows: readonly LossSum<LossRow>[]
  readonly withheld: readonly LossSum<WithheldRow>[]
  /** By the flow in force at the end of the window. */
  readonly flow: Flow<number>
  readonly lineMs: number
  readonly limits: readonly StationLimit[]
}

const sumNames = ['stopMs', 'ownMs', 'inheritedMs', 'withheldMs', 'plannedMs'] as const
type Sum = (typeof sumNames)[number]

const dayMs = 86_400_000
/** A longer window is read in parts, of which only the sums are kept: what a part has is bounded by its stops. */
const partMs = 31 * dayMs

export async function readLineLosses(
  deps: Pick<Deps, 'telemetry' | 'management' | 'now'> & PlanDeps,
  scope: ClientScope,
  line: KnownLine,
  period: Period,
): Promise<LineLossesRead> {
  const [from, to] = [period.from.getTime(), period.to.getTime()]
  const flow = stepInForce(line.flow, Math.max(from, to - 1))?.value ?? []
  const key = new Set(keyMachines(flow))
  const sums = { stopMs: 0, ownMs: 0, inheritedMs: 0, withheldMs: 0, plannedMs: 0 }
  const rows = new Map<string, LossSum<LossRow>>()
  const withheld = new Map<string, LossSum<WithheldRow>>()
  const limits = flow.map((_, station) => ({ station, rootMs: 0, limitingMs: 0 }))
  let lineMs = 0
  const clocks = await lineClocks(deps, scope, line)
  for (let begin = from; begin < to; begin += partMs) {
    const part = { from: begin, to: Math.min(to, begin + partMs) }
    const dates = { from: new Date(part.from), to: new Date(part.to) }
    const reading = await readLine(deps, scope, line, dates, clocks)
    const losses = lineLosses(stopsInWindow(reading, reading.machineIds, part), (id) => key.has(id))
    const lostPacksOf = await lostPacksIn(deps, scope, { reading, losses, key, period })
    const sumOf = <Row extends { readonly stops: readonly AttributedStop[] }>(
      row: Row,
    ): LossSum<Row> => {
      // A stop over the edge of two parts is one stop.
      const begun = row.stops.filter(({ stop }) => begin === from || stop.from >= begin)
      const keyStops = begun.filter(({ stop }) => key.has(stop.machineId)).length
      return { ...row, stops: begun.length, keyStops, lostPacks: lostPacksOf(row.stops) }
    }
    for (const name of sumNames) sums[name] += losses[name]
    for (const row of losses.rows) {
      const name = JSON.stringify([row.machineId, row.group, row.cause])
      const [before, sum] = [rows.get(name), sumOf(row)]
      const ownMs = (before?.ownMs ?? 0) + sum.ownMs
      const inheritedMs = (before?.inheritedMs ?? 0) + sum.inheritedMs
      rows.set(name, { ...joined(before, sum), ownMs, inheritedMs })
    }
    for (const row of losses.withheld) {
      const [before, sum] = [withheld.get(row.why), sumOf(row)]
      withheld.set(row.why, { ...joined(before, sum), ms: (before?.ms ?? 0) + sum.ms })
    }
    const limited = stationLimits(reading, flow, part)
    lineMs += limited.lineMs
    for (const [index, { rootMs, limitingMs }] of limited.stations.entries()) {
      const sum = limits[index]
      if (sum === undefined) continue
      sum.rootMs += rootMs
      sum.limitingMs += limitingMs
    }
  }
  return {
    ...{ sums, flow, lineMs, limits },
    rows: [...rows.values()].sort(byLength),
    withheld: [...withheld.values()].sort((a, b) => b.ms - a.ms || byText(a.why, b.why)),
  }
}

/** The numbers that one row of a sum has in two parts of a window. */
function joined<Row extends Counts>(one: Row | undefined, other: Row): Row {
  if (one === undefined) return other
  const isKnown = one.lostPacks !== null && other.lostPacks !== null
  return {
    ...other,
    stops: one.stops + other.stops,
    keyStops: one.keyStops + other.keyStops,
    keyMs: one.keyMs + other.keyMs,
    lostPacks: isKnown ? one.lostPacks + other.lostPacks : null,
  }
}

type Counts = Pick<LossSum<LossRow>, 'stops' | 'keyStops' | 'keyMs' | 'lostPacks'>

const byLength = (a: LossSum<LossRow>, b: LossSum<LossRow>) =>
  b.ownMs + b.inheritedMs - a.ownMs - a.inheritedMs ||
  (a.machineId ?? 0) - (b.machineId ?? 0) ||
  byText(`${a.group} ${a.cause}`, `${b.group} ${b.cause}`)

/** Packs that the key station lost in some stops; null: no key station, or a target is missing. */
async function lostPacksIn(
  deps: Pick<Deps, 'telemetry' | 'management'>,
  scope: ClientScope,
  {
    reading,
    losses,
    key,
    period,
  }: {
    readonly reading: LineReading
    readonly losses: LineLosses
    readonly key: ReadonlySet<number>
    readonly period: Period
  },
): Promise<(stops: readonly AttributedStop[]) => number | null> {
  if (key.size === 0) return () => null
  const piecesOf = (stops: readonly AttributedStop[]) =>
    stops
      .filter(({ stop }) => key.has(stop.machineId))
      .map(({ stop, ms }) => {
        const { product = '' } = reading.recordOf.get(stop) ?? {}
        return { machineId: stop.machineId, ms, since: stop.from, product }
      })
  const contexts = [...losses.rows, ...losses.withheld].flatMap(({ stops }) => piecesOf(stops))
  const { from, to: before } = period
  const targetOf = await targetBook(deps, scope, { contexts, from, before })
  return (stops) => lostPacks(piecesOf(stops), targetOf)
}

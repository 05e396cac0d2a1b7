import {
  type AttributedStop,
  type ClientScope,
  type Flow,
  type LineLosses,
  lineLosses,
  type Period,
  type StationLimit,
  stationLimits,
  stepInForce,
  stopsInWindow,
} from '@packboard/model'
import type { StopOfLine } from '@packboard/telemetry/read'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { lostPacks } from '../figures/lostPacks.ts'
import { targetBook } from '../figures/targetBook.ts'
import { type KnownLine, lineClocks, readLine } from './readLine.ts'

/** What stopped a line in a window, and which stations limited it. */
export type LineLossesRead = {
  readonly losses: LineLosses
  /** Packs that the key station lost in some stops; null: no key station, or a target is missing. */
  lostPacksOf(stops: readonly AttributedStop[]): number | null
  /** By the flow in force at the end of the window. */
  readonly flow: Flow<number>
  readonly lineMs: number
  readonly limits: readonly StationLimit[]
}

const dayMs = 86_400_000
/** A longer window is read in parts: what a part has is bounded by its stops. */
const partMs = 31 * dayMs

export async function readLosses(
  deps: Pick<Deps, 'telemetry' | 'management' | 'now'> & PlanDeps,
  scope: ClientScope,
  line: KnownLine,
  period: Period,
): Promise<LineLossesRead> {
  const [from, to] = [period.from.getTime(), period.to.getTime()]
  const flow = stepInForce(line.flow, Math.max(from, to - 1))?.value ?? []
  const keyMachines = new Set(flow.filter(({ key }) => key).flatMap(({ machines }) => machines))
  const found = new Map<string, AttributedStop>()
  const products = new Map<string, string>()
  const sums = {
    lineMs: 0,
    limits: flow.map((_, station) => ({ station, rootMs: 0, limitingMs: 0 })),
  }
  const clocks = await lineClocks(deps, scope, line)
  for (let begin = from; begin < to; begin += partMs) {
    const part = { from: begin, to: Math.min(to, begin + partMs) }
    const dates = { from: new Date(part.from), to: new Date(part.to) }
    const reading = await readLine(deps, scope, line, dates, clocks)
    for (const own of stopsInWindow(reading, reading.machineIds, part)) {
      // A stop over the edge of two parts is one stop.
      const key = `${own.stop.machineId} ${own.stop.from}`
      const before = found.get(key)
      const ms = (before?.ms ?? 0) + own.ms
      found.set(key, { ...own, ms, plannedMs: (before?.plannedMs ?? 0) + own.plannedMs })
      products.set(key, productOf(reading.recordOf.get(own.stop)))
    }
    const { lineMs, stations } = stationLimits(reading, flow, part)
    sums.lineMs += lineMs
    for (const [index, { rootMs, limitingMs }] of stations.entries()) {
      const sum = sums.limits[index]
      if (sum === undefined) continue
      sum.rootMs += rootMs
      sum.limitingMs += limitingMs
    }
  }
  const piecesOf = (stops: readonly AttributedStop[]) =>
    stops
      .filter(({ stop }) => keyMachines.has(stop.machineId))
      .map(({ stop: { machineId, from: since }, ms }) => {
        return { machineId, ms, since, product: products.get(`${machineId} ${since}`) ?? '' }
      })
  const contexts = piecesOf([...found.values()])
  const targetOf = await targetBook(deps, scope, {
    contexts,
    ...{ from: period.from, before: period.to },
  })
  return {
    ...{ losses: lineLosses([...found.values()], (id) => keyMachines.has(id)), flow, ...sums },
    lostPacksOf: (stops) => (keyMachines.size === 0 ? null : lostPacks(piecesOf(stops), targetOf)),
  }
}

const productOf = (record: StopOfLine | undefined) => record?.product ?? ''

import type { WaitsForRoot } from '@packboard/contract'
import type { ClientScope } from '@packboard/model'
import type { Deps } from '../deps.ts'
import type { PlanDeps } from '../exclusions/planBook.ts'
import { type KnownLine, linesWithFlow, machinesIn, readLine } from './readLine.ts'

/** A stop, or a part of one, as a list has it. */
export type ListedStop = { readonly machineId: number; readonly from: Date; readonly to: Date }

const dayMs = 86_400_000
/** Stops that are nearer to each other are attributed by one reading, which has at most so many days where it has several stops. */
const nearDays = 4
const mostDays = 31

/**
 * For which machine of its line each of some stops waits (D102). Only lines with a flow are read, and only the times of these stops. null: for none, it is
 * withheld, or the line has no flow.
 */
export async function rootsOfStops(
  deps: Pick<Deps, 'telemetry' | 'management' | 'now'> & PlanDeps,
  scope: ClientScope,
  stops: readonly ListedStop[],
): Promise<(stop: ListedStop) => WaitsForRoot | null> {
  const roots = new Map<ListedStop, WaitsForRoot>()
  const rootOf = (stop: ListedStop) => roots.get(stop) ?? null
  const whole = spanOf(stops)
  if (whole === null) return rootOf
  for (const line of await linesWithFlow(deps, scope, whole)) {
    const machines = new Set(machinesIn(line.flow))
    const own = stops.filter(({ machineId }) => machines.has(machineId))
    for (const near of neighbours(own)) await attribute(deps, scope, line, { near, roots })
  }
  return rootOf
}

async function attribute(
  deps: Pick<Deps, 'telemetry' | 'management' | 'now'> & PlanDeps,
  scope: ClientScope,
  line: KnownLine,
  {
    near,
    roots,
  }: { readonly near: readonly ListedStop[]; readonly roots: Map<ListedStop, WaitsForRoot> },
): Promise<void> {
  const period = spanOf(near)
  if (period === null) return
  const { stopsOf, attributions } = await readLine(deps, scope, line, period)
  for (const listed of near) {
    const [from, to] = [listed.from.getTime(), listed.to.getTime()]
    const stop = stopsOf.get(listed.machineId)?.find((one) => one.from < to && one.to > from)
    const attribution = stop && attributions.get(stop)
    if (attribution?.kind !== 'inherited') continue
    const { rootMachineId, rootStop } = attribution
    roots.set(listed, {
      machineId: rootMachineId === null ? null : line.serialOf(rootMachineId),
      from: rootStop && new Date(rootStop.from),
      group: rootStop?.group ?? '',
      cause: rootStop?.cause ?? '',
    })
  }
}

function spanOf(stops: readonly ListedStop[]) {
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const stop of stops) {
    from = Math.min(from, stop.from.getTime())
    to = Math.max(to, stop.to.getTime())
  }
  return from < to ? { from: new Date(from), to: new Date(to) } : null
}

function neighbours(stops: readonly ListedStop[]): ListedStop[][] {
  const groups: ListedStop[][] = []
  let [begin, end] = [0, Number.NEGATIVE_INFINITY]
  for (const stop of stops.toSorted((a, b) => a.from.getTime() - b.from.getTime())) {
    const [from, to] = [stop.from.getTime(), stop.to.getTime()]
    const group = groups.at(-1)
    const isNear = from - end <= nearDays * dayMs && to - begin <= mostDays * dayMs
    if (group !== undefined && isNear) group.push(stop)
    else {
      groups.push([stop])
      begin = from
      end = to
    }
    end = Math.max(end, to)
  }
  return groups
}

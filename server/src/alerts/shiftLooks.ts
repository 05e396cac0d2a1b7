import { setImmediate as turn } from 'node:timers/promises'
import { type ClientMachine, clientSettings, shiftsOfClient } from '@packboard/management'
import {
  oee,
  type Period,
  packsOf,
  plannedSeconds,
  shiftOrDayAt,
  shiftPacks,
  shiftsIn,
  type Target,
} from '@packboard/model'
import { type OeeTotal, oeeTotals, type PlannedTotal } from '@packboard/telemetry/read'
import type { PlannedWindow, UnplannedMs } from '../exclusions/planBook.ts'
import { outputsOf } from '../figures/metricsOf.ts'
import { takenOut } from '../figures/readBasis.ts'
import { targetBook } from '../figures/targetBook.ts'
import { TimeSums } from '../figures/timeOf.ts'
import type { AlertFacts } from './alertFacts.ts'

const minuteMs = 60_000
const hourMs = 3_600_000

/** Figures of a running shift are looked at so often, counted from its begin. */
export const shiftLookMs = 15 * minuteMs

/** A shift that touches a window, or a day of a client without shifts. */
export async function shiftsOf({ deps, scope, period }: AlertFacts): Promise<Period[]> {
  const times = await shiftsOfClient(deps.management, scope)
  if (times === undefined) return []
  if (times.starts.length > 0) {
    return shiftsIn(times.starts, times.zone, period).map((shift) => shift.period)
  }
  const days: Period[] = []
  for (let at = period.from; at < period.to; ) {
    const day = shiftOrDayAt(times.starts, times.zone, at).period
    days.push(day)
    at = day.to
  }
  return days
}

/** The figures of a shift so far, at an instant at which it is looked at; `until` is its end. */
export type ShiftLook = {
  readonly at: number
  readonly until: number
  /** null in its first hour, without planned time, and where a product has no target. */
  readonly oee: number | null
  /** How many packs were due and are not made; null without a target. */
  readonly behind: number | null
}

/** The figures of the shifts of a window at each quarter of an hour, by machine and in order. */
export async function shiftLooks(
  facts: AlertFacts,
): Promise<ReadonlyMap<number, readonly ShiftLook[]>> {
  const { deps, scope, machines, period, end } = facts
  // One that began before the window is not known whole.
  const shifts = (await shiftsOf(facts)).flatMap(({ from, to }): Shift[] => {
    const shift = { from: from.getTime(), to: to.getTime(), until: Math.min(to.getTime(), end) }
    return from >= period.from && shift.from < shift.until ? [shift] : []
  })
  const [first] = shifts
  if (first === undefined) return new Map()
  const planned = await deps.plans.window(scope, machines, period)
  const settings = await clientSettings(deps.management, scope)
  const parts = partsOfShifts(shifts)
  const spans = planned?.spans ?? new Map()
  const looks = new Map<number, ShiftLook[]>()
  for (const some of readTogether(machines, parts.length, spans)) {
    const totals = await oeeTotals(deps.telemetry, scope, {
      ...{ machineIds: some.map(({ id }) => id), spans },
      period: { from: new Date(first.from), to: new Date(shifts.at(-1)?.until ?? end) },
      starts: parts.map(({ at }) => new Date(at)),
    })
    const ofShift = Map.groupBy(parts.entries(), ([, { shift }]) => shift)
    for (const shift of shifts) {
      const steps = (ofShift.get(shift) ?? []).map(([index, { at }]) => ({
        ...{ at: at + shiftLookMs, totals: Map.groupBy(totals[index] ?? [], machineOf) },
      }))
      const targetOf = remembered(
        await targetBook(deps, scope, {
          contexts: distinctContexts(steps.flatMap((step) => [...step.totals.values()].flat())),
          ...{ from: new Date(shift.from), before: new Date(shift.until), settings },
        }),
      )
      for (const machine of some) {
        const own = looks.get(machine.id) ?? []
        looks.set(machine.id, own)
        const outOf = (soFar: Period) => planned?.msOf([machine], soFar)
        own.push(...looksOf({ machine, shift, steps, outOf, targetOf }))
      }
      // Other work of this process may go on between two shifts.
      await turn()
    }
  }
  return looks
}

/** `until`: it is known up to here. Ms since 1970. */
type Shift = { readonly from: number; readonly to: number; readonly until: number }
/** What lies between two shifts belongs to none. */
type ShiftPart = { readonly at: number; readonly shift: Shift | undefined }
type Total = PlannedTotal<OeeTotal>

/** The quarters of an hour of shifts in order. */
function partsOfShifts(shifts: readonly Shift[]): ShiftPart[] {
  return shifts.flatMap((shift, index): ShiftPart[] => {
    const parts: ShiftPart[] = []
    for (let at = shift.from; at < shift.until; at += shiftLookMs) parts.push({ at, shift })
    const next = shifts[index + 1]
    if (next !== undefined && next.from > shift.until) {
      parts.push({ at: shift.until, shift: undefined })
    }
    return parts
  })
}

/** Sums of one reading, with some for marks and products, and instants that divide them: more would be a question of a megabyte. */
const mostSums = 50_000
const mostEdges = 20_000

/** Machines whose sums are read together. */
function readTogether(
  machines: readonly ClientMachine[],
  parts: number,
  spans: PlannedWindow['spans'],
): ClientMachine[][] {
  const groups: ClientMachine[][] = []
  let [own, lists, edges]: [ClientMachine[], Set<unknown>, number] = [[], new Set(), 0]
  for (const machine of machines) {
    const list = spans.get(machine.id)
    const more = lists.has(list) ? 0 : parts + 2 * (list?.length ?? 0)
    const isFull = (own.length + 1) * parts > mostSums || edges + more > mostEdges
    if (own.length > 0 && isFull) {
      groups.push(own)
      own = []
      lists = new Set()
      edges = 0
    }
    edges += lists.has(list) ? 0 : parts + 2 * (list?.length ?? 0)
    lists.add(list)
    own.push(machine)
  }
  return own.length > 0 ? [...groups, own] : groups
}

const machineOf = ({ machineId }: Total) => machineId

function distinctContexts(totals: readonly Total[]): Total[] {
  const keyOf = ({ machineId, product, since }: Total) => `${machineId} ${since ?? ''} ${product}`
  return [...new Map(totals.map((total) => [keyOf(total), total])).values()]
}

type TargetOf = Awaited<ReturnType<typeof targetBook>>

/** The same targets, each looked up once: every look at a shift needs those of all of its products. */
function remembered(targetOf: TargetOf): TargetOf {
  const known = new Map<string, ReturnType<TargetOf>>()
  return (machineId, product, since) => {
    const key = `${machineId} ${since ?? ''} ${product}`
    const before = known.get(key)
    if (before !== undefined) return before
    const target = targetOf(machineId, product, since)
    known.set(key, target)
    return target
  }
}

/** The looks at a shift of one machine. */
function looksOf({
  machine,
  shift,
  steps,
  outOf,
  targetOf,
}: {
  readonly machine: ClientMachine
  readonly shift: Shift
  readonly steps: readonly {
    readonly at: number
    readonly totals: ReadonlyMap<number, readonly Total[]>
  }[]
  readonly outOf: (soFar: Period) => UnplannedMs | undefined
  readonly targetOf: TargetOf
}): ShiftLook[] {
  const sums = new ShiftSums()
  return steps.flatMap(({ at, totals }): ShiftLook[] => {
    if (at > shift.until) return []
    sums.add(totals.get(machine.id) ?? [])
    const out = outOf({ from: new Date(shift.from), to: new Date(at) }) ?? { break: 0, closed: 0 }
    const length = at - shift.from
    return [
      {
        ...{ at, until: shift.to },
        oee: length < hourMs ? null : sums.oee(length, out, targetOf),
        behind: sums.behind(length, out, targetOf(machine.id, sums.product)),
      },
    ]
  })
}

/** The sums of one machine in a shift as it goes on. */
class ShiftSums {
  readonly #time = new TimeSums()
  readonly #outputs = new Map<string, Made>()
  #packs = 0n
  /** What the machine packed last. */
  product = ''

  add(part: readonly Total[]): void {
    for (const total of part) {
      const { plan, under, label } = total
      const stood = total.idle + total.alarm + total.ancillary
      const isMarked =
        plan !== undefined || (stood > 0 && (under !== undefined || label !== undefined))
      this.#time.add(total, total, isMarked)
      this.#packs += total.packs
      this.#addOutput(total)
    }
    const worked = part.filter((total) => total.product !== '' && hasTime(total))
    // After a change of product in this quarter of an hour the other one is the last.
    const last = worked.findLast(({ product }) => product !== this.product) ?? worked.at(-1)
    if (last !== undefined) this.product = last.product
  }

  #addOutput({ machineId, product, since, packs, packsAfterGap, rejectsInTime }: Total): void {
    const key = `${since ?? ''} ${product}`
    const made = this.#outputs.get(key) ?? {
      ...{ machineId, product, category: 'run', packs: 0n, rejects: null },
      ...(since !== undefined && { since }),
    }
    this.#outputs.set(key, made)
    made.packs += packs - packsAfterGap
    if (rejectsInTime !== null) made.rejects = (made.rejects ?? 0n) + rejectsInTime
  }

  /** Nothing that was not planned, and nothing of which no figure is known, is under a share: null. */
  oee(windowMs: number, out: UnplannedMs, targetOf: TargetOf): number | null {
    const time = this.#time.inWindow(windowMs, takenOut(out).unplannedMs)
    if (plannedSeconds(time) <= 0) return null
    return oee(time, outputsOf([...this.#outputs.values()], targetOf)).oee
  }

  /** As the page of a shift says: target speed × planned time so far against what was made. */
  behind(windowMs: number, out: UnplannedMs, { ppm }: Pick<Target, 'ppm'>): number | null {
    const made = packsOf(this.#packs)
    const { due } = shiftPacks({
      ...{ targetPpm: ppm, made, plannedMs: windowMs - out.break - out.closed },
      ...{ leftMs: 0, rate: { packs: 0, ms: 0 } },
    })
    return due === null ? null : due - made
  }
}

/** What was made of a product; what was read after a gap is not in it (D63). */
type Made = {
  readonly machineId: number
  readonly product: string
  readonly category: 'run'
  readonly since?: number
  packs: bigint
  rejects: bigint | null
}

const hasTime = ({ run, idle, alarm, ancillary, unknown }: Total) =>
  run + idle + alarm + ancillary + unknown > 0

import { unitsPerPack } from '../machine/counters.ts'
import { warningStates } from '../machine/states.ts'
import type { PlantMachine } from '../plantLayout.ts'

/**
 * One record that the product received of a machine, with the true counts behind it. `at` is the time under which it must
 * stand in the ledger: the machine's clock, or the time of receipt where that clock is too far ahead (D9).
 */
export type Report = {
  readonly at: number
  readonly sequence: number
  readonly state: number
  readonly product: string
  readonly tool: string
  readonly user: string
  /** Counted since the machine was built, in units of its counter: without resets and rollovers. */
  readonly packs: number
  readonly rejects: number
  /** The connection died: there are no valid data of the machine until the next report (D11). */
  readonly death: boolean
}

export type ReportedAlarm = {
  readonly raisedAt: number
  readonly group: string
  readonly description: string
}

/** Everything that the product can know of a machine. */
export type ReportedMachine = {
  readonly machine: PlantMachine
  readonly reports: readonly Report[]
  readonly alarms: readonly ReportedAlarm[]
}

type TrueCategory = 'run' | 'alarm' | 'idle' | 'ancillary' | 'offline'

/** A stretch of time for which one report is valid; `state` is null without valid data. */
type TrueStretch = {
  readonly from: number
  readonly to: number
  readonly state: number | null
  readonly category: TrueCategory
  readonly product: string
}

type TrueStop = {
  readonly from: number
  readonly to: number
  /** The alarm that came first, or the state in which the machine first stood (D18). */
  readonly group: string | null
  readonly cause: string | null
  readonly firstState: number | null
}

/** The expected figures on the cards and in the reports for a machine and a window. */
export type TrueTotals = {
  readonly stateMs: ReadonlyMap<number, number>
  readonly run: number
  readonly alarm: number
  readonly idle: number
  readonly ancillary: number
  readonly offline: number
  readonly external: number
  readonly packs: number
  readonly rejects: number
  readonly packsOfProduct: ReadonlyMap<string, number>
}

export type Window = { readonly from: number; readonly to: number }

/** The categories of D13, written a second time: the truth must not use the product's table. */
const category: Record<number, TrueCategory> = {
  1: 'alarm',
  2: 'alarm',
  3: 'alarm',
  4: 'idle',
  5: 'idle',
  6: 'ancillary',
  7: 'ancillary',
  8: 'idle',
  9: 'ancillary',
  10: 'run',
  11: 'run',
  12: 'ancillary',
  13: 'idle',
  14: 'ancillary',
  15: 'ancillary',
  16: 'idle',
  17: 'ancillary',
  18: 'alarm',
  19: 'idle',
  21: 'alarm',
  22: 'alarm',
}
const lineStates: readonly number[] = [15, 16, 17, 19]

/** In a warning the machine runs while its counter moved within this time (D13; every target is above 18 ppm). */
const countingMs = 10_000
/** An alarm that comes this long before a stop still is its cause (D18). */
const beforeStopMs = 5_000

/**
 * The true ledger of one machine: time from what it was able to send, packs from what it really counted.
 * Written apart from the product's own ledger and sharing no line with it, so that the two can be compared.
 */
export class TrueLedger {
  readonly stretches: readonly TrueStretch[]
  readonly #reports: readonly Report[]
  readonly #alarms: readonly ReportedAlarm[]
  readonly #perPack: number

  constructor({ machine, reports, alarms }: ReportedMachine) {
    this.#reports = [...reports].sort((a, b) => a.at - b.at || a.sequence - b.sequence)
    this.#alarms = [...alarms].sort((a, b) => a.raisedAt - b.raisedAt)
    this.#perPack = unitsPerPack(machine)
    this.stretches = paint(this.#reports, machine.holdMs)
  }

  totals({ from, to }: Window): TrueTotals {
    const stateMs = new Map<number, number>()
    const sum = { run: 0, alarm: 0, idle: 0, ancillary: 0, offline: 0 }
    let external = 0
    let known = 0
    for (const stretch of this.stretches) {
      const ms = Math.min(to, stretch.to) - Math.max(from, stretch.from)
      if (ms <= 0) continue
      known += ms
      sum[stretch.category] += ms
      if (stretch.state === null) continue
      stateMs.set(stretch.state, (stateMs.get(stretch.state) ?? 0) + ms)
      if (lineStates.includes(stretch.state)) external += ms
    }
    // Before the first record and after the last one there are no valid data of the machine.
    sum.offline += to - from - known
    return { stateMs, ...sum, external, ...this.#counted({ from, to }) }
  }

  /** Every stop that overlaps the window, whole. */
  stops({ from, to }: Window): TrueStop[] {
    const stops: TrueStop[] = []
    let open: { from: number; to: number; firstState: number | null } | undefined
    const close = () => {
      if (open && open.to > from && open.from < to) stops.push({ ...open, ...this.#cause(open) })
      open = undefined
    }
    for (const stretch of this.stretches) {
      if (stretch.category === 'run') close()
      else if (open) open.to = stretch.to
      else open = { from: stretch.from, to: stretch.to, firstState: stretch.state }
    }
    close()
    return stops
  }

  #cause(stop: Window) {
    const first = this.#alarms.find(
      ({ raisedAt }) => raisedAt >= stop.from - beforeStopMs && raisedAt < stop.to,
    )
    return { group: first?.group ?? null, cause: first?.description ?? null }
  }

  /** A count belongs to the instant of the sample that reports it, and to the state that ran until then (D14). */
  #counted({ from, to }: Window) {
    let packs = 0
    let rejects = 0
    const packsOfProduct = new Map<string, number>()
    let before: Report | undefined
    // A clock that is too far ahead can put a report after a later one: its packs were counted with the later one.
    let most = { packs: 0, rejects: 0 }
    for (const report of this.#reports) {
      if (report.death) continue
      const counted = higher(report, most)
      if (before && report.at >= from && report.at < to) {
        const more = counted.packs - most.packs
        packs += more
        rejects += counted.rejects - most.rejects
        packsOfProduct.set(before.product, (packsOfProduct.get(before.product) ?? 0) + more)
      }
      most = counted
      before = report
    }
    for (const [product, units] of packsOfProduct)
      packsOfProduct.set(product, units / this.#perPack)
    return { packs: packs / this.#perPack, rejects, packsOfProduct }
  }
}

function higher(
  one: { readonly packs: number; readonly rejects: number },
  other: { readonly packs: number; readonly rejects: number },
) {
  return {
    packs: Math.max(one.packs, other.packs),
    rejects: Math.max(one.rejects, other.rejects),
  }
}

function paint(reports: readonly Report[], holdMs: number): TrueStretch[] {
  const stretches: TrueStretch[] = []
  const add = (from: number, to: number, report: Report | null, as: TrueCategory) => {
    if (to <= from) return
    const state = report?.state ?? null
    const product = report?.product ?? ''
    const last = stretches.at(-1)
    if (last && last.state === state && last.category === as && last.product === product) {
      stretches[stretches.length - 1] = { ...last, to }
    } else {
      stretches.push({ from, to, state, category: as, product })
    }
  }
  let countedAt = Number.NEGATIVE_INFINITY
  let most: number | undefined
  reports.forEach((report, index) => {
    if (!report.death) {
      if (most !== undefined && report.packs > most) countedAt = report.at
      most = Math.max(report.packs, most ?? report.packs)
    }
    const next = reports[index + 1]?.at ?? Number.POSITIVE_INFINITY
    const until = report.death ? report.at : Math.min(next, report.at + holdMs)
    if (warningStates.includes(report.state)) {
      const runs = Math.min(until, Math.max(report.at, countedAt + countingMs))
      add(report.at, runs, report, 'run')
      add(runs, until, report, 'alarm')
    } else {
      add(report.at, until, report, category[report.state] ?? 'offline')
    }
    if (next !== Number.POSITIVE_INFINITY) add(until, next, null, 'offline')
  })
  return stretches
}

import type { Attribution, LineAnswer, WithheldReason } from './attributeStops.ts'
import { type LineStop, machineKinds, type Span } from './stationTimes.ts'

/** A stop of a line with its time inside a window, ms. */
export type AttributedStop = {
  readonly stop: LineStop
  readonly attribution: Attribution
  /** Observed time outside run that was meant for production. */
  readonly ms: number
  /** Observed time outside run that the plan, a label or a unit mode takes out (D72). */
  readonly plannedMs: number
}

/** The stops of machines with time in a window, machine by machine, in order. */
export function stopsInWindow(
  { attributions, piecesOf }: LineAnswer,
  machineIds: readonly number[],
  window: Span,
): AttributedStop[] {
  const found: { -readonly [Key in keyof AttributedStop]: AttributedStop[Key] }[] = []
  for (const machineId of machineIds) {
    for (const { kind, stop, from, to } of piecesOf(machineId)) {
      const ms = Math.min(to, window.to) - Math.max(from, window.from)
      const isObserved = kind === machineKinds.stood || kind === machineKinds.planned
      if (ms <= 0 || !isObserved || stop === undefined) continue
      const attribution = attributions.get(stop)
      if (attribution === undefined) continue
      let last = found.at(-1)
      if (last?.stop !== stop) {
        last = { stop, attribution, ms: 0, plannedMs: 0 }
        found.push(last)
      }
      if (kind === machineKinds.stood) last.ms += ms
      else last.plannedMs += ms
    }
  }
  return found
}

/** Stop time of one root machine and one cause; ms. */
export type LossRow = {
  /** null: outside the line. */
  readonly machineId: number | null
  readonly group: string
  readonly cause: string
  readonly ownMs: number
  readonly inheritedMs: number
  /** Of the machines of the key station alone. */
  readonly keyMs: number
  readonly stops: readonly AttributedStop[]
}

/** Stop time whose cause is not decided; ms. */
export type WithheldRow = {
  readonly why: WithheldReason
  readonly ms: number
  readonly keyMs: number
  readonly stops: readonly AttributedStop[]
}

/** What stopped a line: `ownMs` + `inheritedMs` + `withheldMs` = `stopMs`, and the rows add up to the same. */
export type LineLosses = {
  readonly stopMs: number
  readonly ownMs: number
  readonly inheritedMs: number
  readonly withheldMs: number
  /** Taken out of planned time, and in none of the others. */
  readonly plannedMs: number
  /** Longest first. */
  readonly rows: readonly LossRow[]
  readonly withheld: readonly WithheldRow[]
}

/** Adds up the stops of a line by root machine and cause; stops without planned time are in no row. */
export function lineLosses(
  stops: readonly AttributedStop[],
  isOfKey: (machineId: number) => boolean,
): LineLosses {
  const roots = new Map<string, Mutable<LossRow>>()
  const unclear = new Map<WithheldReason, Mutable<WithheldRow>>()
  const sums = { stopMs: 0, ownMs: 0, inheritedMs: 0, withheldMs: 0, plannedMs: 0 }
  for (const one of stops) {
    const { stop, attribution, ms } = one
    sums.plannedMs += one.plannedMs
    if (ms === 0) continue
    sums.stopMs += ms
    const keyMs = isOfKey(stop.machineId) ? ms : 0
    if (attribution.kind === 'withheld') {
      sums.withheldMs += ms
      const { why } = attribution
      const row = unclear.get(why) ?? { why, ms: 0, keyMs: 0, stops: [] }
      unclear.set(why, row)
      row.ms += ms
      row.keyMs += keyMs
      row.stops.push(one)
      continue
    }
    const row = rootRow(roots, stop, attribution)
    if (attribution.kind === 'own') {
      sums.ownMs += ms
      row.ownMs += ms
    } else {
      sums.inheritedMs += ms
      row.inheritedMs += ms
    }
    row.keyMs += keyMs
    row.stops.push(one)
  }
  const length = ({ ownMs, inheritedMs }: LossRow) => ownMs + inheritedMs
  return {
    ...sums,
    rows: [...roots.values()].sort((a, b) => length(b) - length(a) || byPlace(a, b)),
    withheld: [...unclear.values()].sort((a, b) => b.ms - a.ms || (a.why < b.why ? -1 : 1)),
  }
}

type Mutable<Row> = {
  -readonly [Key in keyof Row]: Key extends 'stops' ? AttributedStop[] : Row[Key]
}

function rootRow(
  rows: Map<string, Mutable<LossRow>>,
  stop: LineStop,
  attribution: Exclude<Attribution, { kind: 'withheld' }>,
): Mutable<LossRow> {
  const root = attribution.kind === 'own' ? stop : attribution.rootStop
  const machineId = attribution.kind === 'own' ? stop.machineId : attribution.rootMachineId
  const { group, cause } = root ?? { group: '', cause: '' }
  const key = JSON.stringify([machineId, group, cause])
  const row = rows.get(key) ?? {
    ...{ machineId, group, cause },
    ...{ ownMs: 0, inheritedMs: 0, keyMs: 0, stops: [] },
  }
  rows.set(key, row)
  return row
}

const byPlace = (a: LossRow, b: LossRow) =>
  (a.machineId ?? 0) - (b.machineId ?? 0) ||
  (`${a.group} ${a.cause}` < `${b.group} ${b.cause}` ? -1 : 1)

/** A machine that kept the machines of a key station waiting. */
type Hold = {
  readonly machineId: number
  /** For which it stood longest meanwhile. */
  readonly group: string
  readonly cause: string
  /** Of all its causes: time of the machines of the key station. */
  readonly ms: number
}

/** The machine beside the key station for which the key station waited longest; null: it waited for none. */
export function longestHold(
  rows: readonly Pick<LossRow, 'machineId' | 'group' | 'cause' | 'keyMs'>[],
  key: ReadonlySet<number>,
): Hold | null {
  const holds = new Map<number, Hold & { longest: number }>()
  for (const { machineId, group, cause, keyMs } of rows) {
    if (machineId === null || key.has(machineId) || keyMs === 0) continue
    const before = holds.get(machineId)
    const ms = (before?.ms ?? 0) + keyMs
    const isLonger = before === undefined || keyMs > before.longest
    holds.set(machineId, {
      ...(isLonger ? { machineId, group, cause, longest: keyMs } : before),
      ms,
    })
  }
  let most: Hold | null = null
  for (const { longest: _longest, ...hold } of holds.values()) {
    if (hold.ms > (most?.ms ?? 0)) most = hold
  }
  return most
}

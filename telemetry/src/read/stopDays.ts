import type { TelemetryContext } from '../context.ts'
import { hourMs } from '../ledger/fold/hour.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import type { Cuts, TimePart } from '../ledger/timePart.ts'
import type { TimeRange } from '../ledger/timeRanges.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { stopMinutes } from './stopMinutes.ts'

const dayMs = 24 * hourMs

/**
 * Run and stops of whole minutes: whole days of UTC from memory, where they are there, what is before and after them from the store, and those
 * of its days that are whole are in memory then. With cuts all is read from the store.
 */
export async function stopDays(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly MachineStretch[],
  cuts: Cuts,
): Promise<TimePart[]> {
  const memory = view.heldSums?.stops
  if (!memory || cuts.size > 0) return stopMinutes(context, view, stretches, cuts)
  const parts: TimePart[] = []
  const before: MachineStretch[] = []
  const after: MachineStretch[] = []
  for (const stretch of stretches) {
    const known = daysOf(stretch).map((day) => ({ day, parts: memory.of(stretch, day) }))
    const first = known.findIndex((one) => one.parts !== undefined)
    const gap = known.findIndex((one, index) => index > first && one.parts === undefined)
    const held = first < 0 ? [] : known.slice(first, gap < 0 ? undefined : gap)
    for (const { parts: own = [] } of held) for (const part of own) parts.push(part)
    checkRows(parts.length, answerRows.stopParts)
    const [begin, end] = [held[0]?.day.from, held.at(-1)?.day.to]
    if (begin === undefined || end === undefined) before.push(stretch)
    else {
      if (stretch.from < begin) before.push({ ...stretch, to: begin })
      if (stretch.to === null || stretch.to > end) after.push({ ...stretch, from: end })
    }
  }
  const read = await Promise.all(
    [before, after].map(async (left) =>
      left.length === 0 ? [] : stopMinutes(context, view, left, cuts),
    ),
  )
  for (const [index, left] of [before, after].entries()) {
    const byMachine = Map.groupBy(read[index] ?? [], ({ machineId }) => machineId)
    for (const stretch of left) {
      const own = byMachine.get(stretch.machineId) ?? []
      const byDay = Map.groupBy(own, ({ from }) => Math.floor(from / dayMs) * dayMs)
      for (const day of daysOf(stretch)) {
        memory.keep(stretch, day, byDay.get(day.from) ?? [], view.readSince)
      }
      for (const part of own) parts.push(part)
    }
  }
  return parts
}

/** The days of UTC that lie wholly inside. */
function daysOf({ from, to }: MachineStretch): TimeRange[] {
  const days: TimeRange[] = []
  const end = to ?? from
  for (let at = Math.ceil(from / dayMs) * dayMs; at + dayMs <= end; at += dayMs) {
    days.push({ from: at, to: at + dayMs })
  }
  return days
}

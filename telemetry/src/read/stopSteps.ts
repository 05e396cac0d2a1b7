import type { TelemetryContext } from '../context.ts'
import { hourFrom, hourMs, hourOf } from '../ledger/fold/hour.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import type { Cuts, TimePart } from '../ledger/timePart.ts'
import type { TimeRange } from '../ledger/timeRanges.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { stopMinutes } from './stopMinutes.ts'
import { dayMs, dayOf, isIn, wholeDays } from './wholeDays.ts'

/**
 * Run and stops of whole minutes: days of UTC, and the hours before and after them, from memory where they are there; what is before and
 * after those from the store, and its days and hours are in memory then. With cuts all is read from the store.
 */
export async function stopSteps(
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
    const known = stepsOf(stretch).map((step) => ({ step, parts: memory.of(stretch, step) }))
    const first = known.findIndex((one) => one.parts !== undefined)
    const gap = known.findIndex((one, index) => index > first && one.parts === undefined)
    const held = first < 0 ? [] : known.slice(first, gap < 0 ? undefined : gap)
    for (const { parts: own = [] } of held) for (const part of own) parts.push(part)
    checkRows(parts.length, answerRows.stopParts)
    const [begin, end] = [held[0]?.step.from, held.at(-1)?.step.to]
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
      const days = wholeDays(stretch)
      const byStep = Map.groupBy(own, ({ from }) => (isIn(days, from) ? dayOf : hourOf)(from))
      for (const step of stepsOf(stretch)) {
        memory.keep(stretch, step, byStep.get(step.from) ?? [], view.readSince)
      }
      for (const part of own) parts.push(part)
    }
  }
  return parts
}

/** Days of UTC that lie wholly inside, and the whole hours before and after them, in order. */
function stepsOf(stretch: MachineStretch): TimeRange[] {
  const days = wholeDays(stretch)
  const steps: TimeRange[] = []
  const end = stretch.to ?? stretch.from
  for (let from = hourFrom(stretch.from); from < end; ) {
    const to = from + (isIn(days, from) ? dayMs : hourMs)
    if (to <= end) steps.push({ from, to })
    from = to
  }
  return steps
}

import type { TelemetryContext } from '../context.ts'
import { hourFrom, hourMs, hourOf } from '../ledger/fold/hour.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import type { Cuts, TimePart } from '../ledger/timePart.ts'
import type { TimeRange } from '../ledger/timeRanges.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { stopMinutes } from './stopMinutes.ts'
import { stopsInMemory } from './stopsInMemory.ts'
import { dayMs, dayOf, isIn, wholeDays } from './timeSteps.ts'

/**
 * Run and stops of whole minutes: days of UTC, and the hours before and after them, from memory where they are there; what is before and
 * after those from the minutes in memory, else from the store, and its days and hours are in memory then. With cuts all is read from the store.
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
  const left = [before, after].flatMap((stretches) => byPlace(view, stretches))
  const read = await Promise.all(
    left.map(({ stretches, read }) =>
      stretches.length === 0 ? [] : read(context, view, stretches, cuts),
    ),
  )
  for (const [index, { stretches }] of left.entries()) {
    const byMachine = Map.groupBy(read[index] ?? [], ({ machineId }) => machineId)
    for (const stretch of stretches) {
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

/** What is read from where. Each has at most one stretch of a machine. */
function byPlace(view: LedgerView, stretches: readonly MachineStretch[]) {
  const remembered: MachineStretch[] = []
  const stored: MachineStretch[] = []
  for (const stretch of stretches) {
    const known = view.minutesOf(stretch)?.from ?? Number.POSITIVE_INFINITY
    // What is left for the store ends with a step, so that it is in memory the next time.
    const edges = [stretch.from, ...stepsOf(stretch).map(({ to }) => to)]
    const from = edges.find((edge) => edge >= known) ?? Number.POSITIVE_INFINITY
    if (from <= stretch.from) remembered.push(stretch)
    else if (stretch.to === null || from >= stretch.to) stored.push(stretch)
    else {
      stored.push({ ...stretch, to: from })
      remembered.push({ ...stretch, from })
    }
  }
  return [
    { stretches: remembered, read: stopsInMemory },
    { stretches: stored, read: stopMinutes },
  ]
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

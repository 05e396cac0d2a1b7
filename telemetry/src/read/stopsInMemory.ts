import { recoveredState } from '@packboard/model'
import type { TelemetryContext } from '../context.ts'
import { hourMs } from '../ledger/fold/hour.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { MinuteTimes } from '../ledger/machineMinutes.ts'
import type { MachineStretch } from '../ledger/store/machinePlace.ts'
import type { TimePart } from '../ledger/timePart.ts'
import { answerRows, checkRows } from './answerRows.ts'
import type { MixedMinute } from './splitMinute.ts'
import { groupKind, partsOfGroups, type StopGroup } from './stopGroups.ts'
import { foldMinutes } from './stopMinutes.ts'
import { dayMs, isIn, wholeDays } from './timeSteps.ts'

/** Run and stops of stretches whose minutes are all in memory, in order, machine by machine: without cuts what `stopMinutes` reads. */
export async function stopsInMemory(
  context: TelemetryContext,
  view: LedgerView,
  stretches: readonly MachineStretch[],
): Promise<TimePart[]> {
  const parts: TimePart[] = []
  const unclear: MixedMinute[] = []
  for (const stretch of stretches) {
    const own = partsOfGroups(groupsOf(view, stretch))
    for (const part of own.parts) parts.push(part)
    for (const minute of own.unclear) unclear.push(minute)
    checkRows(parts.length, answerRows.stopParts)
  }
  for (const part of await foldMinutes(context, view, stretches, unclear)) parts.push(part)
  return parts
}

/** Minutes of one kind in a row, as the statement of `stopMinutes.ts` groups rows. */
function* groupsOf(view: LedgerView, stretch: MachineStretch): Generator<StopGroup> {
  const { machineId, from, to } = stretch
  const minutes = view.minutesOf(stretch)
  if (minutes === null || to === null) throw new Error('These minutes are not in memory')
  const days = wholeDays(stretch)
  let open: OpenGroup | null = null
  for (const times of minutes.minutes(from, to)) {
    const kind = kindOf(times)
    const recovered = times.spans.filter(({ state }) => state === recoveredState).length
    if (kind === 0 || recovered === times.spans.length) continue
    const { minute, spans } = times
    const isCut = recovered > 0
    const step = Math.floor(minute / (isIn(days, minute) ? dayMs : hourMs))
    const last = minute + (spans.at(-1)?.to ?? 0)
    const isApart = kind === groupKind.both || isCut
    if (
      open !== null &&
      !isApart &&
      open.group.kind === kind &&
      open.step === step &&
      !open.group.isCut
    ) {
      open.group.last = last
    } else {
      if (open !== null) yield open.group
      const first = minute + (spans[0]?.from ?? 0)
      const group: StopGroup = { machineId, kind, isCut, minute, first, last, spans, pieces: [] }
      open = { group, step, indexOf: new Map() }
    }
    if (kind !== groupKind.run) addTimes(open, times.pieces)
  }
  if (open !== null) yield open.group
}

type OpenGroup = {
  readonly group: StopGroup
  /** The day or hour in which it lies. */
  readonly step: number
  /** Where the time of a context is in its pieces. */
  readonly indexOf: Map<string, number>
}

function kindOf({ pieces }: MinuteTimes): number {
  let kind = 0
  for (const { category, ms } of pieces) {
    if (ms === 0 || category === 'offline') continue
    kind |= category === 'run' ? groupKind.run : groupKind.stood
  }
  return kind
}

function addTimes({ group, indexOf }: OpenGroup, added: MinuteTimes['pieces']): void {
  const { pieces } = group
  for (const { state, category, product, tool, user, causeGroup, cause, ms, stops } of added) {
    if (ms === 0) continue
    const key = JSON.stringify([state, category, product, tool, user, causeGroup, cause])
    const index = indexOf.get(key) ?? pieces.length
    indexOf.set(key, index)
    const sum = pieces[index]
    pieces[index] = {
      ...{ state, category, product, tool, user, causeGroup, cause },
      ms: (sum?.ms ?? 0) + ms,
      stops: (sum?.stops ?? 0) + stops,
    }
  }
}

import type { ClientScope } from '@packboard/model'
import { minuteFrom, minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { matches } from './contextFilter.ts'
import { momentsAt, traceTails } from './momentsAt.ts'
import { namesHold } from './namedEdges.ts'
import { addSpan, joinSpans, type StateLanes, type StateSpan, stateSpans } from './stateSpans.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** A machine entered a state. */
export type StateEntry = {
  readonly machineId: number
  readonly at: Date
  /** Packs per minute just before; 0 while it was offline or had reported none. */
  readonly speedBefore: number
}

/**
 * The instants at which machines entered a state from another one, or from OFFLINE (D19), in order of time and machine.
 * A state that lasted no time at all was not entered. The filter applies to what was entered.
 */
export async function stateEntries(
  telemetry: Telemetry,
  { clientId }: ClientScope,
  { machineIds, period, filter, state }: WindowQuestion & { readonly state: number },
): Promise<StateEntry[]> {
  const { context } = telemetry
  const from = period.from.getTime()
  const to = period.to.getTime()
  const wanted = [...new Set(machineIds)]
  if (from >= to || wanted.length === 0) return []
  const named = filter.causeGroup !== undefined
  const ask = async (view: LedgerView) => {
    const spans = await spansAround(telemetry, view, clientId, wanted, from, to)
    const entries = spans.filter(
      (span) => span.state === state && span.from >= from && span.from < to,
    )
    checkRows(entries.length, answerRows.marks)
    const instants = entries.flatMap((entry) => [entered(entry), before(entry)])
    const [momentAt] = await Promise.all([
      momentsAt(context, view, { clientId, instants, named }),
      named
        ? namesHold(
            context,
            view,
            wanted.map((machineId) => ({ clientId, machineId })),
            to,
          )
        : undefined,
    ])
    return entries
      .filter((entry) => {
        const moment = momentAt(entered(entry))
        return moment !== null && matches(filter, moment)
      })
      .map((entry) => ({
        machineId: entry.machineId,
        at: new Date(entry.from),
        speedBefore: momentAt(before(entry))?.speed ?? 0,
      }))
      .sort((a, b) => a.at.getTime() - b.at.getTime() || a.machineId - b.machineId)
  }
  return context.ledger.read(wanted, minuteFrom(to), ask, named ? 'names' : 'sums')
}

const entered = ({ machineId, from }: StateSpan) => ({ machineId, at: from })
const before = ({ machineId, from }: StateSpan) => ({ machineId, at: from - 1 })

/** The states of a window and of at least the minute before it, so that its very first instant can be an entry. */
async function spansAround(
  { context }: Telemetry,
  view: LedgerView,
  clientId: number,
  machineIds: readonly number[],
  from: number,
  to: number,
): Promise<StateSpan[]> {
  const rowsFrom = minuteOf(from) - minuteMs
  const rows = machineIds
    .map((machineId) => ({
      clientId,
      machineId,
      from: rowsFrom,
      to: Math.min(minuteFrom(to), view.uncertainFrom(machineId)),
    }))
    .filter((stretch) => stretch.from < stretch.to)
  const tails = machineIds
    .filter((machineId) => view.uncertainFrom(machineId) < to)
    .map((machineId) => ({ clientId, machineId, to }))
  const stored: typeof rows = []
  const lanes: StateLanes = new Map()
  let remembered = 0
  for (const stretch of rows) {
    const minutes = view.minutesOf(stretch)
    if (!minutes || minutes.from > stretch.from) stored.push(stretch)
    else {
      for (const span of minutes.spans(stretch.from, stretch.to)) {
        addSpan(lanes, stretch.machineId, span.from, span.to, span.state)
        remembered += 1
      }
    }
  }
  checkRows(remembered, answerRows.spans)
  const [traced] = await Promise.all([
    traceTails(context, view, tails, false),
    stateSpans(context, stored, lanes),
  ])
  for (const [machineId, parts] of traced) {
    for (const { from, to, state } of parts) addSpan(lanes, machineId, from, to, state)
  }
  const byMachine = [...lanes].sort(([a], [b]) => a - b)
  return byMachine.flatMap(([machineId, lane]) => {
    const { from, to, state } = joinSpans(lane)
    return from.map((begin, at) => ({
      machineId,
      from: begin,
      to: to[at] as number,
      state: state[at] as number,
    }))
  })
}

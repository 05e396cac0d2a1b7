import type { ClientScope } from '@packboard/model'
import type { TelemetryContext } from '../context.ts'
import { minuteFrom, minuteMs, minuteOf } from '../ledger/fold/minute.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { Telemetry } from '../store.ts'
import { answerRows, checkRows } from './answerRows.ts'
import { matches } from './contextFilter.ts'
import { type MachineInstant, momentsAt } from './momentsAt.ts'
import { namesHold } from './rawEdges.ts'
import { stateTimesIn } from './stateStrip.ts'
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
  { context }: Telemetry,
  scope: ClientScope,
  { machineIds, period, filter, state }: WindowQuestion & { readonly state: number },
): Promise<StateEntry[]> {
  const { clientId } = scope
  const from = period.from.getTime()
  const to = period.to.getTime()
  const wanted = [...new Set(machineIds)]
  if (from >= to || wanted.length === 0) return []
  const named = filter.causeGroup !== undefined
  const ask = async (view: LedgerView) => {
    const entries = await entriesIn(context, view, scope, { machineIds: wanted, from, to, state })
    const instants = entries.flatMap((entry) => [entry, before(entry)])
    const places = wanted.map((machineId) => ({ clientId, machineId }))
    const [momentAt] = await Promise.all([
      momentsAt(context, view, { clientId, instants, named }),
      named ? namesHold(context, view, places, to) : undefined,
    ])
    return entries
      .filter((entry) => {
        const moment = momentAt(entry)
        return moment !== null && matches(filter, moment)
      })
      .sort((a, b) => a.at - b.at || a.machineId - b.machineId)
      .map(
        (entry): StateEntry => ({
          machineId: entry.machineId,
          at: new Date(entry.at),
          speedBefore: momentAt(before(entry))?.speed ?? 0,
        }),
      )
  }
  return context.ledger.read(wanted, minuteFrom(to), ask, named ? 'names' : 'sums')
}

const before = ({ machineId, at }: MachineInstant) => ({ machineId, at: at - 1 })

async function entriesIn(
  context: TelemetryContext,
  view: LedgerView,
  scope: ClientScope,
  question: { machineIds: readonly number[]; from: number; to: number; state: number },
): Promise<MachineInstant[]> {
  const { machineIds, from, to } = question
  // With the minute before, so that its very first instant can be an entry.
  const period = { from: new Date(minuteOf(from) - minuteMs), to: new Date(minuteFrom(to)) }
  const lanes = await stateTimesIn(context, view, scope, { machineIds, period })
  const entries = [...lanes].flatMap(([machineId, lane]) =>
    lane.from.flatMap((at, index) =>
      at >= from && at < to && lane.state[index] === question.state ? [{ machineId, at }] : [],
    ),
  )
  checkRows(entries.length, answerRows.marks)
  return entries
}

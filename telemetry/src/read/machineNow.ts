import type { ClientScope } from '@packboard/model'
import { decodeCarry, emptyCarry } from '../ledger/fold/carry.ts'
import { type LedgerAlarm, orderedAlarms } from '../ledger/fold/ledgerRecords.ts'
import { type FoldSink, MachineFold } from '../ledger/fold/machineFold.ts'
import { type MachineMoment, machineMoment } from '../ledger/fold/machineMoment.ts'
import { minuteOf } from '../ledger/fold/minute.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { Telemetry } from '../store.ts'
import { recordsAfterRows } from './rawEdges.ts'
import { readsFrom } from './readWindow.ts'

/** A machine that was followed to its last sample: its fold, and the alarms that may name the present stop. */
export type FollowedMachine = {
  readonly machineId: number
  readonly fold: MachineFold
  readonly alarms: readonly LedgerAlarm[]
}

/** The state of affairs of machines as of an instant: what a card shows beside its totals. */
export async function machineNow(
  telemetry: Telemetry,
  scope: ClientScope,
  question: {
    readonly machineIds: readonly number[]
    readonly at: Date
    /** As in a question about a window. */
    readonly leavesOutBefore?: Date
  },
): Promise<MachineMoment[]> {
  const at = question.at.getTime()
  const ask = async (view: LedgerView) => {
    const followed = await followMachines(telemetry, view, scope, {
      machineIds: question.machineIds,
      from: at,
      until: at,
    })
    return followed.map(({ machineId, fold, alarms }) => {
      fold.advance(at)
      return machineMoment(machineId, fold, view.ruleOf(machineId), alarms, at)
    })
  }
  const from = readsFrom(at, question.leavesOutBefore)
  return telemetry.context.ledger.read(question.machineIds, at + 1, ask, 'sums', from)
}

/**
 * Follows machines from the ledger's newest row before the minute of `from`, to their last sample up to `until`, that
 * one included.
 */
export async function followMachines(
  { context }: Telemetry,
  view: LedgerView,
  { clientId }: ClientScope,
  {
    machineIds,
    from: begin,
    until,
  }: { readonly machineIds: readonly number[]; readonly from: number; readonly until: number },
): Promise<FollowedMachine[]> {
  const places = [...new Set(machineIds)].map((machineId) => {
    const start = Math.min(minuteOf(begin), view.uncertainFrom(machineId))
    return { clientId, machineId, start, end: until + 1 }
  })
  const found = await recordsAfterRows(context, view, places, true)
  return found.map(({ machineId, from, before, samples, alarms }): FollowedMachine => {
    const carry = before === null ? emptyCarry() : decodeCarry(before.carry)
    const known = orderedAlarms([...carry.alarms, ...alarms])
    const fold = new MachineFold(view.ruleOf(machineId), carry, from, known, deafSink)
    for (const sample of samples) fold.apply(sample)
    return { machineId, fold, alarms: known }
  })
}

/** Only the end of the fold is of interest. */
export const deafSink: FoldSink = { time() {}, recovered() {}, counted() {}, sampled() {} }

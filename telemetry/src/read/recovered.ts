import type { Category, ClientScope } from '@packboard/model'
import type { Recovery } from '../ledger/fold/recovery.ts'
import type { LedgerView } from '../ledger/ledgerView.ts'
import type { Telemetry } from '../store.ts'
import { type ContextFilter, matches } from './contextFilter.ts'
import { readsFrom } from './readWindow.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** What a machine's own counters say of a gap, as far as it lies in a window (D71). Figures contain it like all other time and packs. */
export type RecoveredPart = {
  readonly machineId: number
  /** The gap inside the window. */
  readonly from: Date
  readonly to: Date
  readonly product: string
  readonly tool: string
  readonly times: readonly {
    readonly state: number
    readonly category: Category
    readonly ms: number
  }[]
  /** Billionths. */
  readonly packs: bigint
  readonly rejects: bigint
}

/** What of the gaps of machines was recovered in a window, machine by machine, in order; nothing is read from the store. */
export async function recoveredParts(
  telemetry: Telemetry,
  { clientId }: ClientScope,
  { machineIds, period, filter }: WindowQuestion,
): Promise<RecoveredPart[]> {
  const [from, to] = [period.from.getTime(), period.to.getTime()]
  const wanted = [...new Set(machineIds)]
  const ask = async (view: LedgerView) =>
    wanted.flatMap((machineId) =>
      view.recoveries({ clientId, machineId }, from, to).flatMap((recovery) => {
        const { repair } = recovery
        const inside = { from: Math.max(repair.from, from), to: Math.min(repair.to, to) }
        const part = filtered(recovery, inside, filter)
        if (part.times.length === 0 && part.packs === 0n && part.rejects === 0n) return []
        const { product, tool } = repair
        const bounds = { from: new Date(inside.from), to: new Date(inside.to) }
        return [{ machineId, ...bounds, product, tool, ...part }]
      }),
    )
  return telemetry.context.ledger.read(wanted, to, ask, 'sums', readsFrom(from))
}

function filtered(
  recovery: Recovery,
  { from, to }: { readonly from: number; readonly to: number },
  filter: ContextFilter,
) {
  const { times, packs, rejects } = recovery.between(from, to)
  const { product, tool } = recovery.repair
  const keeps = (state: number, category: Category) =>
    matches(filter, { state, category, product, tool, causeGroup: '' })
  const own = times.filter(({ state, category }) => keeps(state, category))
  const counts = keeps(recovery.packState, 'run')
  return { times: own, packs: counts ? packs : 0n, rejects: counts ? rejects : 0n }
}

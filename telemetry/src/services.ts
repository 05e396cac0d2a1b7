import type { Service } from './context.ts'
import type { OpenContext } from './ledger/ledger.ts'
import { openOlderModes } from './olderRows/olderModes.ts'
import { openRowKeeper } from './olderRows/rowKeeper.ts'
import { openMonthJoiner } from './pastMonths/monthJoiner.ts'

/**
 * The services of the open store beside its commits and its ledger, in the order in which they are started; closed in the reverse order.
 */
export const services: readonly ((context: OpenContext) => Promise<Service>)[] = [
  openRowKeeper,
  openOlderModes,
  (context) => openMonthJoiner(context),
]

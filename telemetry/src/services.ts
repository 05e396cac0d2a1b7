import type { Service, TelemetryContext } from './context.ts'
import { openLedger } from './ledger/ledgerOf.ts'
import { openMonthJoiner } from './pastMonths/monthJoiner.ts'

/**
 * The services of the open store, in the order in which they are started; closed in the reverse order.
 * The ledger worker and the live board are among them.
 */
export const services: readonly ((context: TelemetryContext) => Promise<Service>)[] = [
  openLedger,
  (context) => openMonthJoiner(context),
]

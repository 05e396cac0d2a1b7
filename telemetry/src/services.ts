import type { Service, TelemetryContext } from './context.ts'
import { openLedger } from './ledger/ledgerOf.ts'

/**
 * What lives beside the raw store while it is open, in the order in which it is started; closed in the reverse order.
 * The ledger worker and the live board take their place here.
 */
export const services: readonly ((context: TelemetryContext) => Promise<Service>)[] = [openLedger]

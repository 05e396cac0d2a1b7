import type { TelemetryContext } from '../context.ts'
import { Ledger } from './ledger.ts'

const ledgers = new WeakMap<TelemetryContext, Ledger>()

/** Starts the ledger of an open store. */
export async function openLedger(context: TelemetryContext): Promise<Ledger> {
  const ledger = await Ledger.open(context)
  ledgers.set(context, ledger)
  return ledger
}

/** The ledger of an open store. */
export function ledgerOf(context: TelemetryContext): Ledger {
  const ledger = ledgers.get(context)
  if (ledger === undefined) throw new Error('The ledger of this store is not open')
  return ledger
}

import type { TelemetryRoom } from '../context.ts'
import { Ledger } from './Ledger.ts'

const ledgers = new WeakMap<TelemetryRoom, Ledger>()

/** Starts the ledger of an open store. */
export async function openLedger(room: TelemetryRoom): Promise<Ledger> {
  const ledger = await Ledger.open(room)
  ledgers.set(room, ledger)
  return ledger
}

/** The ledger of an open store. */
export function ledgerOf(room: TelemetryRoom): Ledger {
  const ledger = ledgers.get(room)
  if (ledger === undefined) throw new Error('The ledger of this store is not open')
  return ledger
}

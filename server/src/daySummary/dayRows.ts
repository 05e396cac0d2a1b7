import { clientById, type Management } from '@packboard/management'
import { AppError, type ClientScope, packsOf } from '@packboard/model'
import type { DayContext } from '@packboard/telemetry/read'
import { byText } from '../figures/contextSums.ts'

/** One product with one tool on one machine on one day of the zone (D15), in seconds and packs. */
export type DaySummaryRow = {
  readonly date: string
  readonly serialNo: string
  readonly product: string
  readonly tool: string
  readonly run: number
  readonly idle: number
  readonly packs: number
  /** Packs by run minutes, without those after a gap (D63); null where nothing ran. */
  readonly packsPerMinute: number | null
}

/** The table of days: newest first, then by machine, product and tool; rows without time and packs are left out. */
export function dayRows(
  contexts: readonly DayContext[],
  serialOf: (machineId: number) => string,
): DaySummaryRow[] {
  return contexts
    .filter(({ observed, packs }) => observed > 0 || packs > 0n)
    .map(({ date, machineId, product, tool, run, idle, packs, packsAfterGap }) => ({
      date,
      serialNo: serialOf(machineId),
      product,
      tool,
      run: run / 1000,
      idle: idle / 1000,
      packs: packsOf(packs),
      packsPerMinute: run > 0 ? (packsOf(packs - packsAfterGap) * 60_000) / run : null,
    }))
    .sort(
      (a, b) =>
        byText(b.date, a.date) ||
        byText(a.serialNo, b.serialNo) ||
        byText(a.product, b.product) ||
        byText(a.tool, b.tool),
    )
}

/** Does this client pay for the Per Day Summary (D51)? */
export async function isPremium(management: Management, scope: ClientScope): Promise<boolean> {
  const client = await clientById(management, scope.clientId)
  return client?.subscriptionLabel === 'premium'
}

/** Refuses a request for days of a client without premium (D51). */
export async function requirePremium(management: Management, scope: ClientScope): Promise<void> {
  if (!(await isPremium(management, scope))) throw new AppError('request.notAllowed')
}

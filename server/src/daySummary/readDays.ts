import { cutIntoDays } from '@packboard/model'
import { dayContexts } from '@packboard/telemetry/read'
import type { Telemetry } from '@packboard/telemetry/store'
import { type ChartQuestion, ledgerQuestion } from '../filter/chartQuestion.ts'
import { type DaySummaryRow, dayRows } from './dayRows.ts'

/** The window, day by day of its zone. A run that crosses midnight is split at midnight (D15). */
export async function readDays(
  telemetry: Telemetry,
  requested: ChartQuestion,
): Promise<DaySummaryRow[]> {
  if (requested.nothing) return []
  const days = cutIntoDays(requested.period, requested.zone)
  const contexts = await dayContexts(telemetry, requested.scope, {
    ...ledgerQuestion(requested),
    days,
  })
  const serials = new Map(requested.machines.map(({ id, serialNo }) => [id, serialNo]))
  return dayRows(contexts, (machineId) => serials.get(machineId) ?? '')
}

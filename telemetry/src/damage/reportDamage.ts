import type { DamagedMonth } from '../damagedMonths.ts'
import type { TelemetryLog } from '../telemetryLog.ts'
import { monthKey } from './partMemory.ts'

/** Logs each change of what is damaged, once. */
export function reportDamage(
  log: TelemetryLog,
  was: readonly DamagedMonth[],
  now: readonly DamagedMonth[],
): void {
  for (const one of now) {
    const before = was.find((other) => monthKey(other) === monthKey(one))
    if (before?.cause === one.cause && before.rows === one.rows) continue
    log.error(one, 'Records are damaged: figures of this month are incomplete')
  }
  for (const one of was) {
    if (now.some((other) => monthKey(other) === monthKey(one))) continue
    log.warn({ table: one.table, month: one.month }, 'Damaged records are whole again')
  }
}

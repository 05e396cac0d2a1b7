import type { DamagedTable } from '@packboard/contract'
import type { DamagedMonth, Telemetry } from '@packboard/telemetry/store'

/** What of the hour rows waits. */
export type DataLeft = {
  /** Months whose hours are to be compared with their minutes. */
  readonly months: number
  /** Hours of machines that are still read from their minutes. */
  readonly hours: number
}

/** Hours wait in every running installation, a few for each machine that sends; more than these are being made again. */
const usualHours = 1_000

export function dataLeft(telemetry: Pick<Telemetry, 'metrics'>): DataLeft {
  const { hourMonthsToCheck, hoursToWrite } = telemetry.metrics()
  return { months: hourMonthsToCheck, hours: hoursToWrite }
}

/** Is it more than what always waits for a moment? */
export const isUpdating = ({ months, hours }: DataLeft) => months > 0 || hours > usualHours

/** 202603 as 2026-03; a table without months has none. */
export const monthText = (month: number) =>
  month === 0 ? '' : `${Math.floor(month / 100)}-${String(month % 100).padStart(2, '0')}`

/** What is damaged, without the folders of this machine. */
export const damagedTable = ({ table, month, rows, cause }: DamagedMonth): DamagedTable => ({
  table,
  month: monthText(month),
  rows,
  cause,
})

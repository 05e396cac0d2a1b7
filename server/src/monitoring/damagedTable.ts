import type { DamagedTable } from '@packboard/contract'
import type { DamagedMonth } from '@packboard/telemetry/store'

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

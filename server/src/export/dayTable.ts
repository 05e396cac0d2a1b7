import type { DaySummaryRow } from '../daySummary/dayRows.ts'
import type { Cell } from './table.ts'

/** The table of days as a file. */
export const dayTable = {
  title: 'Per Day Summary',
  columns: [
    'Day',
    'Machine',
    'Product',
    'Tool',
    'Idle Time (s)',
    'Packs Packed',
    'Run Time (s)',
    'Average Packs Per Minute',
  ],
  cells: (row: DaySummaryRow): Cell[] => [
    row.date,
    row.serialNo,
    row.product,
    row.tool,
    row.idle,
    row.packs,
    row.run,
    row.packsPerMinute,
  ],
} as const

import type { DayRow } from '@packboard/contract'
import type { DaySummaryRow } from './dayRows.ts'

/** A row of the table of days in the words of the specification (D2). */
export function dayRowWire(row: DaySummaryRow): DayRow {
  return {
    Day: row.date,
    Machine: row.serialNo,
    Product: row.product,
    Tool: row.tool,
    'Run Time': row.run,
    'Idle Time': row.idle,
    'Number of Packs Packed': row.packs,
    'Average Packs Per Minute': row.packsPerMinute,
  }
}

/** The entry that stands for a row in the count of rows. */
export const dayKeyWire = ({ Day, Machine, Product, Tool }: DayRow) => ({
  Day,
  Machine,
  Product,
  Tool,
})

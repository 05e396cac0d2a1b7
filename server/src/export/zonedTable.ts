import { formatDateTime } from '@packboard/model'
import type { Cell, Table } from './table.ts'

const utc = ' (UTC)'

/**
 * The table with its times also as the clock of a zone shows them, in a column before each column of UTC: the first is
 * what the screen says, the second is clear when a clock shows an hour twice. Days name the zone in which they are cut.
 */
export function zonedTable({ title, columns, pages }: Table, zone: string): Table {
  const times = zone === 'UTC' ? [] : columns.map((name) => name.endsWith(utc))
  const named = columns.flatMap((name, index) => {
    if (name === 'Day') return [`Day (${zone})`]
    return times[index] ? [`${name.slice(0, -utc.length)} (${zone})`, name] : [name]
  })
  if (!times.includes(true)) return { title, columns: named, pages }
  const reported = (row: readonly Cell[]) =>
    row.flatMap((cell, index) =>
      times[index] ? [cell instanceof Date ? formatDateTime(cell, zone) : null, cell] : [cell],
    )
  return { title, columns: named, pages: eachRow(pages, reported) }
}

async function* eachRow(pages: Table['pages'], reported: (row: readonly Cell[]) => Cell[]) {
  for await (const page of pages) yield page.map(reported)
}

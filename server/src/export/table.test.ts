import { expect, test } from 'vitest'
import { type Cell, provisionalNote, type Table, withFootnote, zonedTable } from './table.ts'

async function* pages(...all: Cell[][][]) {
  yield* all
}
async function rowsOf(table: Table) {
  const rows: (readonly Cell[])[] = []
  for await (const page of table.pages) rows.push(...page)
  return rows
}
const at = new Date('2026-10-25T00:30:00Z')
const alarms = (zone: string) =>
  zonedTable(
    {
      title: 'Alarm Info',
      columns: ['Date/Time (UTC)', 'Machine'],
      pages: pages([[at, 'FW-101']], [[new Date(at.getTime() + 3_600_000), 'FW-102']]),
    },
    zone,
  )

test('times are told on the clock of the zone, and in UTC beside it where that clock shows an hour twice', async () => {
  const table = alarms('Europe/Oslo')
  expect(table.columns).toEqual(['Date/Time (Europe/Oslo)', 'Date/Time (UTC)', 'Machine'])
  expect(await rowsOf(table)).toEqual([
    ['25-10-2026 02:30:00', at, 'FW-101'],
    ['25-10-2026 02:30:00', new Date('2026-10-25T01:30:00Z'), 'FW-102'],
  ])
})

test('in UTC there is nothing to add', async () => {
  const table = alarms('UTC')
  expect(table.columns).toEqual(['Date/Time (UTC)', 'Machine'])
  expect((await rowsOf(table))[0]).toEqual([at, 'FW-101'])
})

test('days name the zone in which they are cut', async () => {
  const days = { title: 'Per Day Summary', columns: ['Day', 'Machine'], pages: pages([['d', 'm']]) }
  const table = zonedTable(days, 'Asia/Kolkata')
  expect(table.columns).toEqual(['Day (Asia/Kolkata)', 'Machine'])
  expect(await rowsOf(table)).toEqual([['d', 'm']])
})

test('the line stands under the last row of the last page, and fills every column', async () => {
  const table = {
    title: 'T',
    columns: ['Machine', 'Packs'],
    pages: pages([['FW-101', 1]], [['FW-102', 2]]),
  }
  const noted = withFootnote(table, provisionalNote(['FW-101', 'FW-102']))
  expect(await rowsOf(noted)).toEqual([
    ['FW-101', 1],
    ['FW-102', 2],
    ['Provisional: the state dictionary of FW-101, FW-102 was not confirmed yet.', null],
  ])
})

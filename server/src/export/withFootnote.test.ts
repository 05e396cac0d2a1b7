import { expect, test } from 'vitest'
import { provisionalNote, withFootnote } from './withFootnote.ts'

async function* pages() {
  yield [['FW-101', 1]]
  yield [['FW-102', 2]]
}

test('the line stands under the last row of the last page, and fills every column', async () => {
  const table = { title: 'T', columns: ['Machine', 'Packs'], pages: pages() }
  const rows: unknown[] = []
  for await (const page of withFootnote(table, provisionalNote(['FW-101', 'FW-102'])).pages) {
    rows.push(...page)
  }
  expect(rows).toEqual([
    ['FW-101', 1],
    ['FW-102', 2],
    ['Provisional: the state dictionary of FW-101, FW-102 was not confirmed yet.', null],
  ])
})

import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { anyReport } from '../../../testing/anyReport.ts'
import { reportWorkbook } from './reportTable.ts'

test('a table has the numbers themselves, a figure a row, then the stops', async () => {
  const { sheets } = await readXlsx(new Uint8Array(await reportWorkbook(anyReport(), 'en')))
  const rows = (sheets[0]?.rows ?? []).map((row) => row.slice(0, 3))
  expect(rows).toContainEqual(['Packs', 456_502, 'packs'])
  expect(rows).toContainEqual(['OEEE', 91.04, 'percent'])
  expect(sheets[0]?.rows.flat()).toContain('front jaw & <b>heater</b>')
})

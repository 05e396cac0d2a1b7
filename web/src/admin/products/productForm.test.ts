import { products, recipe } from '@packboard/contract'
import { expect, test } from 'vitest'
import { wireSpeeds } from '../../../testing/settingAnswers.ts'
import { allProductsCsv, productsCsv, productValues } from './productForm.ts'
import { speedRows } from './speedRows.ts'

test('a product with commas and quotation marks stays one cell', () => {
  const csv = productsCsv([{ ...productValues(null, undefined), Product_e: 'Nougat, "large"' }])
  expect(csv).toContain('\r\n"Nougat, ""large""",,')
})

test('the form of a product that there is leaves its target speed out: that has a date', () => {
  expect(productsCsv([productValues('Rice Bar 28 g', undefined)])).toMatch(
    /^Product_e,ProductCostPerKg,.*\r\nRice Bar 28 g,,/,
  )
})

test('a file has a line for each speed that holds or is to come, as the import reads it', () => {
  const stored = products.answer.parse(wireSpeeds)
  const values = Object.keys(recipe.shape).map((name) => [name, null])
  const choc = recipe.parse({
    ...Object.fromEntries(values),
    ...{ Product_e: 'Choc Bar 45 g', ProductTargetSpeed: 180, Tare: 0.8 },
  })
  const csv = allProductsCsv([choc], speedRows(stored, [], '2026-11-30 10:00'), stored)
  const lines = csv
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(lines.map((cells) => [cells[0], cells[1], ...cells.slice(-4)])).toEqual([
    ['Product_e', 'ProductTargetSpeed', 'Tare', 'Machine', 'MachineType', 'ValidFrom'],
    ['Choc Bar 45 g', '180', '0.8', '', '', ''],
    ['Choc Bar 45 g', '190', '0.8', '', 'Flow Wrapper FW-3', ''],
    ['Choc Bar 45 g', '140', '0.8', 'FW-104', '', ''],
    ['Choc Bar 45 g', '194', '0.8', '', '', '2099-01-05 06:00'],
  ])
})

import { expect, test } from 'vitest'
import { productsCsv, productValues } from './productForm.ts'

test('a product with commas and quotation marks stays one cell', () => {
  const csv = productsCsv([{ ...productValues(null, undefined), Product_e: 'Nougat, "large"' }])
  expect(csv).toContain('\r\n"Nougat, ""large""",,')
})

test('the form of a product that there is leaves its target speed out: that has a date', () => {
  expect(productsCsv([productValues('Rice Bar 28 g', undefined)])).toMatch(
    /^Product_e,ProductCostPerKg,.*\r\nRice Bar 28 g,,/,
  )
})

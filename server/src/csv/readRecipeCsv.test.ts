import { sliceCounts } from '@packboard/telemetry/slices'
import { expect, test } from 'vitest'
import { mostProducts, readRecipeCsv } from './readRecipeCsv.ts'
import { recipeFieldNames } from './recipesWire.ts'

const refusals = async (text: string) => (await readRecipeCsv(text)).refused

test('the first line names the fields in any order; what it leaves out is not told', async () => {
  const read = await readRecipeCsv(
    'ProductTargetSpeed,Product_e,AutoAdjustON\r\n190,Milk Bar 45 g,TRUE\r\n\r\n72.5,"Duo, ""large""",0\r\n,Plain,\r\n',
  )
  expect(read).toEqual({
    changes: [
      { product: 'Milk Bar 45 g', targetPpm: 190, autoAdjust: true },
      { product: 'Duo, "large"', targetPpm: 72.5, autoAdjust: false },
      { product: 'Plain', targetPpm: null, autoAdjust: null },
    ],
    targets: [],
    refused: [],
  })
})

test('every field of the form can be named', async () => {
  const cells = recipeFieldNames.map((name) => (name === 'Product_e' ? 'Bar' : '1'))
  const { changes, refused } = await readRecipeCsv(
    `${recipeFieldNames.join(',')}\n${cells.join(',')}`,
  )
  expect(refused).toEqual([])
  expect(Object.keys(changes[0] ?? {})).toHaveLength(recipeFieldNames.length)
  expect(changes[0]).toMatchObject({ product: 'Bar', checkweigherBypass: true, tare: 1 })
})

test('a byte order mark and semicolons, as spreadsheets write them, are understood', async () => {
  const { changes } = await readRecipeCsv('\uFEFFProduct_e;ProductWeight\nNuts, salted;45.5\n')
  expect(changes).toEqual([{ product: 'Nuts, salted', weight: 45.5 }])
})

test('the name of a product is kept to the letter', async () => {
  const { changes } = await readRecipeCsv('Product_e\n=1+1 \n Smørkjeks\n')
  expect(changes.map(({ product }) => product)).toEqual(['=1+1 ', ' Smørkjeks'])
})

test.each([
  ['a decimal comma', '"1,5"', '"1,5" is not a decimal number'],
  ['a word', 'fast', '"fast" is not a decimal number'],
  ['a number of another notation', '1e3', '"1e3" is not a decimal number'],
  ['a hexadecimal number', '0x10', '"0x10" is not a decimal number'],
  ['nothing a minute', '0', 'ProductTargetSpeed: '],
  ['less than nothing', '-5', 'ProductTargetSpeed: '],
  ['too much', '1000001', 'ProductTargetSpeed: '],
])('%s is refused with the number of its line', async (_what, cell, message) => {
  const { refused, changes } = await readRecipeCsv(
    `Product_e,ProductTargetSpeed\nA,1\nB,${cell}\nC,2\n`,
  )
  expect(refused).toMatchObject([{ line: 3, message: expect.stringContaining(message) }])
  expect(changes.map(({ product }) => product)).toEqual(['A', 'C'])
})

test.each([
  ['yes or no that is neither', 'Product_e,CwBypass\nA,maybe', 2, 'is not true or false'],
  ['a product without a name', 'Product_e,Tare\n  ,1', 2, 'not the name of a product'],
  ['a name that nobody can see', 'Product_e\na\u0000b', 2, 'not the name of a product'],
  ['a name that is too long', `Product_e\n${'n'.repeat(513)}`, 2, 'Product_e: '],
  ['a product that comes twice', 'Product_e\nA\n\nB\nA', 5, 'A is on line 2 already'],
  ['a cell too many', 'Product_e,Tare\nA,1,2', 2, 'has 3 cells; the first line has 2'],
  ['a cell too few', 'Product_e,Tare\nA', 2, 'has 1 cells; the first line has 2'],
  ['an unknown field', 'Product_e,Speed\nA,1', 1, 'no field "Speed"'],
  ['a field of every object', 'Product_e,constructor\nA,1', 1, 'no field "constructor"'],
  ['a field that is there twice', 'Product_e,Tare,Tare\nA,1,2', 1, 'Tare is there twice'],
  ['a file without products', 'Tare\n1', 1, 'Product_e is missing'],
  ['an empty file', '', 1, 'no line with field names'],
  ['an open quotation mark', 'Product_e\nA\n"B', 3, 'never closes'],
  ['a quotation mark inside', 'Product_e\nA\nB"C', 3, 'is where none can be'],
  ['an endless line', `Product_e\n${'n'.repeat(30_000)}`, 2, 'at most 20000 characters'],
])('%s is refused', async (_what, text, line, message) => {
  expect(await refusals(text)).toMatchObject([{ line, message: expect.stringContaining(message) }])
})

test('more products than an import takes are refused', async () => {
  const lines = (count: number) => Array.from({ length: count }, (_, i) => `P${i}`).join('\n')
  expect(await refusals(`Product_e\n${lines(mostProducts)}`)).toEqual([])
  expect(await refusals(`Product_e\n${lines(mostProducts + 1)}`)).toEqual([
    {
      line: mostProducts + 2,
      code: 'tooMany',
      values: { most: mostProducts },
      message: 'One import takes 5000 products.',
    },
  ])
})

test('a file of 900 kB is read in slices', async () => {
  const rows = Array.from(
    { length: mostProducts },
    (_, i) => `"Bar ""${i}""${'x'.repeat(150)}",${i + 1}`,
  )
  const { changes, refused } = await readRecipeCsv(
    `Product_e,ProductTargetSpeed\n${rows.join('\n')}`,
  )
  expect([changes.length, refused]).toEqual([mostProducts, []])
  expect(await refusals(`Product_e\n${'a\n'.repeat(440_000)}`)).toMatchObject([{ code: 'tooMany' }])
  const slices = sliceCounts().find(({ work }) => work === 'recipeImport')
  expect(slices?.slices).toBeGreaterThan(20)
})

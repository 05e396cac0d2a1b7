// @vitest-environment jsdom
import { refusalCodes } from '@packboard/contract'
import { isLanguage, languages } from '@packboard/model'
import { afterEach, describe, expect, test } from 'vitest'
import { setLanguage } from '../i18n/language.ts'
import { textsOf } from '../i18n/useTexts.ts'
import { refusalWords } from './CsvImport.tsx'

afterEach(() => setLanguage('en'))

const values = {
  field: 'Tare',
  fields: 'Product_e, Tare',
  cell: 'fast',
  product: 'Oat Bar',
  first: 2,
  count: 3,
  most: 5_000,
}
const said = (code: (typeof refusalCodes)[number]) =>
  refusalWords(textsOf('panel'), { line: 4, code, values, message: 'In English.' })

describe.each(Object.keys(languages).filter(isLanguage))('in %s', (language) => {
  test.each(refusalCodes)('a line is refused as %s in whole words', async (code) => {
    await setLanguage(language)
    expect(said(code)).not.toMatch(/[{}]|In English/)
    expect(said(code).length).toBeGreaterThan(15)
  })
})

test('a German reads which cell of which field is wrong', async () => {
  await setLanguage('de')
  expect(said('noNumber')).toBe('Tare: „fast“ ist keine Dezimalzahl.')
  expect(said('tooMany')).toBe('Ein Import nimmt höchstens 5.000 Produkte.')
})

// @vitest-environment jsdom
import { flowRefusalCodes } from '@packboard/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needTexts, setLanguage } from '../i18n/language.ts'
import { textsOf } from '../i18n/useTexts.ts'
import { flowRefusalWords } from './flowRefusal.ts'

beforeAll(async () => {
  await needTexts('line', 'panel')
  await setLanguage('de')
})
afterAll(() => setLanguage('en'))

const values = { field: 'Buffer', fields: 'Line, Machine', cell: '9x', count: 3, most: 7, other: 4 }
const words = (code: (typeof flowRefusalCodes)[number], more: object = values) =>
  flowRefusalWords(textsOf('line'), textsOf('panel'), {
    ...{ line: 2, message: 'A sentence in English.', code },
    values: more,
  })

test('no refusal of a file is shown in the language of the server', () => {
  for (const code of flowRefusalCodes) {
    expect(words(code), code).not.toMatch(/English|undefined|\{|^$/)
  }
  expect(words('noNumber')).toBe('Buffer: „9x“ ist keine ganze Zahl.')
  expect(words('differs')).toContain('Zeile 4')
  expect(words('refused', {})).not.toContain('Zeile')
})

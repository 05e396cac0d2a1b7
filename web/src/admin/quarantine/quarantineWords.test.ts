// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { setLanguage } from '../../i18n/language.ts'
import { textsOf } from '../../i18n/useTexts.ts'
import { clockText } from './quarantineWords.ts'

test.each([
  [null, '–'],
  [0, 'on time'],
  [-99, 'on time'],
  [100, '0.1 s behind'],
  [300, '0.3 s behind'],
  [9_949, '9.9 s behind'],
  [9_950, '10 s behind'],
  [-20_000, '20 s ahead'],
  [-119_400, '119 s ahead'],
  [120_000, '2 min behind'],
  [3_600_000, '60 min behind'],
  [-7_200_000, '2 h ahead'],
])('%s ms reads %s', (skewMs, text) => {
  expect(clockText(textsOf('quarantine'), skewMs)).toBe(text)
})

test('in German a clock goes before or after', async () => {
  await setLanguage('de')
  expect(clockText(textsOf('quarantine'), -20_000)).toBe('20 s vor')
  await setLanguage('en')
})

import { expect, test } from 'vitest'
import { languages } from './languages.ts'
import { reportMail } from './locales/en/reportMail.ts'
import { sayIn } from './mailTexts.ts'

const tags = Object.keys(languages) as (keyof typeof languages)[]

test('mark-up is left out, and what is counted agrees with its word', () => {
  const say = sayIn('en', 'shift')
  expect(say('onTarget', { packs: '12', inShift: (inner) => inner })).toBe('On target: 12 packs.')
  const more = sayIn('en', 'reportMail')
  expect(more('more', { count: 1 })).toBe('and 1 more')
})

test.each(tags)('each text of a mail in %s has the values of the English one', (language) => {
  const say = sayIn(language, 'reportMail') as (key: string, values: object) => string
  for (const [key, english] of Object.entries(reportMail)) {
    const names = [...english.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name)
    const values = Object.fromEntries(names.map((name) => [name, `<${name}>`]))
    const text = say(key, { ...values, count: 2 })
    for (const name of names)
      if (name !== 'count') expect([key, text]).toEqual([key, expect.stringContaining(`<${name}>`)])
    expect(text).not.toMatch(/[{}]/)
  }
})

import {
  fillMessage,
  type Language,
  languages,
  type MessageValues,
  readMessage,
  type TagValue,
} from '@packboard/model'
import { IntlMessageFormat } from 'intl-messageformat'
import { createElement, type ReactNode } from 'react'
import { describe, expect, test } from 'vitest'
import type { Catalogue } from './catalogue.ts'
import { de } from './locales/de/de.ts'
import { en } from './locales/en/en.ts'
import { es } from './locales/es/es.ts'
import { fr } from './locales/fr/fr.ts'
import { it } from './locales/it/it.ts'

const catalogues: Record<Language, Catalogue> = { en, de, it, es, fr }
const counts = [0, 1, 2, 5, 11, 21, 100, 1_000_000, 1.5, 12_345.678]

/** Every name that a text could mean, as a value where a brace is before it and as mark-up where a tag is. */
function valuesFor(
  text: string,
  count: number,
  tag: TagValue<ReactNode>,
): MessageValues<ReactNode> {
  const values: Record<string, number | TagValue<ReactNode>> = {}
  for (const [, name = ''] of text.matchAll(/\{\s*(\w+)/g)) values[name] = count
  for (const [, name = ''] of text.matchAll(/<(\w+)>/g)) values[name] = tag
  return values
}

const tags: Record<string, TagValue<ReactNode>> = {
  'as words': (inner) => inner,
  'as an element': (inner) => createElement('b', null, inner),
}

describe.each(Object.keys(languages) as Language[])('%s', (language) => {
  const { locale } = languages[language]
  const texts = Object.values(catalogues[language]).flatMap((feature) =>
    Object.values<string>(feature),
  )

  test.each(Object.entries(tags))('says what the standard says, mark-up %s', (_, tag) => {
    expect(texts.length).toBeGreaterThan(500)
    for (const text of texts) {
      for (const count of counts) {
        const values = valuesFor(text, count, tag)
        const standard = new IntlMessageFormat(text, locale).format<ReactNode>(values)
        expect(fillMessage<ReactNode>(readMessage(text), locale, values), text).toEqual(standard)
      }
    }
  })
})

test.each([
  ['{count, plural, one {# row of {all}} other {<b>#</b> rows of {all}}}', { count: 1, all: 3 }],
  ['{count, plural, =0 {none} other {#}} and # {name}', { count: 0, name: 'x' }],
  ['{count, plural, one {a} other {b}}', { count: 1_234 }],
  ['', {}],
])('%s', (text, values) => {
  const all = { ...values, b: (inner: ReactNode) => inner }
  expect(fillMessage<ReactNode>(readMessage(text), 'de-DE', all)).toEqual(
    new IntlMessageFormat(text, 'de-DE').format<ReactNode>(all),
  )
})

test.each([
  '{count, select, a {b} other {c}}',
  '{open',
  'closed}',
  '<b>open',
  '{n, plural, one {a',
])('what is beyond it is refused: %s', (text) => {
  expect(() => readMessage(text)).toThrow(text)
})

test('a value that is not given is a failure, not an empty place', () => {
  expect(() => fillMessage(readMessage('Page {page}'), 'en-GB', {})).toThrow('page')
})

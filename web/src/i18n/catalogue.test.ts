import { errorCatalogue, type Language, languages } from '@packboard/model'
import { IntlMessageFormat } from 'intl-messageformat'
import { describe, expect, test } from 'vitest'
import type { Catalogue, Translation } from './catalogue.ts'
import { de } from './locales/de/de.ts'
import { en } from './locales/en/en.ts'
import { es } from './locales/es/es.ts'
import { fr } from './locales/fr/fr.ts'
import { it } from './locales/it/it.ts'

const catalogues: Record<Language, Catalogue> = { en, de, it, es, fr }

const entries = (catalogue: Catalogue) =>
  Object.entries(catalogue).flatMap(([feature, texts]) =>
    Object.entries<string>(texts).map(([key, text]) => [`${feature}.${key}`, text] as const),
  )

type Part = ReturnType<IntlMessageFormat['getAst']>[number]

/** What is filled into a text: `count`, `count plural`, `<zone>`; each once, in the order of the alphabet. */
function placesOf(text: string, locale: string): string[] {
  const places = new Set<string>()
  const walk = (parts: readonly Part[]) => {
    for (const part of parts) {
      if ('options' in part) {
        places.add(`${part.value} of choices`)
        for (const { value } of Object.values(part.options)) walk(value)
      } else if ('children' in part) {
        places.add(`<${part.value}>`)
        walk(part.children)
      } else if ('value' in part && part.type !== 0) places.add(part.value)
    }
  }
  walk(new IntlMessageFormat(text, locale).getAst())
  return [...places].sort()
}

const english = new Map(entries(en))

describe.each(Object.keys(languages) as Language[])('%s', (language) => {
  const { locale } = languages[language]
  const texts = entries(catalogues[language])

  test('says every text of English and no other', () => {
    expect(texts.map(([key]) => key).sort()).toEqual([...english.keys()].sort())
    expect(texts.filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('fills in what English fills in', () => {
    const unlike = texts.filter(
      ([key, text]) =>
        placesOf(text, locale).join() !== placesOf(english.get(key) ?? '', 'en-GB').join(),
    )
    expect(unlike).toEqual([])
  })

  // An apostrophe before a brace hides the place behind it; the typographic one does not.
  test('has no typewriter apostrophe', () => {
    expect(
      texts.filter(([key, text]) => text.includes("'") && !english.get(key)?.includes("'")),
    ).toEqual([])
  })
})

test('a place that a translation lost or misspelt would be seen', () => {
  expect(placesOf('Page {page}', 'en')).toEqual(['page'])
  expect(placesOf("l'{page}", 'fr')).toEqual([])
  expect(placesOf('{count, plural, one {# row of {all}} other {# rows}}', 'en')).toEqual([
    'all',
    'count of choices',
  ])
  expect(placesOf('in <zone>{name}</zone>', 'en')).toEqual(['<zone>', 'name'])
})

test('a text that a language lacks, or that English does not have, does not compile', () => {
  // @ts-expect-error: retry is missing
  const lacking: Translation<{ open: 'Open'; retry: 'Retry' }> = { open: 'Öffnen' }
  // @ts-expect-error: close is no text of English
  const tooMany: Translation<{ open: 'Open' }> = { open: 'Öffnen', close: 'Schließen' }
  expect([lacking, tooMany]).toHaveLength(2)
})

test('the texts that the specification fixes are in English as it fixes them', () => {
  const fixed = [
    'Please select Client for which you want to view data:',
    'Select Client:',
    'Select Client...',
    'Not Allowed',
    'No Data Found',
    'Loading...',
    'Back to Main Page',
    'Management Panel',
    'Per Day Summary',
    'Packs Produced',
    'Idle Time Total',
    'Run Time Total',
    'OEEE',
    'Server error!',
    'An error occurred',
    'Please check mark the Terms and Conditions!',
  ]
  const said = new Set(english.values())
  expect(fixed.filter((text) => !said.has(text))).toEqual([])
})

test('a failure reads in English as the server says it', () => {
  for (const [code, { message }] of Object.entries(errorCatalogue)) {
    expect(english.get(`errors.${code}`)).toBe(message)
  }
})

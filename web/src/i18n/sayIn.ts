import { IntlMessageFormat } from 'intl-messageformat'
import { createElement, Fragment, type ReactNode } from 'react'
import type { Feature } from './catalogue.ts'
import type { Spoken } from './language.ts'
import { languages } from './languages.ts'
import type { en } from './locales/en/en.ts'
import type { PlaceValue, Said, TagValue, ValuesOf } from './placeholders.ts'

type English = typeof en

type TextOf<Name extends Feature, Key extends keyof English[Name]> = English[Name][Key] & string

/** Returns a text of a feature, with its values filled in: `say('rows', { count: 3 })`. */
export type Say<Name extends Feature> = <Key extends keyof English[Name] & string>(
  key: Key,
  ...values: ValuesOf<TextOf<Name, Key>>
) => Said<TextOf<Name, Key>>

const known = new WeakMap<Spoken, Map<Feature, Say<Feature>>>()

/** The texts of a feature in a language; the same function as long as the language is the same. */
export function sayIn<Name extends Feature>(spoken: Spoken, feature: Name): Say<Name> {
  const says = known.get(spoken) ?? new Map<Feature, Say<Feature>>()
  known.set(spoken, says)
  // A feature's function takes that feature's keys alone: it was put here under its name.
  const before = says.get(feature)
  if (before) return before as Say<Name>
  const say = makeSay(spoken, feature) as Say<Name>
  says.set(feature, say as Say<Feature>)
  return say
}

function makeSay({ language, texts }: Spoken, feature: Feature) {
  const { locale } = languages[language]
  const read: Readonly<Record<string, string>> = texts[feature]
  const formats = new Map<string, IntlMessageFormat>()
  return (key: string, values?: Record<string, PlaceValue | TagValue>): ReactNode => {
    const text = read[key] ?? ''
    if (values === undefined) return text
    const format = formats.get(key) ?? new IntlMessageFormat(text, locale)
    formats.set(key, format)
    const said = format.format<ReactNode>(values)
    // As children that stand still: their places are those of the sentence, so they need no keys.
    return Array.isArray(said) ? createElement(Fragment, null, ...said) : said
  }
}

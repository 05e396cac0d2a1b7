import {
  fillMessage,
  languages,
  type Message,
  type PlaceValue,
  readMessage,
  type SayTexts,
  type TagValue,
} from '@packboard/model'
import { createElement, Fragment, type ReactNode, useSyncExternalStore } from 'react'
import type { Feature } from './catalogue.ts'
import { currentLanguage, type Spoken, watchLanguage } from './language.ts'
import type { en } from './locales/en/en.ts'

type English = typeof en

/** Returns a text of a feature, with its values filled in: `say('rows', { count: 3 })`. */
export type Say<Name extends Feature> = SayTexts<English[Name], ReactNode>

const known = new WeakMap<Spoken, Map<Feature, Say<Feature>>>()

/** The texts of a feature in a language; the same function as long as the language is the same. */
function sayIn<Name extends Feature>(spoken: Spoken, feature: Name): Say<Name> {
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
  const read: Readonly<Record<string, string>> | undefined = texts[feature]
  // A page names the texts that it needs in the route table.
  if (read === undefined) throw new Error(`the texts of ${feature} were not loaded`)
  const messages = new Map<string, Message>()
  return (key: string, values?: Record<string, PlaceValue | TagValue<ReactNode>>): ReactNode => {
    const text = read[key] ?? ''
    if (values === undefined) return text
    const message = messages.get(key) ?? readMessage(text)
    messages.set(key, message)
    const said = fillMessage(message, locale, values)
    // As children that stand still: their places are those of the sentence, so they need no keys.
    return Array.isArray(said) ? createElement(Fragment, null, ...said) : said
  }
}

/** The texts of a feature for a part of the screen, which is drawn again when another language is chosen. */
export function useTexts<Name extends Feature>(feature: Name): Say<Name> {
  return sayIn(useSyncExternalStore(watchLanguage, currentLanguage), feature)
}

/** The texts of a feature outside of drawing: in what happens after a press, in a failure. Never kept in a constant. */
export function textsOf<Name extends Feature>(feature: Name): Say<Name> {
  return sayIn(currentLanguage(), feature)
}

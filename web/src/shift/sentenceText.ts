import type { SentenceWire } from '@packboard/contract'
import { chosenSentence, type Language, type TagValue } from '@packboard/model'
import type { ReactNode } from 'react'
import { stateWordOf } from '../i18n/stateWords.ts'
import type { Say } from '../i18n/useTexts.ts'

/** What a part of a sentence leads to: the mark-up of its texts. */
export type SentenceLink =
  | 'inShift'
  | 'stop'
  | 'ofLine'
  | 'ofMachine'
  | 'questions'
  | 'now'
  | 'lanes'
export type SentenceLinks = Readonly<Record<SentenceLink, TagValue<ReactNode>>>

const words: TagValue<ReactNode> = (inner) => inner
/** A sentence without links, as it is measured, spoken and used as a title. */
export const withoutLinks: SentenceLinks = {
  inShift: words,
  stop: words,
  ofLine: words,
  ofMachine: words,
  questions: words,
  now: words,
  lanes: words,
}

/** The sentence in words, with what its parts lead to; which text of its rule says the model. */
export function sentenceText(
  sentence: SentenceWire,
  say: Say<'shift'>,
  language: Language,
  links: SentenceLinks = withoutLinks,
): ReactNode {
  const { key, values } = chosenSentence(sentence, {
    language,
    words: (each, filled) => String(say(each, { ...filled, ...withoutLinks })),
    lineless: say('lineless'),
    stateWord: stateWordOf,
  })
  return say(key, { ...values, ...links })
}

import type { SentenceWire } from '@packboard/contract'
import { formatTimeInState, noFigure, type SentenceRule, shiftPageLimits } from '@packboard/model'
import type { ReactNode } from 'react'
import { formatCount, formatPercent } from '../i18n/formatNumber.ts'
import type { Language } from '../i18n/languages.ts'
import type { TagValue } from '../i18n/message.ts'
import { stateWordOf } from '../i18n/stateWords.ts'
import type { Say } from '../i18n/useTexts.ts'

/** The texts of each rule, from the longest to the shortest: the first that is short enough is shown. */
const variants = {
  noMachines: ['noMachines'],
  noData: ['noData'],
  littleData: ['littleData'],
  closed: ['closed'],
  closedButRan: ['closedButRan'],
  offlineNow: ['offlineNow'],
  behindByStop: ['behindByStop', 'behindByStop.shorter', 'behindByStop.shortest'],
  behindWithStop: ['behindWithStop', 'behindWithStop.shorter', 'behindWithStop.shortest'],
  behind: ['behind'],
  onTarget: ['onTarget'],
  ahead: ['ahead'],
  withoutTargetStop: ['withoutTargetStop', 'withoutTargetStop.shorter'],
  withoutTarget: ['withoutTarget'],
  withoutTargetRunning: ['withoutTargetRunning'],
  linesOnTarget: ['linesOnTarget'],
  lineHeld: ['lineHeld', 'lineHeld.shorter'],
  lineBehind: ['lineBehind', 'lineBehind.shorter'],
  standsNow: ['standsNow', 'standsNow.shorter'],
  withoutReason: ['withoutReason'],
  rejectsFrom: ['rejectsFrom'],
  isNew: ['isNew', 'isNew.shorter'],
  nothingToDo: ['nothingToDo'],
} as const satisfies Record<SentenceRule, readonly string[]>

type SentenceKey =
  | (typeof variants)[SentenceRule][number]
  | 'standsNow.sinceUnknown'
  | 'isNew.anywhere'

/** What a part of a sentence leads to: the mark-up of its texts. */
export type SentenceLink =
  | 'inShift'
  | 'stop'
  | 'ofLine'
  | 'ofMachine'
  | 'questions'
  | 'now'
  | 'lanes'
export type SentenceLinks = Readonly<Record<SentenceLink, TagValue>>

const words: TagValue = (inner) => inner
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

/** Most characters of a sentence in a language. */
export const longestSentence = (language: Language): number =>
  language === 'en' ? shiftPageLimits.english : shiftPageLimits.otherLanguages

/** A text of a machine on one line, at most 32 characters long; a longer one ends in `…`. */
export function cutText(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  const characters = [...line]
  if (characters.length <= shiftPageLimits.machineText) return line
  const kept = characters.slice(0, shiftPageLimits.machineText - 1)
  return `${kept.join('').trimEnd()}…`
}

/** The sentence in words, with what its parts lead to; the first text of its rule that fits, else the shortest. */
export function sentenceText(
  sentence: SentenceWire,
  say: Say<'shift'>,
  language: Language,
  links: SentenceLinks = withoutLinks,
): ReactNode {
  const values = valuesOf(sentence.terms, say)
  const keys = keysOf(sentence)
  const most = longestSentence(language)
  const fits = (key: SentenceKey) =>
    [...String(say(key, { ...values, ...withoutLinks }))].length <= most
  const key = keys.find(fits) ?? keys.at(-1) ?? 'nothingToDo'
  return say(key, { ...values, ...links })
}

/** Two rules have a text for a term that is not known. */
function keysOf({ rule, terms }: SentenceWire): readonly SentenceKey[] {
  if (rule === 'standsNow' && terms.seconds === undefined) return ['standsNow.sinceUnknown']
  if (rule === 'isNew' && terms.machineId === undefined) return ['isNew.anywhere']
  return variants[rule]
}

function valuesOf(terms: SentenceWire['terms'], say: Say<'shift'>) {
  const { cause = '', group = '', line, seconds } = terms
  return {
    packs: formatCount(terms.packs ?? null),
    otherPacks: formatCount(terms.otherPacks ?? null),
    percent: formatPercent(terms.percent ?? null),
    time: seconds === undefined ? noFigure : formatTimeInState(seconds),
    count: terms.count ?? 0,
    machine: cutText(terms.machineId ?? noFigure),
    line: line === '' ? say('lineless') : cutText(line ?? noFigure),
    cause: cutText(group === '' ? stateWordOf(cause) : cause),
  }
}

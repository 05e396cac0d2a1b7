import { formatTimeInState, noFigure } from '../durations.ts'
import type { Language } from '../texts/languages.ts'
import type { PlaceValue } from '../texts/message.ts'
import { countText, percentText } from '../texts/numbers.ts'
import { type SentenceRule, shiftPageLimits } from './sentence.ts'
import type { ShiftSentence } from './shiftSentences.ts'

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

export type SentenceKey =
  | (typeof variants)[SentenceRule][number]
  | 'standsNow.sinceUnknown'
  | 'isNew.anywhere'

/** Most characters of a sentence in a language. */
export const longestSentence = (language: Language): number =>
  language === 'en' ? shiftPageLimits.english : shiftPageLimits.otherLanguages

/** A text of a machine on one line, at most 32 characters long, or so many; a longer one ends in `…`. */
export function cutText(text: string, most: number = shiftPageLimits.machineText): string {
  const line = text.trim().replaceAll(/\s+/g, ' ')
  const characters = [...line]
  if (characters.length <= most) return line
  const kept = characters.slice(0, most - 1)
  return `${kept.join('').trimEnd()}…`
}

type SentenceValues = Readonly<
  Record<
    'packs' | 'otherPacks' | 'percent' | 'time' | 'count' | 'machine' | 'line' | 'cause',
    PlaceValue
  >
>

/** The texts of a language that a sentence is made of. */
type SentenceWords = {
  readonly language: Language
  /** A text without what its parts lead to. */
  words(key: SentenceKey, values: SentenceValues): string
  readonly lineless: string
  /** The name of a state that an answer names in English. */
  stateWord(name: string): string
}

/** The first text of the rule of a sentence that fits, else the shortest, and what is filled into it. */
export function chosenSentence(sentence: ShiftSentence, words: SentenceWords) {
  const values = valuesOf(sentence.terms, words)
  const keys = keysOf(sentence)
  const most = longestSentence(words.language)
  const key = keys.find((one) => [...words.words(one, values)].length <= most)
  return { key: key ?? keys.at(-1) ?? ('nothingToDo' as const), values }
}

/** Two rules have a text for a term that is not known. */
function keysOf({ rule, terms }: ShiftSentence): readonly SentenceKey[] {
  if (rule === 'standsNow' && terms.seconds === undefined) return ['standsNow.sinceUnknown']
  if (rule === 'isNew' && terms.machineId === undefined) return ['isNew.anywhere']
  return variants[rule]
}

function valuesOf(terms: ShiftSentence['terms'], { language, lineless, stateWord }: SentenceWords) {
  const { cause = '', group = '', line, seconds } = terms
  return {
    packs: countText(language, terms.packs ?? null),
    otherPacks: countText(language, terms.otherPacks ?? null),
    percent: percentText(language, terms.percent ?? null),
    time: seconds === undefined ? noFigure : formatTimeInState(seconds),
    count: terms.count ?? 0,
    machine: cutText(terms.machineId ?? noFigure),
    line: line === '' ? lineless : cutText(line ?? noFigure),
    cause: cutText(group === '' ? stateWord(cause) : cause),
  }
}

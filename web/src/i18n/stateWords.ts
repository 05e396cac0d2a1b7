import {
  bandWord,
  notScheduled,
  stateWord as wordOfCode,
  stateWordOf as wordOfName,
  timeWord as wordOfTime,
} from '@packboard/model'
import { type Say, textsOf } from './useTexts.ts'

export { bandWord, notScheduled }

/** The name of a state in the user's language. */
export const stateWord = (code: number, say: Say<'states'> = textsOf('states')): string =>
  wordOfCode(code, say)

/** The same for a state that an answer names in English. */
export const stateWordOf = (name: string, say: Say<'states'> = textsOf('states')): string =>
  wordOfName(name, say)

/** The name of a kind of time, from its name in an answer. */
export const timeWord = (name: string, say: Say<'states'> = textsOf('states')): string =>
  wordOfTime(name, say)

import {
  notScheduled,
  type StateBand,
  bandWord as wordOfBand,
  stateWord as wordOfCode,
  stateWordOf as wordOfName,
  timeWord as wordOfTime,
} from '@packboard/model'
import type { ReactNode } from 'react'
import { type Say, textsOf } from './useTexts.ts'

export { notScheduled }

/** The name of a state in the user's language. */
export const stateWord = (code: number, say: Say<'states'> = textsOf('states')): string =>
  wordOfCode<ReactNode>(code, say)

/** The same for a state that an answer names in English. */
export const stateWordOf = (name: string, say: Say<'states'> = textsOf('states')): string =>
  wordOfName<ReactNode>(name, say)

/** The name of a kind of time, from its name in an answer. */
export const timeWord = (name: string, say: Say<'states'> = textsOf('states')): string =>
  wordOfTime<ReactNode>(name, say)

/** The name of a group of machines in a summary. */
export const bandWord = (band: StateBand, say: Say<'states'>): string =>
  wordOfBand<ReactNode>(band, say)

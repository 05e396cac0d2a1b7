import type { LedgerRow, Step } from './minuteRow.ts'

/** A day of the zone as two instants, in seconds since 1970. */
export type LocalDay = { readonly date: string; readonly from: number; readonly to: number }

/** What is summed, over which machines and days. */
export type Question = {
  readonly name: QuestionName
  readonly machineIds: readonly number[]
  readonly days: readonly LocalDay[]
  /** Length of a step of the speed chart. */
  readonly stepSeconds: number
}

export const questionNames = [
  'states',
  'products',
  'stop causes',
  'day summary',
  'machine totals',
  'speed',
] as const
export type QuestionName = (typeof questionNames)[number]

/** The sums of an answer in one order: equal texts are equal answers. */
export type Answer = readonly string[]

export const lineOf = (...values: readonly unknown[]) => values.map(String).join('|')
export const inOrder = (lines: readonly string[]): Answer => [...lines].sort()

/** The beginning and the end of a question, in seconds since 1970. */
export function edgesOf({ days }: Pick<Question, 'days'>) {
  const [first, last] = [days.at(0), days.at(-1)]
  if (!first || !last) throw new Error('a question has days')
  return { from: first.from, to: last.to }
}

/** A store that is filled with the same rows and answers the same questions. */
export type Peer = {
  readonly name: string
  /** How its rows are laid out, and why so. */
  readonly schema: string
  add(step: Step, rows: readonly LedgerRow[]): Promise<void>
  /** After the last row: what its makers advise before it is read. */
  filled(): Promise<void>
  answer(question: Question, step: Step): Promise<Answer>
  close(): Promise<void>
}

import type { PlanRefusalCode, RefusedPlanLine } from '@packboard/contract'
import { planKinds, planLimits } from '@packboard/model'
import { csvSentences } from './csvLines.ts'

/** Why a line is rejected: as an English sentence, and as values for screens in other languages. */
export type PlanRefusal = Omit<RefusedPlanLine, 'line'>
type Values = PlanRefusal['values']

const sentences: Record<Exclude<PlanRefusalCode, 'refused'>, (values: Values) => string> = {
  ...csvSentences,
  tooMany: ({ most }) => `One import takes ${most} lines.`,
  noField: ({ field }) => `The field ${field} is missing.`,
  noLine: ({ cell }) => `This client has no line named "${cell}".`,
  noKind: ({ cell }) => `"${cell}" is not one of ${planKinds.join(', ')}.`,
  noWeekday: ({ cell }) => `"${cell}" is no day of the week; Monday is 1, Sunday is 7.`,
  noDate: ({ field, cell }) => `${field}: "${cell}" is no day such as 2027-03-26.`,
  noTime: ({ field, cell }) => `${field}: "${cell}" is no time of day from 00:00 to 23:59.`,
  noNote: () => `A note has at most ${planLimits.noteLength} letters, all of them visible.`,
  weekOrDate: () =>
    'A line has either Weekday and ValidFrom, for each week, or StartDate, for an exception.',
}

export const planRefusal = (
  code: Exclude<PlanRefusalCode, 'refused'>,
  values: Values = {},
): PlanRefusal => ({ code, values, message: sentences[code](values) })

/** A line that is right by itself and cannot be in the plan: the sentence names the other entry. */
export const refusedInPlan = (message: string, values: Values = {}): PlanRefusal => ({
  code: 'refused',
  values,
  message,
})

import { type RefusalCode, type RefusedPlanLine, refusalCodes } from '@packboard/contract'
import { planKinds, planLimits } from '@packboard/model'
import { refusalWords } from '../../crud/refusalWords.ts'
import { formatCount } from '../../i18n/formatNumber.ts'
import type { Say } from '../../i18n/sayIn.ts'

/** Why a line of a plan was refused, in the language of the screen; an overlap in the words of the server. */
export function planRefusalWords(
  say: Say<'plan'>,
  panel: Say<'panel'>,
  { line, code, values, message }: RefusedPlanLine,
): string {
  const { field = '', cell = '', most = 0, other } = values
  if (code === 'refused') {
    return other === undefined ? message : `${message} ${say('refused.other', { other })}`
  }
  if (code === 'tooMany') return say('refused.tooMany', { most: formatCount(most) })
  if (isShared(code)) return refusalWords(panel, { line, message, code, values })
  return say(`refused.${code}`, {
    field,
    cell,
    kinds: planKinds.join(', '),
    most: formatCount(planLimits.noteLength),
  })
}

const isShared = (code: string): code is Exclude<RefusalCode, 'tooMany'> =>
  code !== 'tooMany' && refusalCodes.some((each) => each === code)

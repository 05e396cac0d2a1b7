import { type RefusalCode, type RefusedMachine, refusalCodes } from '@packboard/contract'
import { refusalWords } from '../../crud/refusalWords.ts'
import { formatCount } from '../../i18n/formatNumber.ts'
import type { Say } from '../../i18n/sayIn.ts'

/** Why a line of machines was refused, in the language of the screen; what the connection lacks is said as its form says it. */
export function machineRefusalWords(
  say: Say<'connection'>,
  panel: Say<'panel'>,
  refused: RefusedMachine,
): string {
  const { code, values, message } = refused
  if (code === 'connection') return message
  const { field = '', fields = '', cell = '', most = 0 } = values
  if (code === 'tooMany') return say('refused.tooMany', { most: formatCount(most) })
  if (isShared(code)) return refusalWords(panel, { line: refused.line, message, code, values })
  return say(`refused.${code}`, { field, fields, cell })
}

const isShared = (code: string): code is RefusalCode => refusalCodes.some((each) => each === code)

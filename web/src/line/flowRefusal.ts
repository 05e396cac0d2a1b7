import type { RefusedFlowLine } from '@packboard/contract'
import { refusalWords } from '../crud/CsvImport.tsx'
import { formatCount } from '../i18n/formatNumber.ts'
import type { Say } from '../i18n/useTexts.ts'

/** Why a line of a file with flows is refused, in the language of the page. */
export function flowRefusalWords(
  say: Say<'line'>,
  panel: Say<'panel'>,
  { line, message, code, values }: RefusedFlowLine,
): string {
  const { field = '', cell = '', most = 0, other } = values
  switch (code) {
    case 'tooMany':
      return say('file.tooMany', { most: formatCount(most) })
    case 'noField':
      return panel('refused.noProduct', { field })
    case 'noLine':
      return panel('refused.notHere', { field, cell })
    case 'noKey':
      return panel('refused.noYesOrNo', { field, cell })
    case 'noTime':
    case 'noNumber':
      return say(`file.${code}`, { field, cell })
    case 'differs':
      return say('file.differs', { field, other: other ?? 0 })
    case 'refused':
      return other === undefined ? say('file.refused') : say('file.contradicts', { other })
    default:
      return refusalWords(panel, { line, message, code, values })
  }
}

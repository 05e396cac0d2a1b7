import type { CompareBy } from '@packboard/contract'
import { dayText } from '../filter/filterText.ts'
import { reportedText } from '../i18n/reportedText.ts'
import { textsOf } from '../i18n/useTexts.ts'

/** A row as people call it. */
export function rowName(by: CompareBy, key: string): string {
  switch (by) {
    case 'product':
      return reportedText(key) || textsOf('explain')('noProduct')
    case 'tool':
      return reportedText(key) || textsOf('explain')('noTool')
    case 'operator':
      return reportedText(key) || textsOf('explain')('noOperator')
    case 'day':
      return dayText(key)
    case 'week':
      return textsOf('compare')('weekOf', { day: dayText(key) })
    default:
      return key
  }
}

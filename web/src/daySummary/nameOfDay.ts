import { dayText } from '../filter/filterText.ts'
import { reportedText } from '../i18n/reportedText.ts'
import type { SummaryDay } from './daySummaryWire.ts'

/** What a row is about: `21-11-2026, FW-101, Choc Bar 45 g, Former 45`. */
export const nameOfDay = ({ date, serialNo, product, tool }: SummaryDay) =>
  [dayText(date), serialNo, reportedText(product), reportedText(tool)].filter(Boolean).join(', ')

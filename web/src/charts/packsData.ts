import type { StripPart } from '@packboard/model'
import type { ChartAlarm } from './alarmChips.ts'
import type { Gap, PacksColumns } from './packsSeries.ts'

/** What a window has to show; another one is another object. */
export type PacksData = {
  readonly from: Date
  readonly to: Date
  readonly columns: PacksColumns
  readonly gaps: readonly Gap[]
  /** The label of a gap: under a filter it may be another product's time. */
  readonly gapWord: string
  readonly stepSeconds: number
  /** Points are means of longer steps: the band from the slowest to the fastest is drawn with them. */
  readonly aggregated: boolean
  /** null: the window is longer than 24 hours and has no such lane. */
  readonly alarms: readonly ChartAlarm[] | null
  readonly nextMachine: readonly Date[] | null
  readonly states: readonly StripPart[] | null
}

/** Times that are selected: everything else on the chart steps back. */
export type Highlight = {
  readonly spans: readonly { readonly from: Date; readonly to: Date }[]
  /** The one that is open, with its length in words. */
  readonly open: { readonly from: Date; readonly to: Date; readonly words: string } | null
}

/** What a press on a lane chose: an instant of the state lane, or an alarm of a chip. */
export type PickedMoment =
  | { readonly at: Date; readonly alarm?: undefined }
  | { readonly at: Date; readonly alarm: ChartAlarm }

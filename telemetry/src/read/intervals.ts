import type { Category, ClientScope } from '@packboard/model'
import type { Telemetry } from '../store.ts'
import type { WindowQuestion } from './windowQuestion.ts'

/** A stretch of one machine in one state, category, product, tool, user and stop cause, as long as it lasted. */
export type Interval = {
  readonly machineId: number
  readonly from: Date
  /** Equal to `from` for packs that end no time inside the window. */
  readonly to: Date
  readonly state: number
  readonly category: Category
  readonly product: string
  readonly tool: string
  readonly user: string
  readonly causeGroup: string
  readonly cause: string
  /** Observed time. Packs after a gap have a row of category `offline` with 0; a gap that was asked for has its length. */
  readonly ms: number
  /** Billionths. */
  readonly packs: bigint
  readonly rejects: bigint | null
  readonly stops: number
}

export type IntervalQuestion = WindowQuestion & {
  /** `next` of the page before; null begins. */
  readonly after: string | null
  readonly limit: number
  /** Only time of this category. */
  readonly category?: Category
  /** Only rows that counted packs. */
  readonly withPacksOnly?: boolean
  /** The gaps instead: time without data. They have no context, so no filter applies to them. */
  readonly offline?: boolean
}

export type IntervalPage = { readonly rows: Interval[]; readonly next: string | null }

/** The intervals that make up a figure, machine by machine in the order given, then by time; all pages together are the figure. */
export function intervals(
  _telemetry: Telemetry,
  _scope: ClientScope,
  _question: IntervalQuestion,
): Promise<IntervalPage> {
  throw new Error('not there yet')
}

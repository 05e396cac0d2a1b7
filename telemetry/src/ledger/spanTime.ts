import type { Category } from '@packboard/model'

/** Time in one context that a machine did not run; `at`: the minute that it is in, or the first of several. Ms since 1970. */
export type SpanTime = {
  readonly at: number
  readonly ms: number
  readonly state: number
  readonly category: Category
  readonly product: string
  readonly tool: string
  readonly causeGroup: string
  readonly cause: string
}

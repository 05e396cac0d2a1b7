/** What a filter bar narrows figures to (D17); what is absent filters nothing. */
export type ContextFilter = {
  readonly product?: string
  readonly tool?: string
  readonly state?: number
  readonly causeGroup?: string
}

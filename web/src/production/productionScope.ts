import { type AsOf, untilOf } from '../filter/figureAsOf.ts'
import type { ProductionFilter } from '../filter/filter.ts'

/** Whose figures a part of the page shows, and of what window. */
export type ProductionScope = {
  readonly clientId: number
  readonly serialNo: string
  readonly filter: ProductionFilter
  /** The instant at which the figures end, where their window reaches to now. */
  readonly until?: string
}

/** The same as of the figures that are shown. */
export const scopeAsOf = (scope: ProductionScope, asOf: AsOf | undefined): ProductionScope =>
  asOf ? { ...scope, filter: asOf.filter, ...untilOf(asOf) } : scope

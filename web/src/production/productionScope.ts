import type { ProductionFilter } from '../filter/filter.ts'

/** Whose figures a part of the page shows, and of what window. */
export type ProductionScope = {
  readonly clientId: number
  readonly serialNo: string
  readonly filter: ProductionFilter
}

/** Rows of a page that every table offers; the first is the default (specification §9). */
export const pageSizes = [10, 20, 50, 100] as const

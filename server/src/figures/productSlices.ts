import type { TotalBy } from '@packboard/telemetry/read'
import { byText, packsIn } from './contextSums.ts'

/** Packs of one product; an empty name means that the machine never reported one. */
export type ProductSlice = { readonly product: string; readonly packs: number }

/** The name on a screen for a product that was never reported. */
export const noProduct = 'No product'

export const productLabel = (product: string) => (product === '' ? noProduct : product)

/** Packs of each product, most first. A pack belongs to the product of the time that it ended (D14). */
export function productSlices(contexts: readonly TotalBy<'product'>[]): ProductSlice[] {
  return [...Map.groupBy(contexts, ({ product }) => product)]
    .map(([product, group]) => ({ product, packs: packsIn(group) }))
    .filter(({ packs }) => packs !== 0)
    .sort((a, b) => b.packs - a.packs || byText(productLabel(a.product), productLabel(b.product)))
}

/** The recipes of a rule as the store has them: products and their target speeds, side by side. */
export function recipesOf(
  products: readonly string[],
  ppm: readonly number[],
): ReadonlyMap<string, number> {
  const recipes = new Map<string, number>()
  for (const [i, product] of products.entries()) {
    const target = ppm[i]
    if (target !== undefined) recipes.set(product, target)
  }
  return recipes
}

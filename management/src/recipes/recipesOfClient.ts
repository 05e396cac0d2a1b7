import type { ClientScope } from '@packboard/model'
import { inside, type Management } from '../store.ts'
import { type ProductRecipe, recipeOfColumns } from './productRecipe.ts'

/** The products of one client with all that is set up for them, by name. */
export function recipesOfClient(
  management: Management,
  scope: ClientScope,
): Promise<ProductRecipe[]> {
  return inside(management).read(async (db) => {
    const rows = await db
      .selectFrom('product_recipe')
      .selectAll()
      .where('client_id', '=', scope.clientId)
      .execute()
    return rows.map(recipeOfColumns).sort((a, b) => (a.product < b.product ? -1 : 1))
  })
}

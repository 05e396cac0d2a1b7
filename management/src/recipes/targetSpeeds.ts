import type { ClientScope } from '@packboard/model'
import { inside, type Management } from '../store.ts'

/** The speed that a product is meant to run at, in packs per minute (D22). */
type TargetSpeed = { readonly product: string; readonly targetPpm: number }

/** The products of one client that have a target speed, by name. */
export function targetSpeeds(
  management: Management,
  scope: ClientScope,
): Promise<readonly TargetSpeed[]> {
  return inside(management).readShared(`targetSpeeds ${scope.clientId}`, async (db) => {
    const rows = await db
      .selectFrom('product_recipe')
      .select(['product', 'target_speed'])
      .where('client_id', '=', scope.clientId)
      .orderBy('product')
      .execute()
    return rows.flatMap(({ product, target_speed: targetPpm }) =>
      targetPpm === null ? [] : [{ product, targetPpm }],
    )
  })
}

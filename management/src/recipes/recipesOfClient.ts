import type { ClientScope } from '@packboard/model'
import type { Insertable, Selectable } from 'kysely'
import type { Schema } from '../schema.ts'
import { inside, type Management } from '../store.ts'

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

/** A product as its maker set it up (specification §3); null is unknown. Weights are grams. */
export type ProductRecipe = {
  readonly product: string
  /** Packs per minute (D22). */
  readonly targetPpm: number | null
  readonly costPerKg: number | null
  /** Of one pack: its film, its carton. */
  readonly extraCost: number | null
  /** Set point of the first sealing temperature. */
  readonly t1Setpoint: number | null
  readonly tolerance: number | null
  readonly weight: number | null
  readonly countThreshold: number | null
  readonly adjustMax: number | null
  readonly adjustMin: number | null
  readonly adjustStartPercent: number | null
  readonly autoAdjust: boolean | null
  readonly adjustStartWeight: number | null
  readonly checkweigherProgram: number | null
  readonly checkweigherBypass: boolean | null
  readonly tare: number | null
}

/** The columns of a recipe in its table. */
export function columnsOfRecipe(
  recipe: ProductRecipe,
): Omit<Insertable<Schema['product_recipe']>, 'client_id'> {
  return {
    product: recipe.product,
    target_speed: recipe.targetPpm,
    cost_per_kg: recipe.costPerKg,
    extra_cost: recipe.extraCost,
    t1_setpoint: recipe.t1Setpoint,
    tolerance: recipe.tolerance,
    weight: recipe.weight,
    count_threshold: recipe.countThreshold,
    adjust_max: recipe.adjustMax,
    adjust_min: recipe.adjustMin,
    adjust_start_percent: recipe.adjustStartPercent,
    auto_adjust: recipe.autoAdjust,
    adjust_start_weight: recipe.adjustStartWeight,
    checkweigher_program: recipe.checkweigherProgram,
    checkweigher_bypass: recipe.checkweigherBypass,
    tare: recipe.tare,
  }
}

/** A row of the table as a recipe. */
export function recipeOfColumns(row: Selectable<Schema['product_recipe']>): ProductRecipe {
  return {
    product: row.product,
    targetPpm: row.target_speed,
    costPerKg: row.cost_per_kg,
    extraCost: row.extra_cost,
    t1Setpoint: row.t1_setpoint,
    tolerance: row.tolerance,
    weight: row.weight,
    countThreshold: row.count_threshold,
    adjustMax: row.adjust_max,
    adjustMin: row.adjust_min,
    adjustStartPercent: row.adjust_start_percent,
    autoAdjust: row.auto_adjust,
    adjustStartWeight: row.adjust_start_weight,
    checkweigherProgram: row.checkweigher_program,
    checkweigherBypass: row.checkweigher_bypass,
    tare: row.tare,
  }
}

/** A product of which only the name is known. */
export function bareRecipe(product: string): ProductRecipe {
  return {
    product,
    targetPpm: null,
    costPerKg: null,
    extraCost: null,
    t1Setpoint: null,
    tolerance: null,
    weight: null,
    countThreshold: null,
    adjustMax: null,
    adjustMin: null,
    adjustStartPercent: null,
    autoAdjust: null,
    adjustStartWeight: null,
    checkweigherProgram: null,
    checkweigherBypass: null,
    tare: null,
  }
}

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

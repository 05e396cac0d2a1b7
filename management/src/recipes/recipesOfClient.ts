import { type ClientScope, nextMinute, stepInForce } from '@packboard/model'
import type { Insertable, Selectable } from 'kysely'
import { ownSteps, stepsKey, storedSettings } from '../datedSettings/storedSettings.ts'
import type { Schema } from '../schema.ts'
import { type Db, inside, type Management } from '../store.ts'

/** The products of one client with all that is set up for them, by name. */
export function recipesOfClient(
  management: Management,
  scope: ClientScope,
): Promise<ProductRecipe[]> {
  const { read, now } = inside(management)
  return read(async (db) => {
    const recipes = await storedRecipes(db, scope, now())
    return [...recipes.values()].sort((a, b) => (a.product < b.product ? -1 : 1))
  })
}

/** The products of a client by name. */
export async function storedRecipes(
  db: Db,
  { clientId }: ClientScope,
  now: number,
): Promise<Map<string, ProductRecipe>> {
  const rows = await db
    .selectFrom('product_recipe')
    .selectAll()
    .where('client_id', '=', clientId)
    .execute()
  const entries = await storedSettings(db, { clientIds: [clientId], kinds: ['targetSpeed'] })
  const ofClient = entries.filter(
    ({ machineId, machineTypeId }) => machineId === null && machineTypeId === null,
  )
  // What was entered holds from the next minute on; a form shows it at once.
  const at = nextMinute(now)
  const steps = ownSteps(ofClient, 'UTC')
  return new Map(
    rows.map((row) => {
      const step = stepInForce(steps.get(stepsKey('targetSpeed', row.product)) ?? [], at)
      const targetPpm = typeof step?.value === 'number' ? step.value : null
      return [row.product, recipeOfColumns(row, targetPpm)]
    }),
  )
}

/** A product as its maker set it up (specification §3); null is unknown. Weights are grams. */
export type ProductRecipe = {
  readonly product: string
  /** Packs per minute, of all machines that have none of their own or of their type (D22, D98). */
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

/** The columns of a recipe in its table: its target speed is a setting with a date. */
export function columnsOfRecipe(
  recipe: ProductRecipe,
): Omit<Insertable<Schema['product_recipe']>, 'client_id'> {
  return {
    product: recipe.product,
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

function recipeOfColumns(
  row: Selectable<Schema['product_recipe']>,
  targetPpm: number | null,
): ProductRecipe {
  return {
    product: row.product,
    targetPpm,
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

import { type RecipeWire, recipe } from '@packboard/contract'
import type { ProductRecipe } from '@packboard/management'

/** What each field of the recipe form is called in our code. */
export const recipeFields = {
  Product_e: 'product',
  ProductTargetSpeed: 'targetPpm',
  ProductCostPerKg: 'costPerKg',
  ProductExtraCost: 'extraCost',
  ProductT1SP: 't1Setpoint',
  ProductTolerance: 'tolerance',
  ProductWeight: 'weight',
  CountThreshold: 'countThreshold',
  AdjMax: 'adjustMax',
  AdjMin: 'adjustMin',
  AdjQtPercStart: 'adjustStartPercent',
  AutoAdjustON: 'autoAdjust',
  AdjStartWeigh: 'adjustStartWeight',
  CwProgramNumber: 'checkweigherProgram',
  CwBypass: 'checkweigherBypass',
  Tare: 'tare',
} as const satisfies Record<keyof RecipeWire, keyof ProductRecipe>

export type RecipeFieldName = keyof typeof recipeFields

export const productField: RecipeFieldName = 'Product_e'

export const isRecipeField = (name: string): name is RecipeFieldName =>
  Object.hasOwn(recipeFields, name)

export const recipeFieldNames = Object.keys(recipeFields).filter(isRecipeField)

/** Fields that are yes or no; the others but the product are decimal numbers. */
export const yesOrNo: ReadonlySet<RecipeFieldName> = new Set(['AutoAdjustON', 'CwBypass'])

/** May this value be in a field of the form? */
export const fitsField = (
  name: RecipeFieldName,
  value: string | number | boolean | null,
): boolean => recipe.shape[name].safeParse(value).success

/** A product on the wire. */
export function recipeWire(told: ProductRecipe): RecipeWire {
  return {
    Product_e: told.product,
    ProductTargetSpeed: told.targetPpm,
    ProductCostPerKg: told.costPerKg,
    ProductExtraCost: told.extraCost,
    ProductT1SP: told.t1Setpoint,
    ProductTolerance: told.tolerance,
    ProductWeight: told.weight,
    CountThreshold: told.countThreshold,
    AdjMax: told.adjustMax,
    AdjMin: told.adjustMin,
    AdjQtPercStart: told.adjustStartPercent,
    AutoAdjustON: told.autoAdjust,
    AdjStartWeigh: told.adjustStartWeight,
    CwProgramNumber: told.checkweigherProgram,
    CwBypass: told.checkweigherBypass,
    Tare: told.tare,
  }
}

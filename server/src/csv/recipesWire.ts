import { type RecipeWire, recipe } from '@packboard/contract'
import type { ProductRecipe } from '@packboard/management'

/** The internal name of each field of the recipe form. */
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
export function recipeWire(reported: ProductRecipe): RecipeWire {
  return {
    Product_e: reported.product,
    ProductTargetSpeed: reported.targetPpm,
    ProductCostPerKg: reported.costPerKg,
    ProductExtraCost: reported.extraCost,
    ProductT1SP: reported.t1Setpoint,
    ProductTolerance: reported.tolerance,
    ProductWeight: reported.weight,
    CountThreshold: reported.countThreshold,
    AdjMax: reported.adjustMax,
    AdjMin: reported.adjustMin,
    AdjQtPercStart: reported.adjustStartPercent,
    AutoAdjustON: reported.autoAdjust,
    AdjStartWeigh: reported.adjustStartWeight,
    CwProgramNumber: reported.checkweigherProgram,
    CwBypass: reported.checkweigherBypass,
    Tare: reported.tare,
  }
}

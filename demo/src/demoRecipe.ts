import type { ProductRecipe } from '@packboard/management'
import type { DemoProduct } from './demoData.ts'

/** A product of the demo as its maker would have set it up: a bar in film, or a bag weighed by a checkweigher. */
export function demoRecipe({
  name,
  targetPpm,
  bagged,
  grams,
  costPerKg,
}: DemoProduct): ProductRecipe {
  // What one may be short of the weight on the label: 9 % of a small pack, 4.5 g of a bag of up to 200 g.
  const tolerance = Math.min(4.5, tenths(grams * 0.09))
  return {
    product: name,
    targetPpm,
    costPerKg,
    extraCost: bagged ? 0.04 : 0.02,
    t1Setpoint: bagged ? 165 : 145,
    tolerance,
    weight: grams,
    countThreshold: bagged ? 25 : 50,
    adjustMax: tenths(grams + tolerance),
    adjustMin: tenths(grams - tolerance),
    adjustStartPercent: 80,
    autoAdjust: bagged,
    adjustStartWeight: tenths(grams * 0.8),
    checkweigherProgram: bagged ? Math.round(grams / 10) : null,
    checkweigherBypass: !bagged,
    tare: bagged ? 4.2 : 0.8,
  }
}

const tenths = (value: number) => Math.round(value * 10) / 10

/**
 * The whole recipe form of a product (specification §3), beside the target speed that was there. Every field may be
 * unknown. Amounts are never below zero; nan and infinity are no amounts.
 */
export const recipeForm = {
  version: 2,
  name: 'recipe form',
  sql: `
create domain recipe_amount as double precision check (value >= 0 and value <= 1e9);

alter table product_recipe
  add column cost_per_kg recipe_amount,
  add column extra_cost recipe_amount,
  add column t1_setpoint recipe_amount,
  add column tolerance recipe_amount,
  add column weight recipe_amount,
  add column count_threshold recipe_amount,
  add column adjust_max recipe_amount,
  add column adjust_min recipe_amount,
  add column adjust_start_percent recipe_amount,
  add column auto_adjust boolean,
  add column adjust_start_weight recipe_amount,
  add column checkweigher_program recipe_amount,
  add column checkweigher_bypass boolean,
  add column tare recipe_amount;
`,
}

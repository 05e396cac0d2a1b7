import type { ClientScope } from '@packboard/model'
import { type AuditEntry, writeAudits } from '../auditLog/auditLog.ts'
import type { Editor } from '../change/changing.ts'
import { noticing, passOn } from '../directory/machineDirectory.ts'
import { piecesOf, refusing } from '../queries.ts'
import { type Db, inside, type Management } from '../store.ts'
import {
  bareRecipe,
  columnsOfRecipe,
  type ProductRecipe,
  recipeOfColumns,
} from './recipesOfClient.ts'

/** The values of one product in an import; a field that is left out stays as it is. */
export type RecipeChange = Pick<ProductRecipe, 'product'> & Partial<ProductRecipe>

/** What an import did to the products of a client, or would do. */
type RecipeImport = {
  readonly added: number
  readonly changed: number
  readonly unchanged: number
}

/** Adds and changes products of a client, all of them or none, each change with its entry in the audit log (D42). */
export async function importRecipes(
  management: Management,
  scope: ClientScope,
  importer: Editor,
  changes: readonly RecipeChange[],
): Promise<RecipeImport> {
  const importing = async (change: Db) => {
    // Two imports of one client run one after the other, and none into a deleted client.
    await change
      .selectFrom('client')
      .select('id')
      .where('id', '=', scope.clientId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(refusing('client.notFound'))
    const plan = await compare(change, scope, changes)
    for (const steps of piecesOf(plan.steps)) {
      await store(change, scope, steps)
      const entries = steps.map((step) => auditOf(scope, step))
      await writeAudits(change, importer, entries)
    }
    return plan.outcome
  }
  const changed = await inside(management).transaction((change) =>
    noticing(change, () => importing(change)),
  )
  return passOn(management, changed)
}

/** What the same import would do, without doing it. */
export function tryRecipes(
  management: Management,
  scope: ClientScope,
  changes: readonly RecipeChange[],
): Promise<RecipeImport> {
  return inside(management).read(async (db) => (await compare(db, scope, changes)).outcome)
}

type Step = { readonly before: ProductRecipe | undefined; readonly after: ProductRecipe }

async function compare(
  db: Db,
  { clientId }: ClientScope,
  changes: readonly RecipeChange[],
): Promise<{ steps: Step[]; outcome: RecipeImport }> {
  const rows = await db
    .selectFrom('product_recipe')
    .selectAll()
    .where('client_id', '=', clientId)
    .execute()
  const known = new Map(rows.map((row) => [row.product, recipeOfColumns(row)]))
  const wanted = new Map<string, ProductRecipe>()
  for (const change of changes) {
    const { product } = change
    const sofar = wanted.get(product) ?? known.get(product) ?? bareRecipe(product)
    wanted.set(product, { ...sofar, ...change })
  }
  const steps = [...wanted.values()]
    .map((after): Step => ({ before: known.get(after.product), after }))
    .filter(({ before, after }) => before === undefined || !sameRecipe(before, after))
  const added = steps.filter(({ before }) => before === undefined).length
  const changed = steps.length - added
  return { steps, outcome: { added, changed, unchanged: wanted.size - steps.length } }
}

function sameRecipe(a: ProductRecipe, b: ProductRecipe): boolean {
  const [one, other] = [Object.values(columnsOfRecipe(a)), Object.values(columnsOfRecipe(b))]
  return one.every((value, index) => value === other[index])
}

async function store(change: Db, { clientId }: ClientScope, steps: readonly Step[]) {
  await change
    .insertInto('product_recipe')
    .values(steps.map(({ after }) => ({ client_id: clientId, ...columnsOfRecipe(after) })))
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'product']).doUpdateSet((row) => ({
        target_speed: row.ref('excluded.target_speed'),
        cost_per_kg: row.ref('excluded.cost_per_kg'),
        extra_cost: row.ref('excluded.extra_cost'),
        t1_setpoint: row.ref('excluded.t1_setpoint'),
        tolerance: row.ref('excluded.tolerance'),
        weight: row.ref('excluded.weight'),
        count_threshold: row.ref('excluded.count_threshold'),
        adjust_max: row.ref('excluded.adjust_max'),
        adjust_min: row.ref('excluded.adjust_min'),
        adjust_start_percent: row.ref('excluded.adjust_start_percent'),
        auto_adjust: row.ref('excluded.auto_adjust'),
        adjust_start_weight: row.ref('excluded.adjust_start_weight'),
        checkweigher_program: row.ref('excluded.checkweigher_program'),
        checkweigher_bypass: row.ref('excluded.checkweigher_bypass'),
        tare: row.ref('excluded.tare'),
      })),
    )
    .execute()
}

const auditOf = ({ clientId }: ClientScope, { before, after }: Step): AuditEntry => ({
  action: before === undefined ? 'create' : 'update',
  entity: 'productRecipe',
  // A product is identified by its name, which is part of the content.
  id: null,
  clientId,
  before,
  after,
})

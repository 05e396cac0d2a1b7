import type { ClientScope } from '@packboard/model'
import { type AuditEntry, writeAudits } from '../auditLog/auditLog.ts'
import type { Editor } from '../change/changing.ts'
import { enterSettings, planSettings, type SettingEntry } from '../datedSettings/enterSettings.ts'
import { noticing, passOn } from '../directory/machineDirectory.ts'
import { piecesOf, refusing } from '../queries.ts'
import { type Db, inside, type Management } from '../store.ts'
import {
  bareRecipe,
  columnsOfRecipe,
  type ProductRecipe,
  storedRecipes,
} from './recipesOfClient.ts'

/** The values of one product in an import; a field that is left out stays as it is. */
export type RecipeChange = Pick<ProductRecipe, 'product'> & Partial<ProductRecipe>

/** The target speed of a product with a key or a date, as an import has it. */
export type ImportedTarget = Pick<SettingEntry, 'machineId' | 'machineTypeId' | 'validFrom'> & {
  readonly product: string
  readonly ppm: number | null
}

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
  targets: readonly ImportedTarget[] = [],
): Promise<RecipeImport> {
  const store = inside(management)
  const importing = async (change: Db) => {
    const at = new Date(store.now())
    // Two imports of one client run one after the other, and none into a deleted client.
    await change
      .selectFrom('client')
      .select('id')
      .where('id', '=', scope.clientId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirstOrThrow(refusing('client.notFound'))
    const plan = await compare(change, scope, changes, at.getTime())
    for (const steps of piecesOf(plan.steps)) {
      await write(change, scope, steps)
      const entries = steps.map((step) => auditOf(scope, step))
      await writeAudits(change, importer, entries)
    }
    const entering = { at, by: importer.userId }
    await enterSettings(change, entering, targetsOf(scope, plan.steps))
    const dated = await enterSettings(change, entering, entriesOf(scope, targets))
    for (const some of piecesOf(dated)) {
      await writeAudits(
        change,
        importer,
        some.map((entry) => auditOfTarget(scope, entry)),
      )
    }
    return withTargets(plan.outcome, dated.length, targets.length)
  }
  const changed = await store.transaction((change) => noticing(change, () => importing(change)))
  return passOn(management, changed)
}

/** What the same import would do, without doing it; `past`: the targets that begin before now, by their places in the list. */
export function tryRecipes(
  management: Management,
  scope: ClientScope,
  changes: readonly RecipeChange[],
  targets: readonly ImportedTarget[] = [],
): Promise<RecipeImport & { readonly past: readonly number[] }> {
  const { read, now } = inside(management)
  return read(async (db) => {
    const { steps, outcome } = await compare(db, scope, changes, now())
    const before = targetsOf(scope, steps)
    const entries = [...before, ...entriesOf(scope, targets)]
    const planned = (await planSettings(db, new Date(now()), entries)).slice(before.length)
    const changed = planned.filter((one) => one.changes)
    const past = planned.flatMap(({ isPast }, index) => (isPast ? [index] : []))
    return { ...withTargets(outcome, changed.length, targets.length), past }
  })
}

/** Each target with a key or a date counts by itself. */
const withTargets = (
  { changed, unchanged, ...outcome }: RecipeImport,
  moved: number,
  all: number,
): RecipeImport => ({
  ...outcome,
  changed: changed + moved,
  unchanged: Math.max(0, unchanged + all - moved),
})

const entriesOf = ({ clientId }: ClientScope, targets: readonly ImportedTarget[]): SettingEntry[] =>
  targets.map(({ ppm: value, ...target }) => ({
    ...{ ...target, clientId, kind: 'targetSpeed', value, reason: 'CSV' },
  }))

const auditOfTarget = ({ clientId }: ClientScope, entry: SettingEntry): AuditEntry => {
  const { clientId: _, ...after } = entry
  const { product } = entry
  return {
    ...{ action: 'update', entity: 'productRecipe', id: null, clientId },
    ...{ before: { product }, after },
  }
}

type Step = { readonly before: ProductRecipe | undefined; readonly after: ProductRecipe }

/** The target speeds that an import changes: from now on (D98). */
const targetsOf = ({ clientId }: ClientScope, steps: readonly Step[]) =>
  steps
    .filter(({ before, after }) => (before?.targetPpm ?? null) !== after.targetPpm)
    .map(({ after: { product, targetPpm } }) => {
      return { clientId, kind: 'targetSpeed', product, value: targetPpm } as const
    })

async function compare(
  db: Db,
  scope: ClientScope,
  changes: readonly RecipeChange[],
  now: number,
): Promise<{ steps: Step[]; outcome: RecipeImport }> {
  const known = await storedRecipes(db, scope, now)
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
  const fields = (recipe: ProductRecipe) => [
    recipe.targetPpm,
    ...Object.values(columnsOfRecipe(recipe)),
  ]
  const [one, other] = [fields(a), fields(b)]
  return one.every((value, index) => value === other[index])
}

async function write(change: Db, { clientId }: ClientScope, steps: readonly Step[]) {
  await change
    .insertInto('product_recipe')
    .values(steps.map(({ after }) => ({ client_id: clientId, ...columnsOfRecipe(after) })))
    .onConflict((conflict) =>
      conflict.columns(['client_id', 'product']).doUpdateSet((row) => ({
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

import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { importRecipes, tryRecipes } from './importRecipes.ts'
import { bareRecipe, recipesOfClient } from './recipesOfClient.ts'

let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
})
afterAll(() => opened?.close())

const own = grantClientScope(4)
const neighbour = grantClientScope(3)
const recipes = (scope = own) => recipesOfClient(opened.management, scope)
const run = <Row>(text: string) => runSql<Row>(opened.management, text)
const changes = () =>
  run<{ action: string; actor_name: string; client_id: number; before: unknown; after: unknown }>(
    `select action, actor_name, client_id, before, after from audit_log
     where entity = 'productRecipe' order by id`,
  )

test('the demo has the whole recipe form of every product', async () => {
  const demo = await recipes()
  expect(demo.map(({ product }) => product)).toEqual([
    'Amaretti 1 pz',
    'Cantucci 2 pz',
    'Frollini 250 g',
    'Savoiardi 200 g',
  ])
  expect(demo[2]).toEqual({
    product: 'Frollini 250 g',
    targetPpm: 45,
    costPerKg: 4.7,
    extraCost: 0.04,
    t1Setpoint: 165,
    tolerance: 4.5,
    weight: 250,
    countThreshold: 25,
    adjustMax: 254.5,
    adjustMin: 245.5,
    adjustStartPercent: 80,
    autoAdjust: true,
    adjustStartWeight: 200,
    checkweigherProgram: 25,
    checkweigherBypass: false,
    tare: 4.2,
  })
  expect(await recipes(grantClientScope(77))).toEqual([])
})

test('an import adds, changes and leaves alone, and each change is in the audit log', async () => {
  const [amaretti, cantucci] = await recipes()
  const rows = [
    { product: 'Amaretti 1 pz', targetPpm: 175 },
    { product: 'Cantucci 2 pz', targetPpm: 150.5, autoAdjust: null },
    // A product of another client; here it is a new one.
    { product: 'Oat Bar 35 g', targetPpm: 100, checkweigherBypass: true },
  ]
  const others = await recipes(neighbour)
  expect(await tryRecipes(opened.management, own, rows)).toEqual({
    added: 1,
    changed: 1,
    unchanged: 1,
    past: [],
  })
  expect(await changes()).toEqual([])
  expect(await recipes()).toHaveLength(4)

  const done = await importRecipes(opened.management, own, editor, rows)
  expect(done).toEqual({ added: 1, changed: 1, unchanged: 1 })
  const oat = { ...bareRecipe('Oat Bar 35 g'), targetPpm: 100, checkweigherBypass: true }
  const after = { ...cantucci, targetPpm: 150.5, autoAdjust: null }
  expect((await recipes()).filter(({ product }) => !/^[FS]/.test(product))).toEqual([
    amaretti,
    after,
    oat,
  ])
  expect(await changes()).toEqual([
    { action: 'update', actor_name: 'admin', client_id: 4, before: cantucci, after },
    { action: 'create', actor_name: 'admin', client_id: 4, before: null, after: oat },
  ])
  expect(await recipes(neighbour)).toEqual(others)

  expect(await importRecipes(opened.management, own, editor, rows)).toEqual({
    added: 0,
    changed: 0,
    unchanged: 3,
  })
  expect(await changes()).toHaveLength(2)
})

test('an import that fails in the middle leaves nothing behind', async () => {
  const before = await recipes()
  const known = await changes()
  const rows = [{ product: 'New one' }, { product: 'Broken', weight: -1 }]
  await expect(importRecipes(opened.management, own, editor, rows)).rejects.toThrow()
  expect(await recipes()).toEqual(before)
  expect(await changes()).toEqual(known)
})

test('imports of one client at one moment come one after the other', async () => {
  const rows = [{ product: 'Twice', weight: 10 }]
  const both = await Promise.all([
    importRecipes(opened.management, own, editor, rows),
    importRecipes(opened.management, own, editor, rows),
  ])
  expect(both.map(({ added }) => added).sort()).toEqual([0, 1])
})

test('thousands of products are one import', async () => {
  const rows = Array.from({ length: 2_500 }, (_, i) => ({ product: `Product ${i}`, weight: i }))
  const done = await importRecipes(opened.management, grantClientScope(2), editor, rows)
  expect(done).toMatchObject({ added: 2_500, changed: 0 })
})

test('nothing is imported into a client that is gone', async () => {
  await run('update client set deleted_at = now() where id = 4')
  const rows = [{ product: 'Too late' }]
  await expect(importRecipes(opened.management, own, editor, rows)).rejects.toMatchObject({
    code: 'client.notFound',
  })
  await run('update client set deleted_at = null where id = 4')
})

test('amounts are at least zero and finite, whatever the program does', async () => {
  for (const wrong of ['-1', `'nan'`, `'infinity'`, '1e10']) {
    const statement = `update product_recipe set tare = ${wrong} where client_id = 1`
    await expect(run(statement)).rejects.toThrow('recipe_amount')
  }
})

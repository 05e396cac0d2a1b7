import { daySummary, importRecipes, recipes } from '@packboard/contract'
import { machineDirectory } from '@packboard/management'
import { settingsFromBeginning, tables } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { absentClient, addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

let server: TestServer
let tokens: Map<string, string>

beforeAll(async () => {
  server = await openTestServer()
  await addNeighbours(server.deps.management)
  tokens = await server.people(
    'admin',
    'distributor',
    'clientadmin',
    'engineer',
    'user',
    'neighbour',
  )
})
afterAll(() => server?.close())

const path = (clientId: number) => recipes.path.replace(':clientId', String(clientId))
const read = async (name: string, clientId: number) => {
  const answer = await server.ask(path(clientId), { token: tokens.get(name) })
  expect(answer.status).toBe(200)
  return recipes.answer.parse(await answer.json()).recipes
}
const send = (name: string, clientId: number, csv: string, dryRun = false) =>
  server.ask(`${path(clientId)}/import`, { token: tokens.get(name), body: { csv, dryRun } })
const sent = async (name: string, clientId: number, csv: string, dryRun = false) => {
  const answer = await send(name, clientId, csv, dryRun)
  expect(answer.status).toBe(200)
  return importRecipes.answer.parse(await answer.json())
}
const speeds = async (clientId: number) =>
  Object.fromEntries(
    (await read('admin', clientId)).map((one) => [one.Product_e, one.ProductTargetSpeed]),
  )
const changesOf = () =>
  tables(server.deps.management)
    .selectFrom('audit_log')
    .select(['actor_name', 'action', 'client_id'])
    .where('entity', '=', 'productRecipe')
    .execute()

const csv = 'Product_e,ProductTargetSpeed\nMilk Bar 45 g,200\nNew Bar,99.5\nMint Drops 200 g,60\n'

test('who reads the dashboards of a client reads its products, whole and in order', async () => {
  for (const name of ['admin', 'distributor', 'clientadmin', 'engineer', 'user']) {
    const found = await read(name, 1)
    expect(found).toHaveLength(7)
    expect(found.at(-1)).toEqual({
      Product_e: 'Toffee Bag 150 g',
      ProductTargetSpeed: 70,
      ProductCostPerKg: 4.6,
      ProductExtraCost: 0.04,
      ProductT1SP: 165,
      ProductTolerance: 4.5,
      ProductWeight: 150,
      CountThreshold: 25,
      AdjMax: 154.5,
      AdjMin: 145.5,
      AdjQtPercStart: 80,
      AutoAdjustON: true,
      AdjStartWeigh: 120,
      CwProgramNumber: 15,
      CwBypass: false,
      Tare: 4.2,
    })
  }
  expect(JSON.stringify(await read('neighbour', 2))).not.toContain('Milk Bar')
})

test('a trial tells what would happen and stores nothing', async () => {
  const before = await speeds(1)
  const trial = await sent('engineer', 1, csv, true)
  expect(trial).toEqual({ added: 1, changed: 1, unchanged: 1, refused: [] })
  expect(await speeds(1)).toEqual(before)
  expect(await changesOf()).toEqual([])
})

test('one refused line, and nothing of the file is stored', async () => {
  const before = await speeds(1)
  expect(await sent('engineer', 1, `${csv}Broken,fast\n`)).toEqual({
    added: 0,
    changed: 0,
    unchanged: 0,
    refused: [
      {
        line: 5,
        code: 'noNumber',
        values: { field: 'ProductTargetSpeed', cell: 'fast' },
        message: 'ProductTargetSpeed: "fast" is not a decimal number.',
      },
    ],
  })
  expect(await speeds(1)).toEqual(before)
})

test.each(['distributor', 'clientadmin', 'user', 'neighbour'])(
  '%s may not import, and cannot tell by it which clients there are',
  async (name) => {
    const before = await speeds(1)
    for (const clientId of [1, 2, absentClient]) {
      const answer = await send(name, clientId, csv)
      expect(answer.status).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'request.notAllowed' })
    }
    expect(await speeds(1)).toEqual(before)
  },
)

test('an engineer imports into the own client alone; an admin into any', async () => {
  for (const clientId of [2, 3, absentClient]) {
    const answer = await send('engineer', clientId, csv)
    expect([clientId, answer.status]).toEqual([clientId, 404])
    expect(await answer.json()).toMatchObject({ code: 'client.notFound' })
  }
  const others = await speeds(2)
  expect(await sent('engineer', 1, csv)).toMatchObject({ added: 1, changed: 1, unchanged: 1 })
  expect(await speeds(1)).toMatchObject({ 'Milk Bar 45 g': 200, 'New Bar': 99.5 })
  expect(await sent('admin', 1, csv)).toMatchObject({ added: 0, changed: 0, unchanged: 3 })
  expect(await speeds(2)).toEqual(others)
  expect(await changesOf()).toEqual([
    { actor_name: 'engineer', action: 'update', client_id: 1 },
    { actor_name: 'engineer', action: 'create', client_id: 1 },
  ])
})

test('what the form does not have is refused before anything is read', async () => {
  const token = tokens.get('engineer')
  const ask = (body: unknown) => server.ask(`${path(1)}/import`, { token, body })
  expect((await ask({ csv })).status).toBe(400)
  expect((await ask({ csv: 'x'.repeat(900_001), dryRun: true })).status).toBe(400)
})

test('a warning of a slow product runs for as long as its own target says, also when the recipe changes (D60)', async () => {
  const start = Math.floor(Date.now() / 60_000 - 60) * 60_000
  const story = (serialNo: string) =>
    [0, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55].map((second) =>
      factory.at(start + second * 1_000).sample(serialNo, {
        product: 'Wedding Cake',
        ...(second === 0 ? { state: 10, packs: 0 } : { state: 20, packs: 5 }),
      }),
    )
  const figures = async (person: string, clientId: number, machine: string) => {
    const [start_date = '', start_time = ''] = new Date(start).toISOString().slice(0, 16).split('T')
    const [end_date = '', end_time = ''] = new Date(start + 600_000)
      .toISOString()
      .slice(0, 16)
      .split('T')
    const window = { start_date, start_time, end_date, end_time, timezone: 'UTC' }
    const query = new URLSearchParams({ clientId: `${clientId}`, machineId: machine, ...window })
    const answer = await server.ask(`${daySummary.path}?${query}`, { token: tokens.get(person) })
    const { metrics } = daySummary.answer.parse(await answer.json())
    return [metrics['Run Time Total'], metrics.alarmSeconds]
  }
  const { management } = server.deps
  const target = async (value: number) => {
    const product = 'Wedding Cake'
    await settingsFromBeginning(management, [{ clientId: 1, kind: 'targetSpeed', product, value }])
    await (await machineDirectory(management)).refresh()
  }

  await target(6)
  for (const serialNo of ['FW-101', 'FW-511']) {
    expect((await server.send(serialNo, story(serialNo))).status).toBe(200)
  }
  expect(await figures('engineer', 1, 'FW-101')).toEqual([40, 105])
  // The neighbour packs a product of that name, too, and has no recipe for it.
  expect(await figures('admin', 2, 'FW-511')).toEqual([20, 125])
  await server.deps.telemetry.settled()
  await target(9)
  expect(await figures('engineer', 1, 'FW-101')).toEqual([30, 115])
  await server.deps.telemetry.settled()
  await target(60)
  expect(await figures('engineer', 1, 'FW-101')).toEqual([20, 125])
  // What a file says holds from now on: the past stays as it was (D98).
  await sent('engineer', 1, 'Product_e,ProductTargetSpeed\nWedding Cake,6\n')
  await server.deps.telemetry.settled()
  expect(await figures('engineer', 1, 'FW-101')).toEqual([20, 125])
})

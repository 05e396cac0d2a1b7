import { definitionsOfWindow, setEarlierDefinition } from '@packboard/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FactoryFloor, floorNow, openFactoryFloor } from '../../testing/factoryFloor.ts'

let floor: FactoryFloor
/** Advances a little with every request: the requests of one person are limited per second. */
let now = floorNow

beforeAll(async () => {
  floor = await openFactoryFloor(() => now)
})
afterAll(() => floor?.close())

const golden = { machineId: 'VF-401', machine: 'VF-401' }

async function read(query: Record<string, string>, person = 'user') {
  now += 60
  const { status, body } = await floor.get(definitionsOfWindow.path, query, person)
  expect([status, body]).toEqual([200, expect.anything()])
  return definitionsOfWindow.answer.parse(body)
}

async function put(body: object, person: string, clientId = 1) {
  const { accessToken: token } = await floor.server.signIn(person)
  const path = setEarlierDefinition.path.replace(':clientId', String(clientId))
  const answer = await floor.server.ask(path, { token, method: 'PUT', body })
  return { status: answer.status, body: await answer.json() }
}

const nameplateShift = { dividesBy: 'shift', speed: 'nameplate', packs: 'all' } as const

test('the golden shift by each definition, with its terms', async () => {
  const { time, seconds, packs, packSeconds, speeds, definitions: found } = await read(golden)
  expect(seconds).toEqual({
    ...{ planned: 41_400, plannedWithoutExternal: 39_000, shift: 43_200, calendar: 43_200 },
  })
  expect(time).toEqual({
    ...{ plannedSeconds: 41_400, externalSeconds: 2_400, plannedStopSeconds: 0 },
    ...{ silentSeconds: 1_800, closedSeconds: 0 },
  })
  expect(packs).toEqual({ good: 27_720, all: 28_000, afterGap: 0 })
  expect(packSeconds.target).toEqual({ good: 26_720, all: 27_000 })
  expect(speeds.target).toEqual({ least: 60, most: 80 })
  expect(found.map(({ kind, standard }) => [kind, standard])).toEqual([
    ['oeee', 'ISO 22400-2'],
    ['en415', 'EN 415-11'],
    ['scheduled', null],
    ['teep', null],
  ])
  const shares = [41_400, 39_000, 43_200, 43_200].map((whole) => (100 * 26_720) / whole)
  expect(found.map(({ value }) => value)).toEqual(shares)
  expect(found.map(({ points }) => points)).toEqual(shares.map((share) => share - (shares[0] ?? 0)))
  expect(found.map(({ differs }) => differs)).toEqual([
    ...[[], ['dividesBy'], ['dividesBy'], ['dividesBy']],
  ])
})

describe('the definition of an earlier system', () => {
  test('is of one client, is computed from the same terms, and is removed again', async () => {
    expect(await put({ earlier: nameplateShift, version: 0 }, 'engineer')).toEqual({
      ...{ status: 200, body: { message: 'Success!', version: 1 } },
    })
    const { earlier, packSeconds, speeds, definitions: found } = await read(golden)
    expect(earlier).toMatchObject({ ...nameplateShift, setBy: 'engineer' })
    const own = found.find(({ kind }) => kind === 'earlier')
    const all = packSeconds.nameplate.all ?? 0
    expect(all).toBeGreaterThan(0)
    expect(speeds.nameplate?.least).toBe((28_000 * 60) / all)
    expect(own).toMatchObject({
      ...{ value: (100 * all) / 43_200, missing: null, standard: null },
      differs: ['dividesBy', 'speed', 'packs'],
    })
    // The neighbour, whose machine did the same, has none.
    const theirs = { machineId: 'FW-511', machine: 'FW-511', clientId: '2' }
    expect(await read(theirs, 'admin')).toMatchObject({ earlier: null, version: 0 })
    expect((await put({ earlier: null, version: 1 }, 'clientadmin')).body).toMatchObject({
      version: 2,
    })
    expect((await read(golden)).earlier).toBeNull()
  })

  test('is set by engineers and administrators; the second of two persons is refused', async () => {
    for (const person of ['user', 'distributor']) {
      expect((await put({ earlier: null }, person)).status).toBe(403)
    }
    expect((await put({ earlier: nameplateShift }, 'clientadmin', 2)).status).toBe(404)
    const stale = await put({ earlier: nameplateShift, version: 0 }, 'admin')
    expect(stale).toMatchObject({ status: 409, body: { code: 'edit.conflict' } })
    const wrong = await put({ earlier: { ...nameplateShift, dividesBy: 'week' } }, 'admin')
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'earlier.dividesBy' }] } })
  })
})

describe('what has no result says why', () => {
  const missing = async (query: Record<string, string>) =>
    (await read(query)).definitions.map((one) => [one.kind, one.missing])

  test('shift and calendar time of a product', async () => {
    const query = { ...golden, product: 'Mint Drops 200 g' }
    expect(await missing(query)).toEqual([
      ...[
        ['oeee', null],
        ['en415', null],
        ['scheduled', 'filter'],
        ['teep', 'filter'],
      ],
    ])
    const { time, seconds, filteredBy } = await read(query)
    expect([time, seconds.shift, seconds.calendar, filteredBy]).toEqual([
      null,
      null,
      null,
      'context',
    ])
  })

  test('everything of a cause (D78)', async () => {
    for (const recipe of ['Film', '10', 'Nothing']) {
      const reasons = await missing({ ...golden, recipe })
      expect(reasons.map(([, why]) => why)).toEqual(Array(4).fill('cause'))
    }
  })

  test('a product without a target speed, and a window without time', async () => {
    const empty = { ...golden, start_date: '2026-04-12', end_date: '2026-04-12' }
    expect((await missing(empty)).map(([, why]) => why)).toEqual(Array(4).fill('noTime'))
    const { coverage, definitions: found } = await read({ ...golden, start_date: '2026-04-07' })
    expect(coverage).toBeLessThan(80)
    expect(found.map(({ value }) => value !== null)).toEqual(Array(4).fill(true))
  })
})

test('several machines are for premium clients (D51)', async () => {
  const { definitions: found } = await read({})
  expect(found).toHaveLength(4)
  const { status, body } = await floor.get(definitionsOfWindow.path, { clientId: '3' }, 'admin')
  expect([status, body]).toMatchObject([403, { code: 'client.noPremium' }])
})

import { atDepth, partOf } from '@packboard/model/testing'
import { openTestClusterServer } from '@packboard/server/testing/openTestCluster'
import { openTestServer, type TestServer } from '@packboard/server/testing/openTestServer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newReader, type Stage, stagePlants } from '../testing/stagePlants.ts'
import { callsOf } from './callsWire.ts'
import { type Answer, type Call, differs, type Query } from './callWire.ts'
import { metrics } from './daysWire.ts'
import { goldenFrom, goldenPlant } from './goldenPlant.ts'
import { randomCase } from './randomCase.ts'
import { rawPlant, requestedAt } from './rawPlant.ts'
import { grouped } from './referenceFilter.ts'
import { type KnownPlant, knownPlant } from './referencePlant.ts'

/**
 * Every answer of production analytics against a second, slow computation from the raw records: 100 cases, each day 6 of
 * them. `PACKBOARD_CASES` runs more or fewer cases, `PACKBOARD_CASE` some of them again, such as `7,13`;
 * `PACKBOARD_TEST_CLUSTER=on` runs them on a cluster of two processes of each role.
 */
const allCases = 100
const caseCount = process.env.PACKBOARD_CASES
const onCluster = process.env.PACKBOARD_TEST_CLUSTER === 'on'
const onlyCase = process.env.PACKBOARD_CASE
const casesPerPlant = 5
const numbersTo = (count: number) => Array.from({ length: count }, (_, i) => i)

const seeds =
  onlyCase === undefined
    ? caseCount === undefined
      ? partOf(numbersTo(allCases), atDepth({ deep: allCases, daily: 6 }))
      : numbersTo(Number(caseCount))
    : onlyCase.split(',').map(Number)
const plantSeed = (seed: number) => Math.floor(seed / casesPerPlant)

/** Beyond those of all cases. */
const goldenSeed = 1_000_000_000

let server: TestServer
let stage: Stage
let clock = requestedAt
const plants = new Map<number, KnownPlant>()

beforeAll(async () => {
  for (const seed of new Set(seeds.map(plantSeed))) plants.set(seed, knownPlant(rawPlant(seed)))
  plants.set(goldenSeed, knownPlant(goldenPlant(goldenSeed)))
  clock = Math.min(
    ...[...plants.values()].flatMap(({ arrivals }) => arrivals.map((one) => one.receivedAt)),
  )
  const open = onCluster ? openTestClusterServer : openTestServer
  server = await open({ now: () => clock })
  stage = await stagePlants(server, [...plants.values()], (now) => {
    clock = now
  })
  clock = requestedAt
  // Of hundreds of plants the records take minutes.
}, 900_000)
afterAll(() => server?.close())

test('every answer is the one that the decisions give, whatever was sent and asked', async () => {
  const waiting = [...seeds]
  const differences: string[] = []
  const calls = { requested: 0 }
  const readers = Array.from({ length: 4 }, async () => {
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      differences.push(...(await differencesOf(seed, calls)))
    }
  })
  await Promise.all(readers)
  console.log(
    `packboard: ${calls.requested} answers of ${seeds.length} cases compared with a second computation, ${differences.length} differ; ${busyAnswers} times a server was busy`,
  )
  expect(calls.requested).toBeGreaterThan(seeds.length * 20)
  expect(differences.length, reportOf(differences)).toBe(0)
}, 1_800_000)

test('the golden case of D24 comes out of the door as it is written', async () => {
  const plant = plants.get(goldenSeed)
  const clientId = stage.clientIds.get(goldenSeed)
  if (plant === undefined || clientId === undefined) throw new Error('No golden plant')
  const token = await newReader(server, clientId, 'reader-golden')
  const query = {
    clientId,
    start_date: '2026-10-01',
    start_time: '06:00',
    end_date: '2026-10-01',
    end_time: '18:00',
    timezone: 'UTC',
  }
  const { status, body } = await askRoute({ token }, 'admin/day-summary', query)
  expect(status).toBe(200)
  const window = { from: goldenFrom, to: goldenFrom + 43_200_000 }
  const scope = {
    plant,
    machines: plant.known,
    span: window,
    zone: 'UTC',
    filter: {},
    now: requestedAt,
  }
  expect(differs({ metrics: metrics(scope) }, body)).toBeNull()
  expect(body).toMatchObject({
    metrics: {
      'Packs Produced': 28_000,
      'Run Time Total': 30_000,
      'Idle Time Total': 6_000,
      OEEE: expect.closeTo(64.54, 2),
      availability: expect.closeTo(72.46, 2),
      performance: expect.closeTo(90, 2),
      quality: expect.closeTo(98.96, 2),
      machineOeee: expect.closeTo(68.51, 2),
      coverage: expect.closeTo(95.83, 2),
    },
  })
})

describe('what cannot be answered is refused, with the field named', () => {
  const good = { start_date: '2026-10-01', end_date: '2026-10-02', timezone: 'UTC' }
  const serialNo = `R${goldenSeed}-golden`
  const charts = [
    'production_chart_data/products_pie_chart',
    'production_chart_data/idle_run_alarm',
    'alarm_pie_chart_data/groups',
    'prod_chart_data/speed_per_min',
    'admin/machine-state-bar-chart',
    'admin/stop-causes',
    'admin/alarm-statistics',
    'admin/step-totals',
    'admin/stops',
    'audit_trail_data/1/10',
    'audit_trail_data_groups',
    'audit_trail_data_descriptions',
    'alarm_info/1/10',
  ]
  const paths = [...charts, 'admin/day-summary']

  async function asGolden() {
    const clientId = stage.clientIds.get(goldenSeed) ?? 0
    const token = await newReader(server, clientId, `reader-${Math.random()}`)
    return (path: string, query: Query) => askRoute({ token }, path, { clientId, ...query })
  }

  test.each([
    ['timezone', { timezone: 'Europe/Atlantis' }],
    ['timezone', { timezone: '+01:00' }],
    ['start_date', { start_date: '2026-02-29' }],
    ['end_date', { end_date: '2026-13-01' }],
    // 1 098 days and a minute more.
    ['start_date', { start_date: '2023-09-30', end_date: '2026-10-02', end_time: '00:01' }],
  ])('%s: %o', async (field, wrong) => {
    const ask = await asGolden()
    for (const path of paths) {
      const { status, body } = await ask(path, { ...good, ...wrong })
      expect([path, status]).toEqual([path, 400])
      expect(body).toMatchObject({ code: 'request.invalid', errors: [{ field }] })
    }
  })

  test('three years are answered; another client’s machine is not found; a page has at most 200 rows', async () => {
    const ask = await asGolden()
    const years = { ...good, start_date: '2023-09-30', end_date: '2026-10-02', end_time: '00:00' }
    for (const path of charts) {
      expect([path, (await ask(path, { ...years, machineId: serialNo })).status]).toEqual([
        path,
        200,
      ])
      const foreign = await ask(path, { ...good, machineId: 'FW-101' })
      expect([path, foreign.status]).toEqual([path, 404])
    }
    expect((await ask('audit_trail_data/1/201', good)).status).toBe(400)
    expect((await ask('alarm_info/0/10', good)).status).toBe(400)
  })
})

/** How often which call differs, and the first of each. */
function reportOf(differences: readonly string[]): string {
  const calls = grouped(differences, (line) => /, ([a-z]+( [a-z]+)?)/.exec(line)?.[1] ?? '')
  const counts = [...calls].map(([call, lines]) => `${lines.length} × ${call}`)
  const cases = new Set(differences.map((line) => /^case (\d+)/.exec(line)?.[1]))
  const again = `To repeat it: PACKBOARD_CASE=${[...cases].join(',')} npx vitest run <this file>`
  const first = [...calls.values()].flatMap((lines) => lines.slice(0, 2))
  // Why an answer was a 500 is in the log alone.
  const faults = server.lines.filter((line) => line.includes('"level":"error"')).slice(0, 3)
  return [counts.join(', '), ...first, ...faults, again].join('\n')
}

/** All calls of one case; a line for each that differs. */
async function differencesOf(seed: number, counted: { requested: number }): Promise<string[]> {
  const plant = plants.get(plantSeed(seed))
  const clientId = stage.clientIds.get(plantSeed(seed))
  if (plant === undefined || clientId === undefined) throw new Error(`No plant for case ${seed}`)
  const requested = randomCase(plant, seed)
  let readers = 0
  const next = () => newReader(server, clientId, `reader-${seed}-${++readers}`)
  const reader: Reader = { token: await next(), next }
  const labelIds = stage.labelIds.get(plantSeed(seed)) ?? []
  const waiting: Call[] = callsOf({ plant, clientId, requested, now: requestedAt, seed, labelIds })
  const differences: string[] = []
  const ask = async () => {
    for (let call = waiting.shift(); call !== undefined; call = waiting.shift()) {
      counted.requested++
      const answer = await call.ask((path, query, body) => askRoute(reader, path, query, body))
      const difference = differs(call.expected, answer)
      if (difference === null) continue
      differences.push(`case ${seed}, ${call.name}${difference}\n    ${JSON.stringify(requested)}`)
    }
  }
  await Promise.all([ask(), ask()])
  return differences
}

/** Who calls, and the next one: the clock of the server stands still, so a person who has called too often stays so. */
type Reader = { token: string; readonly next?: () => Promise<string> }
const patientTimes = 2
/** How often a server was busy and the call was repeated. */
let busyAnswers = 0

async function askRoute(
  reader: Reader,
  path: string,
  query: Query,
  body?: unknown,
): Promise<Answer> {
  const pairs = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)])
  const address = pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`
  for (let attempt = 0; ; attempt++) {
    const answer = await server.ask(`/api/${address}`, { token: reader.token, body })
    // The server limits the calls at one time, and those of a person; a refused call is repeated.
    if (answer.status === 429 && attempt < 20) {
      await answer.arrayBuffer()
      await new Promise((resolve) => setTimeout(resolve, 200))
      if (attempt >= patientTimes && reader.next) reader.token = await reader.next()
      continue
    }
    // The second computation can take seconds of the thread in which the servers of this test renew their leases; a cell whose lease is older than 4 s is not served.
    if (onCluster && answer.status === 503 && attempt < 20) {
      await answer.arrayBuffer()
      await new Promise((resolve) => setTimeout(resolve, 500))
      busyAnswers += 1
      continue
    }
    return { status: answer.status, body: await answer.json() }
  }
}

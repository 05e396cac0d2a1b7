// @slow

import { randomUUID } from 'node:crypto'
import { alerts, backTestAlertRule, setAlertRules } from '@packboard/contract'
import { atDepth, partOf } from '@packboard/model/testing'
import { openTestServer, type TestServer } from '@packboard/server/testing/openTestServer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stagePlants } from '../testing/stagePlants.ts'
import { rawPlant, requestedAt } from './rawPlant.ts'
import type { Arrival, RawRecord } from './rawRecords.ts'
import { countingAlarms, countingSamples } from './rawRecords.ts'
import { type ReferenceCondition, referenceOpenings } from './referenceAlerts.ts'
import { type KnownPlant, knownPlant } from './referencePlant.ts'

/** Openings of rules against a second computation from the raw records: of the past, and as records come. */
const seeds = partOf(
  Array.from({ length: 24 }, (_, seed) => seed + 400),
  atDepth({ deep: 24, daily: 3 }),
)
const hour = 3_600_000
const minute = 60_000

const conditions: ReferenceCondition[] = [
  { kind: 'stoppedLonger', seconds: 600 },
  { kind: 'stoppedLonger', seconds: 60 },
  { kind: 'stoppedLonger', seconds: 3_600 },
  { kind: 'offlineLonger', seconds: 300 },
  { kind: 'inState', states: [21], seconds: 120 },
  { kind: 'inState', states: [5, 13, 19], seconds: 30 },
  { kind: 'alarm', times: 1 },
  { kind: 'alarm', group: 'Film', times: 2, minutes: 30 },
]
const ruleOf = (condition: ReferenceCondition) => ({
  ...{ name: condition.kind, enabled: true, machines: 'all', when: 'always', condition },
  ...{ severity: 'warning', steps: [] },
})

let server: TestServer
let clock = requestedAt
let token = ''
let signedIn = 0
beforeAll(async () => {
  clock = Date.parse('2026-01-01T00:00Z')
  server = await openTestServer({ now: () => clock })
}, 900_000)
afterAll(() => server?.close())

async function call(path: string, clientId: number, method: string, body?: unknown) {
  if (signedIn !== Math.floor(clock / hour)) token = (await server.signIn('admin')).accessToken
  signedIn = Math.floor(clock / hour)
  const url = path.replace(':clientId', String(clientId))
  const answer = await server.ask(url, { method, token, body })
  const text = await answer.text()
  expect([answer.status, text]).toEqual([200, expect.anything()])
  return JSON.parse(text)
}

test('the past opens what a second computation finds, whatever was sent and in which order', async () => {
  const plants = seeds.map((seed) => knownPlant(rawPlant(seed)))
  const receipts = plants.flatMap(({ arrivals }) => arrivals.map((one) => one.receivedAt))
  clock = Math.min(...receipts)
  const stage = await stagePlants(server, plants, (now) => {
    clock = now
  })
  clock = requestedAt
  let compared = 0
  for (const plant of plants) {
    const clientId = stage.clientIds.get(plant.seed) ?? 0
    const window = { from: plant.around - 10 * 24 * hour, to: plant.around + 10 * 24 * hour }
    for (const condition of conditions) {
      const body = {
        rule: ruleOf(condition),
        ...{ from: new Date(window.from), to: new Date(window.to) },
      }
      const answer = backTestAlertRule.answer.parse(
        await call(backTestAlertRule.path, clientId, 'POST', body),
      )
      for (const machine of plant.known) {
        const expected = referenceOpenings(machine, condition, window)
        const found = answer.list
          .filter(({ machineId }) => machineId === machine.serialNo)
          .map(({ openedAt, clearedAt }) => ({
            openedAt: openedAt.getTime(),
            endedAt: clearedAt?.getTime() ?? null,
          }))
          .sort((a, b) => a.openedAt - b.openedAt)
        compared += expected.length
        expect([plant.seed, machine.serialNo, condition, found]).toEqual([
          ...[plant.seed, machine.serialNo, condition, expected],
        ])
      }
    }
  }
  console.log(`packboard: ${compared} openings of ${plants.length} plants compared`)
  expect(compared).toBeGreaterThan(seeds.length * 20)
}, 1_800_000)

/** So much is sent at once: its records lie ahead of the clock by less than what a clock may be ahead (D9), and the clock follows. */
const pieceMs = 8_000

/** The records of a plant as if each had come at once, and pieces without any while rules may open or clear. */
function inOrder(plant: KnownPlant, until: number): Arrival[] {
  const records = plant.machines.flatMap(({ serialNo }): { at: number; record: RawRecord }[] => [
    ...countingSamples(plant.arrivals, serialNo).map(({ at, receivedAt: _, ...sample }) => ({
      at,
      record: { ...sample, time: at },
    })),
    ...countingAlarms(plant.arrivals, serialNo).map((record) => ({ at: record.raisedAt, record })),
  ])
  const byPiece = Map.groupBy(
    records.filter(({ at }) => at < until),
    ({ at }) => Math.floor(at / pieceMs),
  )
  const pieces = new Set(byPiece.keys())
  for (const minutes of [1, 2, 3, 5, 6, 7, 10, 12, 15, 20]) {
    for (const piece of byPiece.keys()) {
      pieces.add(Math.floor((piece * pieceMs + minutes * minute) / pieceMs))
    }
  }
  return [...pieces]
    .sort((a, b) => a - b)
    .map((piece) => ({
      receivedAt: piece * pieceMs,
      records: (byPiece.get(piece) ?? []).sort((a, b) => a.at - b.at).map(({ record }) => record),
    }))
}

test('as records come all opens that is expected and nothing else; history opens none', async () => {
  const raw = rawPlant(777)
  const whole = knownPlant(raw)
  const first = Math.min(
    ...whole.known.flatMap(({ timeline }) => timeline.stretches[0]?.from ?? []),
  )
  const until = first + atDepth({ deep: 72, daily: 5 }) * hour
  const plant = { ...raw, arrivals: inOrder(whole, until) }
  // A stop of a minute is not among them: whether a machine ran in a warning is known by the packs that come later (D13), so such an alert may
  // open by what is known and be taken back.
  const live = conditions.filter(
    (one) => one.kind !== 'alarm' && !(one.kind === 'stoppedLonger' && one.seconds < 600),
  )
  let since: number | null = null
  let clientId = 0
  const stage = await stagePlants(
    server,
    [plant],
    (now) => {
      clock = now
    },
    async (clientIds) => {
      clientId = clientIds.get(raw.seed) ?? 0
      if (since === null) {
        const rules = live.map((condition) => ({ id: randomUUID(), ...ruleOf(condition) }))
        await call(setAlertRules.path, clientId, 'PUT', { rules })
        since = clock
      }
      clock += pieceMs - 1
      await server.deps.alertWatch?.settled()
    },
  )
  const known = knownPlant(plant)
  const read = async () => {
    const found = alerts.answer.parse(await call(`${alerts.path}?state=open`, clientId, 'GET'))
    const all = [...found.alerts]
    for (let query: string | null = ''; query !== null; ) {
      const page: ReturnType<typeof alerts.answer.parse> = alerts.answer.parse(
        await call(`${alerts.path}?state=all${query}`, clientId, 'GET'),
      )
      all.push(...page.alerts)
      query = page.next === null ? null : `&before=${page.next}`
    }
    return [...new Map(all.map((one) => [one.id, one])).values()]
  }
  const opened = await read()
  const at = (one: { machineId: string | null; ruleName: string; openedAt: Date }) =>
    `${one.ruleName} ${one.machineId} ${one.openedAt.getTime()}`
  const expected = live.flatMap((condition) =>
    known.known.flatMap((machine) =>
      referenceOpenings(machine, condition, { from: first - hour, to: clock })
        .filter(({ endedAt }) => endedAt === null || endedAt + minute > (since ?? 0))
        .map(({ openedAt }) => `${condition.kind} ${machine.serialNo} ${openedAt}`),
    ),
  )
  expect(opened.filter(({ late }) => late).map(at)).toEqual([])
  expect(opened.map(at).sort()).toEqual(expected.sort())
  expect(expected.length).toBeGreaterThan(3)
  // All of it once more: nothing is new.
  clock += hour
  await server.deps.alertWatch?.settled()
  const before = (await read()).map(({ id }) => id)
  await stage.sendAgain(plant.arrivals.slice(0, 50))
  await server.deps.alertWatch?.settled()
  expect((await read()).map(({ id }) => id)).toEqual(before)
}, 1_800_000)

// @slow

import { randomUUID } from 'node:crypto'
import { alerts, backTestAlertRule, setAlertRules, setLineFlow } from '@packboard/contract'
import { runSql } from '@packboard/management/testing'
import type { AlertCondition } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

/** What the machines of a line do; minutes count from here. */
const begin = Date.UTC(2026, 3, 10, 5)
const minute = 60_000
let now = begin
let server: TestServer
let tokens: Map<string, string>

const [runs, blocked, snapped] = [10, 19, 21]
const within = (at: number, from: number, to: number) => from < at && at <= to
/** The one in the middle stands for itself, later for the one after it; the one before it waits both times. */
const stories: Record<string, (at: number) => number> = {
  'FW-201': (at) => (within(at, 11, 25) || within(at, 42, 60) ? blocked : runs),
  'FW-202': (at) => (within(at, 10, 25) ? snapped : within(at, 41, 60) ? blocked : runs),
  'VF-401': (at) => (within(at, 40, 60) ? snapped : runs),
  // The neighbour does the same.
  'FW-511': (at) => (within(at, 10, 25) ? snapped : runs),
}
const stations = ['FW-201', 'FW-202', 'VF-401'].map((machine) => ({
  ...{ machines: [machine], needs: 1, bufferSeconds: 60, key: machine === 'FW-202' },
}))

type LineStopped = Extract<AlertCondition, { kind: 'lineStoppedLonger' }>
const ruleOf = (name: string, more: Partial<LineStopped> = {}, machines: unknown = 'all') => ({
  ...{ id: randomUUID(), name, enabled: true, when: 'always', severity: 'warning', steps: [] },
  ...{ machines, condition: { kind: 'lineStoppedLonger', seconds: 300, ...more } },
})
const rules = [
  ruleOf('any'),
  ruleOf('own', { side: 'own' }, { lineName: 'Line 4' }),
  ruleOf('inherited', { side: 'inherited' }),
  ruleOf('of the last', { rootMachineId: 'VF-401' }),
  ruleOf('of the first', { rootMachineId: 'FW-201' }),
  ruleOf('of the key', { rootMachineId: 'FW-202' }),
  ruleOf('longer', { seconds: 1_000 }),
  ruleOf('of other machines', {}, ['FW-201', 'VF-401']),
]
const [own, inherited] = [
  ['FW-202', 15.5, 25.5, 'Film Snap'],
  ['FW-202', 46.5, 60.5, 'Film Snap'],
]
const expected = [
  ['any', ...own],
  ['any', ...inherited],
  ['inherited', ...inherited],
  ['longer', 'FW-202', 41.5 + 1_000 / 60, 60.5, 'Film Snap'],
  ['of the key', ...own],
  ['of the last', ...inherited],
  ['own', ...own],
].map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell)))

beforeAll(async () => {
  server = await openTestServer({ now: () => now })
  tokens = await server.people('admin')
  await runSql(
    server.deps.management,
    `update machine set line_id = (select id from line where client_id = 1 and name = 'Line 4')
     where serial_no in ('FW-201', 'FW-202')`,
  )
  const lines = [{ lineName: 'Line 4', validFrom: null, stations }]
  await call(setLineFlow.path, 'PUT', { lines })
})
afterAll(() => server?.close())

async function call(path: string, method: string, body?: unknown, clientId = 1) {
  const url = path.replace(':clientId', `${clientId}`)
  const answer = await server.ask(url, { method, token: tokens.get('admin'), body })
  const text = await answer.text()
  expect([answer.status, text]).toEqual([200, expect.anything()])
  return JSON.parse(text)
}

async function goesOn(until: number) {
  while (now < begin + until * minute) {
    now += minute
    const sent = Object.entries(stories).map(async ([serialNo, stateAt]) => {
      const samples = [now - minute / 2, now].map((at) => {
        const state = stateAt((at - begin) / minute)
        return factory.at(at).sample(serialNo, { state, packs: (at - begin) / 1_000 })
      })
      expect((await server.send(serialNo, samples)).status).toBe(200)
    })
    await Promise.all(sent)
    await server.deps.alertWatch?.settled()
  }
}

type Opened = { machineId: string | null; openedAt: Date; clearedAt: Date | null; cause: string }
const rowOf = (name: string, { machineId, openedAt, clearedAt, cause }: Opened) => {
  const minutes = (at: Date | null) => at && ((at.getTime() - begin) / minute).toFixed(2)
  return [name, machineId, minutes(openedAt), minutes(clearedAt), cause]
}
async function list(clientId = 1) {
  const body = await call(`${alerts.path}?state=all`, 'GET', undefined, clientId)
  return alerts.answer
    .parse(body)
    .alerts.map((one) => rowOf(one.ruleName, one))
    .sort()
}

test('an alert opens at the key station while its line is stopped, by its root', async () => {
  await call(setAlertRules.path, 'PUT', { rules })
  const others = rules.map((rule) => ({ ...rule, machines: 'all', id: randomUUID() }))
  await call(setAlertRules.path, 'PUT', { rules: others }, 2)
  await goesOn(20)
  expect(await list()).toEqual([
    ['any', 'FW-202', '15.50', null, 'Film Snap'],
    ['of the key', 'FW-202', '15.50', null, 'Film Snap'],
    ['own', 'FW-202', '15.50', null, 'Film Snap'],
  ])
  await goesOn(70)
  expect(await list()).toEqual(expected)
  expect(await list(2)).toEqual([])
}, 300_000)

test('the back-test says what opened as it came', async () => {
  const found: unknown[] = []
  for (const { id: _, ...rule } of rules) {
    const period = { from: new Date(begin), to: new Date(begin + 70 * minute) }
    const body = await call(backTestAlertRule.path, 'POST', { rule, ...period })
    const { list: past } = backTestAlertRule.answer.parse(body)
    found.push(...past.map((one) => rowOf(rule.name, one)))
  }
  expect(found.sort()).toEqual(expected)
})

test.each([
  ['seconds', { seconds: 0 }],
  ['side', { side: 'external' }],
  ['rootMachineId', { rootMachineId: '' }],
])('a rule whose %s is none is refused', async (_what, more) => {
  const [rule] = rules
  const wrong = { ...rule, condition: { ...rule?.condition, ...more } }
  const url = setAlertRules.path.replace(':clientId', '1')
  const token = tokens.get('admin')
  const answer = await server.ask(url, { method: 'PUT', token, body: { rules: [wrong] } })
  expect(answer.status).toBe(400)
})

// @slow

import { randomUUID } from 'node:crypto'
import { alerts, backTestAlertRule, setAlertRules } from '@packboard/contract'
import { runSql } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

/** One server at a clock of its own; machines send each 30 s, as it comes. */
const begin = Date.UTC(2026, 3, 10, 8)
const minute = 60_000
let now = begin
let server: TestServer
let tokens: Map<string, string>
beforeAll(async () => {
  server = await openTestServer({ now: () => now })
  tokens = await server.people('admin', 'clientadmin', 'engineer', 'user')
})
afterAll(() => server?.close())

const anyRule = {
  ...{ enabled: true, machines: 'all', when: 'always', severity: 'warning', steps: [] },
} as const
const stopped = {
  ...{ ...anyRule, id: randomUUID(), name: 'Stopped for ten minutes' },
  condition: { kind: 'stoppedLonger', seconds: 600 },
} as const
const silent = {
  ...{ ...anyRule, id: randomUUID(), name: 'Silent', machines: ['FW-102', 'FW-301'] },
  condition: { kind: 'offlineLonger', seconds: 300 },
} as const
const snapped = {
  ...{ ...anyRule, id: randomUUID(), name: 'Film snap', machines: ['FW-101'] },
  condition: { kind: 'inState', states: [21], seconds: 120 },
} as const
const jaws = {
  ...{ ...anyRule, id: randomUUID(), name: 'Jaws again' },
  condition: { kind: 'alarm', group: 'Jaws', times: 2, minutes: 10 },
} as const

async function call(path: string, method: string, body?: unknown, who = 'admin') {
  const token = tokens.get(who)
  const answer = await server.ask(path.replace(':clientId', '1'), { method, token, body })
  const found: { id?: number } = JSON.parse(await answer.text())
  return { status: answer.status, body: found }
}
const save = (rules: readonly object[], who = 'clientadmin') =>
  call(setAlertRules.path, 'PUT', { rules }, who)

async function list(state: 'open' | 'all' = 'all') {
  const { status, body } = await call(`${alerts.path}?state=${state}`, 'GET')
  expect([status, body]).toEqual([200, expect.anything()])
  return alerts.answer.parse(body).alerts
}
const brief = (found: Awaited<ReturnType<typeof list>>) =>
  found.map(({ machineId, ruleName, openedAt, clearedAt, late }) => [
    ...[machineId, ruleName, (openedAt.getTime() - begin) / minute],
    clearedAt && (clearedAt.getTime() - begin) / minute,
    late,
  ])

/** Sends a sample each 30 s until a minute after the begin, and looks at the rules as time goes on. */
async function goesOn(until: number, states: Record<string, number>) {
  while (now < begin + until * minute) {
    now += minute
    const sent = Object.entries(states).map(async ([serialNo, state]) => {
      const samples = [now - 30_000, now].map((at) =>
        factory.at(at).sample(serialNo, { state, packs: 1, speed: 60 }),
      )
      expect((await server.send(serialNo, samples)).status).toBe(200)
    })
    await Promise.all(sent)
    await server.deps.alertWatch?.settled()
  }
}

test('rules open, clear and repeat nothing; late and imported history opens none', async () => {
  await goesOn(2, { 'FW-101': 10, 'FW-102': 10 })
  expect(await save([stopped, silent, snapped, jaws])).toMatchObject({
    status: 200,
    body: { version: 1 },
  })
  await goesOn(20, { 'FW-101': 21, 'FW-102': 10 })
  expect(brief(await list('open'))).toEqual([
    ['FW-101', 'Stopped for ten minutes', 12.5, null, false],
    ['FW-101', 'Film snap', 4.5, null, false],
  ])
  // It runs again: after a minute the alerts are over, at the instant at which it ran.
  await goesOn(23, { 'FW-101': 10, 'FW-102': 10 })
  expect(brief(await list())).toEqual([
    ['FW-101', 'Stopped for ten minutes', 12.5, 20.5, false],
    ['FW-101', 'Film snap', 4.5, 20.5, false],
  ])
  // FW-102 says nothing for eight minutes; two alarms come.
  for (const at of [24, 27]) {
    await goesOn(at, {})
    const alarm = { kind: 'alarm', serialNo: 'FW-101', raisedAt: now, group: 'Jaws' }
    await server.send('FW-101', [{ ...alarm, description: 'Front jaw' }])
  }
  await goesOn(31, { 'FW-101': 10 })
  expect(brief(await list('open'))).toEqual([
    ['FW-102', 'Silent', 29.5, null, false],
    ['FW-101', 'Jaws again', 27, null, false],
  ])
  const known = brief(await list())
  // FW-201 had a stop while its line was cut: it comes when the machine has long run again.
  const history = Array.from({ length: 50 }, (_, step) =>
    factory.at(begin + (5 + step / 2) * minute).sample('FW-201', {
      ...{ state: step < 40 ? 21 : 10, packs: 1, speed: 60 },
    }),
  )
  await goesOn(32, { 'FW-101': 10, 'FW-201': 10 })
  await server.send('FW-201', history)
  await server.deps.alertWatch?.settled()
  const [late, ...others] = brief(await list())
  expect(late).toEqual(['FW-201', 'Stopped for ten minutes', 15, 25, true])
  expect(others).toEqual(known)
  // What a back-test says of the same time.
  const { id: _, ...rule } = stopped
  const test = async () => {
    const body = { rule, from: new Date(begin), to: new Date(now) }
    return backTestAlertRule.answer.parse((await call(backTestAlertRule.path, 'POST', body)).body)
  }
  // The history that a machine had before it was here counts as if it had come in time.
  expect(await test()).toMatchObject({ opened: 2, late: 0 })
  await runSql(
    server.deps.management,
    `update machine set created_at = '${new Date(begin).toISOString()}'`,
  )
  const tested = await test()
  expect(tested).toMatchObject({ opened: 1, late: 1, inPlannedTime: 1, perDay: 1 })
  expect(
    tested.list.map(({ machineId, openedAt, clearedAt }) => [
      ...[machineId, (openedAt.getTime() - begin) / minute],
      clearedAt && (clearedAt.getTime() - begin) / minute,
    ]),
  ).toEqual([
    ['FW-201', 15, 25],
    ['FW-101', 12.5, 20.5],
  ])
  // FW-301 is connected and sends what it had kept, a part at a time: between two parts it is not silent.
  const openings = async () => (await list()).filter(({ ruleName }) => ruleName === 'Silent').length
  const before = await openings()
  const kept = (from: number, to: number) =>
    Array.from({ length: (to - from) * 2 }, (_, step) =>
      factory.at(begin + (from + step / 2) * minute).sample('FW-301', {
        ...{ state: 10, packs: 1, speed: 60 },
      }),
    )
  await goesOn(45, { 'FW-101': 10 })
  for (const [from, to] of [
    [20, 26],
    [26, 38],
  ] as const) {
    await server.send('FW-301', kept(from, to))
    await server.deps.alertWatch?.settled()
  }
  expect(await openings()).toBe(before)
  // It said no more: a minute later it is silent.
  await goesOn(47, { 'FW-101': 10 })
  expect(await openings()).toBe(before + 1)
  // A removed rule ends its alerts.
  expect((await save([stopped, snapped])).status).toBe(200)
  expect(await list('open')).toEqual([])
})

test('a rule that is switched off and on opens once for what still holds, and not for its neighbour', async () => {
  const again = { ...stopped, id: randomUUID(), name: 'Again', machines: ['FW-102'] }
  const from = (now - begin) / minute
  const own = async () => brief((await list()).filter(({ ruleName }) => ruleName === 'Again'))
  await save([again])
  await goesOn(from + 14, { 'FW-101': 10, 'FW-102': 21 })
  const opened = ['FW-102', 'Again', expect.any(Number), null, false]
  expect(await own()).toEqual([opened])
  await save([{ ...again, enabled: false }])
  await goesOn(from + 16, { 'FW-101': 10, 'FW-102': 21 })
  expect(await own()).toEqual([[...opened.slice(0, 3), expect.any(Number), false]])
  await save([again])
  await goesOn(from + 18, { 'FW-101': 10, 'FW-102': 21 })
  // From when it looks again: the time before belongs to the alert that the switch ended.
  expect(await own()).toEqual([
    ['FW-102', 'Again', from + 16, null, false],
    [...opened.slice(0, 3), from + 14, false],
  ])
  await goesOn(from + 21, { 'FW-101': 10, 'FW-102': 10 })
  expect(await own()).toEqual([
    ['FW-102', 'Again', from + 16, from + 18.5, false],
    [...opened.slice(0, 3), from + 14, false],
  ])
})

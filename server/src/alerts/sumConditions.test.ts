// @slow

import { randomUUID } from 'node:crypto'
import {
  alerts,
  backTestAlertRule,
  labelStop,
  setAlertRules,
  setReasons,
  setShifts,
} from '@packboard/contract'
import { settingsFromBeginning } from '@packboard/management/testing'
import type { AlertCondition } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { filesOf } from '../../testing/sendFile.ts'
import { startAlertWatch } from './alertWatch.ts'

/** A shift of an hour and a half, 06:00 in London, and what five machines do in it; minutes count from its begin. */
const begin = Date.UTC(2026, 3, 10, 5)
const minute = 60_000
const shiftMinutes = 90
let now = begin
let server: TestServer
let tokens: Map<string, string>
const closers: (() => Promise<void> | void)[] = []

/** What a machine does in a minute of the shift; with 60 packs a minute it makes what its target says. */
type Doing = { speed: number; rejects?: number; state?: number }
const usual: Doing = { speed: 60 }
const stands: Doing = { speed: 0, state: 21 }
const within = (at: number, from: number, to: number) => from < at && at <= to
const stories: Record<string, (at: number) => Doing> = {
  // Runs at two thirds of its target from 20 to 40.
  'FW-101': (at) => (within(at, 20, 40) ? { speed: 40 } : usual),
  // Rejects a fifth of its packs from 30 to 50.
  'FW-102': (at) => (within(at, 30, 50) ? { speed: 60, rejects: 12 } : usual),
  // Both stand from 50 to 60; only the second says why.
  'FW-201': (at) => (within(at, 50, 60) ? stands : usual),
  'FW-202': (at) => (within(at, 50, 60) ? stands : usual),
  // Runs at a third of its target from 20 to the end of the shift.
  'VF-401': (at) => (within(at, 20, 90) ? { speed: 20 } : usual),
  // The neighbour does all of it.
  'FW-511': (at) => (within(at, 50, 60) ? stands : { speed: 20, rejects: 12 }),
}

const ruleOf = (condition: AlertCondition) => ({
  ...{ id: randomUUID(), name: condition.kind, enabled: true, when: 'always' },
  machines: Object.keys(stories).filter((serialNo) => serialNo !== 'FW-511'),
  ...{ severity: 'warning', steps: [], condition },
})
const rules = [
  ruleOf({ kind: 'speedUnder', percent: 80, seconds: 600 }),
  ruleOf({ kind: 'rejectsOver', percent: 10, packs: 100 }),
  ruleOf({ kind: 'behindPlan', packs: 700 }),
  ruleOf({ kind: 'oeeeUnder', percent: 53 }),
  ruleOf({ kind: 'withoutReason', percent: 50 }),
  ruleOf({ kind: 'plannedOverrun' }),
]
/** What opens at which machine, from minute to minute. */
const expected = [
  ['behindPlan', 'VF-401', 45, 90],
  ['oeeeUnder', 'VF-401', 75, 90],
  ['plannedOverrun', 'FW-202', 55.5, 60.5],
  ['rejectsOver', 'FW-102', 35, 55],
  ['speedUnder', 'FW-101', 31, 40],
  ['speedUnder', 'VF-401', 30, 91],
  ['withoutReason', 'FW-201', 90, 105],
]

beforeAll(async () => {
  server = await openTestServer({ now: () => now })
  tokens = await server.people('admin')
  for (const clientId of [1, 2]) {
    const target = { clientId, product: 'Story Bar', value: 60 }
    await settingsFromBeginning(server.deps.management, [{ ...target, kind: 'targetSpeed' }])
    const shifts = [
      { weekday: 5, start: '06:00', name: 'Short' },
      { weekday: 5, start: '07:30', name: 'Long' },
    ]
    await call(setShifts.path, 'PUT', { shifts }, clientId)
  }
})
afterAll(async () => {
  for (const close of closers) await close()
  await server?.close()
})

async function call(path: string, method: string, body?: unknown, clientId = 1) {
  const url = path.replace(':clientId', `${clientId}`)
  const answer = await server.ask(url, { method, token: tokens.get('admin'), body })
  const text = await answer.text()
  expect([answer.status, text]).toEqual([200, expect.anything()])
  return JSON.parse(text)
}

const counters = new Map<string, { packs: number; rejects: number }>()
async function goesOn(until: number) {
  while (now < begin + until * minute) {
    now += minute
    const sent = Object.entries(stories).map(async ([serialNo, doingAt]) => {
      const count = counters.get(serialNo) ?? { packs: 1_000, rejects: 10 }
      counters.set(serialNo, count)
      const samples = [now - minute / 2, now].map((at) => {
        const { speed, state = 10, rejects = 0 } = doingAt((at - begin) / minute)
        count.packs += speed / 2
        count.rejects += rejects / 2
        return factory.at(at).sample(serialNo, { state, speed, product: 'Story Bar', ...count })
      })
      expect((await server.send(serialNo, samples)).status).toBe(200)
    })
    await Promise.all(sent)
    await server.deps.alertWatch?.settled()
  }
}

type Opened = { machineId: string | null; openedAt: Date; clearedAt: Date | null }
const minutesOf = (kind: string, { machineId, openedAt, clearedAt }: Opened) => [
  ...[kind, machineId, (openedAt.getTime() - begin) / minute],
  clearedAt && (clearedAt.getTime() - begin) / minute,
]
async function list() {
  const found = alerts.answer.parse(await call(`${alerts.path}?state=all`, 'GET'))
  expect(found.alerts.filter(({ late }) => late)).toEqual([])
  return found.alerts.map((one) => minutesOf(one.ruleName, one)).sort()
}
function secondWatch() {
  const { management, telemetry, backups, log, outbox } = server.deps
  const all = { management, telemetry, backups, log, outbox, now: () => now, lease: undefined }
  return startAlertWatch(all, closers)
}

test('sums and shifts open where the story says and nowhere else, for who takes over, too', async () => {
  await call(setAlertRules.path, 'PUT', { rules })
  await call(
    setAlertRules.path,
    'PUT',
    { rules: rules.map((rule) => ({ ...rule, machines: 'all', id: randomUUID() })) },
    2,
  )
  const cleaning = {
    ...{ id: randomUUID(), parent: null, name: { en: 'Cleaning' }, icon: 'scissors', rank: 1 },
    ...{
      planned: true,
      cause: 'machine',
      overrunSeconds: 300,
      alarms: [],
      states: [],
      retired: false,
    },
  }
  await call(setReasons.path, 'PUT', { reasons: [cleaning] })
  await goesOn(33)
  expect(await list()).toEqual([
    ['speedUnder', 'FW-101', 31, null],
    ['speedUnder', 'VF-401', 30, null],
  ])
  await secondWatch().settled()
  await goesOn(53)
  await call(labelStop.path, 'POST', {
    ...{ clientId: 1, machineId: 'FW-202', key: randomUUID() },
    change: {
      ...{ action: 'label', replaces: [], reason: cleaning.id, untilRun: true },
      ...{ from: new Date(begin + 50.5 * minute), to: new Date(begin + 53 * minute) },
    },
  })
  await goesOn(57)
  expect((await list()).filter(([kind]) => kind === 'plannedOverrun')).toEqual([
    ['plannedOverrun', 'FW-202', 55.5, null],
  ])
  await goesOn(shiftMinutes + 20)
  expect(await list()).toEqual(expected)
  const before = alerts.answer.parse(await call(`${alerts.path}?state=all`, 'GET'))
  const second = secondWatch()
  for (let round = 0; round < 3; round += 1) {
    now += 5 * minute
    await second.settled()
  }
  const after = alerts.answer.parse(await call(`${alerts.path}?state=all`, 'GET'))
  expect(after.alerts.filter(({ openedAt }) => openedAt.getTime() < begin + 100 * minute)).toEqual(
    before.alerts,
  )
}, 300_000)

test('the back-test says what opened as it came', async () => {
  const found: unknown[] = []
  for (const { id: _, ...rule } of rules) {
    const period = { from: new Date(begin), to: new Date(begin + 110 * minute) }
    const body = await call(backTestAlertRule.path, 'POST', { rule, ...period })
    const { list: past } = backTestAlertRule.answer.parse(body)
    found.push(...past.map((one) => minutesOf(rule.name, one)))
  }
  expect(found.sort()).toEqual(expected)
})

test('what was imported from a file never opens, also where it still holds', async () => {
  const held = ruleOf({ kind: 'inState', states: [5], seconds: 300 })
  await call(setAlertRules.path, 'PUT', { rules: [held] })
  const rows = Array.from({ length: 40 }, (_, index) => {
    const at = new Date(now - (40 - index) * (minute / 2)).toISOString()
    return `${at},Held,${index}`
  })
  const files = filesOf(server, tokens.get('admin'))
  const file = ['Time,State,Packs', ...rows, ''].join('\n')
  expect(await files.import('history.csv', file, 'VF-402')).toMatchObject({
    state: 'done',
    stored: 40,
  })
  await server.deps.alertWatch?.settled()
  now += minute
  await server.deps.alertWatch?.settled()
  const opened = async () => (await list()).filter(([kind]) => kind === 'inState')
  expect(await opened()).toEqual([])
  // The same time as its machine sends it opens.
  const sent = Array.from({ length: 20 }, (_, index) =>
    factory.at(now - (20 - index) * (minute / 2)).sample('FW-101', { state: 5, packs: 1 }),
  )
  expect((await server.send('FW-101', sent)).status).toBe(200)
  await server.deps.alertWatch?.settled()
  expect(await opened()).toMatchObject([['inState', 'FW-101', expect.any(Number), null]])
})

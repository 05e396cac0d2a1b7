// @slow

import { randomUUID } from 'node:crypto'
import {
  acknowledgeAlert,
  alertRules,
  alerts,
  callForHelp,
  helpDone,
  helpOnMyWay,
  muteAlerts,
  setAlertRules,
} from '@packboard/contract'
import { runSql } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

/** One server at a clock of its own; machines send each 30 s, as it comes. */
const begin = Date.UTC(2026, 3, 10, 8)
const now = begin
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
const snapped = {
  ...{ ...anyRule, id: randomUUID(), name: 'Film snap', machines: ['FW-101'] },
  condition: { kind: 'inState', states: [21], seconds: 120 },
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

test('the second of two who edit is refused, and so is what belongs to others', async () => {
  expect((await save([snapped])).status).toBe(200)
  const stale = await call(setAlertRules.path, 'PUT', { rules: [], version: 0 })
  expect(stale).toMatchObject({ status: 409, body: { code: 'edit.conflict' } })
  const foreign = { ...stopped, machines: ['FW-511'] }
  expect((await save([foreign])).status).toBe(400)
  const stranger = { ...stopped, steps: [{ afterSeconds: 0, channel: 'person', to: 9_999 }] }
  expect((await save([stranger])).status).toBe(400)
  expect((await save([stopped], 'user')).status).toBe(403)
  expect((await save([stopped, snapped])).status).toBe(200)
  const { body } = await call(alertRules.path, 'GET', undefined, 'engineer')
  const read = alertRules.answer.parse(body)
  expect(read.rules.map(({ name, last30Days: { opened, late } }) => [name, opened, late])).toEqual([
    ['Stopped for ten minutes', 0, 0],
    ['Film snap', 0, 0],
  ])
  expect(read.recipients.people.map(({ name }) => name)).toContain('Helen Ward')
  const other = alertRules.answer.parse(
    (await call(alertRules.path, 'GET', undefined, 'user')).body,
  )
  expect(other.recipients).toEqual({ people: [], roles: [], mails: [], hooks: [] })
})

test('who calls for help, who comes and who ends it is seen; a machine has one call', async () => {
  const first = await call(callForHelp.path, 'POST', { machineId: 'FW-101', note: 'Jam' }, 'user')
  expect(first.status).toBe(200)
  const again = await call(callForHelp.path, 'POST', { machineId: 'FW-101' }, 'engineer')
  expect(again.body.id).toBe(first.body.id)
  const path = (call: { path: string }) => call.path.replace(':id', String(first.body.id))
  expect((await call(path(helpOnMyWay), 'POST', undefined, 'engineer')).status).toBe(200)
  expect(await list('open')).toMatchObject([
    { origin: 'help', text: 'Jam', raisedBy: 'user', onMyWayBy: 'engineer' },
  ])
  expect((await call(path(helpDone), 'POST', undefined, 'user')).status).toBe(200)
  expect(await list('open')).toEqual([])
  expect((await call(callForHelp.path, 'POST', { machineId: 'FW-511' }, 'user')).status).toBe(404)
})

test('acknowledged once, by all to be seen; a mute is in the log', async () => {
  const { body: called } = await call(callForHelp.path, 'POST', { machineId: 'FW-102' }, 'user')
  const path = acknowledgeAlert.path.replace(':id', String(called.id))
  for (const who of ['user', 'engineer']) {
    expect((await call(path, 'POST', undefined, who)).status).toBe(200)
  }
  expect(await list('open')).toMatchObject([{ id: called.id, acknowledgedBy: 'user' }])
  const until = new Date(now + 3_600_000)
  const mute = { ruleId: stopped.id, until, reason: 'Rebuilding' }
  expect((await call(muteAlerts.path, 'POST', mute, 'engineer')).status).toBe(200)
  const { body } = await call(alertRules.path, 'GET')
  expect(alertRules.answer.parse(body).rules[0]?.mute).toMatchObject({ by: 'Tomasz Zielinski' })
  const [entry] = await runSql(
    server.deps.management,
    `select actor_name, after->>'reason' as reason from audit_log where entity = 'alertMute'`,
  )
  expect(entry).toEqual({ actor_name: 'engineer', reason: 'Rebuilding' })
})

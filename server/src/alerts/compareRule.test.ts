import { randomUUID } from 'node:crypto'
import type { StoredAlertRule } from '@packboard/management'
import { runSql } from '@packboard/management/testing'
import { grantClientScope } from '@packboard/model'
import { batchOf, sampleOf } from '@packboard/telemetry/testing'
import { commitBatch } from '@packboard/telemetry/write'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { ComparedDays, compareRule } from './compareRule.ts'

const begin = Date.UTC(2026, 3, 10, 8)
const at = (minute: number) => begin + minute * 60_000
const now = at(120)
const ruleId = randomUUID()
/** Not enabled, so that no alert is made of it but by this test. */
const rule: StoredAlertRule = {
  ...{ id: ruleId, name: 'Stopped', enabled: false, machines: 'all', when: 'always', steps: [] },
  ...{ severity: 'info', condition: { kind: 'stoppedLonger', seconds: 600 } },
  changedAt: new Date(at(0)),
}
let server: TestServer
let own: number
let second: number
let foreign: number

/** A machine stands from minute 10 to 30, and from 60 to 80 in what comes an hour later. */
async function stands(clientId: number, machineId: number) {
  const samples = Array.from({ length: 240 }, (_, n) => {
    const minute = n / 2
    const isDown = (minute >= 10 && minute < 30) || (minute >= 60 && minute < 80)
    const receivedAt = minute >= 55 ? at(minute + 60) : at(minute) + 40
    return sampleOf({ clientId, machineId, at: at(minute), receivedAt, state: isDown ? 21 : 10 })
  })
  await commitBatch(server.deps.telemetry, batchOf({ samples }))
}

beforeAll(async () => {
  server = await openTestServer({ now: () => now })
  const machines = await sql<{ id: number; serial_no: string }>('select id, serial_no from machine')
  const idOf = (serialNo: string) => machines.find((one) => one.serial_no === serialNo)?.id ?? 0
  ;[own, second, foreign] = [idOf('FW-101'), idOf('FW-102'), idOf('FW-511')]
  await sql(`insert into alert_rule (id, client_id, place, rule, enabled)
    values ('${ruleId}', 1, 0, '{}', false)`)
  const [neighbour] = await sql<{ client_id: number }>(
    `select client_id from machine where id = ${foreign}`,
  )
  await stands(1, own)
  await stands(1, second)
  await stands(neighbour?.client_id ?? 0, foreign)
  await server.deps.telemetry.settled()
})
afterAll(() => server?.close())
beforeEach(() => sql('delete from alert'))

const sql = <Row>(text: string) => runSql<Row>(server.deps.management, text)
const instant = (minute: number) => `'${new Date(at(minute)).toISOString()}'`
/** An alert of the rule, with a message in a state. */
async function alert(machineId: number, from: number, to: number, state = 'sent') {
  const [row] = await sql<{ id: string }>(
    `insert into alert (client_id, machine_id, rule_id, origin, rule_name, severity, opened_at, known_at, cleared_at)
     values (1, ${machineId}, '${ruleId}', 'rule', 'r', 'info', ${instant(from)}, now(), ${instant(to)}) returning id`,
  )
  await sql(`insert into outbox (key, kind, channel, alert_id, due_at, next_try_at, gives_up_at, state)
    values ('${row?.id}', 'alert', 'mail', ${row?.id}, now(), now(), now() + interval '1 day', '${state}')`)
}
const compare = (more: Partial<StoredAlertRule> = {}) =>
  compareRule(server.deps, grantClientScope(1), { ...rule, ...more }, now)

test('an opening that no alert says is missed, unless it came late; a neighbour has none here', async () => {
  expect(await compare()).toEqual({ held: 0, missed: 2 })
  expect(await compare({ machines: ['FW-102'] })).toEqual({ held: 0, missed: 1 })
  expect(await compare({ machines: ['FW-511'] })).toEqual({ held: 0, missed: 0 })
  // The rule began to look later.
  expect(await compare({ changedAt: new Date(at(25)) })).toEqual({ held: 0, missed: 0 })
})

test('an alert is held where the ledger has its time still, also with another beginning, and where it was sent', async () => {
  await alert(own, 22, 28)
  expect(await compare()).toEqual({ held: 1, missed: 1 })
  // One that was not sent is none that the ledger could have kept, but it says its opening.
  await alert(second, 20, 30, 'dropped')
  expect(await compare()).toEqual({ held: 1, missed: 0 })
})

test('a sent alert of which the ledger has nothing is not held, nor that of another machine', async () => {
  await alert(own, 40, 45)
  await alert(foreign, 20, 30)
  expect(await compare()).toEqual({ held: 0, missed: 2 })
})

test('a day that is settled is read once, and the one that runs each time', async () => {
  const days = new ComparedDays()
  const later = (count: number) => now + count * 86_400_000
  const compareAt = (at: number, own = days) =>
    compareRule(server.deps, grantClientScope(1), rule, at, own)
  expect(await compareAt(now)).toEqual({ held: 0, missed: 2 })
  await alert(own, 22, 28)
  // It is still the day that runs, or not over for long.
  expect(await compareAt(later(1))).toEqual({ held: 1, missed: 1 })
  expect(await compareAt(later(3))).toEqual({ held: 1, missed: 1 })
  await alert(second, 20, 30)
  expect(await compareAt(later(4))).toEqual({ held: 1, missed: 1 })
  expect(await compareAt(later(4), new ComparedDays())).toEqual({ held: 2, missed: 0 })
  // It is no longer one of the last 30 days.
  expect(await compareAt(later(32))).toEqual({ held: 0, missed: 0 })
})

test('the days of many machines are read in parts, which come to the same', async () => {
  await alert(own, 22, 28)
  const parts = new ComparedDays(2)
  const at = now + 6 * 86_400_000
  const answers = []
  for (let call = 0; call < 7; call += 1) {
    answers.push(await compareRule(server.deps, grantClientScope(1), rule, at, parts))
  }
  const whole = { held: 1, missed: 1 }
  const begun = answers.indexOf(answers.find((answer) => answer !== undefined))
  expect(begun).toBe(4)
  expect(answers.slice(begun)).toEqual([whole, whole, whole])
  expect(await compareRule(server.deps, grantClientScope(1), rule, at)).toEqual(whole)
})

import { grantClientScope, groupOfRole } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor, people } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { seedAlert } from '../../testing/seedAlert.ts'
import { alertOf } from './alertRows.ts'
import { callForHelp, comeToHelp, endHelpCall, type HelpRule } from './helpCalls.ts'

let opened: TestManagement
let now = Date.parse('2026-06-01T12:00:00Z')
let engineer = 0
/** A machine of client 1, another one of it, and one of its neighbour. */
let own: number
let second: number
let foreign: number

beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
  engineer = (await people(opened.management)).get('engineer') ?? 0
  const machines = await sql<{ id: number; client_id: number }>(
    'select id, client_id from machine where client_id in (1, 2) order by client_id, id',
  )
  const of = (clientId: number) => machines.filter((one) => one.client_id === clientId)
  ;[own = 0, second = 0] = of(1).map(({ id }) => id)
  ;[foreign = 0] = of(2).map(({ id }) => id)
})
afterAll(() => opened?.close())
beforeEach(async () => {
  now += 3_600_000
  await sql('delete from alert')
})

const sql = <Row>(text: string) => runSql<Row>(opened.management, text)
const scope = grantClientScope(1)
const tablet = { nameId: 1, name: 'Ann', place: 'Line 1' }
const rule: HelpRule = {
  ...{ ruleId: null, ruleName: 'Help', severity: 'warning', text: 'Come', repeatSeconds: null },
  steps: [{ afterSeconds: 0, channel: 'role', to: groupOfRole('engineer') }],
}
const call = async (machineId: number, note = '', of = scope) =>
  Number(
    await callForHelp(opened.management, { ...editor, userId: engineer }, of, {
      ...{ machineId, note, rule },
    }),
  )
const read = (id: number) => alertOf(opened.management, scope, id)

test('a machine has one open call, with the messages of the first alone; another machine and a neighbour have their own', async () => {
  const neighbour = await call(foreign, '', grantClientScope(2))
  const [first, again] = await Promise.all([call(own, 'Jam'), call(own, 'Jam')])
  expect(again).toBe(first)
  const other = await call(second)
  expect(new Set([neighbour, first, other]).size).toBe(3)
  expect([(await read(first))?.text, (await read(other))?.text]).toEqual(['Jam', 'Come'])
  const sent = await sql<{ alert_id: string; user_id: number }>(
    `select alert_id, user_id from outbox where alert_id in (${first}, ${other}) and channel = 'mail' order by alert_id`,
  )
  expect(sent.map((one) => [Number(one.alert_id), one.user_id])).toEqual(
    [first, other].toSorted((a, b) => a - b).map((id) => [id, engineer]),
  )
  await endHelpCall(opened.management, editor, scope, first)
  expect(await call(own)).not.toBe(first)
  await expect(call(foreign)).rejects.toMatchObject({ code: 'machine.notFound' })
})

test('the first person who comes stays, and has taken note; the end of a call is no second one', async () => {
  const id = await call(own)
  const come = (by: Parameters<typeof comeToHelp>[1]) =>
    comeToHelp(opened.management, by, scope, id)
  const came = new Date(now)
  await come(tablet)
  now += 60_000
  await come(editor)
  expect(await read(id)).toMatchObject({
    ...{ onMyWayBy: 'Ann · Line 1', onMyWayAt: came },
    ...{ acknowledgedBy: 'Ann · Line 1', acknowledgedAt: came, clearedAt: null },
  })
  const ended = new Date(now)
  await endHelpCall(opened.management, editor, scope, id)
  now += 60_000
  await endHelpCall(opened.management, editor, scope, id)
  expect((await read(id))?.clearedAt).toEqual(ended)
  const entries = await sql<{ actor_name: string }>(
    `select actor_name from audit_log where entity = 'helpCall' and after->>'alert' = '${id}' order by id`,
  )
  expect(entries.map((one) => one.actor_name)).toEqual(['admin', 'admin'])
})

test('a call of a neighbour, of a machine beyond a link, or an alert of a rule is not found', async () => {
  const neighbour = await call(foreign, '', grantClientScope(2))
  const mine = await call(own)
  const ofRule = await seedAlert(opened.management, { steps: [], at: now, machineId: own })
  const link = { ...scope, machineIds: [second] }
  for (const act of [comeToHelp, endHelpCall]) {
    const ask = (of: typeof scope, id: number) => act(opened.management, tablet, of, id)
    const refused = { code: 'alert.notFound' }
    await expect(ask(scope, neighbour)).rejects.toMatchObject(refused)
    await expect(ask(link, mine)).rejects.toMatchObject(refused)
    await expect(ask(scope, Number(ofRule.id))).rejects.toMatchObject(refused)
  }
  const touched = await sql(
    'select id from alert where on_my_way_at is not null or cleared_at is not null',
  )
  expect(touched).toEqual([])
})

test('a call ends though the clock was set back meanwhile', async () => {
  const id = await call(own)
  const openedAt = new Date(now)
  now -= 5_000
  await endHelpCall(opened.management, editor, scope, id)
  expect((await read(id))?.clearedAt).toEqual(openedAt)
})

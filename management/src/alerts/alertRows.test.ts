import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { people } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { seedAlert } from '../../testing/seedAlert.ts'
import {
  alertOf,
  alertPage,
  alertsOfPage,
  clientOfAlert,
  messagesOfAlert,
  openAlertCount,
  openAlertsOf,
} from './alertRows.ts'

let opened: TestManagement
let engineer = 0
let now = Date.parse('2026-06-01T12:00:00Z')
/** Machines of client 1, and one of its neighbour. */
let machines: number[]
let foreign: number
beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
  engineer = (await people(opened.management)).get('engineer') ?? 0
  const found = await sql<{ id: number; client_id: number }>(
    'select id, client_id from machine where client_id in (1, 2) order by client_id, id',
  )
  machines = found.filter((one) => one.client_id === 1).map(({ id }) => id)
  foreign = found.find((one) => one.client_id === 2)?.id ?? 0
})
afterAll(() => opened?.close())
beforeEach(async () => {
  now += 3_600_000
  await sql('delete from alert')
})

const sql = <Row>(text: string) => runSql<Row>(opened.management, text)
const scope = grantClientScope(1)
async function seed(wanted: Partial<Parameters<typeof seedAlert>[1]> = {}, set?: string) {
  const { id } = await seedAlert(opened.management, { steps: [], at: now, ...wanted })
  if (set !== undefined) await sql(`update alert set ${set} where id = ${id}`)
  return Number(id)
}
async function page(question: Partial<Parameters<typeof alertPage>[2]> = {}, of = scope) {
  const { alerts, ...rest } = await alertPage(opened.management, of, { state: 'all', ...question })
  return { ...rest, ids: alerts.map(({ id }) => id) }
}

test('the newest come first, of this client alone: the open ones, those of a machine, or of the machines of a link', async () => {
  const [first = 0, second = 0] = machines
  const neighbour = await seed({ clientId: 2, machineId: foreign })
  const cleared = await seed({ machineId: first }, 'cleared_at = opened_at')
  const noted = await seed({ machineId: first }, 'acknowledged_at = now()')
  const other = await seed({ machineId: second })
  const ofClient = await seed()
  // What no one has acknowledged yet is counted, whatever is listed.
  expect(await page()).toEqual({ ids: [ofClient, other, noted, cleared], next: null, open: 2 })
  expect((await page({ state: 'open' })).ids).toEqual([ofClient, other, noted])
  expect((await page({ machineId: first })).ids).toEqual([noted, cleared])
  expect(await page({}, { ...scope, machineIds: [second] })).toEqual({
    ...{ ids: [other], next: null, open: 1 },
  })
  expect((await page({}, { ...scope, machineIds: [] })).ids).toEqual([])
  expect((await page({}, grantClientScope(2))).ids).toEqual([neighbour])
  expect([
    await openAlertsOf(opened.management, scope),
    await openAlertCount(opened.management, undefined),
  ]).toEqual([3, 4])
  const [client] = await sql<{ cell_id: number }>('select cell_id from client where id = 1')
  expect(await openAlertCount(opened.management, client?.cell_id)).toBe(4)
  expect(await openAlertCount(opened.management, 999_999)).toBe(0)
  await sql('update client set deleted_at = now() where id = 2')
  expect(await openAlertCount(opened.management, undefined)).toBe(3)
  await sql('update client set deleted_at = null where id = 2')
})

test('the history comes page by page without a gap; a new alert moves none', async () => {
  const ids: number[] = []
  for (let n = 0; n < alertsOfPage + 2; n += 1) ids.unshift(await seed())
  const first = await page()
  expect(first.ids).toEqual(ids.slice(0, alertsOfPage))
  await seed()
  const rest = await page({ before: first.next ?? 0 })
  expect([rest.ids, rest.next]).toEqual([ids.slice(alertsOfPage), null])
  expect((await page({ state: 'open' })).ids).toHaveLength(alertsOfPage + 3)
})

test('one alert says who did what, also without an account; that of a neighbour or beyond a link is none', async () => {
  const [first = 0, second = 0] = machines
  const id = await seed(
    { machineId: first },
    `acknowledged_by = ${engineer}, acknowledged_at = now(), on_my_way_name = 'Ann · Line 1', raised_name = 'Bob'`,
  )
  const read = (of = scope) => alertOf(opened.management, of, id)
  const [machine] = await sql<{ serial_no: string; line: string }>(
    `select serial_no, l.name as line from machine m left join line l on l.id = m.line_id where m.id = ${first}`,
  )
  expect(await read()).toMatchObject({
    ...{ id, clientId: 1, machineId: first, serialNo: machine?.serial_no, lineName: machine?.line },
    ...{ acknowledgedBy: 'engineer', onMyWayBy: 'Ann · Line 1', raisedBy: 'Bob' },
    ...{ openedAt: new Date(now), clearedAt: null, sent: 0, muted: false, cause: 'Film jam' },
  })
  expect(await read({ ...scope, machineIds: [first] })).toBeDefined()
  expect(await read({ ...scope, machineIds: [second] })).toBeUndefined()
  expect(await read(grantClientScope(2))).toBeUndefined()
  expect(await clientOfAlert(opened.management, id)).toBe(1)
  expect(await clientOfAlert(opened.management, id + 1)).toBeUndefined()
})

test('the messages of an alert name people and webhooks, never an address; only those that went out count as sent', async () => {
  const [address] = await sql<{ id: number }>(
    `insert into alert_address (client_id, address, confirmed_at) values (1, 'office@bars.example', now()) returning id`,
  )
  const [hook] = await sql<{ id: number }>(
    `insert into hook (client_id, kind, name, enabled, events, url, created_by)
     values (1, 'hook', 'Board', true, '{}', 'https://board.example/', 1) returning id`,
  )
  const id = await seed({
    steps: [
      { afterSeconds: 0, channel: 'mail', to: address?.id ?? 0 },
      { afterSeconds: 60, channel: 'hook', to: hook?.id ?? 0 },
    ],
  })
  await seed({ steps: [{ afterSeconds: 0, channel: 'hook', to: hook?.id ?? 0 }] })
  await sql(
    `update outbox set state = 'sent', sent_at = now() where alert_id = ${id} and channel = 'mail'`,
  )
  const found = await messagesOfAlert(opened.management, scope, id)
  expect(found.map(({ channel, step, to, state }) => [channel, step, to, state])).toEqual([
    ['mail', 0, '', 'sent'],
    ['hook', 1, 'Board', 'waiting'],
  ])
  expect((await alertOf(opened.management, scope, id))?.sent).toBe(1)
  expect(await messagesOfAlert(opened.management, grantClientScope(2), id)).toEqual([])
})

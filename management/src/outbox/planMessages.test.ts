import type { AlertStep } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { people } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { seedAlert } from '../../testing/seedAlert.ts'
import { tables } from '../../testing/tables.ts'
import { dropReason } from './alertForMessage.ts'
import {
  forgetOldMessages,
  giveUpMessages,
  messagesDropped,
  messagesSent,
  messagesWait,
} from './endMessages.ts'
import { alertsOfRows } from './recipients.ts'
import { type DueMessage, takeDue } from './takeDue.ts'

let opened: TestManagement
let now = Date.parse('2026-06-01T12:00:00Z')
let ids: ReadonlyMap<string, number>

beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
  ids = await people(opened.management)
})
afterAll(() => opened?.close())
beforeEach(async () => {
  now += 3 * 24 * 3_600_000
  await runSql(opened.management, 'delete from outbox')
  await runSql(opened.management, 'delete from hook')
  await runSql(opened.management, 'delete from notification_choice')
})

const idOf = (name: string) => ids.get(name) ?? 0
const to = (name: string, afterSeconds = 0): AlertStep => ({
  ...{ afterSeconds, channel: 'person', to: idOf(name) },
})
const seed = (wanted: Omit<Parameters<typeof seedAlert>[1], 'at'>) =>
  seedAlert(opened.management, { ...wanted, at: now })
const take = (
  channel: 'mail' | 'push' | 'hook' | 'mqtt' = 'mail',
  besides: string[] = [],
  { hooks = [], clients = [] }: { hooks?: number[]; clients?: number[] } = {},
) =>
  takeDue(opened.management, {
    ...{ channel, most: 10, besides, besidesHooks: hooks, besidesClients: clients },
  })
const alertsIn = (messages: readonly DueMessage[]) =>
  messages.map(({ rows }) => rows.map(({ alert_id }) => alert_id))
const rows = () =>
  tables(opened.management).selectFrom('outbox').selectAll().orderBy('id').execute()

async function addHook(clientId: number, events: string[], kind = 'hook') {
  const [row] = await runSql<{ id: number }>(
    opened.management,
    `insert into hook (client_id, kind, name, enabled, events, url, created_by)
     values (${clientId}, '${kind}', 'h', true, '{${events.join(',')}}', 'https://hook.example/', 1) returning id`,
  )
  return row?.id ?? 0
}

test('each step is planned once, for people of the client alone, and the webhooks of the client are informed', async () => {
  const mine = await addHook(1, ['alert.opened'])
  await addHook(2, ['alert.opened'])
  await addHook(1, ['shift.closed'])
  const neighbours = await addHook(2, [])
  const steps: AlertStep[] = [
    to('engineer'),
    { afterSeconds: 900, channel: 'role', to: 3 },
    { afterSeconds: 900, channel: 'hook', to: neighbours },
  ]
  const { id } = await seed({ steps })
  const planned = await rows()
  const users = await runSql<{ id: number }>(
    opened.management,
    'select id from user_account where client_id = 1 and group_id = 3 and enabled and deleted_at is null order by id',
  )
  expect(planned.map(({ kind, step, user_id, hook_id }) => [kind, step, user_id, hook_id])).toEqual(
    [
      ['alert', 0, idOf('engineer'), null],
      ...users.map((user) => ['alert', 1, user.id, null]),
      ['news', 0, null, mine],
    ],
  )
  expect(planned[1]?.due_at.getTime()).toBe(now + 900_000)
  expect(planned.at(-1)?.content).toMatchObject({ alert: { id: Number(id), cause: 'Film jam' } })
})

test('the first alert of a person goes out at once, what opens in the minute after it together at its end', async () => {
  const first = await seed({ steps: [to('engineer')] })
  const other = await seed({ steps: [to('user')] })
  const taken = await take()
  expect(alertsIn(taken)).toEqual([[first.id], [other.id]])
  for (const message of taken) await messagesSent(opened.management, message.rows)
  now += 10_000
  const second = await seed({ steps: [to('engineer')] })
  expect(await take()).toEqual([])
  now += 40_000
  const third = await seed({ steps: [to('engineer')] })
  expect(await take()).toEqual([])
  now += 10_000
  const together = await take()
  expect(alertsIn(together)).toEqual([[second.id, third.id]])
  // A failure is tried again with the same alerts, under the same id, whatever opens meanwhile.
  for (const message of together)
    await messagesWait(opened.management, message.rows, { why: 'away', status: null })
  now += 5_000
  const fourth = await seed({ steps: [to('engineer')] })
  const again = await take()
  expect(alertsIn(again)).toEqual([[second.id, third.id]])
  expect(again[0]?.messageId).toBe(together[0]?.messageId)
  for (const message of again) await messagesSent(opened.management, message.rows)
  now += 60_000
  expect(alertsIn(await take())).toEqual([[fourth.id]])
})

test('what a process took is not taken by another one until its lease ends, and then under the same id', async () => {
  await seed({ steps: [to('engineer')] })
  const [message] = await take()
  expect(await take()).toEqual([])
  now += 29_000
  expect(await take()).toEqual([])
  now += 2_000
  // The process itself is still sending it.
  expect(await take('mail', message?.rows.map(({ id }) => id) ?? [])).toEqual([])
  const [again] = await take()
  expect(again?.messageId).toBe(message?.messageId)
  expect((await rows())[0]?.tries).toBe(2)
})

test('quiet hours hold what is not critical until they end, by the wall of the person', async () => {
  now = Date.parse('2026-09-01T21:00:00Z')
  await runSql(
    opened.management,
    `insert into notification_choice (user_id, quiet_from, quiet_to, zone)
     values (${idOf('engineer')}, '22:00', '06:00', 'Europe/Rome')`,
  )
  const quiet = await seed({ steps: [to('engineer')] })
  expect(await take()).toEqual([])
  expect((await rows())[0]).toMatchObject({ why: 'quiet', tries: 0 })
  const loud = await seed({ steps: [to('engineer')], severity: 'critical' })
  const taken = await take()
  expect(alertsIn(taken)).toEqual([[loud.id]])
  for (const message of taken) await messagesSent(opened.management, message.rows)
  now = Date.parse('2026-09-02T03:59:59Z')
  expect(await take()).toEqual([])
  now += 1_000
  expect(alertsIn(await take())).toEqual([[quiet.id]])
})

test.each([
  ['acknowledged', 'update alert set acknowledged_at = now() where id = $'],
  ['cleared', 'update alert set cleared_at = opened_at where id = $'],
  ['withdrawn', 'update alert set withdrawn = true where id = $'],
  [
    'muted',
    `insert into alert_mute (client_id, rule_id, until, reason, created_by)
     select client_id, rule_id, opened_at + interval '1 day', 'works', 1 from alert where id = $`,
  ],
])('an alert that is %s before its message is sent', async (why, change) => {
  const { id } = await seed({ steps: [to('engineer')] })
  const [message] = await take()
  await runSql(opened.management, change.replace('$', id))
  const alert = (await alertsOfRows(opened.management, message?.rows ?? [])).get(id)
  expect(alert && dropReason(alert)).toBe(why)
})

test('the pauses grow, after a day it is given up, and what ended is forgotten after 30', async () => {
  await seed({ steps: [to('engineer')] })
  const pauses: number[] = []
  for (;;) {
    const [message] = await take()
    if (!message) break
    const pause = await messagesWait(opened.management, message.rows, { why: 'away', status: null })
    pauses.push(pause / 1_000)
    now = (await rows())[0]?.next_try_at.getTime() ?? now
    if ((await giveUpMessages(opened.management)).length > 0) break
  }
  expect(pauses.slice(0, 6)).toEqual([5, 30, 300, 1_800, 7_200, 7_200])
  const [row] = await rows()
  expect(row).toMatchObject({ state: 'failed', why: 'away' })
  expect(now - (row?.due_at.getTime() ?? 0)).toBe(24 * 3_600_000)
  now += 29 * 24 * 3_600_000
  expect(await forgetOldMessages(opened.management)).toBe(0)
  now += 2 * 24 * 3_600_000
  expect(await forgetOldMessages(opened.management)).toBe(1)
})

test('the last step is repeated until a person acknowledges', async () => {
  const { id } = await seed({ steps: [to('engineer')], repeatSeconds: 300 })
  const send = async () => {
    for (const message of await take()) await messagesSent(opened.management, message.rows)
  }
  await send()
  now += 300_000
  await send()
  expect((await rows()).map(({ state }) => state)).toEqual(['sent', 'sent', 'waiting'])
  await runSql(opened.management, `update alert set acknowledged_at = now() where id = ${id}`)
  now += 300_000
  await send()
  // What was planned before is dropped by who sends it; none follows it.
  expect(await rows()).toHaveLength(3)
})

test('of a webhook one message is taken at a time, and a failure holds up those that wait for it alone', async () => {
  const hook = await addHook(1, [])
  const other = await addHook(1, [])
  const steps: AlertStep[] = [hook, hook, other].map((id) => ({
    ...{ afterSeconds: 0, channel: 'hook', to: id },
  }))
  await seed({ steps })
  const hooksIn = (messages: readonly DueMessage[]) => messages.map(({ first }) => first.hook_id)
  const first = await take('hook')
  expect(hooksIn(first)).toEqual([hook])
  expect(await take('hook', [], { hooks: [hook], clients: [1] })).toEqual([])
  const second = await take('hook', [], { hooks: [hook] })
  expect(hooksIn(second)).toEqual([other])
  const [[failing], [fine]] = [first, second]
  await messagesWait(opened.management, failing?.rows ?? [], { why: 'away', status: null })
  await messagesSent(opened.management, fine?.rows ?? [], 200)
  expect(await take('hook')).toEqual([])
  now += 5_000
  expect(hooksIn(await take('hook'))).toEqual([hook])
  const ends = await rows()
  await messagesDropped(opened.management, ends, 'off')
  expect((await rows()).map(({ state }) => state)).toEqual(['dropped', 'dropped', 'sent'])
})

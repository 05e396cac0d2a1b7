import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { runSql } from '../../testing/runSql.ts'
import { alerts } from './0009-alerts.ts'

const ruleId = '11111111-1111-4111-8111-111111111111'
const foreignId = '22222222-2222-4222-8222-222222222222'
let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement()
  await run(`insert into alert_rule (id, client_id, place, rule, enabled)
    values ('${ruleId}', 1, 0, '{}', true), ('${foreignId}', 2, 0, '{}', true)`)
})
afterAll(() => opened?.close())

const run = <Row>(text: string) => runSql<Row>(opened.management, text)
const opens = (rule: string, machine: string, at = 'now()', client = 1) =>
  `insert into alert (client_id, rule_id, machine_id, origin, rule_name, severity, opened_at, known_at)
   values (${client}, ${rule}, ${machine}, 'rule', 'r', 'info', ${at}, now()) returning id`

test('a rule opens once at one machine at one instant, also that of the client; a call for help has no such key', async () => {
  expect(alerts.version).toBe(9)
  const [rule, at] = [`'${ruleId}'`, "'2026-06-01T12:00:00Z'"]
  for (const machine of ['1', 'null']) {
    await run(opens(rule, machine, at))
    await expect(run(opens(rule, machine, at))).rejects.toMatchObject({ code: '23505' })
  }
  await run(opens(rule, '1', "'2026-06-01T12:00:00.001Z'"))
  await run(opens(rule, '2', at))
  await run(opens(`'${foreignId}'`, '1', at, 2))
  const call = `insert into alert (client_id, rule_id, machine_id, origin, rule_name, severity, opened_at, known_at)
    values (1, ${rule}, 1, 'help', 'r', 'info', ${at}, now())`
  for (let times = 0; times < 2; times += 1) await run(call)
})

test('with an alert its messages and links go, with a person what is sent to it; a rule stays while it is named', async () => {
  const [alert] = await run<{ id: string }>(opens(`'${ruleId}'`, '3'))
  const hash = `decode('${'ab'.repeat(32)}', 'hex')`
  await run(`insert into outbox (key, kind, channel, alert_id, user_id, due_at, next_try_at, gives_up_at)
    values ('k', 'alert', 'mail', ${alert?.id}, 1, now(), now(), now())`)
  await run(`insert into alert_link (token_hash, alert_id, user_id, expires_at)
    values (${hash}, ${alert?.id}, 1, now())`)
  await expect(run(`delete from alert_rule where id = '${ruleId}'`)).rejects.toMatchObject({
    code: '23503',
  })
  await run(`delete from alert where id = ${alert?.id}`)
  expect(await run("select 1 from outbox where key = 'k'")).toEqual([])
  expect(await run(`select 1 from alert_link where token_hash = ${hash}`)).toEqual([])
})

const alertWith = (columns: string, values: string) =>
  `insert into alert (client_id, origin, rule_name, severity, opened_at, known_at${columns}) values (1, ${values})`
const link = (columns: string, values: string) =>
  `insert into alert_link (token_hash, alert_id, expires_at${columns})
   select decode('${'cd'.repeat(32)}', 'hex'), id, now()${values} from alert limit 1`
const row = (kind: string, channel: string, state = 'waiting') =>
  `insert into outbox (key, kind, channel, state, due_at, next_try_at, gives_up_at)
   values ('x', '${kind}', '${channel}', '${state}', now(), now(), now())`
const mute = (rule: string, machine: string, reason = 'r') =>
  `insert into alert_mute (client_id, rule_id, machine_id, until, reason, created_by)
   values (1, ${rule}, ${machine}, now(), '${reason}', 1)`
const choice = (columns: string, values: string) =>
  `insert into notification_choice (user_id, zone${columns}) values (1, 'UTC'${values})`

test.each([
  ['an alert of a rule without a rule', alertWith('', "'rule', 'r', 'info', now(), now()")],
  [
    'an alert that ends before it opens',
    alertWith(', cleared_at', "'help', 'r', 'info', now(), now(), now() - interval '1 second'"),
  ],
  ['a severity that is none', alertWith('', "'help', 'r', 'fatal', now(), now()")],
  ['a mute of nothing', mute('null', 'null')],
  ['a mute of a rule and a machine', mute(`'${ruleId}'`, '1')],
  ['a mute without a reason', mute('null', '1', '')],
  ['a link of no recipient', link('', '')],
  ['quiet hours without an end', choice(', quiet_from', ", '22:00'")],
  ['a time of day that is none', choice(', quiet_from, quiet_to', ", '9:00', '25'")],
  ['an hour that no day has', choice(', quiet_from, quiet_to', ", '29:00', '06:00'")],
  ['a second key for push', "insert into push_key values (false, 'p', 's')"],
  ['a channel that is none', row('alert', 'fax')],
  ['a message of no kind', row('greeting', 'mail')],
  ['a state that is none', row('alert', 'mail', 'lost')],
  [
    'a rule of more than 64 KiB',
    `insert into alert_rule (id, client_id, place, rule, enabled)
     values ('${foreignId.replaceAll('2', '3')}', 1, 0, to_jsonb(repeat('x', 65536)), true)`,
  ],
])('%s is refused by the store itself', async (_what, text) => {
  await expect(run(text)).rejects.toMatchObject({ code: '23514' })
})

test('an address is there once at a client in any letter case, and again after it was removed', async () => {
  const add = (client: number, address: string) =>
    run(`insert into alert_address (client_id, address) values (${client}, '${address}')`)
  await add(1, 'office@bars.example')
  await add(2, 'office@bars.example')
  await expect(add(1, 'Office@bars.example')).rejects.toMatchObject({ code: '23505' })
  await run('update alert_address set removed_at = now() where client_id = 1')
  await add(1, 'Office@bars.example')
})

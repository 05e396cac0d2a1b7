import { createECDH, randomBytes } from 'node:crypto'
import { acknowledgeByLink, alertOfLink, notifications } from '@packboard/contract'
import { runSql, seedAlert } from '@packboard/management/testing'
import ece from 'http_ece'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type HookReceiver, openHookReceiver } from '../../testing/hookReceiver.ts'
import { type MailServer, openMailServer } from '../../testing/mailServer.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { outsideHosts } from '../http/outsideHosts.ts'

let server: TestServer
let mails: MailServer
let services: HookReceiver
let ids: ReadonlyMap<string, number>
let ahead = 0

beforeAll(async () => {
  mails = await openMailServer()
  services = await openHookReceiver()
  server = await openTestServer({
    now: () => Date.now() + ahead,
    env: {
      SMTP_URL: mails.url,
      PUBLIC_URL: 'https://packboard.example',
      HOOKS_ALLOW: '10.1.2.0/24',
    },
    // The service of this test is on this machine.
    pushHosts: outsideHosts(
      { private: 'hook.privateAddress', plain: 'hook.notHttps', away: 'hook.away' },
      ['127.0.0.1'],
    ),
  })
  const rows = await runSql<{ id: number; username: string }>(
    server.deps.management,
    'select id, username from user_account',
  )
  ids = new Map(rows.map(({ id, username }) => [username, id]))
}, 120_000)
afterAll(async () => {
  await server?.close()
  await services?.close()
  await mails?.close()
})
beforeEach(async () => {
  // No alert of an earlier test is gathered with those of this one.
  await sql('delete from outbox')
  await sql('delete from push_device')
  mails.arrived.length = 0
  services.calls.length = 0
  services.answer(201)
})

const sql = <Row extends object>(text: string) => runSql<Row>(server.deps.management, text)
const idOf = (name: string) => ids.get(name) ?? 0
const step = (name: string, afterSeconds = 0) =>
  ({ afterSeconds, channel: 'person', to: idOf(name) }) as const
const open = (wanted: Omit<Parameters<typeof seedAlert>[1], 'at'>) =>
  seedAlert(server.deps.management, { ...wanted, at: Date.now() + ahead })
const whys = async () => {
  const rows = await sql<{ state: string; why: string }>(
    'select state, why from outbox order by id',
  )
  return rows.map(({ state, why }) => `${state} ${why}`.trim())
}
const mailTo = (name: string) => mails.arrived.filter(({ to }) => to[0]?.startsWith(`${name}@`))
const linkIn = (text = '') => /packboard\.example\/alert\/([\w-]{43})/.exec(text)?.[1] ?? ''
const ofLink = (call: { path: string }, token: string) => call.path.replace(':token', token)

test('an alert arrives as HTML and text with a link that shows it, and acknowledges it only when it is pressed', async () => {
  const { id } = await open({ steps: [step('engineer'), step('user', 60)], machineId: 1 })
  await expect.poll(() => mailTo('engineer').length).toBe(1)
  const [mail] = mailTo('engineer')
  expect(mail?.text).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/)
  expect(mail?.text).toContain('Cause: Film jam')
  const token = linkIn(mail?.text)
  const shown = await server.ask(ofLink(alertOfLink, token))
  expect(alertOfLink.answer.parse(await shown.json())).toMatchObject({
    alert: { id: Number(id), acknowledgedAt: null },
    recipient: 'engineer',
    canAcknowledge: true,
  })
  expect((await server.ask(ofLink(acknowledgeByLink, token), { method: 'POST' })).status).toBe(200)
  const [alert] = await sql<{ acknowledged_by: number }>(
    `select acknowledged_by from alert where id = ${id}`,
  )
  expect(alert?.acknowledged_by).toBe(idOf('engineer'))
  ahead += 61_000
  await expect.poll(whys).toEqual(['sent', 'dropped acknowledged'])
  expect(mailTo('user')).toEqual([])
  const [{ count }] = (await sql<{ count: string }>(
    `select count(*) from alert_link where encode(token_hash, 'escape') like '%${token}%'`,
  )) as [{ count: string }]
  expect(Number(count)).toBe(0)
  expect(server.lines.join('')).not.toContain(token)
  ahead += 24 * 3_600_000
  expect((await server.ask(ofLink(alertOfLink, token))).status).toBe(404)
})

test.each([
  ['is disabled', 'enabled = false'],
  ['is of another client', 'client_id = 2'],
  ['has another role', 'group_id = 4'],
])(
  'a person who %s when the moment comes gets nothing, and its link opens nothing',
  async (_, set) => {
    const role = { afterSeconds: 0, channel: 'role', to: 3 } as const
    await open({ steps: [role, { ...role, afterSeconds: 90 }] })
    await expect.poll(() => mailTo('user').length).toBe(1)
    const token = linkIn(mailTo('user')[0]?.text)
    const before = await sql<{ enabled: boolean; client_id: number; group_id: number }>(
      `select enabled, client_id, group_id from user_account where id = ${idOf('user')}`,
    )
    await sql(`update user_account set ${set} where id = ${idOf('user')}`)
    ahead += 91_000
    await expect.poll(whys).toContain('dropped noAccess')
    expect(mailTo('user')).toHaveLength(1)
    // Who has another role of the same client still sees the alert.
    const status = set.startsWith('group_id') ? 200 : 404
    expect((await server.ask(ofLink(alertOfLink, token))).status).toBe(status)
    const [was] = before
    await sql(
      `update user_account set enabled = ${was?.enabled}, client_id = ${was?.client_id}, group_id = ${was?.group_id} where id = ${idOf('user')}`,
    )
  },
)

test('the link of a call for help says who comes and that it is done, not for an alert of a rule', async () => {
  const { id } = await open({ steps: [step('engineer')], machineId: 1 })
  await expect.poll(() => mailTo('engineer').length).toBe(1)
  const link = (answer: string) =>
    `${ofLink(acknowledgeByLink, linkIn(mailTo('engineer')[0]?.text))}${answer && `?answer=${answer}`}`
  const press = async (answer: string) =>
    (await server.ask(link(answer), { method: 'POST' })).status
  expect([await press('onMyWay'), await press('done'), await press('other')]).toEqual([
    ...[404, 404, 400],
  ])
  await sql(`update alert set origin = 'help' where id = ${id}`)
  const state = () =>
    sql<object>(`select on_my_way_by, acknowledged_by, cleared_at is not null as over
      from alert where id = ${id}`)
  const by = idOf('engineer')
  // A press without an answer, as of a page that was opened before, says that its recipient comes.
  expect(await press('')).toBe(200)
  expect(await state()).toEqual([{ on_my_way_by: by, acknowledged_by: by, over: false }])
  expect(await press('done')).toBe(200)
  expect(await state()).toEqual([{ on_my_way_by: by, acknowledged_by: by, over: true }])
})

test('what opens in the minute after a mail comes as one mail with the list', async () => {
  await open({ steps: [step('engineer')], name: 'First' })
  await expect.poll(() => mailTo('engineer').length).toBe(1)
  await open({ steps: [step('engineer')], name: 'Second' })
  await open({ steps: [step('engineer')], name: 'Third', severity: 'critical' })
  await expect
    .poll(async () => {
      const [row] = await sql<{ count: number }>(
        "select count(*)::int as count from outbox where state = 'waiting' and next_try_at > due_at",
      )
      return row?.count
    })
    .toBe(2)
  ahead += 60_000
  await expect.poll(() => mailTo('engineer').length).toBe(2)
  const text = mailTo('engineer')[1]?.text ?? ''
  expect(text.indexOf('Third')).toBeGreaterThan(0)
  expect(text.indexOf('Second')).toBeGreaterThan(text.indexOf('Third'))
  ahead += 61_000
})

test('names are no headers, no tags and no second address', async () => {
  const name = 'Stop\r\nBcc: eve@evil.example\r\n\r\n<script>alert(1)</script>'
  await open({ steps: [step('engineer')], name })
  await expect.poll(() => mailTo('engineer').length).toBe(1)
  const [mail] = mailTo('engineer')
  expect(mail?.to).toEqual(['engineer@packboard.example'])
  const [head = ''] = mail?.text.split('\n\n') ?? []
  expect(head).not.toMatch(/^Bcc/im)
  expect(mail?.text.slice(mail.text.indexOf('text/html'))).not.toContain('<script>')
  ahead += 61_000
})

test('a mail server that was away: panel and readiness say so, and it gets the mail later, once, with one id', async () => {
  const idsOf = () =>
    mails.arrived.flatMap(({ text }) => /Message-ID:\s+(<[^>]+>)/i.exec(text)?.[1] ?? [])
  mails.refuse(3)
  await open({ steps: [step('engineer')] })
  const ready = async () => (await (await server.ask('/health/ready')).json()) as { mail: string }
  await expect.poll(whys).toEqual(['waiting away'])
  ahead += 5_000
  await expect.poll(async () => (await ready()).mail).toBe('failing')
  const { accessToken: token } = await server.signIn('admin')
  const warned = await (await server.ask('/api/admin/warnings', { token })).text()
  expect(warned).toContain('mail.failing')
  const metric = await (await server.ask('/metrics')).text()
  expect(metric).toMatch(/^packboard_outbox_waiting\{channel="mail"\} 1$/m)
  expect(metric).toMatch(/^packboard_mail_failing_seconds [1-9]/m)
  ahead += 30_000
  const tried = () =>
    sql<{ tries: number }>('select tries from outbox where tries = 3 and taken_until is null')
  await expect.poll(async () => (await tried()).length).toBe(1)
  ahead += 300_000
  await expect.poll(whys).toEqual(['sent'])
  expect((await ready()).mail).toBe('ok')
  expect(idsOf()).toHaveLength(1)
  ahead += 61_000
})

/** A browser as its push service knows it, with the keys that only it has. */
function device(path: string) {
  const keys = createECDH('prime256v1')
  const auth = randomBytes(16)
  keys.generateKeys()
  const row = {
    endpoint: `${services.url}/${path}`,
    p256dh: keys.getPublicKey('base64url'),
    auth: auth.toString('base64url'),
  }
  const read = (body: Buffer) =>
    JSON.parse(
      ece
        .decrypt(body, { version: 'aes128gcm', privateKey: keys, authSecret: row.auth })
        .toString(),
    )
  const add = () =>
    sql(
      `insert into push_device (user_id, endpoint, p256dh, auth) values (${idOf('user')}, '${row.endpoint}', '${row.p256dh}', '${row.auth}')`,
    )
  return { ...row, read, add }
}

test('a browser gets an encrypted push message; one that its service does not know any more is forgotten', async () => {
  const phone = device('phone')
  await phone.add()
  await open({ steps: [step('user')], machineId: 1, name: 'Stopped' })
  await expect.poll(() => services.calls.length).toBe(1)
  const [call] = services.calls
  const message = phone.read(call?.body ?? Buffer.alloc(0))
  expect(message).toMatchObject({
    title: expect.stringContaining('Stopped'),
    url: expect.stringMatching(/^https:\/\/packboard\.example\/alert\/[\w-]{43}$/),
    actions: [{ action: 'acknowledge', title: 'Acknowledge' }],
  })
  expect(call?.headers.authorization).toMatch(/^vapid t=/)
  const { accessToken: token } = await server.signIn('user')
  const answer = await server.ask(notifications.path, { token })
  const mine = notifications.answer.parse(await answer.json())
  expect(call?.headers.authorization).toContain(`k=${mine.pushKey}`)
  expect(mine.devices).toHaveLength(1)
  const [key] = await sql<{ sealed_private_key: string }>('select sealed_private_key from push_key')
  expect(key?.sealed_private_key).toMatch(/^v1\./)

  services.answer(410)
  ahead += 61_000
  await open({ steps: [step('user')] })
  await expect.poll(whys).toContain('dropped noDevice')
  expect(await sql('select id from push_device')).toEqual([])
  ahead += 61_000
})

test('each person chooses its channels and quiet hours, tries them, and adds no device of this network', async () => {
  const { accessToken: token } = await server.signIn('user')
  const choice = {
    mail: true,
    push: false,
    quiet: { from: '22:00', to: '06:00' },
    zone: 'Europe/Rome',
  }
  const set = (body: object) =>
    server.ask(notifications.path, { method: 'PUT', token, body: { ...choice, ...body } })
  expect((await set({})).status).toBe(200)
  expect((await set({ zone: 'Mars/Olympus' })).status).toBe(400)
  const mine = await (await server.ask(notifications.path, { token })).json()
  expect(mine).toMatchObject({ ...choice, mailAddress: 'user@packboard.example', devices: [] })
  const tried = await server.ask('/api/account/notifications/test', { method: 'POST', token })
  expect(await tried.json()).toMatchObject({ channels: ['mail'] })
  await expect.poll(() => mailTo('user').length).toBe(1)
  const { p256dh, auth } = device('phone')
  const add = (endpoint: string) =>
    server.ask('/api/account/push', { token, body: { endpoint, p256dh, auth } })
  // Also not one that webhooks may have, and none without TLS.
  for (const endpoint of [
    'https://10.1.2.3/push',
    'https://10.9.9.9/',
    'http://203.0.114.7/push',
  ]) {
    expect((await add(endpoint)).status).toBe(400)
  }
  expect((await add('https://203.0.114.7/push')).status).toBe(200)
  const devices = await sql('select user_id, endpoint from push_device')
  expect(devices).toEqual([{ user_id: idOf('user'), endpoint: 'https://203.0.114.7/push' }])
})

import { alertOfLink, setHooks, setOperatorRows } from '@packboard/contract'
import { runSql, seedAlert } from '@packboard/management/testing'
import type { AlertStep, OperatorSetting } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type HookReceiver, openHookReceiver } from '../../testing/hookReceiver.ts'
import { type MailServer, openMailServer } from '../../testing/mailServer.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

/** Names of operators that a client forbids: in no message to a user, an address or a webhook, as on their screens. */
const caller = 'Zq. Operator'
const address = 'shift@test.example'

let server: TestServer
let mails: MailServer
let receiver: HookReceiver
let tokens: Map<string, string>
let steps: AlertStep[]
let ahead = 0

const sql = <Row extends object>(text: string) => runSql<Row>(server.deps.management, text)

beforeAll(async () => {
  mails = await openMailServer()
  receiver = await openHookReceiver()
  server = await openTestServer({
    now: () => Date.now() + ahead,
    env: {
      SMTP_URL: mails.url,
      PUBLIC_URL: 'https://packboard.example',
      HOOKS_ALLOW: '127.0.0.1',
    },
  })
  tokens = await server.people('admin', 'clientadmin')
  const hook = { kind: 'hook', name: 'Board', enabled: true, template: 'packboard' }
  const set = await server.ask(setHooks.path.replace(':clientId', '1'), {
    ...{ method: 'PUT', token: tokens.get('clientadmin') },
    body: { hooks: [{ ...hook, url: receiver.url, events: ['alert.opened'] }], mails: [] },
  })
  const [made] = setHooks.answer.parse(await set.json()).secrets
  const [mail] = await sql<{ id: number }>(
    `insert into alert_address (client_id, address, confirmed_at) values (1, '${address}', now()) returning id`,
  )
  const people = await sql<{ id: number }>(
    "select id from user_account where username in ('engineer', 'user') order by username",
  )
  steps = [
    ...people.map(({ id }) => ({ afterSeconds: 0, channel: 'person' as const, to: id })),
    { afterSeconds: 0, channel: 'mail', to: mail?.id ?? 0 },
    { afterSeconds: 0, channel: 'hook', to: made?.id ?? 0 },
  ]
}, 120_000)
afterAll(async () => {
  await server?.close()
  await receiver?.close()
  await mails?.close()
})
beforeEach(async () => {
  await sql('delete from outbox')
  ahead += 61_000
  mails.arrived.length = 0
  receiver.calls.length = 0
  receiver.answer(200)
})

const forbid = (setting: OperatorSetting) =>
  server.ask(setOperatorRows.path.replace(':clientId', '1'), {
    ...{ method: 'PUT', token: tokens.get('admin'), body: { setting } },
  })
const call = () =>
  seedAlert(server.deps.management, { steps, at: Date.now() + ahead, raisedBy: caller })
const mailOf = (to: string) => mails.arrived.find((mail) => mail.to[0]?.startsWith(to))?.text ?? ''
const bodies = () => receiver.calls.map(({ body }) => body.toString())
const namedIn = (texts: readonly string[]) => texts.map((text) => text.includes(caller))

/** Who got a mail and opens its link: whether each of both names the caller. */
async function read(to: string) {
  const mail = mailOf(to)
  const [, token = ''] = /packboard\.example\/alert\/([\w-]{43})/.exec(mail) ?? []
  const page = await server.ask(alertOfLink.path.replace(':token', token))
  expect(page.status).toBe(200)
  return namedIn([mail, await page.text()])
}

test.each([
  ['notSet', true],
  ['forbidden', false],
] as const)(
  'names are %s: who reads them on a screen reads them in a message',
  async (setting, readable) => {
    expect((await forbid(setting)).status).toBe(200)
    await call()
    await expect.poll(() => [mails.arrived.length, receiver.calls.length]).toEqual([3, 2])
    expect(await read('engineer')).toEqual([true, true])
    expect(await read('user')).toEqual([readable, readable])
    expect(await read(address)).toEqual([readable, readable])
    expect(namedIn(bodies())).toEqual([readable, readable])
  },
)

test('news that waits when names are forbidden leaves without them', async () => {
  await forbid('notSet')
  receiver.answer(500, 200)
  await call()
  await expect.poll(() => receiver.calls.length).toBe(1)
  expect(namedIn(bodies())).toEqual([true])
  await forbid('forbidden')
  ahead += 5_000
  await expect.poll(() => receiver.calls.length).toBe(3)
  expect(namedIn(bodies())).toEqual([true, false, false])
})

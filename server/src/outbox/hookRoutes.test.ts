import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hookDeliveries, hooks, setHooks } from '@packboard/contract'
import { runSql, seedAlert } from '@packboard/management/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type HookReceiver, openHookReceiver } from '../../testing/hookReceiver.ts'
import { type MailServer, openMailServer } from '../../testing/mailServer.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { outsideHosts } from '../http/outsideHosts.ts'
import { callOutside } from './callOutside.ts'
import { hookBody } from './hookBody.ts'

let server: TestServer
let mails: MailServer
let receiver: HookReceiver
let tokens: Map<string, string>
let ahead = 0
let version = 0

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
  tokens = await server.people('admin', 'clientadmin', 'engineer')
}, 120_000)
afterAll(async () => {
  await server?.close()
  await receiver?.close()
  await mails?.close()
})
beforeEach(() => {
  receiver.calls.length = 0
  receiver.answer(200)
})

const ask = (path: string, by = 'clientadmin', body?: unknown, method?: string) =>
  server.ask(path.replace(':clientId', '1'), {
    token: tokens.get(by),
    ...(body !== undefined && { body }),
    ...(method && { method }),
  })

async function set(form: object, by = 'clientadmin') {
  const answer = await ask(setHooks.path, by, { mails: [], ...form, version }, 'PUT')
  if (answer.status !== 200) return { status: answer.status, body: await answer.json() }
  const set = setHooks.answer.parse(await answer.json())
  version = set.version
  return { status: 200, ...set }
}
const read = async () => hooks.answer.parse(await (await ask(hooks.path)).json())
const deliveries = async () =>
  hookDeliveries.answer.parse(await (await ask(hookDeliveries.path)).json()).deliveries

const hook = (more: object = {}) => ({
  ...{ kind: 'hook', name: 'Line board', enabled: true, template: 'packboard' },
  ...{ url: `${receiver.url}/in`, events: ['alert.opened'], ...more },
})
const open = () =>
  seedAlert(server.deps.management, { steps: [], at: Date.now() + ahead, name: 'Stopped' })

/** A new webhook alone in the list, with its secret. */
async function add(more: object = {}) {
  const { secrets } = (await set({ hooks: [hook(more)] })) as {
    secrets: { id: number; secret: string }[]
  }
  const [made] = secrets
  if (!made) throw new Error('No secret')
  return made
}

/** The lines of docs/webhooks.md that a receiver copies. */
async function linesOf(language: string): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')
  return new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(text)?.[1] ?? ''
}

test('a webhook gets the news of its client, signed so that the lines of the manual accept them and refuse others', async () => {
  const { secret } = await add()
  const { id } = await open()
  await seedAlert(server.deps.management, { steps: [], at: Date.now(), clientId: 2 })
  await expect.poll(() => receiver.calls.length).toBe(1)
  const [call] = receiver.calls
  const body = call?.body.toString() ?? ''
  expect(JSON.parse(body)).toMatchObject({
    event: 'alert.opened',
    id: call?.headers['packboard-id'],
    client: { id: 1 },
    alert: { id: Number(id), ruleName: 'Stopped', cause: 'Film jam' },
  })
  const { 'packboard-time': time = '', 'packboard-signature': signature = '' } = call?.headers ?? {}
  const verify = async (program: string, language: string, text: string) => {
    const lines = await linesOf(language)
    const check =
      language === 'python'
        ? `${lines}\nimport sys\nsys.exit(0 if is_from_packboard(*[a.encode() if i == 0 else a for i, a in enumerate(sys.argv[1:])]) else 1)`
        : `${lines}\nprocess.exit(isFromPackboard(...process.argv.slice(1)) ? 0 : 1)`
    const run = program === 'python3' ? ['-c', check] : ['-e', check]
    return spawnSync(program, [...run, text, String(time), String(signature), secret]).status
  }
  for (const [program, language] of [
    [process.execPath, 'js'],
    ['python3', 'python'],
  ] as const) {
    expect(await verify(program, language, body)).toBe(0)
    expect(await verify(program, language, `${body} `)).toBe(1)
  }
  expect((await deliveries())[0]).toMatchObject({ state: 'sent', status: 200, tries: 1 })
  expect(JSON.stringify(await read())).not.toContain(secret)
  expect(server.lines.join('')).not.toContain(secret)
})

test('a failure is tried again with the same id; a redirect is not followed; it can be sent again by hand', async () => {
  await add()
  receiver.answer(500, 302, 200)
  await open()
  await expect.poll(() => receiver.calls.length).toBe(1)
  await expect.poll(async () => (await deliveries())[0]?.why).toBe('status')
  ahead += 5_000
  await expect.poll(async () => (await deliveries())[0]?.why).toBe('redirect')
  ahead += 30_000
  await expect.poll(async () => (await deliveries())[0]?.state).toBe('sent')
  const { id } = (await deliveries())[0] ?? {}
  expect((await ask(`/api/admin/hooks/1/deliveries/${id}/send`, 'engineer', {})).status).toBe(403)
  expect((await ask(`/api/admin/hooks/1/deliveries/${id}/send`, 'clientadmin', {})).status).toBe(
    200,
  )
  // One of another client is none of this one.
  const [foreign] = await runSql<{ id: string }>(
    server.deps.management,
    `with h as (insert into hook (client_id, kind, name, enabled, events, url, created_by)
       values (2, 'hook', 'h', true, '{}', 'https://receiver.invalid', 1) returning id)
     insert into outbox (key, kind, channel, client_id, hook_id, state, due_at, next_try_at, gives_up_at)
       select 'foreign', 'news', 'hook', 2, id, 'failed', now(), now(), now() from h returning id`,
  )
  const ofForeign = await ask(
    `/api/admin/hooks/1/deliveries/${foreign?.id}/send`,
    'clientadmin',
    {},
  )
  expect(ofForeign.status).toBe(404)
  await expect.poll(() => receiver.calls.length).toBe(4)
  expect(new Set(receiver.calls.map(({ headers }) => headers['packboard-id'])).size).toBe(1)
  expect(receiver.calls.map(({ path }) => path)).toEqual(['/in', '/in', '/in', '/in'])
})

test('410 switches a webhook off at once, 24 hours of failure after them; its maker gets a mail', async () => {
  const off = () => mails.arrived.filter(({ text }) => text.includes('was switched off'))
  for (const [status, why] of [
    [410, 'gone'],
    [503, 'failing'],
  ] as const) {
    const before = off().length
    await add()
    receiver.answer(status)
    await open()
    await expect.poll(() => receiver.calls.some(() => true)).toBe(true)
    await expect
      .poll(
        async () => {
          if (why === 'failing') ahead += 6 * 3_600_000
          return (await read()).hooks[0]?.offWhy
        },
        { timeout: 30_000, interval: 1_200 },
      )
      .toBe(why)
    await expect.poll(() => off().length).toBe(before + 1)
    receiver.calls.length = 0
    await open()
    const entries = await runSql<{ after: { off?: string } }>(
      server.deps.management,
      "select after from audit_log where entity = 'hook' order by id desc limit 1",
    )
    expect(entries[0]?.after.off).toBe(why)
    expect(receiver.calls).toEqual([])
  }
  tokens = await server.people('admin', 'clientadmin', 'engineer')
})

test.each([
  ['https://10.1.2.3/in', 'hook.privateAddress'],
  ['https://[::1]/in', 'hook.privateAddress'],
  ['https://169.254.169.254/latest', 'hook.privateAddress'],
  ['http://203.0.114.7/in', 'hook.notHttps'],
])('the address %s is refused when it is entered', async (url, code) => {
  expect(await set({ hooks: [hook({ url })] })).toMatchObject({ body: { code } })
})

test('an address that became private is refused at the call, and the one that was checked is connected to', async () => {
  const codes = {
    private: 'hook.privateAddress',
    plain: 'hook.notHttps',
    away: 'hook.away',
  } as const
  const message = { headers: {}, body: 'x' }
  let looked = 0
  const named = outsideHosts(codes, ['pinned.example'], {
    find: async () => {
      looked += 1
      return looked === 1 ? ['127.0.0.1'] : ['203.0.114.7']
    },
  })
  const url = new URL(`http://pinned.example:${receiver.port}/in`)
  expect(await callOutside(named, url, message)).toEqual({ is: 'sent', status: 200 })
  expect(looked).toBe(1)
  const rebound = outsideHosts(codes, [], { find: async () => ['127.0.0.1'] })
  const refused = { is: 'wait', why: 'privateAddress' }
  const secure = new URL(`https://rebound.example:${receiver.port}/in`)
  expect(await callOutside(rebound, secure, message)).toMatchObject(refused)
  expect(receiver.calls).toHaveLength(1)
})

test('a client tests its webhooks ten times a minute at most, and another client of its own', async () => {
  const made = await add()
  const codes: number[] = []
  for (let n = 0; n < 11; n += 1) {
    codes.push((await ask(`/api/admin/hooks/1/${made.id}/test`, 'clientadmin', {})).status)
  }
  expect(codes).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  expect((await ask('/api/admin/hooks/2/1/test', 'admin', {})).status).toBe(404)
  ahead += 6_000
  expect((await ask(`/api/admin/hooks/1/${made.id}/test`, 'clientadmin', {})).status).toBe(200)
  await expect.poll(() => receiver.calls.length).toBe(11)
})

test('deliveries of a webhook are sent by hand ten times a minute at most, and those of another one apart', async () => {
  const { secrets } = (await set({ hooks: [hook(), hook({ name: 'Second board' })] })) as {
    secrets: { id: number }[]
  }
  await open()
  await expect
    .poll(async () => (await deliveries()).slice(0, 2).map(({ state }) => state))
    .toEqual(['sent', 'sent'])
  const idOf = async (hookId: number | undefined) =>
    (await deliveries()).find((one) => one.hookId === hookId)?.id
  const send = async (id: number | undefined) => {
    const answer = await ask(`/api/admin/hooks/1/deliveries/${id}/send`, 'clientadmin', {})
    const { code } = (await answer.json()) as { code?: string }
    return [answer.status, code]
  }
  const [first, second] = [await idOf(secrets[0]?.id), await idOf(secrets[1]?.id)]
  const answers: unknown[] = []
  for (let n = 0; n < 11; n += 1) answers.push(await send(first))
  expect(answers).toEqual([
    ...Array.from({ length: 10 }, () => [200, undefined]),
    [429, 'request.tooMany'],
  ])
  expect(await send(second)).toEqual([200, undefined])
  expect(await send(999_999)).toEqual([404, 'hook.deliveryNotFound'])
  ahead += 6_000
  expect(await send(first)).toEqual([200, undefined])
  // Nothing of it is left for the next test.
  const waits = async () => (await deliveries()).filter(({ state }) => state === 'waiting').length
  await expect.poll(waits).toBe(0)
})

test('a webhook whose secret is lost is sent nothing, and its delivery says why', async () => {
  const { id } = await add()
  await runSql(server.deps.management, 'update hook set sealed_secret = null where id = $1', [id])
  await open()
  await expect
    .poll(async () => (await deliveries())[0])
    .toMatchObject({ state: 'dropped', why: 'secretLost' })
  expect(receiver.calls).toEqual([])
})

test('each template is the body that its receiver takes, with names as text', () => {
  const body = {
    alert: { machineId: 'FW-101', ruleName: '<!channel> [x](http://evil)', cause: 'Jam' },
  }
  const message = (template: string) =>
    JSON.parse(
      hookBody({
        ...{ id: 'i', event: 'alert.opened', time: new Date(0), body },
        hook: { clientId: 1, clientName: 'Northfield', template },
      }),
    )
  expect(message('slack').text).toContain('FW-101 · &lt;!channel&gt; [x]')
  expect(message('teams').attachments[0].content.body[0].text).toContain('\\[x\\]\\(http://evil\\)')
  expect(message('sms').message).toMatch(/^Alert: FW-101 · /)
  expect(message('packboard')).toEqual({
    ...{ event: 'alert.opened', id: 'i', time: '1970-01-01T00:00:00.000Z' },
    ...{ client: { id: 1, name: 'Northfield' }, ...body },
  })
})

test('nothing goes to an address before its owner has opened the link', async () => {
  const address = 'shift@test.example'
  await set({ hooks: [], mails: [{ address }] })
  const [mail] = (await read()).mails
  expect(mail).toMatchObject({ address, confirmed: false })
  const step = { afterSeconds: 0, channel: 'mail', to: mail?.id ?? 0 } as const
  const at = () => Date.now() + ahead
  await seedAlert(server.deps.management, { steps: [step], at: at(), name: 'Unseen' })
  const why = () =>
    runSql(server.deps.management, 'select why from outbox where address_id is not null')
  await expect.poll(why).toEqual([{ why: 'notConfirmed' }])
  const link = () =>
    mails.arrived
      .filter(({ to }) => to.includes(address))
      .flatMap(({ text }) => /alert-address\/([\w-]{43})/.exec(text)?.[1] ?? [])[0]
  await expect.poll(link).toBeDefined()
  expect((await server.ask(`/api/alert-address/${link()}`, { method: 'POST' })).status).toBe(200)
  expect((await read()).mails).toMatchObject([{ confirmed: true }])
  await seedAlert(server.deps.management, { steps: [step], at: at(), name: 'Seen' })
  const seen = () =>
    mails.arrived.filter(({ to, text }) => to.includes(address) && text.includes('Seen'))
  await expect.poll(() => seen().length).toBe(1)
  expect(mails.arrived.some(({ text }) => text.includes('Unseen'))).toBe(false)
  expect(
    (await server.ask(`/api/alert-address/${'x'.repeat(43)}`, { method: 'POST' })).status,
  ).toBe(400)
})

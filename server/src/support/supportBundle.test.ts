// @slow

import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { supportBundle } from '@packboard/contract'
import { runSql } from '@packboard/management/testing'
import { testClickHouseKey } from '@packboard/telemetry/testing'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { factory } from '../../testing/factory.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { openTcpProxy, type TcpProxy } from '../../testing/tcpProxy.ts'
import { settingKeys } from '../config.ts'
import { recentLog } from '../program/log.ts'
import { shareableLine } from './shareableLine.ts'

/** Words that stand nowhere in Packboard: what a customer, a machine or an operator of the installation could have written. */
const canary = {
  client: 'Kanarienvogel Suesswaren',
  location: 'Zwitscherhausen',
  contact: 'Piepmatz Contact',
  distributor: 'Gefieder Distribution',
  serialNo: 'KNRV-70417',
  strayMachine: 'KNRV-99999',
  line: 'Volierenlinie',
  product: 'Sonnenblumenriegel 7',
  tool: 'Schnabelformat 3',
  operator: 'Oriole Federkleid',
  alarm: 'Nest blocked by twigs',
  audit: 'Perch height changed',
  device: 'gateway-voliere',
  person: 'tweety.person',
  firstName: 'Tweetelinde',
  email: 'tweety@kanarienvogel.example',
  password: 'password-of-tweety',
  wrongPassword: 'wrong-password-of-tweety',
  token: 'token-that-nobody-has',
  address: '203.0.113.77',
  agent: 'CanaryBrowser/77',
  lookedUp: 'Looked up Goldammer',
  providerName: 'Vogelhaus Service',
  providerLink: 'https://vogelhaus.example/service',
  mailPassword: 'mail-secret-4711',
  mailHost: 'mail.vogelhaus.example',
  publicUrl: 'packboard.vogelhaus.example',
  mailFrom: 'post@vogelhaus.example',
  metricsToken: 'metrics-token-of-the-voliere',
  inError: 'Error about Zeisig 12',
  inField: 'Field about Stieglitz 13',
} as const

let server: TestServer
let clickHouse: TcpProxy
let admin: string
let session: string
let text: string

const ask = (path: string, body?: unknown, token: string | undefined = admin, method?: string) =>
  server.ask(path, { token, body, ...(method && { method }) })

beforeAll(async () => {
  const url = new URL(process.env[testClickHouseKey] ?? '')
  clickHouse = await openTcpProxy()
  clickHouse.targets = [Number(url.port)]
  url.port = String(clickHouse.port)
  server = await openTestServer({
    env: {
      CLICKHOUSE_URL: url.href,
      PROVIDER_NAME: canary.providerName,
      PROVIDER_LINKS: `Help=${canary.providerLink}`,
      SMTP_URL: `smtp://robin:${canary.mailPassword}@${canary.mailHost}:2525`,
      PUBLIC_URL: `https://${canary.publicUrl}`,
      MAIL_FROM: canary.mailFrom,
      METRICS_TOKEN: canary.metricsToken,
      TRUST_PROXY: '127.0.0.1',
      KEEP_CLIENTS: '2:raw=800',
    },
  })
  admin = (await server.signIn('admin')).accessToken
  await seed()
  await fail()
  text = await (await ask(supportBundle.path)).text()
}, 60_000)
afterAll(async () => {
  await server.close()
  await clickHouse.close()
})

const added = z.object({ id: z.number() })
const withToken = z.object({ token: z.string() })

/** What is managed and what machines send, with the words above. */
async function seed() {
  const add = async (path: string, body: object): Promise<number> => {
    const answer = await ask(path, body)
    expect([path, answer.status, answer.status === 200 ? '' : await answer.text()]).toEqual([
      ...[path, 200, ''],
    ])
    return added.parse(await answer.json()).id
  }
  const distributorId = await add('/api/admin/distributor', {
    ...{ name: canary.distributor, contactName: canary.contact },
    ...{ contactEmail: canary.email, contactNumber: '1' },
  })
  const clientId = await add('/api/admin/client', {
    ...{ name: canary.client, location: canary.location, contactName: canary.contact },
    ...{ distributorId, subscriptionId: 1 },
  })
  const { serialNo, device, product, tool, operator } = canary
  await add('/api/admin/machine', {
    ...{ clientId, machineId: serialNo, machineTypeId: 1, lineName: canary.line },
  })
  const made = await ask('/api/admin/device', { clientId, name: device, machines: [serialNo] })
  const { token: deviceToken } = withToken.parse(await made.json())
  await add('/api/admin/user', {
    ...{ username: canary.person, firstName: canary.firstName, email: canary.email },
    ...{ password: canary.password, role: 4, clientId },
  })
  session = (await server.signIn(canary.person, canary.password)).accessToken
  const time = Date.now() - 60_000
  const sent = await server.ask('/api/ingest/records', {
    token: `${device}:${deviceToken}`,
    body: [
      factory.at(time).sample(serialNo, { state: 10, product, tool, user: operator }),
      { kind: 'alarm', serialNo, raisedAt: time, group: 'Infeed', description: canary.alarm },
      {
        kind: 'audit',
        serialNo,
        time,
        userGroup: operator,
        description: canary.audit,
        valueBefore: '1',
        valueAfter: '2',
      },
      factory.at(time).sample(canary.strayMachine, { state: 10 }),
    ],
  })
  expect(sent.status).toBe(200)
  expect((await ask(`/api/admin/client_machines/${clientId}`)).status).toBe(200)
}

/** Calls and failures that mention them: refused, not found, wrong, and a store that does not answer. */
async function fail() {
  const { person, serialNo, device } = canary
  const credentials = { username: person, password: canary.wrongPassword }
  const headers = { 'x-forwarded-for': canary.address, 'user-agent': canary.agent }
  const signIn = await server.ask('/api/auth/packboard-signin', { body: credentials, headers })
  expect(signIn.status).toBe(400)
  await ask('/api/admin/user', {
    ...{ username: person, firstName: 'Again', email: canary.email },
    ...{ password: canary.password, role: 4, clientId: 1 },
  })
  await ask(`/api/${encodeURIComponent(canary.lookedUp)}`)
  await ask(`/api/images/${serialNo}.png`)
  await ask(`/api/admin/machines-live/1?machineId=${serialNo}`)
  await ask('/api/admin/machinesData', { clientId: 1, machineIds: [serialNo], [person]: person })
  await server.ask('/api/admin/client', { token: canary.token })
  await server.send(device, [{ kind: 'sample', serialNo }], canary.token)
  await server.ask('/api/ingest/records', {
    ...{ method: 'POST', token: `${device}:${canary.token}`, headers },
  })
  // Their lines are written by other rooms, with fields and errors of theirs.
  const { log, ingest, directory } = server.deps
  await directory.device(device, canary.token, canary.address).catch(() => undefined)
  log.warn({ userName: device, address: canary.address, serialNo }, 'Device refused')
  log.error({ err: new Error(canary.inError), product: canary.product }, 'A test failed')
  log.error(new Error(canary.inError))
  log.error({
    err: Object.assign(new Error(`no ${canary.inError}`), { code: 'E1', detail: canary.email }),
  })
  log.info(
    { event: canary.inField, table: canary.client, code: canary.operator, user: person },
    'x',
  )
  log.info({ route: `/api/${canary.lookedUp}`, method: canary.agent, status: canary.address }, 'y')
  log.warn({ level: canary.inField, msg: canary.inField, nested: { rows: canary.person } }, 'z')
  expect(ingest?.health().ok).toBe(true)
  const { targets } = clickHouse
  clickHouse.targets = []
  clickHouse.disconnect()
  const question = new URLSearchParams({
    clientId: '1',
    machineId: 'FW-101',
    product: canary.product,
  })
  const failed = await server.ask(`/api/production_chart_data/products_pie_chart?${question}`, {
    token: session,
  })
  expect(failed.status).toBeGreaterThanOrEqual(400)
  const busy = await ask('/api/admin/reception/1')
  expect(busy.status).toBe(503)
  clickHouse.targets = targets
  const again = async () => expect((await ask('/health/ready')).status).toBe(200)
  await vi.waitFor(again, { timeout: 15_000, interval: 100 })
}

/** A word as it is, in an address and in base64 of any alignment. */
const spellings = (word: string) => [
  word.toLowerCase(),
  encodeURIComponent(word).toLowerCase(),
  Buffer.from(word).toString('base64').slice(2, -4).toLowerCase(),
]
const foundIn = (haystack: string) =>
  Object.entries(canary)
    .filter(([, word]) => spellings(word).some((one) => haystack.toLowerCase().includes(one)))
    .map(([name]) => name)

test('a bundle holds no word of a customer, and no secret', async () => {
  expect(foundIn(text)).toEqual([])
  for (const secret of [session, admin, server.deps.config.dataDir]) {
    expect(text).not.toContain(secret)
  }
  const names = await runSql<{ name: string }>(
    server.deps.management,
    `select name from client union select name from distributor union select serial_no from machine
     union select name from device union select username from user_account where length(username) > 12
     union select email from user_account where email is not null`,
  )
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter(({ name }) => text.includes(name))).toEqual([])
})

test('the log itself, and what the stores hold, have them: without the redaction they would be in it', async () => {
  const raw = server.deps.recentLog.lines().join('\n')
  expect(foundIn(raw)).toEqual(
    expect.arrayContaining([
      ...['serialNo', 'person', 'client', 'product', 'operator', 'email', 'device', 'address'],
      ...['inError', 'inField', 'lookedUp', 'agent'],
    ]),
  )
})

const ownPlace = /^server\/src\/support\/supportBundle\.test\.ts:\d+:\d+$/

test('a bundle says what who helps has to know', async () => {
  const bundle = supportBundle.answer.parse(JSON.parse(text))
  expect(bundle.packboard).toMatchObject({ role: 'all', demo: true })
  expect(bundle.packboard.version).toMatch(/^\d+\.\d+\.\d+(-dev)?$/)
  expect(bundle.engines.telemetry.version).toMatch(/^\d+\.\d+/)
  expect(bundle.engines.management.version).toMatch(/^\d+/)
  expect(bundle.health.parts).toEqual({
    ...{ telemetry: 'ok', management: 'ok', ingest: 'ok', disk: 'ok' },
  })
  expect(Object.keys(bundle.settings).sort()).toEqual([...settingKeys].sort())
  expect(bundle.settings).toMatchObject({
    ...{ PORT: '0', SMTP_URL: 'set, smtp', DATABASE_URL: 'set, postgres', METRICS_TOKEN: 'set' },
    ...{ TRUST_PROXY: 'set, 1 addresses or networks', HOST: 'default', LOG_LEVEL: 'default' },
  })
  expect(bundle.counts).toMatchObject({ clients: expect.any(Number) })
  expect(bundle.counts?.clients).toBeGreaterThan(2)
  expect(bundle.tables?.find(({ table }) => table === 'sample')?.rows).toBeGreaterThan(0)
  expect(bundle.questions.length).toBeGreaterThan(0)
  expect(bundle.metrics.join('\n')).toContain('packboard_build_info{')

  const lines = bundle.log
  expect(lines.some(({ route, status }) => route === '/api/admin/client' && status === 401)).toBe(
    true,
  )
  const busy = lines.find(({ question }) => question !== undefined)
  expect(busy).toMatchObject({ level: 'warn', msg: 'The engine could not answer a question' })
  expect(lines.find(({ msg }) => msg === 'A test failed')).toMatchObject({
    level: 'error',
    err: { type: 'Error', at: expect.arrayContaining([expect.stringMatching(ownPlace)]) },
    leftOut: ['product'],
  })
  const log = await runSql<{ entity: string; actor_name: string }>(
    server.deps.management,
    `select entity, actor_name from audit_log where action = 'export' and entity = 'support'`,
  )
  expect(log).toEqual([{ entity: 'support', actor_name: 'admin' }])
})

test('the same is made on this machine with the token of metrics, also while a store is away', async () => {
  const headers = { authorization: `Bearer ${canary.metricsToken}` }
  const local = await server.ask('/support-bundle', { headers })
  expect(local.status).toBe(200)
  const bundle = supportBundle.answer.parse(await local.json())
  expect(bundle.log.length).toBeGreaterThan(10)
  expect(foundIn(JSON.stringify(bundle))).toEqual([])
  expect((await server.ask('/support-bundle')).status).toBe(404)
  const { targets } = clickHouse
  clickHouse.targets = []
  clickHouse.disconnect()
  const away = async () => {
    const answer = await server.ask('/support-bundle', { headers })
    const { tables, health, counts } = supportBundle.answer.parse(await answer.json())
    return { tables, parts: health.parts, isCounted: counts !== null }
  }
  // Whether the stores answer is requested once a second.
  try {
    await expect.poll(away).toMatchObject({
      ...{ tables: null, isCounted: true, parts: { telemetry: 'failing', management: 'ok' } },
    })
  } finally {
    clickHouse.targets = targets
  }
})

test('the command writes what the server says, and what is known without it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'packboard-support-'))
  const support = async (file: string, env: Record<string, string>) => {
    const { PATH = '' } = process.env
    const options = {
      cwd: folder,
      env: { PATH, PACKBOARD_DATA: server.deps.config.dataDir, ...env },
    }
    const started = spawn(process.execPath, [command, ...(file ? [file] : [])], options)
    const said = new Promise<string>((done) => {
      let text = ''
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (data) => {
          text += String(data)
        })
      }
      started.on('close', (code) => done(`${code} ${text}`))
    })
    return said
  }
  try {
    const { port } = new URL(server.url)
    const reached = { PORT: port, METRICS_TOKEN: canary.metricsToken, PROVIDER_NAME: canary.client }
    expect(await support('one.json', reached)).toMatch(/^0 packboard: one\.json: \d+ kB, readable/)
    const one = await readFile(join(folder, 'one.json'), 'utf8')
    expect(supportBundle.answer.parse(JSON.parse(one)).log.length).toBeGreaterThan(10)
    expect(foundIn(one)).toEqual([])
    expect(await support('one.json', reached)).toMatch(/^1 packboard: one\.json is there already/)

    expect(await support('', { ...reached, METRICS_TOKEN: '' })).toContain('did not answer (404)')
    expect(await support('two.json', { ...reached, PORT: '1' })).toContain('(ECONNREFUSED)')
    const two = await readFile(join(folder, 'two.json'), 'utf8')
    expect(JSON.parse(two)).toMatchObject({
      ...{ notReached: 'ECONNREFUSED', settings: { PROVIDER_NAME: 'set', PORT: '1' } },
      data: { 'packboard.pid': { files: 1 } },
    })
    expect(foundIn(two)).toEqual([])
    expect((await readdir(folder)).length).toBe(3)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}, 30_000)
const command = join(import.meta.dirname, '../../../scripts/support.mjs')

test('the newest lines are remembered, and warnings longer than what is ordinary', () => {
  const recent = recentLog()
  const out = recent.before({ write: () => undefined })
  out.write('{"level":"warn","n":1}\n')
  for (let n = 0; n < 5_000; n += 1)
    out.write(`{"level":"info","n":${n},"fill":"${'x'.repeat(400)}"}\n`)
  out.write(`{"level":"info","long":"${'x'.repeat(20_000)}"}\n`)
  const lines = recent.lines()
  expect(lines.length).toBe(1_001)
  expect(lines[0]).toContain('"level":"warn"')
  expect(lines.at(-1)).toContain('"n":4999')
  expect(lines.join('').length).toBeLessThan(1_100_000)
  expect(shareableLine('no JSON')).toBeUndefined()
})

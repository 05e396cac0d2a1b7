import { ready, session, warnings } from '@packboard/contract'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { openTestCluster, type TestCluster } from '../../testing/openTestCluster.ts'
import type { RunningServer } from '../startup/startServer.ts'

let cluster: TestCluster
let api: RunningServer
let source: RunningServer
/** By how much the clock of the process that takes records is ahead. */
let aheadMs = 0

beforeAll(async () => {
  cluster = await openTestCluster()
  await Promise.all([cluster.start('ledger'), cluster.start('ledger')])
  api = await cluster.start('api')
  source = await cluster.start('ingest', {}, { now: () => Date.now() + aheadMs })
})
afterAll(() => cluster?.close())

async function setClock(ms: number) {
  aheadMs = ms
  await source.deps.cluster?.clock.look()
}

async function send() {
  const record = factory.at(new Date().toISOString()).sample('FW-101', { state: 'Execute' })
  const answer = await fetch(`${source.url}/api/ingest/records`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-access-token': 'FW-101:packboard' },
    body: JSON.stringify([record]),
  })
  const { status, headers } = answer
  return { status, retryAfter: headers.get('retry-after'), body: await answer.json() }
}

const connect = () =>
  mqtt.connectAsync(`mqtt://127.0.0.1:${source.mqttPort}`, {
    ...{ username: 'FW-101', password: 'packboard', reconnectPeriod: 0, protocolVersion: 4 },
  })

async function panelWarnings() {
  const signedIn = await fetch(`${api.url}/api/auth/packboard-signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: 'packboard' }),
  })
  const { accessToken } = session.parse(await signedIn.json())
  const answer = await fetch(`${api.url}${warnings.path}`, {
    headers: { 'x-access-token': accessToken },
  })
  const shown = warnings.answer.parse(await answer.json()).warnings
  return shown.filter(({ code }) => code === 'clock.off')
}

test('a clock that is 2 s behind is said once, and records are taken', async () => {
  await setClock(-2_000)
  await source.deps.cluster?.clock.look()
  const said = cluster.lines.filter((line) => line.includes('differs from PostgreSQL'))
  expect(said).toHaveLength(1)
  expect(await send()).toMatchObject({ status: 200, body: { accepted: 1 } })
  expect((await fetch(`${source.url}/health/ready`)).status).toBe(200)
  const metrics = await (await fetch(`${source.url}/metrics`)).text()
  const offset = Number(/^packboard_clock_offset_seconds (\S+)/m.exec(metrics)?.[1])
  expect(offset).toBeLessThan(-1)
  expect(offset).toBeGreaterThan(-4)
  await expect.poll(panelWarnings).toMatchObject([{ processes: 1 }])
})

test('a clock that is 8 s behind takes nothing, says so, and goes on when it is right', async () => {
  await setClock(0)
  const before = await connect()
  await setClock(-8_000)
  expect(await send()).toMatchObject({
    status: 503,
    retryAfter: '5',
    body: {
      code: 'clock.wrong',
      message: expect.stringContaining('clock of this server is wrong'),
    },
  })
  // One that is signed in gets no acknowledgement and is closed; the next one does not come in.
  const closed = new Promise<void>((resolve) => before.once('close', () => resolve()))
  before.publish('packboard/FW-101/sample', JSON.stringify({ state: 'Execute' }), { qos: 1 })
  await closed
  await expect(connect()).rejects.toMatchObject({ code: 3 })
  const answer = await fetch(`${source.url}/health/ready`)
  expect([answer.status, ready.answer.parse(await answer.json()).parts.ingest]).toEqual([
    503,
    'failing',
  ])
  expect(cluster.lines.join('\n')).toContain('it takes no records until it is right')

  await setClock(0)
  expect(await send()).toMatchObject({ status: 200 })
  const after = await connect()
  await after.endAsync()
  await before.endAsync(true)
  await expect.poll(panelWarnings).toEqual([])
})

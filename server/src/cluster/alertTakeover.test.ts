// @slow

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { alertRules, ingestCounts, session, setAlertRules, setHooks } from '@packboard/contract'
import { seedDemo } from '@packboard/demo'
import { startTestClickHouse, startTestDatabases } from '@packboard/engines/testing'
import { openManagement } from '@packboard/management'
import { createTestDatabase, runSql } from '@packboard/management/testing'
import { atDepth, testSeed } from '@packboard/model/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type ClusterProcesses, startCluster } from '../../testing/clusterProcesses.ts'
import { factory } from '../../testing/factory.ts'
import { type HookReceiver, openHookReceiver } from '../../testing/hookReceiver.ts'

/**
 * A machine stops, and the process that holds its records, which alone evaluates rules, is killed while the alert is due; another one takes
 * its cell over, and is killed the next time. Now and then one that sends messages is killed with it.
 */
const kills = atDepth({ deep: 50, daily: 3 })
/** Two of which one holds the cell, and one that serves people and sends messages. */
const roles = { ledger: 2, api: 2, ingest: 1 } as const
const [firstApi, secondApi] = [2, 3] as const
const databaseName = 'packboard_takeover'

const closers: (() => Promise<unknown>)[] = []
let cluster: ClusterProcesses
let receiver: HookReceiver
let rows: <Row>(text: string) => Promise<Row[]>

beforeAll(async () => {
  const databases = await startTestDatabases()
  closers.push(() => databases.stop())
  const database = await createTestDatabase(databases.url, databaseName)
  const engine = await startTestClickHouse(databaseName)
  closers.push(() => engine.stop())
  const management = await openManagement({ dataDir: '/nowhere', url: database.url })
  closers.push(() => management.close())
  rows = (text) => runSql(management, text)
  await seedDemo(management)
  receiver = await openHookReceiver()
  closers.push(() => receiver.close())
  const env = {
    ...{ CELLS: '1', HOOKS_ALLOW: '127.0.0.1', PUBLIC_URL: 'https://packboard.example' },
    DATABASE_URL: database.url,
    CLICKHOUSE_URL: engine.url,
    CLICKHOUSE_DATABASE: databaseName,
  }
  cluster = await startCluster(env, roles)
  closers.push(() => cluster.close())
}, 180_000)
afterAll(async () => {
  for (const close of closers.reverse()) await close()
}, 60_000)

async function call(path: string, method: string, token = '', body?: object): Promise<unknown> {
  const url = `http://127.0.0.1:${cluster.ports.api}${path.replace(':clientId', '1')}`
  const answer = await fetch(url, {
    ...{ method, ...(body && { body: JSON.stringify(body) }) },
    headers: { 'content-type': 'application/json', 'x-access-token': token, connection: 'close' },
  })
  const text = await answer.text()
  expect([answer.status, text]).toEqual([200, expect.anything()])
  return JSON.parse(text)
}

/** Until it is acknowledged: a process that was killed may have stored it without an answer. */
async function send(samples: object[]): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${cluster.ports.http}/api/ingest/records`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-access-token': 'FW-101:packboard',
        connection: 'close',
      },
      body: JSON.stringify(samples),
    }).catch(() => undefined)
    const counts = ingestCounts.safeParse(await answer?.json().catch(() => undefined))
    if (answer?.status === 200 && counts.success) return
    await sleep(100)
  }
}

let packs = 0
function sample(state: number) {
  packs += 10
  return factory.at(new Date().toISOString()).sample('FW-101', { state, packs })
}

const called = z.object({ id: z.string(), event: z.string(), alert: z.object({ id: z.number() }) })
const received = () =>
  receiver.calls
    .map(({ body }) => called.parse(JSON.parse(body.toString())))
    .filter(({ event }) => event === 'alert.step')

test(`alerts that are due in ${kills} takeovers arrive, each under one id`, {
  timeout: 3_600_000,
}, async () => {
  const signIn = { username: 'admin', password: 'packboard' }
  const { accessToken: token } = session.parse(
    await call('/api/auth/packboard-signin', 'POST', '', signIn),
  )
  const hook = { kind: 'hook', name: 'Board', enabled: true, url: `${receiver.url}/in` }
  const { secrets } = setHooks.answer.parse(
    await call(setHooks.path, 'PUT', token, {
      ...{ hooks: [{ ...hook, template: 'packboard', events: [] }], mails: [], version: 0 },
    }),
  )
  for (let round = 0; round < kills; round += 1) {
    // A rule of its own: a pause under a minute would belong to the alert before it.
    const rule = {
      ...{ id: randomUUID(), name: 'Film snap', enabled: true, machines: ['FW-101'] },
      ...{ when: 'always', severity: 'critical' },
      condition: { kind: 'inState', states: [21], seconds: 1 },
      steps: [{ afterSeconds: 0, channel: 'hook', to: secrets[0]?.id }],
    }
    const { version } = alertRules.answer.parse(await call(alertRules.path, 'GET', token))
    await call(setAlertRules.path, 'PUT', token, { rules: [rule], version })
    await send([sample(10)])
    await sleep(300)
    await send([sample(21)])
    await sleep((testSeed + round * 7_919) % 3_000)
    // One of the two holds the cell: the other one takes it over.
    cluster.kill(round % 2)
    if (round % 3 === 2) cluster.kill(round % 2 === 0 ? firstApi : secondApi)
    const arrived = async () => {
      // A machine says what goes on again and again.
      await send([sample(21)])
      return new Set(received().map(({ alert }) => alert.id)).size
    }
    await expect.poll(arrived, { timeout: 90_000, interval: 500 }).toBe(round + 1)
  }
  const idsOf = Map.groupBy(received(), ({ alert }) => alert.id)
  expect([...idsOf.values()].filter((own) => new Set(own.map(({ id }) => id)).size !== 1)).toEqual(
    [],
  )
  expect(idsOf.size).toBe(kills)
  const stored = await rows<{ count: string }>('select count(*) from alert')
  expect(Number(stored[0]?.count)).toBe(kills)
})

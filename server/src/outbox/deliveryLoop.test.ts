// @slow

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Management, openKeyFile, openManagement, setHooks } from '@packboard/management'
import { openTestDatabase, runSql, seedAlert } from '@packboard/management/testing'
import { grantClientScope } from '@packboard/model'
import { atDepth, testSeed } from '@packboard/model/testing'
import { openTestClickHouse } from '@packboard/telemetry/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type HookReceiver, openHookReceiver } from '../../testing/hookReceiver.ts'
import { type MailServer, openMailServer } from '../../testing/mailServer.ts'
import { type ServedProcess, serve } from '../../testing/servedProcess.ts'

/** The server is killed while it sends: after its next starts each message has arrived, under one id. */
const kills = atDepth({ deep: 50, daily: 2 })
const alertsOfRound = 6

const closers: (() => Promise<unknown>)[] = []
let receiver: HookReceiver
let mails: MailServer
let management: Management
let environment: Record<string, string | undefined>

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-killed-outbox-'))
  closers.push(() => rm(dataDir, { recursive: true, force: true }))
  const database = await openTestDatabase('demo')
  const clickHouse = openTestClickHouse()
  closers.push(async () => database?.drop())
  closers.push(async () => clickHouse?.drop())
  receiver = await openHookReceiver()
  closers.push(() => receiver.close())
  // So that a kill finds calls under way.
  receiver.slow(300)
  mails = await openMailServer()
  closers.push(() => mails.close())
  const keyFile = await openKeyFile(join(dataDir, 'secrets.key'))
  management = await openManagement({ dataDir, url: database?.url, keyFile })
  closers.push(() => management.close())
  environment = {
    PACKBOARD_DATA: dataDir,
    DATABASE_URL: database?.url,
    CLICKHOUSE_URL: clickHouse?.url,
    CLICKHOUSE_DATABASE: clickHouse?.database,
    SMTP_URL: mails.url,
    PUBLIC_URL: 'https://packboard.example',
    HOOKS_ALLOW: '127.0.0.1',
  }
}, 120_000)
afterAll(async () => {
  for (const close of closers.reverse()) await close()
}, 60_000)

const called = z.object({ id: z.string(), alert: z.object({ id: z.number() }) })

test(`each message of ${kills} killed servers arrives under one id`, {
  timeout: 3_600_000,
}, async () => {
  const { secrets: hooks } = await setHooks(
    management,
    { userId: 1, username: 'admin' },
    grantClientScope(1),
    {
      hooks: [1, 2, 3].map((n) => ({
        kind: 'hook' as const,
        ...{ name: `h${n}`, enabled: true, events: [], url: `${receiver.url}/${n}` },
      })),
      mails: [],
    },
  )
  const alerts: string[] = []
  let server: ServedProcess | undefined
  for (let round = 0; round <= kills; round += 1) {
    server = await serve(environment)
    for (let n = 0; n < alertsOfRound; n += 1) {
      const [address] = await runSql<{ id: number }>(
        management,
        `insert into alert_address (client_id, address, confirmed_at) values (1, 'a${round}-${n}@test.example', now()) returning id`,
      )
      const name = `Alert ${round}-${n}`
      const { id } = await seedAlert(management, {
        ...{ at: Date.now(), name },
        steps: [
          { afterSeconds: 0, channel: 'mail', to: address?.id ?? 0 },
          ...hooks.map((hook) => ({ afterSeconds: 0, channel: 'hook' as const, to: hook.id })),
        ],
      })
      alerts.push(id)
    }
    if (round === kills) break
    // Another moment in each round: while it takes, sends or notes what was sent.
    await sleep((testSeed + round * 7_919) % 1_500)
    await server.kill()
  }
  const left = () =>
    runSql<{ state: string; count: string }>(
      management,
      "select state, count(*) from outbox where alert_id is not null and state <> 'sent' group by state",
    )
  await expect.poll(left, { timeout: 120_000, interval: 500 }).toEqual([])
  await server?.end()

  const idsOf = new Map<string, Set<string>>()
  const note = (key: string, id: string) => idsOf.set(key, (idsOf.get(key) ?? new Set()).add(id))
  for (const { path, body, headers } of receiver.calls) {
    const { id, alert } = called.parse(JSON.parse(body.toString()))
    expect(headers['packboard-id']).toBe(id)
    note(`${path} ${alert.id}`, id)
  }
  for (const { to, text } of mails.arrived) {
    note(String(to[0]), /Message-ID:\s+<([^>]+)>/.exec(text)?.[1] ?? '')
  }
  expect(idsOf.size).toBe(alerts.length * 4)
  expect([...idsOf].filter(([, ids]) => ids.size !== 1)).toEqual([])
})

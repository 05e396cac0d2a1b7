// @slow
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Management, openKeyFile, openManagement, setReports } from '@packboard/management'
import { openTestDatabase, runSql } from '@packboard/management/testing'
import { grantClientScope } from '@packboard/model'
import { atDepth, testSeed } from '@packboard/model/testing'
import { openTestClickHouse } from '@packboard/telemetry/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailServer, openMailServer } from '../../../testing/mailServer.ts'
import { type ServedProcess, serve } from '../../../testing/servedProcess.ts'

/** The server is killed around making and sending reports: each arrives, once or twice under one id. */
const kills = atDepth({ deep: 20, daily: 1 })

const closers: (() => Promise<unknown>)[] = []
let mails: MailServer
let management: Management
let environment: Record<string, string | undefined>

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-killed-reports-'))
  closers.push(() => rm(dataDir, { recursive: true, force: true }))
  const database = await openTestDatabase('demo')
  const clickHouse = openTestClickHouse()
  closers.push(async () => database?.drop())
  closers.push(async () => clickHouse?.drop())
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
  }
}, 120_000)
afterAll(async () => {
  for (const close of closers.reverse()) await close()
}, 60_000)

test(`each report of ${kills} killed servers arrives under one id`, {
  timeout: 3_600_000,
}, async () => {
  const run = <Row>(text: string) => runSql<Row>(management, text)
  const addresses: string[] = []
  let server: ServedProcess | undefined
  const reports: Parameters<typeof setReports>[3]['reports'][number][] = []
  for (let round = 0; round <= kills; round += 1) {
    const address = `r${round}@test.example`
    const [row] = await run<{ id: number }>(
      `insert into alert_address (client_id, address, confirmed_at) values (1, '${address}', now()) returning id`,
    )
    reports.push({
      ...{ id: randomUUID(), name: address, enabled: true, kind: 'day', machines: ['FW-101'] },
      ...{ language: 'en', files: ['pdf'], to: [{ channel: 'mail', to: row?.id ?? 0 }] },
    })
    addresses.push(address)
    const editor = { userId: 1, username: 'admin' }
    await setReports(management, editor, grantClientScope(1), { reports })
    // As if it had been set up a week ago: the day before is due.
    await run(`update report set since = now() - interval '7 days'`)
    server = await serve(environment)
    if (round === kills) break
    // Another moment in each round: while reports are made, sent or noted; the first look is 20 s after the start.
    await sleep(19_000 + ((testSeed + round * 7_919) % 5_000))
    await server.kill()
  }
  const made = () =>
    run<{ reports: string; waiting: string }>(
      `select (select count(*) from report_sent where origin = 'due')::text as reports,
        (select count(*) from outbox where kind = 'report' and state <> 'sent')::text as waiting`,
    )
  await expect
    .poll(made, { timeout: 300_000, interval: 500 })
    .toEqual([{ reports: expect.stringMatching(/^[1-9]/), waiting: '0' }])
  await expect
    .poll(() => new Set(mails.arrived.flatMap(({ to }) => to)).size, { timeout: 300_000 })
    .toBe(addresses.length)
  await server?.end()
  const periods = await run<{ count: string }>(
    `select count(*) from report_sent where origin = 'due' group by report_id, begins_at having count(*) > 1`,
  )
  expect(periods).toEqual([])
  const idsOf = new Map<string, string[]>()
  for (const { to, raw } of mails.arrived) {
    const id = /^message-id:\s+<([^>]+)>/im.exec(raw)?.[1] ?? ''
    idsOf.set(id, [...(idsOf.get(id) ?? []), ...to])
  }
  // One message has one recipient, and arrives at most twice.
  for (const [id, to] of idsOf) {
    expect([id, new Set(to).size]).toEqual([id, 1])
  }
  const [rows] = await run<{ count: string }>(`select count(*) from outbox where kind = 'report'`)
  expect(idsOf.size).toBe(Number(rows?.count))
})

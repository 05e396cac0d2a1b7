// @slow

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openTestDatabase } from '@packboard/management/testing'
import { openTestClickHouse, storedSamples } from '@packboard/telemetry/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { capturedLog } from '../../testing/capturedLog.ts'
import { callsTo } from '../../testing/openTestServer.ts'
import { filesOf } from '../../testing/sendFile.ts'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer } from '../startup/startServer.ts'

/** A server on stores that outlive it. */
let dataDir: string
let database: Awaited<ReturnType<typeof openTestDatabase>>
const clickHouse = openTestClickHouse()
let server: RunningServer | undefined

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'packboard-resumed-'))
  database = await openTestDatabase('demo')
})
afterAll(async () => {
  await server?.stop()
  await clickHouse?.drop()
  await database?.drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function start() {
  const env = {
    ...{ PORT: '0', MQTT_PORT: '0', PACKBOARD_DATA: dataDir, DATABASE_URL: database?.url },
    ...{ CLICKHOUSE_URL: clickHouse?.url, CLICKHOUSE_DATABASE: clickHouse?.database },
  }
  const { log } = capturedLog('debug')
  const started = await startServer({ config: readConfig(env), env, demo: true, log })
  server = started
  const calls = callsTo(() => started.url)
  const { accessToken } = await calls.signIn('engineer')
  return { started, engineer: filesOf({ url: started.url, ...calls }, accessToken) }
}

const count = 20_000
const begin = Date.now() - 3 * 86_400_000
const own = ({ time }: { time: number }) => time >= begin && time < begin + count * 1_000
const text = `time,state,packs\n${Array.from({ length: count }, (_, i) =>
  // One line of a thousand is wrong.
  i % 1_000 === 7
    ? `never,execute,${i}`
    : `${new Date(begin + i * 1_000).toISOString()},execute,${i}`,
).join('\n')}\n`
const wrong = count / 1_000

test('after a stop in the middle, the next start goes on after the last acknowledged line', async () => {
  const first = await start()
  const id = await first.engineer.upload('long.csv', text)
  const { mapping } = await first.engineer.look(id, { machine: 'FW-101' })
  await first.engineer.start(id, mapping, { machine: 'FW-101' })
  await expect
    .poll(async () => (await first.engineer.status(id)).rows, { interval: 20 })
    .not.toBe(0)
  const before = (await first.engineer.status(id)).rows
  await first.started.stop()
  expect(before).toBeLessThan(count)

  const second = await start()
  const between = await second.engineer.status(id)
  const ended = await second.engineer.ended(id)
  expect(ended).toMatchObject({
    ...{ state: 'done', rows: count, refused: wrong, quarantined: 0, duplicate: 0 },
    stored: count - wrong,
  })
  expect(between.rows).toBeGreaterThanOrEqual(before)
  expect(ended.lines[0]).toMatchObject({ line: 9, code: 'time', cell: 'never' })
  const samples = (await storedSamples(second.started.deps.telemetry)).filter(own)
  expect(new Set(samples.map(({ time }) => time)).size).toBe(count - wrong)
  expect(await readdir(join(dataDir, 'files'))).toEqual([])

  // The same file again is all duplicates, so a batch that was stored and not noted costs nothing either.
  const again = await second.engineer.upload('long.csv', text)
  await second.engineer.start(again, mapping, { machine: 'FW-101' })
  expect(await second.engineer.ended(again)).toMatchObject({
    ...{ state: 'done', rows: count, refused: wrong, stored: 0, duplicate: count - wrong },
  })
}, 240_000)

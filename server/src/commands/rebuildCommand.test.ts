// @slow

import { machinesOfClient } from '@packboard/management'
import { grantClientScope } from '@packboard/model'
import { batchOf, sampleOf, verifyLedger } from '@packboard/telemetry/testing'
import { commitBatch } from '@packboard/telemetry/write'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../testing/backupCommand.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

const day = 86_400_000
const scope = grantClientScope(1)
const begin = Math.floor(Date.now() / day) * day - 3 * day

let server: TestServer
let machineIds: number[]
beforeAll(async () => {
  server = await openTestServer()
  const { telemetry, management } = server.deps
  const machines = await machinesOfClient(management, scope)
  machineIds = ['FW-101', 'FW-102'].map(
    (serial) => machines.find(({ serialNo }) => serialNo === serial)?.id ?? 0,
  )
  for (const machineId of machineIds) {
    const samples = Array.from({ length: 48 }, (_, i) =>
      sampleOf({ clientId: 1, machineId, at: begin + i * 1_800_000, packCounter: 10 * i }),
    )
    await commitBatch(telemetry, batchOf({ samples }))
  }
  await telemetry.settled()
})
afterAll(() => server?.close())

/** The machines of which rows are not as their records say. */
async function wrong() {
  const { differences } = await verifyLedger(server.deps.telemetry)
  return [...new Set(differences.map(({ machineId }) => machineId))]
}

const run = (...args: string[]) =>
  runCommand(['rebuild', ...args], { PACKBOARD_DATA: server.deps.config.dataDir })

test('the command mends minutes of one machine, then of all, by the server that runs', async () => {
  expect(await wrong()).toEqual([])
  await server.deps.telemetry.context.connection.writer().command({
    query: `INSERT INTO minute_ledger
      SELECT * REPLACE (version + 1000000 AS version, arrayMap(packs -> packs + 1, pieces.packs) AS \`pieces.packs\`)
      FROM minute_ledger FINAL WHERE client_id = 1`,
    clickhouse_settings: { wait_end_of_query: 1 },
  })
  expect(await wrong()).toHaveLength(2)
  const one = await run('--machine', 'FW-101', '--json')
  expect([one.code, JSON.parse(one.out)]).toEqual([0, { machines: 1, days: 1, resumed: false }])
  expect(await wrong()).toEqual([machineIds[1]])
  const from = new Date(begin).toISOString().slice(0, 10)
  const all = await run('--from', from, `--to=${from}`)
  expect([all.code, all.out]).toEqual([
    0,
    expect.stringMatching(/^The minutes of 2 days of 2 machines/),
  ])
  const again = await run('--machine', 'FW-102', '--from', from, `--to=${from}`)
  expect(again.out).toMatch(/^The minutes of 1 day of 1 machine were/)
  expect(await wrong()).toEqual([])
})

test('status names the rebuilds that were stopped, each until its command is through', async () => {
  const { telemetry } = server.deps
  const from = new Date(begin).toISOString().slice(0, 10)
  const window = { from: new Date(begin), to: new Date(begin + day) }
  for (const machines of [{}, { machineIds: machineIds.slice(0, 1) }]) {
    const signal = AbortSignal.abort(new Error('stopped'))
    const stopped = telemetry.rebuildMinutes(
      { ...window, ...machines },
      { signal, onProgress() {} },
    )
    await expect(stopped).rejects.toThrow('stopped')
  }
  const status = async () => {
    const { code, out } = await runCommand(['status'], {
      PACKBOARD_DATA: server.deps.config.dataDir,
    })
    return [code, ...out.split('\n').filter((line) => line.startsWith('rebuild'))]
  }
  const [all, one] = ['', ' --machine FW-101'].map(
    (machine) =>
      `rebuild          stopped before its end; packboard rebuild --from ${from} --to ${from}${machine} goes on with it`,
  )
  expect(await status()).toEqual([0, one, all])
  const days = ['--from', from, '--to', from]
  expect((await run(...days)).out).toMatch(/^An earlier rebuild was stopped/)
  expect(await status()).toEqual([0, one])
  expect((await run(...days, '--machine', 'FW-101')).out).toMatch(/^An earlier rebuild was stopped/)
  expect(await status()).toEqual([0])
})

test('what cannot be meant is refused in words', async () => {
  expect(await run('--from', 'yesterday')).toMatchObject({
    code: 11,
    err: expect.stringContaining('must be a day such as --from 2026-03-31'),
  })
  expect(await run('--machine', 'ZZ-000')).toMatchObject({
    code: 11,
    err: 'packboard: There is no machine ZZ-000.',
  })
})

test('without a server, where the stores are elsewhere, the commands say so in one line', async () => {
  const elsewhere = {
    ...{ PACKBOARD_DATA: '/nowhere', ROLE: 'api' },
    DATABASE_URL: 'postgres://localhost:1/packboard',
    CLICKHOUSE_URL: 'http://localhost:1',
  }
  for (const command of ['status', 'rebuild']) {
    const { code, err } = await runCommand([command], elsewhere)
    expect([command, code, err]).toEqual([
      ...[command, 13],
      'packboard: No server runs here, and the stores of this one are elsewhere.',
    ])
  }
})

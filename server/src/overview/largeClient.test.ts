import { addMachine as addMachineCall, clientMachines, machinesData } from '@packboard/contract'
import { runSql } from '@packboard/management/testing'
import { machinesPerClient } from '@packboard/model'
import { commitBatch } from '@packboard/telemetry/write'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { liveReader } from '../../testing/liveReader.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { limits } from '../http/limits.ts'

const dayMs = 86_400_000

/** Client 1 with as many machines as a client may have, each with texts as long as they may be; client 2 is the neighbour. */
let server: TestServer
let token: string
let serialNos: string[]
const longText = 'Ä'.repeat(512)
const from = new Date(Date.now() - 600_000)

beforeAll(async () => {
  server = await openTestServer()
  token = (await server.signIn('user')).accessToken
  const added = await runSql<{ id: number; serial_no: string }>(
    server.deps.management,
    `insert into machine (client_id, machine_type_id, serial_no)
      select 1, (select min(id) from machine_type), 'LARGE-' || n
      from generate_series(1, ${machinesPerClient} - (
        select count(*)::int from machine where client_id = 1 and deleted_at is null)) as n
      returning id, serial_no`,
  )
  const at = Date.now() - 5_000
  await commitBatch(server.deps.telemetry, {
    samples: added.map(({ id }) => ({
      clientId: 1,
      machineId: id,
      at,
      sourceAt: at,
      receivedAt: at,
      sequence: 0,
      flagged: false,
      state: 10,
      product: longText,
      tool: longText,
      user: longText,
    })),
    alarms: [],
    audits: [],
    quarantined: [],
  })
  const answer = await server.ask(clientMachines.path.replace(':clientId', '1'), { token })
  serialNos = clientMachines.answer
    .parse(await answer.json())
    .machines.map(({ machineId }) => machineId)
}, 120_000)
afterAll(() => server?.close())

test('the overview lists and answers as many machines as a client may have', async () => {
  expect(serialNos).toHaveLength(machinesPerClient)
  const answer = await server.ask(machinesData.path, {
    token,
    body: {
      start_date: from.toISOString(),
      end_date: new Date().toISOString(),
      clientId: 1,
      initialReq: 'yes',
      machinesIdArray: serialNos,
    },
  })
  expect(answer.status).toBe(200)
  const { dataArray } = machinesData.answer.parse(await answer.json())
  expect(dataArray).toHaveLength(machinesPerClient)
  expect(dataArray.filter(({ Product }) => Product === longText).length).toBeGreaterThan(1_900)
})

test('the speed charts of one overview have at most 250,000 points', async () => {
  const now = Date.now()
  const ask = (count: number) =>
    server.ask(machinesData.path, {
      token,
      body: {
        start_date: new Date(now - limits.overviewDays * dayMs).toISOString(),
        end_date: new Date(now).toISOString(),
        clientId: 1,
        initialReq: 'yes',
        machinesIdArray: serialNos.slice(0, count),
      },
    })
  const pointsOfOne = (limits.overviewDays * dayMs) / (limits.graphSeconds * 1_000)
  const most = Math.floor(250_000 / pointsOfOne)
  expect((await ask(most)).status).toBe(200)
  const refused = await ask(most + 1)
  expect([refused.status, await refused.json()]).toEqual([
    400,
    expect.objectContaining({ code: 'answer.tooManyRows' }),
  ])
})

test('the live stream begins with all of them, and none of a neighbour', async () => {
  const reader = await liveReader(server, token, 1)
  try {
    await expect
      .poll(() => reader.events.filter(({ event }) => event === 'machine').length, {
        timeout: 30_000,
      })
      .toBeGreaterThanOrEqual(machinesPerClient)
    const reported = new Set(reader.events.map(({ data }) => JSON.parse(data).machineId))
    expect([...reported].sort()).toEqual([...serialNos].sort())
  } finally {
    reader.close()
  }
})

test('one machine more is refused with a sentence; the neighbour may add one', async () => {
  const admin = (await server.signIn('admin')).accessToken
  const add = async (clientId: number) => {
    const answer = await server.ask(addMachineCall.path, {
      token: admin,
      body: { clientId, machineTypeId: 1, machineId: `MORE-${clientId}`, lineName: '' },
    })
    return answer.json()
  }
  expect(await add(1)).toMatchObject({ code: 'machine.tooMany' })
  expect(await add(2)).toMatchObject({ message: 'Success!' })
})

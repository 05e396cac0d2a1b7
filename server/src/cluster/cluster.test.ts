import { ingestCounts, machinesData, session } from '@packboard/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestCluster, type TestCluster } from '../../testing/openTestCluster.ts'
import type { RunningServer } from '../startup/startServer.ts'

/** Machines of client 1, in cell 0, and of client 2, in cell 1. */
const machines = { 1: 'FW-101', 2: 'FW-201' } as const

let cluster: TestCluster
let ledgers: RunningServer[]
let apis: RunningServer[]
let doors: RunningServer[]

beforeAll(async () => {
  cluster = await openTestCluster()
  ledgers = await Promise.all([cluster.start('ledger'), cluster.start('ledger')])
  apis = await Promise.all([cluster.start('api'), cluster.start('api')])
  doors = await Promise.all([cluster.start('ingest'), cluster.start('ingest')])
})
afterAll(() => cluster?.close())

const call = (server: RunningServer | undefined, path: string, init: RequestInit = {}) =>
  fetch(`${server?.url}${path}`, init)

function post(server: RunningServer | undefined, path: string, token: string, body: unknown) {
  const headers = { 'content-type': 'application/json', 'x-access-token': token }
  return call(server, path, { method: 'POST', headers, body: JSON.stringify(body) })
}

async function signIn(server: RunningServer | undefined, username: string): Promise<string> {
  const answer = await post(server, '/api/auth/packboard-signin', '', {
    username,
    password: 'packboard',
  })
  return session.parse(await answer.json()).accessToken
}

async function send(server: RunningServer | undefined, serialNo: string, records: object[]) {
  const token = `${serialNo}:packboard`
  const whole = records.map((record) => ({ kind: 'sample', serialNo, ...record }))
  const answer = await post(server, '/api/ingest/records', token, whole)
  return { status: answer.status, ...ingestCounts.parse(await answer.json()) }
}

const windowStart = new Date(Date.now() - 3_600_000).toISOString()
const windowEnd = new Date(Date.now() - 10_000).toISOString()
const at = (seconds: number) => new Date(Date.now() - 60_000 + seconds * 1_000).toISOString()

async function overview(server: RunningServer | undefined, clientId: 1 | 2) {
  const token = await signIn(server, 'admin')
  const answer = await post(server, machinesData.path, token, {
    clientId,
    start_date: windowStart,
    end_date: windowEnd,
    initialReq: 'yes',
    machinesIdArray: [machines[clientId]],
  })
  expect(answer.status).toBe(200)
  return answer.json()
}

test('two cells are held by two processes', () => {
  expect(ledgers.map(({ deps }) => deps.cell?.id).sort()).toEqual([0, 1])
})

test.each([1, 2] as const)(
  'what a machine of client %i sends to any process is on every screen, and a repeat is a duplicate',
  async (clientId) => {
    const serialNo = machines[clientId]
    const records = [0, 1, 2].map((second) => ({
      time: at(second),
      state: 'Execute',
      packs: 100 + second,
    }))
    expect(await send(doors[0], serialNo, records)).toMatchObject({ status: 200, accepted: 3 })
    expect(await send(doors[1], serialNo, records)).toMatchObject({ accepted: 0, duplicate: 3 })
    const [one, other] = await Promise.all(apis.map((api) => overview(api, clientId)))
    expect(one).toEqual(other)
    expect(JSON.stringify(one)).toContain(serialNo)
  },
)

// @slow

import { machineNow } from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { type LiveReader, liveReader } from '../../testing/liveReader.ts'
import { addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { securityHeaders } from '../http/headers.ts'

let server: TestServer
const readers: LiveReader[] = []

/** The clock of the server: what it remembers of a session for seconds is old at once when it advances. */
let ahead = 0

beforeAll(async () => {
  server = await openTestServer({ now: () => Date.now() + ahead })
  await addNeighbours(server.deps.management)
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close()
})
afterAll(() => server.close())

async function open(username: string, clientId: number) {
  const { accessToken } = await server.signIn(username)
  const reader = await liveReader(server, accessToken, clientId)
  readers.push(reader)
  return { reader, token: accessToken }
}

const machines = (reader: LiveReader) =>
  reader.events
    .filter(({ event }) => event === 'machine')
    .map(({ data }) => machineNow.parse(JSON.parse(data)))
/** Which machines it sent so far, in the order of the first event of each. */
const reported = (reader: LiveReader) => [
  ...new Set(machines(reader).map(({ machineId }) => machineId)),
]
const lastOf = (reader: LiveReader, serialNo: string) =>
  machines(reader).findLast(({ machineId }) => machineId === serialNo)
const sample = (serialNo: string, rest: object) =>
  factory.at(Date.now()).sample(serialNo, { ...rest })
const soon = { timeout: 5_000, interval: 20 }

test('begins with every machine of the client, and carries the headers of every answer', async () => {
  const { reader } = await open('user', 1)
  expect(reader.status).toBe(200)
  expect(reader.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  expect(reader.headers.get('cache-control')).toBe('no-store')
  for (const [name, value] of Object.entries(securityHeaders))
    expect(reader.headers.get(name)).toBe(value)
  await expect
    .poll(() => reported(reader), soon)
    .toEqual(['FW-101', 'FW-102', 'FW-201', 'FW-202', 'FW-301', 'FW-302', 'VF-401', 'VF-402'])
})

test('tells a change that a machine sent to the people of its client, and to nobody else', async () => {
  const own = await open('user', 1)
  const other = await open('neighbour', 2)
  await expect.poll(() => reported(own.reader).length, soon).toBe(8)
  await expect.poll(() => reported(other.reader).length, soon).toBe(9)
  await server.send('FW-102', [
    sample('FW-102', { state: 21, product: 'Milk Bar 45 g', speed: 12 }),
  ])
  await expect
    .poll(() => lastOf(own.reader, 'FW-102'), soon)
    .toMatchObject({
      machineId: 'FW-102',
      Machine_ID: 'FW-102',
      Status: 'LIVE',
      Recipe: 21,
      Product: 'Milk Bar 45 g',
      RecentSpeed: 12,
    })
  await server.send('FW-511', [sample('FW-511', { state: 10 })])
  await expect.poll(() => lastOf(other.reader, 'FW-511')?.Status, soon).toBe('LIVE')
  expect(machines(own.reader).some(({ machineId }) => machineId === 'FW-511')).toBe(false)
  expect(machines(other.reader).some(({ machineId }) => machineId === 'FW-102')).toBe(false)
})

test('a page of one machine receives nothing of the others, and no machine of a neighbour', async () => {
  const { accessToken } = await server.signIn('user')
  const reader = await liveReader(server, accessToken, 1, '?machineId=FW-102')
  readers.push(reader)
  await expect.poll(() => reported(reader), soon).toEqual(['FW-102'])
  await server.send('FW-101', [sample('FW-101', { state: 10, speed: 31 })])
  await server.send('FW-102', [sample('FW-102', { state: 10, speed: 33 })])
  await expect.poll(() => lastOf(reader, 'FW-102')?.RecentSpeed, soon).toBe(33)
  expect(reported(reader)).toEqual(['FW-102'])
  for (const unseen of ['FW-511', 'XX-999']) {
    const refused = await liveReader(server, accessToken, 1, `?machineId=${unseen}`)
    readers.push(refused)
    expect(refused.status).toBe(404)
    expect(await refused.text()).toContain('machine.notFound')
  }
})

test('says that older data changed', async () => {
  const { reader } = await open('clientadmin', 1)
  await expect.poll(() => reported(reader).length, soon).toBe(8)
  await server.send('VF-401', [sample('VF-401', { state: 10 })])
  await server.send('VF-401', [{ ...sample('VF-401', { state: 8 }), time: Date.now() - 3_600_000 }])
  await expect.poll(() => reader.events.some(({ event }) => event === 'older'), soon).toBe(true)
})

test('ends with the sign-out of its session, and no other session does', async () => {
  const leaving = await open('user', 1)
  const staying = await open('user', 1)
  await server.ask('/api/auth/signout', { method: 'POST', token: leaving.token })
  await expect.poll(() => leaving.reader.ended(), soon).toBe(true)
  expect(leaving.reader.events.at(-1)).toEqual({ event: 'end', data: '{}' })
  expect(staying.reader.ended()).toBe(false)
})

test('a stream ends within five seconds of its session, its account, its place and its client', async () => {
  const db = tables(server.deps.management)
  const setUser = (username: string, values: { enabled?: boolean; client_id?: number }) =>
    db.updateTable('user_account').set(values).where('username', '=', username).execute()
  const setDeleted = (deleted_at: Date | null) =>
    db.updateTable('client').set({ deleted_at }).where('id', '=', 4).execute()
  const endSessions = (username: string) =>
    db
      .deleteFrom('session')
      .where('user_id', 'in', (query) =>
        query.selectFrom('user_account').select('id').where('username', '=', username),
      )
      .execute()
  const cases = [
    { why: 'ended by another server', who: 'clientadmin', clientId: 1, shown: 8 },
    { why: 'a disabled account', who: 'engineer', clientId: 1, shown: 8 },
    { why: 'a person in another client', who: 'user', clientId: 1, shown: 8 },
    { why: 'a deleted client, for staff', who: 'admin', clientId: 4, shown: 2 },
    { why: 'nothing', who: 'neighbour', clientId: 2, shown: 9 },
  ]
  const streams = await Promise.all(
    cases.map(async (one) => ({ ...one, ...(await open(one.who, one.clientId)) })),
  )
  for (const { reader, shown } of streams) {
    await expect.poll(() => reported(reader).length, soon).toBe(shown)
  }
  try {
    await endSessions('clientadmin')
    await setUser('engineer', { enabled: false })
    await setUser('user', { client_id: 2 })
    await setDeleted(new Date())
    // A session may be remembered for two of the five seconds.
    ahead += 2_000
    const over = () => streams.filter(({ reader }) => reader.ended()).map(({ why }) => why)
    await expect
      .poll(over, { timeout: 3_000, interval: 20 })
      .toEqual(cases.map(({ why }) => why).filter((why) => why !== 'nothing'))
    for (const { why, reader } of streams) {
      if (why !== 'nothing') expect([why, reader.events.at(-1)?.event]).toEqual([why, 'end'])
    }
  } finally {
    await setUser('engineer', { enabled: true })
    await setUser('user', { client_id: 1 })
    await setDeleted(null)
  }
})

test('a person has six streams at most, and is told when to try again', async () => {
  const { accessToken } = await server.signIn('engineer')
  for (let i = 0; i < 6; i++) {
    const reader = await liveReader(server, accessToken, 1)
    readers.push(reader)
    expect(reader.status).toBe(200)
  }
  const refused = await liveReader(server, accessToken, 1)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('30')
  expect(await refused.text()).toContain('request.tooMany')
})

test('HEAD opens no stream', async () => {
  const { accessToken } = await server.signIn('admin')
  const answer = await server.ask('/api/admin/machines-live/1', {
    method: 'HEAD',
    token: accessToken,
  })
  expect(answer.status).toBe(405)
})

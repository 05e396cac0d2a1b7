// @slow

import {
  addKioskLink,
  clientMachines,
  failure,
  kioskLinks,
  kioskWall,
  machinesData,
  revokeKioskLink,
  type WallAnswer,
} from '@packboard/contract'
import { settingsFromBeginning, tables } from '@packboard/management/testing'
import { wallTime } from '@packboard/model'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { type LiveReader, liveReader } from '../../testing/liveReader.ts'
import { addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { declaredRoutes } from '../../testing/rights/declaredRoutes.ts'

/** What a television with a wall link may see and do over HTTP, with a second client in the store. */
let server: TestServer
let tokens: Map<string, string>
const readers: LiveReader[] = []

/** The clock advances half a minute before each test: otherwise the refused calls of one address would be throttled. */
let ahead = 0
beforeEach(() => {
  ahead += 30_000
})
beforeAll(async () => {
  server = await openTestServer({ now: () => Date.now() + ahead })
  await addNeighbours(server.deps.management)
  tokens = await server.people('admin', 'clientadmin', 'distributor', 'user', 'neighbour')
})
afterEach(() => {
  for (const reader of readers.splice(0)) reader.close()
})
afterAll(() => server?.close())

const soon = { timeout: 8_000, interval: 50 }

async function link(clientId: number, { by = 'admin', expiresAt }: Partial<Wish> = {}) {
  const answer = await server.ask(addKioskLink.path, {
    token: tokens.get(by),
    body: { clientId, label: 'Hall', ...(expiresAt && { expiresAt: expiresAt.toISOString() }) },
  })
  const { id, address } = addKioskLink.answer.parse(await answer.json())
  const token = `wall.${address.replace('/wall#', '')}`
  return {
    id,
    token,
    ask: (path: string, body?: unknown) => server.ask(path, { token, body }),
    wall: () => server.ask(kioskWall.path, { token }),
    revoke: () =>
      server.ask(revokeKioskLink.path.replace(':id', String(id)), {
        method: 'DELETE',
        token: tokens.get(by),
      }),
  }
}
type Wish = { by: string; expiresAt: Date }

const hour = (clientId: number, machinesIdArray: string[]) => ({
  start_date: new Date(Date.now() - 3_600_000).toISOString(),
  end_date: new Date(Date.now() - 60_000).toISOString(),
  clientId,
  initialReq: 'yes',
  machinesIdArray,
})
const liveOf = async (token: string, clientId: number) => {
  const reader = await liveReader(server, token, clientId)
  readers.push(reader)
  return reader
}
const codeIn = async (answer: Response) => [answer.status, failure.parse(await answer.json()).code]
const setClient = (id: number, values: { enabled?: boolean; distributor_id?: number }) =>
  tables(server.deps.management).updateTable('client').set(values).where('id', '=', id).execute()

test('a television sees name, zone, machines and live states of the client of its link', async () => {
  const { wall, ask, token } = await link(1)
  const reported: WallAnswer = kioskWall.answer.parse(await (await wall()).json())
  expect(reported).toMatchObject({ clientId: 1, clientName: 'Northfield Confectionery' })
  expect(reported.zone).toBe('Europe/London')
  const { machines } = clientMachines.answer.parse(
    await (await ask('/api/admin/client_machines/1')).json(),
  )
  expect(machines).toHaveLength(8)
  const answer = await ask(machinesData.path, hour(1, ['FW-101', 'FW-511']))
  const { dataArray } = machinesData.answer.parse(await answer.json())
  // The machine of the other client was also requested and is left out.
  expect(dataArray.map(({ machineId }) => machineId)).toEqual(['FW-101'])
  const live = await liveOf(token, 1)
  expect(live.status).toBe(200)
  await expect.poll(() => live.events.length, soon).toBeGreaterThanOrEqual(8)
  await server.send('FW-511', [factory.at(Date.now()).sample('FW-511', { state: 3 })])
  await server.send('FW-102', [factory.at(Date.now()).sample('FW-102', { state: 3 })])
  await expect
    .poll(() => live.events.filter(({ data }) => data.includes('FW-102')).length, soon)
    .toBeGreaterThanOrEqual(2)
  expect(JSON.stringify(live.events)).not.toContain('FW-511')
})

test('OEEE is told to who asks for it: packs against the target speed', async () => {
  const { ask } = await link(2)
  const reported = async (figures: string) =>
    kioskWall.answer.parse(await (await ask(`${kioskWall.path}?figures=${figures}`)).json())
  const end = Date.now() - 1_000
  const minute = (before: number) =>
    factory
      .at(end - before * 60_000)
      .sample('FW-511', { state: 10, product: 'Measured', packs: 1_000 - before * 30 })
  // Ten minutes of run at 30 packs a minute, where 60 are the target.
  await settingsFromBeginning(server.deps.management, [
    { clientId: 2, kind: 'targetSpeed', product: 'Measured', value: 60 },
  ])
  await server.send(
    'FW-511',
    Array.from({ length: 11 }, (_, step) => minute(10 - step)),
  )
  await server.deps.telemetry.settled()
  expect((await reported('no')).oeee).toBeNull()
  expect((await reported('yes')).oeee).toBeCloseTo(50, -1)
})

test('a neighbour’s client looks to a television as if it were not there', async () => {
  const { ask, token } = await link(1)
  const foreign = await ask('/api/admin/client_machines/2')
  const absent = await ask('/api/admin/client_machines/999999')
  expect(await codeIn(foreign)).toEqual([404, 'client.notFound'])
  expect(await codeIn(absent)).toEqual([404, 'client.notFound'])
  expect(await codeIn(await ask(machinesData.path, hour(2, ['FW-511'])))).toEqual([
    404,
    'client.notFound',
  ])
  const live = await liveOf(token, 2)
  expect([live.status, await live.text()]).toEqual([
    404,
    expect.stringContaining('client.notFound'),
  ])
})

const kioskPolicies = [
  'GET /api/admin/client_machines/:clientId',
  'POST /api/admin/machinesData',
  'GET /api/admin/machines-live/:clientId',
  'GET /api/admin/incomplete-months/:clientId',
  'GET /api/kiosk/wall',
  'GET /api/admin/shift-progress/:clientId',
  'GET /api/admin/line/:clientId/now',
]
const titleOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

test('the wall needs seven calls', async () => {
  const open = (await declaredRoutes()).filter(({ policy }) => policy.board)
  expect(open.map(titleOf).sort()).toEqual(kioskPolicies.toSorted())
})

test('every other door is shut to a television, whatever it asks', async () => {
  const { token } = await link(1)
  const closed = (await declaredRoutes()).filter(
    (row) =>
      !['everybody', 'loopback', 'peer'].includes(row.policy.caller) &&
      !kioskPolicies.includes(titleOf(row)),
  )
  expect(closed.length).toBeGreaterThan(40)
  for (const { method, path } of closed) {
    ahead += 2_000
    const answer = await server.ask(path.replace(':clientId', '1').replace(':id', '1'), {
      method,
      token,
      ...(method === 'POST' || method === 'PUT' ? { body: {} } : {}),
    })
    const code = path.startsWith('/api/ingest/') ? 'device.unknown' : 'session.required'
    expect([path, ...(await codeIn(answer))]).toEqual([path, 401, code])
  }
})

test('nobody but the holder of a link enters by the door of televisions', async () => {
  const { token } = await link(1)
  const bare = token.replace('wall.', '')
  const tried = [undefined, tokens.get('admin'), bare, `wall.${tokens.get('admin')}`]
  for (const one of [
    ...tried,
    'FW-101:packboard',
    'wall.',
    `wall.${'A'.repeat(43)}`,
    `${token}A`,
  ]) {
    const answer = await server.ask(kioskWall.path, { token: one })
    expect([one, answer.status]).toEqual([one, 401])
  }
  const inAddress = await server.ask(`${kioskWall.path}?token=${token}&x-access-token=${token}`)
  expect(inAddress.status).toBe(401)
})

test('revoking ends the link and its open stream within seconds', async () => {
  const [one, other] = [await link(1), await link(1)]
  const [live, stays] = [await liveOf(one.token, 1), await liveOf(other.token, 1)]
  expect((await one.revoke()).status).toBe(200)
  ahead += 3_000
  await expect.poll(() => live.ended(), soon).toBe(true)
  expect(live.events.at(-1)?.event).toBe('end')
  expect(await codeIn(await one.wall())).toEqual([401, 'session.required'])
  expect((await one.ask('/api/admin/client_machines/1')).status).toBe(401)
  expect((await other.wall()).status).toBe(200)
  expect(stays.ended()).toBe(false)
})

test('a link that has run out answers like one that never was', async () => {
  const { wall } = await link(1, { expiresAt: new Date(Date.now() + ahead + 60_000) })
  expect((await wall()).status).toBe(200)
  ahead += 61_000
  expect(await codeIn(await wall())).toEqual([401, 'session.required'])
})

test('the stream of a client that was disabled ends, and comes back with the client', async () => {
  const { token, wall } = await link(2)
  const live = await liveOf(token, 2)
  await setClient(2, { enabled: false })
  try {
    ahead += 3_000
    await expect.poll(() => live.ended(), soon).toBe(true)
    expect((await wall()).status).toBe(401)
  } finally {
    await setClient(2, { enabled: true })
  }
  expect((await wall()).status).toBe(200)
})

test('a television that looks writes down no staff and needs no session of its maker', async () => {
  const { wall } = await link(1, { by: 'distributor' })
  const reads = async () =>
    (
      await tables(server.deps.management)
        .selectFrom('audit_log')
        .select('id')
        .where('action', '=', 'read')
        .execute()
    ).length
  const before = await reads()
  expect((await wall()).status).toBe(200)
  expect(await reads()).toBe(before)
})

test('a person asks for the wall of their own clients alone', async () => {
  // An earlier test disabled the other client, which ended the session of its user.
  tokens.set('neighbour', (await server.signIn('neighbour')).accessToken)
  const ask = async (who: string, clientId: number) =>
    (await server.ask(`/api/admin/wall/${clientId}`, { token: tokens.get(who) })).status
  expect([await ask('user', 1), await ask('user', 2)]).toEqual([200, 404])
  expect([await ask('neighbour', 1), await ask('neighbour', 2)]).toEqual([404, 200])
})

test('the token is in no line of the log', async () => {
  const { token, wall, ask } = await link(1)
  await wall()
  await ask('/api/admin/client_machines/2')
  expect(server.lines.join('\n')).not.toContain(token.replace('wall.', ''))
})

test('the totals begin with the first shift of the day, and at 06:00 where nobody has set shifts', async () => {
  const { wall } = await link(2)
  const begins = async () => {
    const { from, zone } = kioskWall.answer.parse(await (await wall()).json())
    return [zone, wallTime(from, zone).time.slice(0, 5)]
  }
  const setShifts = async (starts: readonly string[]) => {
    const plan = starts.flatMap((start) =>
      [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, start, name: `From ${start}` })),
    )
    const answer = await server.ask('/api/admin/shifts/2', {
      method: 'PUT',
      token: tokens.get('admin'),
      body: { shifts: plan },
    })
    expect(answer.status).toBe(200)
  }
  await setShifts(['05:30', '17:30'])
  expect(await begins()).toEqual(['Europe/Oslo', '05:30'])
  // The shifts of another client are not this one's.
  const other = kioskWall.answer.parse(await (await (await link(1)).wall()).json())
  expect(wallTime(other.from, other.zone).time.slice(0, 5)).toBe('06:00')
  await setShifts([])
  expect(await begins()).toEqual(['Europe/Oslo', '06:00'])
})

test('a link ends after a year unless another end is wanted', async () => {
  const token = tokens.get('admin')
  const end = async (more: object) => {
    const body = { clientId: 1, label: 'Hall', ...more }
    const made = await server.ask(addKioskLink.path, { token, body })
    const { id } = addKioskLink.answer.parse(await made.json())
    const list = kioskLinks.answer.parse(
      await (await server.ask(kioskLinks.path, { token })).json(),
    )
    const link = list.links.find((one) => one.id === id)
    if (!link?.expiresAt) return null
    return Math.round((link.expiresAt.getTime() - link.createdAt.getTime()) / 86_400_000)
  }
  expect(await end({})).toBe(365)
  expect(await end({ expiresAt: null })).toBeNull()
})

test.each(['1e0', '01', '%201', '1%20', '1.0', '+1', '0x1', '1_0', '', '0', '-1', '99999999999'])(
  'the number of a client is digits and nothing else: %s',
  async (number) => {
    const token = tokens.get('admin')
    const status = async (path: string) => (await server.ask(path, { token })).status
    expect(await status('/api/admin/client_machines/1')).toBe(200)
    const inPath = await status(`/api/admin/client_machines/${number}`)
    expect([400, 404]).toContain(inPath)
    const window = 'start_date=2026-11-20&end_date=2026-11-20'
    expect(await status(`/api/admin/day-summary?clientId=1&${window}`)).toBe(200)
    expect(await status(`/api/admin/day-summary?clientId=${number}&${window}`)).toBe(400)
  },
)

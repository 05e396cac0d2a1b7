// @slow

import { randomUUID } from 'node:crypto'
import {
  addKioskLink,
  addShiftNote,
  alerts,
  callForHelp,
  chooseOperator,
  clientMachines,
  clientReasons,
  clientTimes,
  eraseName,
  failure,
  handOverShift,
  helpDone,
  helpOnMyWay,
  kioskLinks,
  kioskWall,
  labelHistory,
  labelStop,
  lineNow,
  lineStops,
  machinesData,
  nameLineRoot,
  operatorLink,
  revokeKioskLink,
  setReasons,
  shiftPage,
  shiftProgress,
  stopList,
  updateKioskLink,
} from '@packboard/contract'
import { runSql, tables } from '@packboard/management/testing'
import type { Reason } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { type FactoryFloor, floorNow, openFactoryFloor } from '../../testing/factoryFloor.ts'
import { addNeighbours } from '../../testing/neighbours.ts'
import { declaredRoutes } from '../../testing/rights/declaredRoutes.ts'

/** What a tablet with a link of kind operator may see and do, with other machines and another client in the store. */
let floor: FactoryFloor
/** The clock advances before each test: otherwise the refused calls of one address would be throttled. */
let ahead = 0
beforeEach(() => {
  ahead += 30_000
})

const filmBreak: Reason = {
  ...{ id: '00000000-0000-4000-8000-000000000001', parent: null, name: { en: 'Film break' } },
  ...{ icon: 'film', planned: false, cause: 'machine', rank: 1, overrunSeconds: null },
  ...{ alarms: [], states: [], retired: false },
}
/** 08:00 of the present day; the present is 12:00. */
const morning = floorNow - 4 * 3_600_000
const at = (minutes: number) => morning + minutes * 60_000
const iso = (minutes: number) => new Date(at(minutes)).toISOString()

/** Runs, and stands for ten minutes from each of these minutes after 08:00 on. */
async function stands(serialNo: string, begins: readonly number[]) {
  const records = begins.flatMap((begin) =>
    Array.from({ length: 41 }, (_, step) =>
      factory.at(at(begin - 5) + step * 30_000).sample(serialNo, {
        state: step < 10 || step >= 30 ? 10 : 21,
        product: 'Bar',
        packs: 1,
        speed: 0,
      }),
    ),
  )
  await floor.send(serialNo, records)
}

let person: Map<string, string>
beforeAll(async () => {
  floor = await openFactoryFloor(() => floorNow + ahead)
  await addNeighbours(floor.server.deps.management)
  person = await floor.server.people('admin', 'clientadmin', 'neighbour')
  // A stop of the day before yesterday, and two of this morning.
  await stands('FW-102', [-2_000, 30, 90])
  await stands('FW-201', [30])
  await stands('FW-511', [30])
  const token = person.get('admin')
  for (const clientId of [1, 2]) {
    const path = setReasons.path.replace(':clientId', String(clientId))
    const body = { reasons: [filmBreak] }
    expect((await floor.server.ask(path, { method: 'PUT', token, body })).status).toBe(200)
  }
})
afterAll(() => floor?.close())

type Wish = {
  machines?: string[]
  names?: string[]
  pin?: string
  clientId?: number
  kind?: string
}

async function link({
  machines = ['FW-102'],
  names = ['P. Nowak', 'A. Berg'],
  ...rest
}: Wish = {}) {
  const token = person.get('admin')
  const answer = await floor.server.ask(addKioskLink.path, {
    token,
    body: { clientId: 1, label: 'Line 2', kind: 'operator', machines, names, ...rest },
  })
  const made = addKioskLink.answer.parse(await answer.json())
  const bare = `wall.${made.address.slice(made.address.indexOf('#') + 1)}`
  const byId = (path: string) => path.replace(':id', String(made.id))
  const change = async (body: object) => {
    const form = { label: 'Line 2', machines, names, ...body }
    const path = byId(updateKioskLink.path)
    return (await floor.server.ask(path, { method: 'PUT', token, body: form })).status
  }
  return {
    ...{ ...made, bare, change },
    page: async (held = bare) =>
      operatorLink.answer.parse(
        await (await floor.server.ask(operatorLink.path, { token: held })).json(),
      ),
    revoke: () => floor.server.ask(byId(revokeKioskLink.path), { method: 'DELETE', token }),
  }
}
type Link = Awaited<ReturnType<typeof link>>

/** The status of choosing a name, and what the tablet holds from then on. */
async function choose({ bare, page }: Pick<Link, 'bare' | 'page'>, name = 'P. Nowak', pin = '') {
  const { names } = await page()
  const nameId = names.find((each) => each.name === name)?.id
  const answer = await floor.server.ask(chooseOperator.path, {
    token: bare,
    body: { nameId, pin },
  })
  const body = await answer.json()
  const held = answer.status === 200 ? bare + chooseOperator.answer.parse(body).pass : bare
  return { status: answer.status, code: failure.safeParse(body).data?.code, held }
}

const codeOf = async (answer: Response) => [
  answer.status,
  failure.safeParse(await answer.json()).data?.code,
]
const window = { start_date: '2026-04-10', end_date: '2026-04-10', timezone: 'UTC' }
const stopsPath = (machineId: string, query: Record<string, string> = {}, clientId = '1') =>
  `${stopList.path}?${new URLSearchParams({ clientId, machineId, ...window, order: 'ascending', ...query })}`
const historyPath = (machineId: string, from = 0) =>
  `${labelHistory.path}?${new URLSearchParams({ clientId: '1', machineId, from: iso(from), to: iso(200) })}`
const label = (machineId: string, from = 30, more: object = {}, clientId = 1) => ({
  ...{ clientId, machineId, key: randomUUID() },
  change: {
    ...{ action: 'label', reason: filmBreak.id, from: iso(from), to: iso(from + 9) },
    ...{ replaces: [], ...more },
  },
})
const ask = (token: string, path: string, body?: unknown) =>
  floor.server.ask(path, { token, ...(body !== undefined && { body }) })

const named = [
  ['GET', clientMachines.path.replace(':clientId', '1')],
  ['POST', machinesData.path],
  ['GET', '/api/admin/machines-live/1'],
  ['GET', '/api/admin/incomplete-months/1'],
  ['GET', shiftProgress.path.replace(':clientId', '1')],
  ['GET', stopsPath('FW-102')],
  ['GET', historyPath('FW-102')],
  ['POST', labelStop.path],
  ['GET', clientTimes.path.replace(':clientId', '1')],
  ['GET', clientReasons.path.replace(':clientId', '1')],
  ['GET', shiftPage.path.replace(':clientId', '1')],
  ['POST', addShiftNote.path.replace(':clientId', '1').replace(':start', iso(-180))],
  ['POST', handOverShift.path.replace(':clientId', '1').replace(':start', iso(-180))],
  ['GET', `${lineNow.path.replace(':clientId', '1')}?line=Line+2`],
  ['GET', `${lineStops.path.replace(':clientId', '1')}?line=Line+2&from=${iso(-180)}&to=${iso(0)}`],
  ['POST', nameLineRoot.path.replace(':clientId', '1')],
  ['GET', alerts.path.replace(':clientId', '1')],
  ['POST', callForHelp.path],
  ['POST', helpOnMyWay.path.replace(':id', '1')],
  ['POST', helpDone.path.replace(':id', '1')],
] as const

test('before a name was chosen a tablet sees the names and nothing else', async () => {
  const tablet = await link({ pin: '471100' })
  expect(tablet.address).toMatch(/^\/operator#/)
  expect(await tablet.page()).toMatchObject({
    ...{ clientId: 1, label: 'Line 2', pin: true, person: null },
    names: [{ name: 'A. Berg' }, { name: 'P. Nowak' }],
  })
  const open = (await declaredRoutes()).filter(({ policy }) => policy.operator === 'named')
  expect(open).toHaveLength(named.length)
  for (const [method, path] of named) {
    ahead += 1_000
    const body = method === 'POST' ? label('FW-102') : undefined
    const answer = await floor.server.ask(path, { method, token: tablet.bare, body })
    expect([path, ...(await codeOf(answer))]).toEqual([path, 401, 'session.required'])
  }
})

test('the PIN is kept as a hash; five wrong ones, and the link waits', async () => {
  const [tablet, other] = [await link({ pin: '471100' }), await link({ pin: '471100' })]
  const right = await choose(tablet, 'P. Nowak', '471100')
  expect(right.status).toBe(200)
  expect((await tablet.page(right.held)).person?.name).toBe('P. Nowak')
  const kept = JSON.stringify([
    await runSql(floor.server.deps.management, 'select pin_hash from kiosk_link'),
    await runSql(floor.server.deps.management, 'select * from audit_log'),
  ])
  expect(kept).toContain('$argon2id$')
  expect(kept).not.toContain('471100')
  for (let tries = 0; tries < 5; tries += 1) {
    expect(await choose(tablet, 'P. Nowak', '000000')).toMatchObject({
      ...{ status: 403, code: 'kioskLink.wrongPin' },
    })
  }
  // The right one waits, too: it could be the next guess.
  for (const pin of ['000000', '471100']) {
    expect(await choose(tablet, 'P. Nowak', pin)).toMatchObject({
      ...{ status: 429, code: 'kioskLink.pinWait' },
    })
  }
  expect((await choose(other, 'P. Nowak', '471100')).status).toBe(200)
  ahead += 5 * 60_000 + 1_000
  expect((await choose(tablet, 'P. Nowak', '471100')).status).toBe(200)
})

test('a tablet sees the machines of its link; others are as if they were not there', async () => {
  const { held } = await choose(await link())
  const list = clientMachines.answer.parse(
    await (await ask(held, clientMachines.path.replace(':clientId', '1'))).json(),
  )
  expect(list.machines.map(({ machineId }) => machineId)).toEqual(['FW-102'])
  const data = machinesData.answer.parse(
    await (
      await ask(held, machinesData.path, {
        ...{ clientId: 1, initialReq: 'yes', machinesIdArray: ['FW-102', 'FW-201', 'FW-511'] },
        ...{ start_date: iso(0), end_date: iso(100) },
      })
    ).json(),
  )
  expect(data.dataArray.map(({ machineId }) => machineId)).toEqual(['FW-102'])
  const progress = shiftProgress.answer.parse(
    await (await ask(held, shiftProgress.path.replace(':clientId', '1'))).json(),
  )
  expect(progress.machines.map(({ machineId }) => machineId)).not.toContain('FW-201')
  const every = stopList.answer.parse(await (await ask(held, stopsPath('All'))).json())
  expect(new Set(every.stops.map(({ machine }) => machine))).toEqual(new Set(['FW-102']))
  for (const machine of ['FW-201', 'FW-511', 'ZZ-000']) {
    for (const answer of [
      await ask(held, stopsPath(machine)),
      await ask(held, historyPath(machine)),
      await ask(held, labelStop.path, label(machine)),
      await ask(held, `/api/admin/machines-live/1?machineId=${machine}`),
    ]) {
      expect([machine, ...(await codeOf(answer))]).toEqual([machine, 404, 'machine.notFound'])
    }
  }
  for (const answer of [
    await ask(held, stopsPath('FW-511', {}, '2')),
    await ask(held, labelStop.path, label('FW-511', 30, {}, 2)),
    await ask(held, clientReasons.path.replace(':clientId', '2')),
    await ask(held, clientTimes.path.replace(':clientId', '2')),
    await ask(held, clientReasons.path.replace(':clientId', '999')),
  ]) {
    expect(await codeOf(answer)).toEqual([404, 'client.notFound'])
  }
})

test('a label carries the name and the place of the tablet, for people and for the next tablet', async () => {
  const tablet = await link()
  const [first, second] = [await choose(tablet), await choose(tablet, 'A. Berg')]
  const stored = await ask(first.held, labelStop.path, label('FW-102'))
  expect(await stored.json()).toMatchObject({ by: 'P. Nowak · Line 2' })
  const seen = async (token: string) => {
    const { stops } = stopList.answer.parse(await (await ask(token, stopsPath('FW-102'))).json())
    return stops[0]?.parts[0]
  }
  for (const token of [second.held, person.get('clientadmin') ?? '']) {
    expect(await seen(token)).toMatchObject({ by: 'P. Nowak · Line 2', reason: filmBreak.id })
  }
  const refused = failure.parse(
    await (await ask(second.held, labelStop.path, label('FW-102'))).json(),
  )
  expect([refused.code, refused.message]).toEqual([
    'label.taken',
    expect.stringContaining('P. Nowak · Line 2'),
  ])
  const { labels } = labelHistory.answer.parse(
    await (await ask(second.held, historyPath('FW-102'))).json(),
  )
  expect(labels).toMatchObject([{ by: 'P. Nowak · Line 2' }])
  const entry = await tables(floor.server.deps.management)
    .selectFrom('audit_log')
    .select(['actor_id', 'actor_name', 'client_id'])
    .where('entity', '=', 'stopLabel')
    .execute()
  // The log outlives an erasure: it has the place, not the name.
  expect(entry).toEqual([{ actor_id: null, actor_name: 'Line 2', client_id: 1 }])
})

test('what is older than a day is neither read nor named on a tablet', async () => {
  const { held } = await choose(await link())
  const old = -2_000
  expect(await codeOf(await ask(held, labelStop.path, label('FW-102', old)))).toEqual([
    ...[403, 'label.tooOld'],
  ])
  const days = { start_date: '2026-04-08', end_date: '2026-04-10' }
  expect((await ask(held, stopsPath('FW-102', days))).status).toBe(400)
  expect((await ask(held, historyPath('FW-102', old))).status).toBe(400)
  const user = person.get('clientadmin') ?? ''
  expect((await ask(user, stopsPath('FW-102', days))).status).toBe(200)
})

test('a pass ends with its name, with a new PIN, after 16 hours, and behind another link', async () => {
  const tablet = await link({ pin: '471100' })
  const pass = async (name = 'P. Nowak', pin = '471100') => (await choose(tablet, name, pin)).held
  const works = async (held: string) => {
    // The server believes what it read of a link for two seconds.
    ahead += 3_000
    return [(await ask(held, stopsPath('FW-102'))).status, (await tablet.page(held)).person?.name]
  }
  const [nowak, berg] = [await pass(), await pass('A. Berg')]
  expect(await works(nowak)).toEqual([200, 'P. Nowak'])
  expect(await tablet.change({ names: ['A. Berg'] })).toBe(200)
  expect(await works(nowak)).toEqual([401, undefined])
  expect(await works(berg)).toEqual([200, 'A. Berg'])
  expect(await tablet.change({ names: ['A. Berg'], pin: '123456' })).toBe(200)
  expect(await works(berg)).toEqual([401, undefined])
  const again = await pass('A. Berg', '123456')
  const other = await link({ names: ['A. Berg'] })
  expect((await tablet.page(other.bare + again.slice(-43))).person).toBeNull()
  ahead += 16 * 3_600_000
  expect(await works(again)).toEqual([401, undefined])
  ahead -= 16 * 3_600_000
})

test('changed machines hold at once; a revoked link has nothing left', async () => {
  const tablet = await link()
  const { held } = await choose(tablet)
  expect(await tablet.change({ machines: ['FW-201'] })).toBe(200)
  ahead += 3_000
  expect((await ask(held, stopsPath('FW-102'))).status).toBe(404)
  expect((await ask(held, stopsPath('FW-201'))).status).toBe(200)
  expect((await tablet.revoke()).status).toBe(200)
  ahead += 3_000
  for (const path of [operatorLink.path, stopsPath('FW-201')]) {
    expect(await codeOf(await ask(held, path))).toEqual([401, 'session.required'])
  }
  expect(await tablet.change({})).toBe(404)
})

test('a wall and a tablet have pages of their own', async () => {
  const [tablet, board] = [await link(), await link({ kind: 'board', names: [] })]
  const { held } = await choose(tablet)
  expect((await ask(held, kioskWall.path)).status).toBe(401)
  expect((await ask(board.bare, kioskWall.path)).status).toBe(200)
  expect((await ask(board.bare, operatorLink.path)).status).toBe(401)
  expect((await ask(board.bare, stopsPath('FW-102'))).status).toBe(401)
  // A wall may show a part of the machines, too.
  const list = await ask(board.bare, clientMachines.path.replace(':clientId', '1'))
  expect(clientMachines.answer.parse(await list.json()).machines).toHaveLength(1)
})

test('what a link cannot have is refused, and names no machine of another client', async () => {
  const token = person.get('clientadmin')
  const tried = async (body: object) =>
    codeOf(
      await floor.server.ask(addKioskLink.path, {
        token,
        body: { clientId: 1, label: 'L', kind: 'operator', machines: ['FW-102'], ...body },
      }),
    )
  const names = ['P. Nowak']
  expect(await tried({ names, machines: ['FW-511'] })).toEqual([404, 'machine.notFound'])
  expect(await tried({ names, machines: ['ZZ-000'] })).toEqual([404, 'machine.notFound'])
  expect(await tried({ names, clientId: 2 })).toEqual([404, 'client.notFound'])
  for (const body of [
    { names: [] },
    { names, machines: [] },
    { names: ['A', 'A'] },
    { names, pin: '123' },
    { names, pin: '123456789' },
    { names, pin: '12a4' },
    { kind: 'board', names },
    { kind: 'board', pin: '1234' },
    { names: Array.from({ length: 61 }, (_, index) => `Name ${index}`) },
  ]) {
    expect([body, ...(await tried(body))]).toEqual([body, 400, 'request.invalid'])
  }
  const { links } = kioskLinks.answer.parse(
    await (await floor.server.ask(kioskLinks.path, { token })).json(),
  )
  expect(JSON.stringify(links)).not.toMatch(/argon2|FW-511/)
  const theirs = await floor.server.ask(kioskLinks.path, { token: person.get('neighbour') })
  expect(theirs.status).toBe(403)
})

test('an erased name is offered no longer, and its labels show the replacement', async () => {
  const tablet = await link({ names: ['Eva Lind', 'A. Berg'] })
  const { held } = await choose(tablet, 'Eva Lind')
  expect((await ask(held, labelStop.path, label('FW-102', 90))).status).toBe(200)
  const path = eraseName.path.replace(':clientId', '1')
  const token = person.get('clientadmin')
  // What erases wants a confirmation of the last ten minutes.
  await runSql(floor.server.deps.management, 'update session set confirmed_at = $1', [
    new Date(floorNow + ahead),
  ])
  const erased = await floor.server.ask(path, { token, body: { name: 'Eva Lind' } })
  expect(erased.status).toBe(200)
  expect((await tablet.page()).names.map(({ name }) => name)).toEqual(['A. Berg'])
  const { labels } = labelHistory.answer.parse(
    await (await ask(token ?? '', historyPath('FW-102', 80))).json(),
  )
  expect(labels.map(({ by }) => by)).toContainEqual(expect.stringMatching(/^erased-\w+ · Line 2$/))
  const kept = await runSql(floor.server.deps.management, 'select * from audit_log')
  expect(JSON.stringify(kept)).not.toContain('Eva Lind')
})

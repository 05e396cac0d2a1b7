// @slow
import {
  addKioskLink,
  addShiftNote,
  chooseOperator,
  clientBoard,
  daySummary,
  failure,
  handOverShift,
  operatorLink,
  type ShiftPage,
  setOperatorRows,
  setPlan,
  setShifts,
  shiftPage,
  shiftProgress,
  stopCauses,
  stopList,
} from '@packboard/contract'
import { settingsFromBeginning, tables } from '@packboard/management/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { type FactoryFloor, floorNow, openFactoryFloor } from '../../testing/factoryFloor.ts'
import { addNeighbours } from '../../testing/neighbours.ts'

/** Two machines on Friday 10 April 2026, 12:00 UTC, 13:00 in London: seven of eight hours of the early shift have passed. */
let floor: FactoryFloor
let ahead = 0
const minute = 60_000
const day = 24 * 60 * minute
/** 06:00 in London. */
const begins = floorNow - 7 * 60 * minute
const iso = (ms: number) => new Date(ms).toISOString()

type Part = readonly [until: number, state: number, rate: number]
/** A sample each minute, with the alarm of a stop at its first one. */
async function makes(
  serialNo: string,
  begin: number,
  parts: readonly Part[],
  product = 'Page Bar',
) {
  // From 0: a counter that begins anew counts what it shows.
  let [packs, from] = [0, 0]
  const records: object[] = []
  for (const [until, state, rate] of parts) {
    if (state !== 10) {
      const raisedAt = begin + from * minute
      const alarm = { group: 'Jaws', description: 'Front jaw under set point' }
      records.push({ kind: 'alarm', serialNo, raisedAt, ...alarm })
    }
    for (let at = from; at < until; at += 1, packs += rate) {
      const sample = { state, product, packs, user: 'J. Okafor' }
      records.push(factory.at(begin + at * minute).sample(serialNo, sample))
    }
    from = until
  }
  await floor.send(serialNo, records)
}

beforeEach(() => {
  ahead += 1_000
})
beforeAll(async () => {
  floor = await openFactoryFloor(() => floorNow + ahead)
  await addNeighbours(floor.server.deps.management)
  const db = tables(floor.server.deps.management)
  await db
    .updateTable('machine')
    .set({ deleted_at: new Date() })
    .where('client_id', '=', 1)
    .where('serial_no', 'not in', ['FW-201', 'FW-202'])
    .execute()
  for (const clientId of [1, 2]) {
    await settingsFromBeginning(floor.server.deps.management, [
      { clientId, kind: 'targetSpeed', product: 'Page Bar', value: 10 },
    ])
  }
  const stops: readonly Part[] = [
    [120, 10, 10],
    [180, 21, 0],
    [420, 10, 10],
  ]
  await makes('FW-201', begins, stops)
  // A micro-stop of a minute, and two stops.
  await makes('FW-202', begins, [
    [60, 10, 11],
    [61, 21, 0],
    [300, 10, 11],
    [304, 5, 0],
    [420, 10, 11],
  ])
  await makes('FW-511', begins, stops)
  // Two days before with the same stop, whole; a week before without one.
  await makes('FW-201', begins - 2 * day, [...stops, [480, 10, 10]])
  await makes('FW-202', begins - 2 * day, [[480, 10, 10]])
  await makes('FW-201', begins - 7 * day, [[480, 10, 10]])
  await makes('FW-202', begins - 7 * day, [[480, 10, 10]])
  await floor.send('FW-201', [
    {
      ...{ kind: 'audit', serialNo: 'FW-201', time: begins + 110 * minute, userGroup: 'Operator' },
      ...{ description: 'Sealing temperature', valueBefore: '142', valueAfter: '146' },
    },
    {
      ...{ kind: 'audit', serialNo: 'FW-201', time: begins + 80 * minute, userGroup: 'Operator' },
      ...{ description: 'Too early', valueBefore: '1', valueAfter: '2' },
    },
  ])
  const shifts = [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
    { weekday, start: '06:00', name: 'Early' },
    { weekday, start: '14:00', name: 'Late' },
    { weekday, start: '22:00', name: 'Night' },
  ])
  await put(setShifts.path.replace(':clientId', '1'), { shifts })
  await put(setShifts.path.replace(':clientId', '2'), { shifts: [] })
  // Until the days before are computed the page says nothing of them.
  await floor.server.deps.telemetry.settled()
})
afterAll(() => floor?.close())

const tokens = new Map<string, string>()
async function tokenOf(person: string) {
  const token = tokens.get(person) ?? (await floor.server.signIn(person)).accessToken
  tokens.set(person, token)
  return token
}

async function put(path: string, body: object) {
  const token = await tokenOf('admin')
  expect((await floor.server.ask(path, { method: 'PUT', token, body })).status).toBe(200)
}
const plan = (entries: readonly object[], clientId = 1) =>
  put(setPlan.path.replace(':clientId', String(clientId)), {
    weeks: [{ line: null, validFrom: '2026-01-01', entries }],
    exceptions: [],
  })

async function read(start?: number, { person = 'user', token = '', clientId = 1 } = {}) {
  const query = start === undefined ? '' : `?start=${iso(start)}`
  const path = shiftPage.path.replace(':clientId', String(clientId)) + query
  return floor.server.ask(path, { token: token || (await tokenOf(person)) })
}
async function pageOf(start?: number, by: Parameters<typeof read>[1] = {}): Promise<ShiftPage> {
  const answer = await read(start, by)
  const body = await answer.json()
  expect([answer.status, body]).toEqual([200, expect.anything()])
  return shiftPage.answer.parse(body)
}
const codeOf = async (answer: Response) => [
  answer.status,
  failure.safeParse(await answer.json()).data?.code,
]

/** The window of the shift up to now. */
const windowNow = () => ({
  ...{ start_date: '2026-04-10', start_time: '05:00', end_date: '2026-04-10', end_time: '13:00' },
  ...{ until: iso(floorNow + ahead), timezone: 'UTC' },
})
const sum = (list: readonly (number | null)[]) =>
  list.reduce<number>((all, one) => all + (one ?? 0), 0)

describe('the shift that runs', () => {
  test('is said in one sentence of its figures', async () => {
    const page = await pageOf()
    const { figures, stories } = page
    expect(page.shift).toMatchObject({ name: 'Early', isRunning: true, next: null })
    expect(page.shift.from.getTime()).toBe(begins)
    expect(page.shift.previous.getTime()).toBe(begins - 8 * 60 * minute)
    expect(figures.leftSeconds).toBeCloseTo(3_600 - ahead / 1_000, 3)
    const [dearest] = stories
    expect(dearest).toMatchObject({
      ...{
        machineId: 'FW-201',
        seconds: 3_600,
        lostPacks: 600,
        cause: 'Front jaw under set point',
      },
      ...{ group: 'Jaws', state: 21, reasons: [], waitsForReason: true, goesOn: false },
      change: { description: 'Sealing temperature', valueAfter: '146' },
      // As on the day before yesterday; of the shifts before two have data.
      ...{ timesBefore: 1, shiftsBefore: 2 },
    })
    expect(page.sentence).toEqual({
      rule: 'behindByStop',
      terms: {
        ...{ packs: (figures.due ?? 0) - figures.made, otherPacks: 600, seconds: 3_600 },
        ...{ machineId: 'FW-201', cause: 'Front jaw under set point', group: 'Jaws' },
        ...{ start: dearest?.start, end: dearest?.end },
      },
    })
    // New against a week before, and two stops that wait for a reason.
    expect(page.also).toEqual([
      {
        rule: 'isNew',
        terms: {
          ...{ machineId: 'FW-201', cause: 'Front jaw under set point', group: 'Jaws' },
          seconds: 3_600,
        },
      },
      {
        rule: 'withoutReason',
        terms: { count: 2, seconds: figures.secondsWithoutReason },
      },
    ])
    expect(page.now).toMatchObject({ running: 2, reporting: 2, standing: [] })
    expect(page.changes.map(({ description }) => description)).toEqual([
      'Sealing temperature',
      'Too early',
    ])
  })

  test('has the figures of the pages that they come from', async () => {
    const page = await pageOf()
    const window = windowNow()
    const [progress, causes, summary, list] = await Promise.all([
      floor.get(shiftProgress.path.replace(':clientId', '1')),
      floor.get(stopCauses.path, window),
      floor.get(daySummary.path, window),
      floor.get(stopList.path, { ...window, sort: 'lostPacks', micro: 'false' }),
    ])
    const all = shiftProgress.answer.parse(progress.body).groups.find(({ by }) => by === 'client')
    const { made, due, ofShift } = page.figures
    expect(made).toBe(all?.made)
    // Some seconds lie between the two calls.
    expect(due).toBeCloseTo(all?.due ?? 0, 0)
    expect(ofShift).toBe(all?.ofShift)
    const rows = stopCauses.answer.parse(causes.body).causes
    expect(page.figures.stopSeconds).toBe(sum(rows.map(({ seconds }) => seconds)))
    expect(page.figures.stopCauseCount).toBe(sum(rows.map(({ count }) => count)))
    expect(page.figures.lostPacks).toBeCloseTo(sum(rows.map(({ lostPacks }) => lostPacks)), 6)
    const { metrics } = daySummary.answer.parse(summary.body)
    expect(page.figures.metrics['Run Time Total']).toBeCloseTo(metrics['Run Time Total'], 6)
    expect(page.figures.metrics.rejects).toBe(metrics.rejects)
    const stops = stopList.answer.parse(list.body).stops
    expect(
      page.stories.map(({ machineId, start, seconds }) => [machineId, start, seconds]),
    ).toEqual(stops.slice(0, 5).map(({ machine, start, seconds }) => [machine, start, seconds]))
  })

  test('is drawn in pieces of whole minutes whose sums are its figures', async () => {
    const page = await pageOf()
    expect(page.stepSeconds).toBe(600)
    expect(page.steps).toHaveLength(43)
    expect(page.steps[0]?.from.getTime()).toBe(begins)
    expect(page.steps.at(-1)?.to).toEqual(page.at)
    expect(sum(page.steps.map(({ made }) => made))).toBeCloseTo(page.figures.made, 6)
    expect(sum(page.steps.map(({ due }) => due))).toBeCloseTo(page.figures.due ?? 0, 6)
    for (const [index, { made }] of page.steps.entries()) {
      expect(sum(page.lines.map(({ steps }) => steps[index]?.made ?? 0))).toBeCloseTo(made, 6)
    }
  })
})

describe('a past shift', () => {
  test('is that of any instant in it, and leads on over the shifts', async () => {
    const page = await pageOf(begins - 2 * day + 17 * minute)
    expect(page.shift).toMatchObject({
      ...{ name: 'Early', isRunning: false, from: new Date(begins - 2 * day) },
      next: new Date(begins - 2 * day + 8 * 60 * minute),
    })
    expect(page.at).toEqual(page.shift.to)
    expect(page.figures).toMatchObject({
      forecast: null,
      leftSeconds: 0,
      due: 9_600,
      ofShift: 9_600,
    })
    expect([page.now, page.figures.before]).toEqual([null, null])
    let start = page.shift.from.getTime()
    const names: string[] = []
    for (let steps = 0; steps < 7; steps += 1) {
      const { shift } = await pageOf(start)
      names.push(shift.name)
      if (shift.next === null) break
      start = shift.next.getTime()
    }
    expect(names).toEqual(['Early', 'Late', 'Night', 'Early', 'Late', 'Night', 'Early'])
    expect(start).toBe(begins)
  })

  test('that has not begun is refused, and one before any record, and a text that is no instant', async () => {
    expect(await codeOf(await read(begins + 8 * 60 * minute))).toEqual([400, 'request.invalid'])
    expect(await codeOf(await read(Date.UTC(1971, 0, 1)))).toEqual([400, 'request.invalid'])
  })

  test('without data says so', async () => {
    const page = await pageOf(begins - 30 * day)
    expect(page.sentence).toEqual({ rule: 'noData', terms: { count: 2 } })
    expect([page.stories, page.also, page.different]).toEqual([[], [], null])
  })
})

describe('the plan of a shift', () => {
  test('takes breaks out of what is due, of what stops cost, and of what stands', async () => {
    await plan([
      { weekday: 5, from: '06:00', to: '14:00', kind: 'production' },
      // The whole stop of FW-201 but its last quarter of an hour.
      { weekday: 5, from: '08:00', to: '08:45', kind: 'break' },
    ])
    const page = await pageOf()
    expect(page.planned).toEqual([
      {
        from: new Date(begins + 120 * minute),
        to: new Date(begins + 165 * minute),
        kind: 'break',
      },
    ])
    const own = page.stories.find(({ machineId }) => machineId === 'FW-201')
    expect(own).toMatchObject({ seconds: 3_600, lostPacks: 150 })
    expect(page.figures.due).toBeCloseTo(2 * 375 * 10 + (20 * ahead) / minute, 3)
    expect(sum(page.steps.map(({ due }) => due))).toBeCloseTo(page.figures.due ?? 0, 6)
  })

  test('that closes the shift is what is said first', async () => {
    await plan([{ weekday: 5, from: '06:00', to: '14:00', kind: 'closed' }])
    const page = await pageOf()
    expect(page.sentence).toEqual({ rule: 'closedButRan', terms: { packs: page.figures.made } })
    expect(page.stories).toEqual([])
    await put(setPlan.path.replace(':clientId', '1'), { weeks: [], exceptions: [] })
  })
})

test('a client without shifts has days from 00:00 of its zone, of 23 hours too, and a neighbour sees its own', async () => {
  const page = await pageOf(Date.UTC(2026, 2, 29, 9), { person: 'neighbour', clientId: 2 })
  // Oslo, on the day on which the clocks go ahead.
  expect(page.shift).toMatchObject({
    name: '',
    from: new Date('2026-03-28T23:00:00Z'),
    to: new Date('2026-03-29T22:00:00Z'),
  })
  const theirs = await pageOf(undefined, { person: 'neighbour', clientId: 2 })
  expect(theirs.stories.every(({ machineId }) => !machineId.startsWith('FW-2'))).toBe(true)
  expect(theirs.figures.made).toBeGreaterThan(0)
  expect(await codeOf(await read(undefined, { clientId: 2 }))).toEqual([404, 'client.notFound'])
})

/** A tablet on which a name was chosen. */
async function tablet(
  names: readonly string[],
  machines: readonly string[] = ['FW-201', 'FW-202'],
) {
  const answer = await floor.server.ask(addKioskLink.path, {
    token: await tokenOf('admin'),
    body: { clientId: 1, label: 'Line 2', kind: 'operator', machines, names },
  })
  const { address } = addKioskLink.answer.parse(await answer.json())
  const bare = `wall.${address.slice(address.indexOf('#') + 1)}`
  const link = await floor.server.ask(operatorLink.path, { token: bare })
  const [name] = operatorLink.answer.parse(await link.json()).names
  const chosen = await floor.server.ask(chooseOperator.path, {
    token: bare,
    body: { nameId: name?.id },
  })
  return bare + chooseOperator.answer.parse(await chosen.json()).pass
}

const shiftOf = (path: string, start: number) =>
  path.replace(':clientId', '1').replace(':start', iso(start))
const note = async (body: object, token: string, start = begins) =>
  floor.server.ask(shiftOf(addShiftNote.path, start), { token, body })
const sign = async (side: string, token: string, start: number, at = floorNow + ahead) =>
  floor.server.ask(shiftOf(handOverShift.path, start), { token, body: { side, at: iso(at) } })
/** The night before, which ended seven hours ago. */
const night = begins - 8 * 60 * minute

describe('notes and hand-over', () => {
  test('a note is read by all of the client, with its machine; a machine of another client is not found', async () => {
    const token = await tokenOf('user')
    const text = 'Cartridge 2 is old.\nWatch it.'
    expect((await note({ text, machineId: 'FW-201' }, token)).status).toBe(200)
    const { notes } = await pageOf()
    expect(notes).toMatchObject([{ text, machineId: 'FW-201', by: 'user' }])
    expect(await codeOf(await note({ text, machineId: 'FW-511' }, token))).toEqual([
      404,
      'machine.notFound',
    ])
    for (const bad of ['', ' ', 'x'.repeat(2_001), 'a\u0007b', 'a\u0000b']) {
      expect((await note({ text: bad }, token)).status).toBe(400)
    }
    expect(await codeOf(await note({ text }, token, begins + 1_000))).toEqual([
      400,
      'request.invalid',
    ])
    expect(await codeOf(await note({ text }, await tokenOf('admin')))).toEqual([
      403,
      'request.notAllowed',
    ])
  })

  test('is not signed before the last half hour, in the future, or a day later', async () => {
    const token = await tokenOf('user')
    expect(await codeOf(await sign('over', token, begins))).toEqual([409, 'shift.tooEarly'])
    const future = floorNow + ahead + 11 * minute
    expect(await codeOf(await sign('over', token, night, future))).toEqual([400, 'request.invalid'])
    expect(await codeOf(await sign('over', token, night, floorNow - 25 * 60 * minute))).toEqual([
      400,
      'request.invalid',
    ])
  })

  test('is signed by two persons; then the page stays, and what moves stands beside it', async () => {
    expect((await pageOf(night)).maySign).toBe('yes')
    const held = await tablet(['J. Okafor'])
    const earlier = floorNow - 6 * 60 * minute
    const first = await sign('over', held, night, earlier)
    expect(await first.json()).toEqual({ isFixed: false })
    expect(await codeOf(await sign('takeover', held, night))).toEqual([409, 'shift.sameSigner'])
    const token = await tokenOf('user')
    expect(await codeOf(await sign('over', token, night))).toEqual([409, 'shift.signed'])
    expect(await (await sign('takeover', token, night)).json()).toEqual({ isFixed: true })
    const fixed = await pageOf(night)
    expect(fixed).toMatchObject({ isFixed: true, changedLater: [] })
    expect(fixed.signatures.over).toMatchObject({
      ...{ by: 'J. Okafor · Line 2', at: new Date(earlier) },
    })
    expect(fixed.signatures.over?.receivedAt.getTime()).toBeGreaterThan(floorNow)
    expect(fixed.signatures.takeover?.by).toBe('user')
    await makes('FW-201', night, [[60, 10, 10]])
    const later = await pageOf(night)
    expect(later.figures).toEqual(fixed.figures)
    expect(later.changedLater).toContainEqual({ figure: 'packs', fixed: 0, now: 590 })
  })

  test('staff reads and does not sign', async () => {
    expect((await pageOf(night, { person: 'admin' })).maySign).toBe('no')
    expect(await codeOf(await sign('over', await tokenOf('admin'), night - day))).toEqual([
      403,
      'request.notAllowed',
    ])
  })

  test('a tablet with some machines reads and signs; what is stored is of all machines', async () => {
    const some = await tablet(['P. Nowak'], ['FW-201'])
    const own = await pageOf(night, { token: some })
    expect([own.machines, own.isFixed, own.signatures.over?.by]).toEqual([
      1,
      false,
      'J. Okafor · Line 2',
    ])
    // The late shift of the day before.
    const late = begins - 16 * 60 * minute
    const user = await tokenOf('user')
    expect(await (await sign('over', user, late)).json()).toEqual({ isFixed: false })
    expect(await (await sign('takeover', some, late)).json()).toEqual({ isFixed: true })
    expect((await pageOf(late)).machines).toBe(2)
    expect((await pageOf(late, { token: some })).machines).toBe(1)
  })

  test('a tablet reads the last day, and nothing of earlier shifts', async () => {
    const held = await tablet(['P. Nowak'])
    const page = await pageOf(undefined, { token: held })
    expect([page.figures.before, page.different]).toEqual([null, null])
    expect(page.stories[0]).toMatchObject({ timesBefore: 0, shiftsBefore: 0 })
    expect(await codeOf(await read(begins - 2 * day, { token: held }))).toEqual([
      400,
      'request.invalid',
    ])
  })

  test('where the client forbids names a tablet does not sign, and users read none', async () => {
    const path = setOperatorRows.path.replace(':clientId', '1')
    const held = await tablet(['P. Nowak'])
    await put(path, { setting: 'forbidden' })
    const late = begins - 16 * 60 * minute
    const page = await pageOf(late, { token: held })
    expect(page.maySign).toBe('noNames')
    expect(await codeOf(await sign('over', held, late))).toEqual([403, 'shift.noNames'])
    const read = await pageOf(night)
    expect([read.signatures.over?.by, read.signatures.takeover?.by]).toEqual(['', ''])
    expect(JSON.stringify(read)).not.toContain('Okafor')
    expect((await pageOf(night, { person: 'engineer' })).signatures.over?.by).toContain('Okafor')
    await put(path, { setting: 'notSet' })
  })
})

test('OEEE of several machines and the week before are for premium clients', async () => {
  const db = tables(floor.server.deps.management)
  const basic = await db
    .selectFrom('subscription')
    .select('id')
    .where('label', '!=', 'premium')
    .executeTakeFirstOrThrow()
  const client = db.updateTable('client').where('id', '=', 1)
  const { subscription_id } = await db
    .selectFrom('client')
    .select('subscription_id')
    .where('id', '=', 1)
    .executeTakeFirstOrThrow()
  expect((await pageOf()).figures.metrics.OEEE).not.toBeNull()
  expect((await pageOf()).figures.before).not.toBeNull()
  await client.set({ subscription_id: basic.id }).execute()
  const page = await pageOf()
  expect([page.figures.metrics.OEEE, page.figures.before, page.different]).toEqual([
    null,
    null,
    null,
  ])
  expect(page.figures.made).toBeGreaterThan(0)
  await client.set({ subscription_id }).execute()
})

test('the board shows staff its own clients, each with what runs and what was made', async () => {
  const board = async (person: string) => {
    const answer = await floor.server.ask(clientBoard.path, { token: await tokenOf(person) })
    return clientBoard.answer.parse(await answer.json()).clients
  }
  const all = await board('admin')
  const own = all.find(({ id }) => id === 1)
  const { figures } = await pageOf()
  expect(own).toMatchObject({
    machines: 2,
    running: 2,
    offline: 0,
    closed: 0,
    trouble: 0,
    worst: null,
  })
  expect(own?.packs).toBe(figures.made)
  // What sends nothing is offline, and closed where the plan has no work for it.
  const silent = async () =>
    (await board('admin')).find(({ running, machines }) => running === 0 && machines > 0)
  const before = await silent()
  expect(before).toMatchObject({ offline: before?.machines, closed: 0 })
  await plan([{ weekday: 5, from: '00:00', to: '23:59', kind: 'closed' }], before?.id)
  expect((await board('admin')).find(({ id }) => id === before?.id)).toMatchObject({
    offline: 0,
    closed: before?.machines,
  })
  expect((await board('distributor2')).map(({ id }) => id)).not.toContain(1)
  const refused = await floor.server.ask(clientBoard.path, { token: await tokenOf('user') })
  expect(await codeOf(refused)).toEqual([403, 'request.notAllowed'])
})

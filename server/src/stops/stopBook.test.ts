// @slow

import { randomUUID } from 'node:crypto'
import {
  clientReasons,
  exportFile,
  labelHistory,
  labelStop,
  reasonTemplates,
  type StopRow,
  setPlan,
  setReasons,
  stopCauses,
  stopList,
} from '@packboard/contract'
import { machinesOfClient } from '@packboard/management'
import { grantClientScope, type Reason } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { type FactoryFloor, floorNow, openFactoryFloor } from '../../testing/factoryFloor.ts'
import { addNeighbours } from '../../testing/neighbours.ts'
import { labelledTime, labelsInForce } from '../exclusions/planBook.ts'

let floor: FactoryFloor
let now = floorNow

const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const [snap, held, rest, other] = [uuid(1), uuid(2), uuid(3), uuid(4)]
const reason = (id: string, en: string, more: Partial<Reason> = {}): Reason => ({
  ...{ id, parent: null, name: { en }, icon: 'film', planned: false, cause: 'machine' },
  ...{ rank: 1, overrunSeconds: null, alarms: [], states: [], retired: false },
  ...more,
})
const reasons = [
  reason(other, 'Other'),
  reason(held, 'No product', { states: [13] }),
  reason(rest, 'Break', { planned: true, overrunSeconds: 600, parent: other }),
  reason(snap, 'Film break', { alarms: [{ kind: 'group', value: 'Film' }] }),
]

/** 06:00 of the present day. */
const morning = Date.UTC(2026, 3, 10, 6)
const at = (minutes: number) => morning + minutes * 60_000
const iso = (minutes: number) => new Date(at(minutes)).toISOString()
const day = { start_date: '2026-04-10', end_date: '2026-04-10', start_time: '00:00' }
const window = { ...day, end_time: '23:59' }

type Alarm = readonly [minutes: number, group: string, description: string]

/** Samples each 30 s in the state that begins at a minute, up to an end. */
async function plays(
  serialNo: string,
  states: readonly (readonly [minutes: number, state: number])[],
  end: number,
  alarms: readonly Alarm[] = [],
) {
  const records: object[] = alarms.map(([minutes, group, description]) => ({
    ...{ kind: 'alarm', serialNo, raisedAt: at(minutes) + 500, group, description },
  }))
  for (const [index, [begin, state]] of states.entries()) {
    const until = at(states[index + 1]?.[0] ?? end)
    for (let time = at(begin); time < until; time += 30_000) {
      records.push(
        factory.at(time).sample(serialNo, {
          state,
          product: 'Milk Bar 45 g',
          tool: 'Former 45',
          user: 'P. Nowak',
          speed: state === 10 ? 120 : 0,
          packs: 1,
        }),
      )
    }
  }
  await floor.send(serialNo, records)
}

beforeAll(async () => {
  floor = await openFactoryFloor(() => now)
  await addNeighbours(floor.server.deps.management)
  await plays(
    'FW-102',
    [
      ...([
        [0, 10],
        [60, 21],
        [70, 10],
        [120, 5],
        [121, 10],
      ] as const),
      ...([
        [180, 13],
        [210, 10],
        [350, 21],
      ] as const),
    ],
    359.9,
    [
      [60, 'Film', 'Snap A'],
      [350, 'Film', 'Snap A'],
    ],
  )
  await plays(
    'FW-201',
    [
      [0, 10],
      [60, 5],
      [80, 10],
    ],
    100,
  )
  for (const [clientId, list] of [
    [1, reasons],
    [2, [reason(snap, 'Theirs'), reason(uuid(9), 'Only theirs')]],
  ] as const) {
    const answer = await put(clientId, list)
    expect(answer.status).toBe(200)
  }
})
afterAll(() => floor?.close())

async function put(clientId: number, list: readonly Reason[], person = 'admin', version?: number) {
  const token = (await floor.server.signIn(person)).accessToken
  const path = setReasons.path.replace(':clientId', String(clientId))
  return floor.server.ask(path, { method: 'PUT', token, body: { reasons: list, version } })
}

async function stopsOf(machineId: string, query: Record<string, string> = {}) {
  const { status, body } = await floor.get(stopList.path, { ...window, machineId, ...query })
  expect([status, body]).toEqual([200, expect.anything()])
  return stopList.answer.parse(body)
}
const ascending = { order: 'ascending' }
const byStart = async (machineId: string, query: Record<string, string> = {}) =>
  (await stopsOf(machineId, { ...ascending, ...query })).stops

type Change = { from: number; to: number; replaces?: number[]; [field: string]: unknown }

/** Sends a change of a stretch in minutes after 06:00. */
function change(
  machineId: string,
  { from, to, replaces = [], ...more }: Change,
  { person = 'user', key = randomUUID(), clientId = 1 } = {},
) {
  const what = more.action === 'takeBack' ? {} : { action: 'label', reason: snap }
  return floor.post(
    labelStop.path,
    {
      ...{ clientId, machineId, key },
      change: { ...what, ...more, from: iso(from), to: iso(to), replaces },
    },
    person,
  )
}
async function labelled(machineId: string, requested: Change, person = 'engineer') {
  const { status, body } = await change(machineId, requested, { person })
  expect([status, body]).toEqual([200, expect.anything()])
  return labelStop.answer.parse(body).labelId
}
/** Minutes after 06:00, reason and observed seconds of each part. */
const partsOf = (stop: StopRow | undefined) =>
  stop?.parts.map(({ start, end, reason, seconds }) => [
    ...[(start.getTime() - morning) / 60_000, (end.getTime() - morning) / 60_000],
    ...[reason, seconds],
  ])
/** Takes back all that holds on a stop. */
async function clear(machineId: string, index: number) {
  const stop = (await byStart(machineId))[index]
  const ids = stop?.parts.flatMap(({ labelId, reason }) => (reason && labelId ? [labelId] : []))
  if (!stop || !ids || ids.length === 0) return
  const all = stop.parts.flatMap(({ labelId }) => labelId ?? [])
  await labelled(machineId, {
    action: 'takeBack',
    from: (stop.start.getTime() - morning) / 60_000,
    to: (stop.end.getTime() - morning) / 60_000,
    replaces: [...new Set(all)],
  })
}

test('stops say what is proposed, which are micro-stops and which goes on (D74)', async () => {
  const { stops, reasons: figures } = await stopsOf('FW-102', ascending)
  expect(stops.map(({ micro, goesOn, proposal }) => [micro, goesOn, proposal])).toEqual([
    [false, false, { reason: snap, why: 'alarm' }],
    [true, false, null],
    [false, false, { reason: held, why: 'state' }],
    [false, true, { reason: snap, why: 'alarm' }],
  ])
  expect(partsOf(stops[0])).toEqual([[60, 70, null, 600]])
  expect(figures).toMatchObject({ stops: 3, withoutReason: 3, microStops: 1, microSeconds: 60 })
  expect(figures.thresholdSeconds).toBe(120)
  expect(figures.withoutReasonSeconds).toBe(figures.seconds)
  expect((await stopsOf('FW-102', { withoutReason: 'true' })).count).toBe(3)
  expect((await stopsOf('FW-102', { micro: 'false' })).count).toBe(3)
  // A window that cuts the micro-stop still knows how long it was.
  const [, cut] = await byStart('FW-102', { start_time: '07:00', end_time: '08:01' })
  expect(cut).toMatchObject({ micro: true, open: true, goesOn: false })
})

test('a label, a split at any second, a merge and taking back', async () => {
  const whole = await labelled('FW-102', { from: 60, to: 70, note: 'Cartridge\n2' }, 'user')
  const [stop] = await byStart('FW-102')
  expect(stop).toMatchObject({ proposal: null })
  expect(stop?.parts).toMatchObject([
    { reason: snap, note: 'Cartridge\n2', by: 'user', labelId: whole, planned: false },
  ])
  expect((await stopsOf('FW-102', { withoutReason: 'true' })).count).toBe(2)

  // At 07:07:41 and a bit, inside a minute of the ledger.
  const cut = 67 + 41.5 / 60
  const second = await labelled('FW-102', { from: cut, to: 70, reason: held, replaces: [whole] })
  expect(partsOf((await byStart('FW-102'))[0])).toEqual([
    [60, expect.closeTo(cut, 6), snap, 461.5],
    [expect.closeTo(cut, 6), 70, held, 138.5],
  ])

  const both = [second, whole]
  const merge = { action: 'merge', from: 60, to: 70, reason: other }
  expect((await change('FW-102', { ...merge, replaces: [whole] })).status).toBe(400)
  const merged = await labelled('FW-102', { ...merge, replaces: both })
  expect(partsOf((await byStart('FW-102'))[0])).toEqual([[60, 70, other, 600]])

  expect((await change('FW-102', { action: 'takeBack', from: 60, to: 70 })).status).toBe(400)
  const back = await labelled('FW-102', {
    ...{ action: 'takeBack', from: 60, to: 70, replaces: [merged] },
  })
  expect((await byStart('FW-102'))[0]?.parts).toMatchObject([
    { reason: null, labelId: back, by: 'engineer' },
  ])
  const { body } = await floor.get(labelHistory.path, {
    ...{ machineId: 'FW-102', from: iso(60), to: iso(70) },
  })
  expect(labelHistory.answer.parse(body).labels).toMatchObject([
    { labelId: whole, reason: snap, replaces: [], voids: [] },
    { labelId: second, reason: held, replaces: [whole] },
    { labelId: merged, reason: other, replaces: [whole, second] },
    { labelId: back, reason: null, replaces: [merged] },
  ])
})

test('the first person wins; a key that comes again is answered as the first time', async () => {
  const key = randomUUID()
  const stretch = { from: 180, to: 210, reason: held }
  const first = await change('FW-102', stretch, { key })
  expect(first.status).toBe(200)
  expect(await change('FW-102', stretch, { key })).toEqual(first)
  const second = await change('FW-102', { ...stretch, reason: other }, { person: 'engineer' })
  expect(second).toMatchObject({
    status: 409,
    body: {
      code: 'label.taken',
      message: expect.stringMatching(/^user gave a reason here at 2026-04-10T/),
      errors: [{ field: 'by', message: 'user' }, { field: 'at' }],
    },
  })
  expect((await byStart('FW-102'))[2]?.parts).toMatchObject([{ reason: held, by: 'user' }])
  await clear('FW-102', 2)
})

test('a stop ends for the stop book where it was last seen: a silence before the next run holds no label', async () => {
  // Nothing came from the last valid second of minute 149 until minute 160.
  await plays(
    'VF-402',
    [
      [100, 10],
      [140, 5],
    ],
    149,
  )
  await plays('VF-402', [[160, 10]], 165)
  await floor.server.deps.telemetry.settled()
  const [stop] = await byStart('VF-402')
  const to = (Number(stop?.end) - morning) / 60_000
  expect(to).toBeLessThan(160)
  const seen = { from: 140, to }
  const first = await labelled('VF-402', { ...seen, reason: held, untilRun: true })
  const second = await labelled('VF-402', { ...seen, reason: other, replaces: [first] })
  // Of the first nothing is seen any more.
  await labelled('VF-402', { ...seen, reason: rest, untilRun: true, replaces: [second] })
  expect((await byStart('VF-402'))[0]?.parts).toMatchObject([{ reason: rest }])
})

test('an overrun counts from the end of the run before, over a silence after it, in the stop list as in figures', async () => {
  // The run lasts until its last sample is no longer valid; the machine is silent until minute 210.
  await plays('VF-402', [[180, 10]], 200)
  await plays(
    'VF-402',
    [
      [210, 5],
      [240, 10],
    ],
    245,
  )
  await floor.server.deps.telemetry.settled()
  const long = { start_time: '09:00', end_time: '11:00' }
  const stopThere = async (query: Record<string, string> = long) =>
    (await byStart('VF-402', query))[0]
  expect((await stopThere())?.start).toEqual(new Date(at(210)))
  // In the silence, until the machine runs: nothing of its own stretch was seen, all of the stop is under it.
  const silent = await labelled('VF-402', { from: 203, to: 205, reason: rest, untilRun: true })
  const [overrunAt, labelId] = [new Date(at(213)), silent]
  expect((await stopThere())?.parts).toMatchObject([{ reason: rest, labelId, overrunAt }])
  const own = (await machineIds()).get('VF-402') ?? 0
  const spans = async (from: number, to: number) => {
    const period = { from: new Date(at(from)), to: new Date(at(to)) }
    const scope = grantClientScope(1)
    const labels = await labelsInForce(floor.server.deps.management, scope, [own], period)
    const givesBack = () => false
    const found = await labelledTime(floor.server.deps, scope, { labels, period, givesBack })
    return (found.get(own) ?? []).filter((one) => one.planned && one.from >= at(from))
  }
  const planned = { from: at(203), to: at(213), label: silent, planned: true }
  expect(await spans(180, 300)).toEqual([planned])
  // Who sees the stop sees the entry, and replaces it: from minute 211 on, by one of the same reason.
  const second = await labelled('VF-402', {
    ...{ from: 211, to: 239, reason: rest, untilRun: true },
    replaces: [silent],
  })
  const parts = [
    { labelId: silent, start: new Date(at(210)), overrunAt: null },
    { labelId: second, start: new Date(at(211)), overrunAt },
  ]
  expect((await stopThere())?.parts).toMatchObject(parts)
  expect(await spans(180, 300)).toMatchObject([{ to: at(211) }, { to: at(213), label: second }])
  // A window that begins after the first entry does counts from it, too.
  const later = await stopThere({ ...long, start_time: '09:32' })
  expect(later?.parts).toMatchObject([{ labelId: second, overrunAt: new Date(at(213)) }])
})

test('an overrun counts over a neighbour of the same reason that ended before the window', async () => {
  await plays('VF-402', [[250, 5]], 251)
  await plays(
    'VF-402',
    [
      [251, 5],
      [280, 10],
    ],
    285,
  )
  await labelled('VF-402', { from: 250, to: 252, reason: rest })
  await labelled('VF-402', { from: 252, to: 279, reason: rest })
  const [stop] = await byStart('VF-402', { start_time: '10:14', end_time: '10:45' })
  expect(stop?.parts[0]).toMatchObject({ start: new Date(at(254)), overrunAt: new Date(at(260)) })
})

test('a user labels up to 24 hours after a stop, others at any time; a repeated key also later', async () => {
  const person = 'user'
  const [stop] = (
    await floor
      .get(stopList.path, { machineId: 'VF-401' })
      .then(({ body }) => stopList.answer.parse(body))
  ).stops
  if (!stop) throw new Error('no stop')
  const from = (stop.start.getTime() - morning) / 60_000
  const golden = { from, to: from + 5, reason: other }
  expect((await change('VF-401', golden, { person })).body).toMatchObject({ code: 'label.tooOld' })
  expect((await change('VF-401', golden, { person })).status).toBe(403)
  for (const [index, who] of ['engineer', 'clientadmin', 'distributor', 'admin'].entries()) {
    const own = { from: from + 10 * index, to: from + 10 * index + 5, reason: other }
    expect((await change('VF-401', own, { person: who })).status).toBe(200)
  }
  const key = randomUUID()
  const late = { from: 60, to: 61, reason: other, replaces: [] }
  const seen = (await byStart('FW-102'))[0]?.parts.flatMap(({ labelId }) => labelId ?? [])
  expect((await change('FW-102', { ...late, replaces: seen ?? [] }, { key })).status).toBe(200)
  now = floorNow + 26 * 3_600_000
  expect((await change('FW-102', { ...late, replaces: seen ?? [] }, { key })).status).toBe(200)
  expect((await change('FW-102', { from: 62, to: 63 })).body).toMatchObject({
    code: 'label.tooOld',
  })
  now = floorNow
  await clear('FW-102', 0)
})

test('what is not there for a person is not found', async () => {
  const stretch = { from: 60, to: 70 }
  for (const [machineId, clientId, person, status] of [
    ['FW-511', 1, 'user', 404],
    ['FW-102', 2, 'user', 404],
    ['FW-511', 2, 'user', 404],
    ['FW-102', 1, 'neighbour', 404],
    ['FW-102', 1, 'distributor2', 404],
    ['FW-102', 2, 'admin', 404],
    ['FW-999', 1, 'admin', 404],
  ] as const) {
    const answer = await change(machineId, stretch, { clientId, person })
    expect([machineId, clientId, person, answer.status]).toEqual([
      ...[machineId, clientId, person, status],
    ])
  }
  // A reason that only the neighbour has.
  const seen = (await byStart('FW-102'))[0]?.parts.flatMap(({ labelId }) => labelId ?? []) ?? []
  expect(await change('FW-102', { ...stretch, reason: uuid(9), replaces: seen })).toMatchObject({
    status: 404,
    body: { code: 'reason.notFound' },
  })
  const foreign = { machineId: 'FW-511', from: iso(60), to: iso(70) }
  expect((await floor.get(labelHistory.path, foreign)).status).toBe(404)
})

test('only a stop is labelled: no run, no future, no end before its start', async () => {
  for (const [from, to, code] of [
    [55, 65, 'label.noStop'],
    [65, 75, 'label.noStop'],
    [10, 20, 'label.noStop'],
    [60, 200, 'label.noStop'],
    [-30, -20, 'label.noStop'],
    [65, 65, 'request.invalid'],
    [355, 361, 'request.invalid'],
  ] as const) {
    const { status, body } = await change('FW-102', { from, to })
    expect([from, to, status, body]).toEqual([from, to, 400, expect.objectContaining({ code })])
  }
})

test('what was last confirmed for an alarm on a machine is proposed for its next one', async () => {
  const unmapped = reasons.map((one) => ({ ...one, alarms: [], states: [] }))
  await put(1, unmapped)
  const seen = (await byStart('FW-102'))[0]?.parts.flatMap(({ labelId }) => labelId ?? []) ?? []
  expect((await byStart('FW-102'))[3]?.proposal).toBeNull()
  await labelled('FW-102', { from: 60, to: 70, reason: other, replaces: [...new Set(seen)] })
  expect((await byStart('FW-102'))[3]?.proposal).toEqual({ reason: other, why: 'lastConfirmed' })
  // The same alarm on another machine knows nothing of it.
  await clear('FW-102', 0)
  expect((await byStart('FW-102'))[3]?.proposal).toBeNull()
  await put(1, reasons)
})

test('a label on a stop that goes on holds until the machine runs', async () => {
  await plays(
    'FW-202',
    [
      [300, 10],
      [330, 5],
    ],
    359.9,
  )
  await labelled('FW-202', { from: 330, to: 350, reason: rest, untilRun: true }, 'user')
  expect(partsOf((await byStart('FW-202'))[0])?.map(([from, , own]) => [from, own])).toEqual([
    [330, rest],
  ])
  now = floorNow + 30 * 60_000
  await plays(
    'FW-202',
    [
      [360, 5],
      [380, 10],
    ],
    389.9,
  )
  const [stop] = await byStart('FW-202')
  expect(stop).toMatchObject({ goesOn: false })
  expect(partsOf(stop)).toEqual([[330, 380, rest, 3_000]])
  // The reason is planned for ten minutes: then it counts as unplanned.
  expect(stop?.parts).toMatchObject([{ planned: true, overrunAt: new Date(at(340)) }])
  // A window that begins after the label does still knows.
  const later = await byStart('FW-202', { start_time: '12:10' })
  expect(partsOf(later[0])).toEqual([[370, 380, rest, 600]])
  expect(later[0]?.parts[0]?.overrunAt).toEqual(new Date(at(370)))

  expect(await byReason({ machineId: 'FW-202' })).toMatchObject([
    { kind: 'unplanned', reason: rest, seconds: 2_400, count: 1 },
    { kind: 'planned', reason: rest, seconds: 600, count: 1 },
  ])
  const { reasons: figures } = await stopsOf('FW-202', { pageSize: '1' })
  expect(figures).toMatchObject({ stops: 1, withoutReason: 0, seconds: 3_000 })

  // The same as spans for the figures, whatever the window.
  const own = (await machineIds()).get('FW-202') ?? 0
  const spans = async (from: number, to: number, client = 1) => {
    const scope = grantClientScope(client)
    const period = { from: new Date(at(from)), to: new Date(at(to)) }
    const labels = await labelsInForce(floor.server.deps.management, scope, [own], period)
    const givesBack = () => false
    const found = await labelledTime(floor.server.deps, scope, { labels, period, givesBack })
    return (found.get(own) ?? []).map(({ label: _, ...span }) => span)
  }
  const planned = { from: at(330), to: at(340), planned: true }
  expect(await spans(300, 389)).toEqual([planned, { from: at(340), to: at(380), planned: false }])
  expect(await spans(360, 389)).toEqual(await spans(300, 389))
  expect(await spans(335, 345)).toEqual([planned, { from: at(340), to: at(345), planned: false }])
  // The neighbour's scope has none of them.
  expect(await spans(300, 389, 2)).toEqual([])
  now = floorNow
})

async function machineIds() {
  const list = await machinesOfClient(floor.server.deps.management, grantClientScope(1))
  return new Map(list.map(({ serialNo, id }) => [serialNo, id]))
}

test('late records that turn a labelled stretch into run make that part void; the entry stays', async () => {
  await labelled('FW-201', { from: 60, to: 80, reason: other })
  // From 07:08:15 the machine ran, until the next sample says that it stood.
  await plays('FW-201', [[68.25, 10]], 68.5)
  await floor.server.deps.telemetry.settled()
  const stops = await byStart('FW-201')
  expect(stops.map(partsOf)).toEqual([[[60, 68.25, other, 495]], [[68.5, 80, other, 690]]])
  const { body } = await floor.get(labelHistory.path, {
    ...{ machineId: 'FW-201', from: iso(60), to: iso(80) },
  })
  expect(labelHistory.answer.parse(body).labels).toMatchObject([
    { reason: other, voids: [{ from: new Date(at(68.25)), to: new Date(at(68.5)) }] },
  ])
})

test('a gap between two runs is no run: it is in neither of the times that are void', async () => {
  const hour = 240
  await plays('FW-202', [[hour, 5]], hour + 3)
  await plays('FW-202', [[hour + 17, 5]], hour + 20)
  await labelled('FW-202', { from: hour, to: hour + 20, reason: other })
  await plays('FW-202', [[hour + 5, 10]], hour + 7)
  await plays('FW-202', [[hour + 12, 10]], hour + 14)
  await floor.server.deps.telemetry.settled()
  const { body } = await floor.get(labelHistory.path, {
    ...{ machineId: 'FW-202', from: iso(hour), to: iso(hour + 20) },
  })
  const { voids } = labelHistory.answer.parse(body).labels[0] ?? { voids: [] }
  // Offline from 90 s after the last sample, the hold limit of the machine.
  expect(
    voids.map(({ from, to }) => [from, to].map((edge) => (edge.getTime() - at(hour)) / 60_000)),
  ).toEqual([
    [5, 8],
    [12, 15],
  ])
})

test('of a stop of which a filter shows a part, what is not shown waits for no reason', async () => {
  const hour = 280
  await plays(
    'FW-202',
    [
      [hour, 10],
      [hour + 5, 13],
      [hour + 10, 5],
      [hour + 15, 10],
    ],
    hour + 17,
  )
  await labelled('FW-202', { from: hour + 5, to: hour + 10, reason: snap })
  const own = { machineId: 'FW-202', start_time: '10:40', end_time: '11:00', withoutReason: 'true' }
  const ask = async (recipe: string) => {
    const rows = await byReason({ ...own, recipe })
    const row = rows.find(({ kind }) => kind === 'withoutReason')
    const { count, reasons: figures } = await stopsOf('FW-202', { ...own, recipe })
    const { withoutReason, withoutReasonSeconds } = figures
    return [withoutReason, withoutReasonSeconds, row?.count ?? 0, count]
  }
  expect(await ask('All')).toEqual([1, 300, 1, 1])
  // It did not begin in this state, so it is not counted there.
  expect(await ask('5')).toEqual([0, 300, 0, 1])
  expect(await ask('13')).toEqual([0, 0, 0, 0])
})

/** Stop Causes by reason. */
async function byReason(query: Record<string, string>) {
  const { body } = await floor.get(stopCauses.path, { ...window, ...query, by: 'reason' })
  return stopCauses.answer.parse(body).causes
}

const figuresOfRows = {
  ...{ planned: 'plannedReason', unplanned: 'reason', withoutReason: 'unnamed' },
  ...{ micro: 'micro', plan: 'plan', cause: 'cause' },
} as const

const ms = (list: readonly { seconds: number }[]) =>
  list.reduce((sum, { seconds }) => sum + Math.round(seconds * 1000), 0)

/** All rows are the stop time of Stop Causes, and each is the list of its stops. */
async function rowsOf(query: Record<string, string>) {
  const rows = await byReason(query)
  const { body } = await floor.get(stopCauses.path, { ...window, ...query })
  const { causes } = stopCauses.answer.parse(body)
  const { machineId = 'All', ...filter } = query
  const { reasons: figures } = await stopsOf(machineId, { ...filter, pageSize: '1' })
  expect([query, ms(rows)]).toEqual([query, ms(causes)])
  expect(Math.round((figures.seconds + figures.microSeconds) * 1000)).toBe(ms(causes))
  const listOf = async (of: Record<string, string>) =>
    (await stopsOf(machineId, { ...filter, ...of, pageSize: '50' })).stops
  for (const { kind, reason, group, cause, seconds, lostPacks } of rows) {
    const of = { figure: figuresOfRows[kind], part: reason ?? cause, partGroup: group }
    const stops = await listOf(of)
    expect([of, ms(stops)]).toEqual([of, Math.round(seconds * 1000)])
    const lost = stops.reduce((sum, stop) => sum + (stop.lostPacks ?? 0), 0)
    expect(lost).toBeCloseTo(lostPacks ?? 0, 6)
  }
  const isUnplanned = ({ kind }: (typeof rows)[number]) => kind !== 'planned' && kind !== 'plan'
  expect(ms(await listOf({ figure: 'unplanned' }))).toBe(ms(rows.filter(isUnplanned)))
  return { rows, figures }
}

test('stop time by reason is the stop time of Stop Causes, and each of its rows a list of stops', async () => {
  const [first] = await byStart('FW-102')
  const seen = first?.parts.flatMap(({ labelId }) => labelId ?? []) ?? []
  await labelled('FW-102', { from: 63.3, to: 64.9, reason: rest, replaces: [...new Set(seen)] })
  for (const query of [{}, { machineId: 'FW-102' }, { recipe: 'Film' }, { recipe: '5' }]) {
    const { rows, figures } = await rowsOf(query)
    const without = rows.filter(({ kind }) => kind === 'withoutReason')
    expect(figures.withoutReasonSeconds * 1000).toBeCloseTo(ms(without), 3)
  }
})

test('time without a reason in a break of the plan is apart, and no part of the longest stops; a reason gives it back', async () => {
  // 09:30 to 10:00; the clock of the client is an hour ahead.
  await plays(
    'FW-201',
    [
      [205, 10],
      [210, 5],
      [240, 10],
    ],
    245,
  )
  const rowOf = (rows: Awaited<ReturnType<typeof rowsOf>>['rows'], wanted: string) =>
    rows.find(({ kind }) => kind === wanted)
  const plain = await rowsOf({ machineId: 'FW-201' })
  expect(rowOf(plain.rows, 'plan')).toBeUndefined()
  const token = (await floor.server.signIn('clientadmin')).accessToken
  const entries = [
    { weekday: 5, from: '06:00', to: '22:00', kind: 'production' },
    { weekday: 5, from: '10:40', to: '10:50', kind: 'break' },
  ]
  const plan = (weeks: object[]) =>
    floor.server.ask(setPlan.path.replace(':clientId', '1'), {
      ...{ method: 'PUT', token, body: { weeks, exceptions: [] } },
    })
  expect((await plan([{ line: null, validFrom: '2026-04-01', entries }])).status).toBe(200)
  const { rows, figures } = await rowsOf({ machineId: 'FW-201' })
  expect(rowOf(rows, 'plan')).toMatchObject({ reason: null, group: '', seconds: 600, count: 1 })
  // What waits for a reason is as before.
  expect(figures).toEqual(plain.figures)
  await rowsOf({})
  await labelled('FW-201', { from: 210, to: 240, reason: other })
  expect(rowOf((await rowsOf({ machineId: 'FW-201' })).rows, 'plan')).toBeUndefined()
  expect((await plan([])).status).toBe(200)
})

test('the file of the stops has their reasons', async () => {
  const path = exportFile.path.replace(':table', 'stops').replace(':format', 'csv')
  const { body } = await floor.get(path, { ...window, machineId: 'FW-102', ...ascending })
  const [titles = '', first = ''] = String(body).split(/\r?\n/)
  expect(titles).toMatch(/Reason,Note,Planned,Reason by,Reason at \(UTC\)$/)
  // The parts of a stop in one order in each of these columns; planned until the ten minutes of a break are over.
  const reasonsOf = first.match(
    /(?:Film break|Other: Break)(?:; (?:Film break|Other: Break))*/,
  )?.[0]
  const parts = reasonsOf?.split('; ') ?? []
  expect(parts).toContain('Other: Break')
  const planned = parts.map((name) => (name === 'Other: Break' ? 'yes' : 'no')).join('; ')
  expect(first).toContain(`,${planned},`)
  expect(first).toMatch(/,(?:(?:user|engineer|clientadmin|admin)(?:; )?)+,2026-04-10/)
  const without = await floor.get(path, {
    ...{ ...window, machineId: 'FW-102', micro: 'false', withoutReason: 'true' },
  })
  const rows = String(without.body)
    .split(/\r?\n/)
    .filter((line) => line !== '')
  expect(rows).toHaveLength(1 + (await stopsOf('FW-102', { withoutReason: 'true' })).count)
})

test('reasons are read by all who see the client, and lists are offered to who sets them', async () => {
  const path = clientReasons.path.replace(':clientId', '1')
  const { body } = await floor.get(path)
  const known = clientReasons.answer.parse(body)
  expect(known.reasons.find(({ id }) => id === other)).toMatchObject({ used: true })
  expect((await put(1, [], 'clientadmin', known.version)).status).toBe(409)
  expect((await put(1, reasons, 'clientadmin', known.version - 1)).status).toBe(409)
  const templates = await floor.get(
    reasonTemplates.path.replace(':clientId', '1'),
    {},
    'clientadmin',
  )
  const lists = reasonTemplates.answer.parse(templates.body).templates
  expect(lists[0]?.machineTypes.length).toBeGreaterThan(0)
  expect(lists.map(({ key }) => key).sort()).toEqual([
    ...['cartoner', 'flowWrapper', 'general', 'verticalBagger'],
  ])
  // As it is, for a client that has none.
  expect((await put(3, lists[0]?.reasons as Reason[])).status).toBe(200)
})

// @slow

import { randomUUID } from 'node:crypto'
import {
  bridge,
  daySummary,
  exportFile,
  type LossWindow,
  labelStop,
  losses,
  setReasons,
  stopList,
} from '@packboard/contract'
import type { Reason } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { type FactoryFloor, openFactoryFloor } from '../../testing/factoryFloor.ts'

let floor: FactoryFloor

const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const [jam, change, rest] = [uuid(1), uuid(2), uuid(3)]
const reason = (id: string, en: string, more: Partial<Reason> = {}): Reason => ({
  ...{ id, parent: null, name: { en }, icon: 'film', planned: false, cause: 'machine' },
  ...{ rank: 1, overrunSeconds: null, alarms: [], states: [], retired: false },
  ...more,
})
const reasons = [
  reason(jam, 'Jam'),
  reason(change, 'Changeover', { setUp: true }),
  reason(rest, 'Break', { planned: true, overrunSeconds: 600 }),
]

type Day = '2026-04-09' | '2026-04-08'
const at = (day: Day, minutes: number) => Date.parse(`${day}T06:00:00Z`) + minutes * 60_000
const iso = (day: Day, minutes: number) => new Date(at(day, minutes)).toISOString()
const windowOf = (day: Day) => ({
  ...{ start_date: day, end_date: day, start_time: '06:00', end_time: '12:00', timezone: 'UTC' },
  machine: 'FW-102',
})
const now = windowOf('2026-04-09')

/** Samples each 30 s in the state that begins at a minute; the counters rise where it runs. */
async function plays(
  serialNo: string,
  day: Day,
  states: readonly (readonly [minutes: number, state: number, alarm?: string])[],
  { end, packs, product = 'Milk Bar 45 g' }: { end: number; packs: number; product?: string },
) {
  const records: object[] = []
  let total = day === '2026-04-09' ? 1_000_000 : 0
  for (const [index, [begin, state, alarm]] of states.entries()) {
    if (alarm !== undefined) {
      const raisedAt = at(day, begin) + 500
      records.push({ kind: 'alarm', serialNo, raisedAt, group: 'Film', description: alarm })
    }
    const until = at(day, states[index + 1]?.[0] ?? end)
    for (let time = at(day, begin); time < until; time += 30_000) {
      if (state === 10) total += packs
      records.push(
        factory.at(time).sample(serialNo, {
          ...{ state, product, tool: 'Former 45', user: 'P. Nowak', packs: total },
          rejects: Math.floor(total / 50),
          speed: state === 10 ? 2 * packs : 0,
        }),
      )
    }
  }
  await floor.send(serialNo, records)
}

beforeAll(async () => {
  floor = await openFactoryFloor()
  const states = [
    ...[[0, 10] as const, [60, 21, 'Snap A'] as const, [70, 10] as const],
    // A micro-stop, a changeover, a break that is overrun, a jam, time in an unknown state.
    ...[[120, 5] as const, [121, 10] as const, [150, 4] as const, [165, 10] as const],
    ...[[180, 13] as const, [200, 10] as const, [240, 22, 'Edge'] as const, [250, 99] as const],
    [255, 10] as const,
  ]
  await plays(
    'FW-102',
    '2026-04-08',
    [
      [0, 10],
      [100, 21, 'Snap A'],
      [105, 10],
    ],
    {
      ...{ end: 360, packs: 60 },
    },
  )
  await plays('FW-102', '2026-04-09', states, { end: 360, packs: 55 })
  await plays('FW-201', '2026-04-09', [[0, 10]], { end: 360, packs: 40, product: 'No target bar' })
  // A neighbour with the same stops.
  await plays('FW-511', '2026-04-09', states, { end: 360, packs: 55 })
  const token = (await floor.server.signIn('admin')).accessToken
  const path = setReasons.path.replace(':clientId', '1')
  const put = await floor.server.ask(path, { method: 'PUT', token, body: { reasons } })
  expect(put.status).toBe(200)
  for (const [from, to, given] of [
    [150, 165, change],
    [180, 200, rest],
    [240, 255, jam],
  ] as const) {
    const what = { action: 'label', reason: given, from: iso('2026-04-09', from) }
    const { status, body } = await floor.post(
      labelStop.path,
      {
        ...{ clientId: 1, machineId: 'FW-102', key: randomUUID() },
        change: { ...what, to: iso('2026-04-09', to), replaces: [] },
      },
      'engineer',
    )
    expect([status, body]).toEqual([200, expect.anything()])
  }
})
afterAll(() => floor?.close())

async function lossesOf(query: Record<string, string> = {}, person = 'user') {
  const { status, body } = await floor.get(losses.path, { ...now, ...query }, person)
  expect([status, body]).toEqual([200, expect.anything()])
  return losses.answer.parse(body)
}

function expectClosed({ plannedSeconds, goodSeconds, losses: rows, ...rest }: LossWindow) {
  expect(rest).toMatchObject({ none: null, leftOverSeconds: 0 })
  const sum = rows.reduce((all, { seconds }) => all + seconds, goodSeconds ?? Number.NaN)
  expect(Math.abs(sum - plannedSeconds)).toBeLessThan(0.001)
  const shares = rows.reduce((all, { share }) => all + share, rest.oeee ?? Number.NaN)
  expect(Math.abs(shares - 100)).toBeLessThan(1e-9)
}

const rowsOf = ({ losses: rows }: LossWindow) =>
  rows
    .filter(({ stops }) => stops !== null)
    .map(({ kind, key, group, seconds, stops }) => [kind, key, group, seconds, stops])

test('planned time is good time and the losses; a planned reason is none up to its overrun (D99)', async () => {
  const found = await lossesOf()
  expectClosed(found)
  expect(rowsOf(found)).toEqual([
    ['setUp', change, '', 900, 1],
    ['overrun', rest, '', 600, 1],
    ['reason', jam, '', 600, 1],
    ['cause', 'Snap A', 'Film', 600, 1],
    ['micro', '', '', 60, 1],
  ])
  const { status, body } = await floor.get(daySummary.path, { ...now, days: 'no' })
  expect(status).toBe(200)
  const { metrics } = daySummary.answer.parse(body)
  expect(found.oeee).toBe(metrics.OEEE)
  expect(found.plannedSeconds).toBe(metrics.plan?.plannedSeconds)
})

test('by cause alone the sums are the same', async () => {
  const [byReason, byCause] = [await lossesOf(), await lossesOf({ by: 'alarm' })]
  expectClosed(byCause)
  for (const field of ['plannedSeconds', 'runSeconds', 'goodSeconds', 'oeee'] as const) {
    expect(byCause[field]).toBe(byReason[field])
  }
  const stood = (found: LossWindow) =>
    found.losses.reduce((sum, { stops, seconds }) => (stops === null ? sum : sum + seconds), 0)
  expect(stood(byCause)).toBe(stood(byReason))
  expect(rowsOf(byCause)).toContainEqual(['cause', 'Edge', 'Film', 600, 1])
})

test('each row leads to stops whose seconds are the row', async () => {
  const figures = { cause: 'unnamed', micro: 'micro' } as const
  for (const by of ['reason', 'alarm'] as const) {
    const { losses: rows } = await lossesOf({ by })
    for (const { kind, key, group, seconds, stops, lostPacks } of rows) {
      if (stops === null) continue
      const named = kind === 'cause' || kind === 'micro' ? figures[kind] : 'reason'
      const figure = by === 'alarm' ? 'cause' : named
      const { body } = await floor.get(stopList.path, {
        ...{ ...now, figure, part: key, partGroup: group, lost: 'true' },
      })
      const list = stopList.answer.parse(body).stops
      expect([by, kind, key, list.reduce((sum, stop) => sum + stop.seconds, 0)]).toEqual([
        ...[by, kind, key, seconds],
      ])
      expect(list.reduce((sum, stop) => sum + (stop.lostPacks ?? 0), 0)).toBeCloseTo(
        lostPacks ?? Number.NaN,
        9,
      )
    }
  }
})

test('speed loss and rejects are the sums of their terms', async () => {
  const { losses: rows, terms } = await lossesOf()
  const of = (kind: string) => rows.find((row) => row.kind === kind)
  const sum = (each: (term: (typeof terms)[number]) => number) =>
    terms.reduce((all, term) => all + each(term), 0)
  expect(sum((term) => term.runSeconds - term.idealSeconds)).toBeCloseTo(
    of('speed')?.seconds ?? Number.NaN,
    6,
  )
  expect(sum((term) => term.idealSeconds - term.goodSeconds)).toBeCloseTo(
    of('reject')?.seconds ?? Number.NaN,
    6,
  )
  expect(of('reject')?.lostPacks).toBe(sum((term) => term.rejects ?? 0))
  const lost = sum((term) => (term.runSeconds * (term.targetPpm ?? 0)) / 60 - term.packs)
  expect(of('speed')?.lostPacks).toBeCloseTo(lost, 6)
})

test('where there is no tree it says why', async () => {
  expect(await lossesOf({ recipe: 'Film' })).toMatchObject({ none: 'causeFilter', losses: [] })
  expect(await lossesOf({ recipe: '21' })).toMatchObject({ none: 'causeFilter', losses: [] })
  const empty = { start_date: '2026-04-01', end_date: '2026-04-01' }
  expect(await lossesOf(empty)).toMatchObject({ none: 'nothingPlanned', oeee: null })
  // What ran less than a minute at a known speed has no estimate either.
  const { none } = await lossesOf({ machine: 'FW-201', end_time: '06:00' })
  expect(['noTarget', 'nothingPlanned']).toContain(none)
})

async function bridgeOf(query: Record<string, string>) {
  const { status, body } = await floor.get(bridge.path, { ...now, ...query })
  expect([status, body]).toEqual([200, expect.anything()])
  return bridge.answer.parse(body)
}

test('the bars of a bridge add up to the change of OEEE', async () => {
  const found = await bridgeOf({ previous: 'week' })
  expect(found).toMatchObject({ none: 'before', before: { none: 'nothingPlanned' }, bars: [] })
  const other = { other_start_date: '2026-04-08', other_end_date: '2026-04-08' }
  const days = await bridgeOf(other)
  expect(days.none).toBeNull()
  const [was, is] = [days.before?.oeee ?? Number.NaN, days.now.oeee ?? Number.NaN]
  expect(days.differencePoints).toBe(is - was)
  const sum = days.bars.reduce((all, { points }) => all + points, 0)
  expect(Math.abs(sum - (is - was))).toBeLessThan(1e-9)
  expect(Math.abs(days.leftOverPoints ?? Number.NaN)).toBeLessThan(1e-9)
  expect(days.bars.map(({ kind }) => kind)).toEqual([
    ...['setUp', 'reason', 'overrun', 'cause', 'micro', 'speed', 'reject'],
  ])
  const snap = days.bars.find(({ kind }) => kind === 'cause')
  expect([snap?.now.seconds, snap?.before.seconds]).toEqual([600, 300])
})

test('two machines, or two products, of one window', async () => {
  const found = await bridgeOf({ other_machine: 'VF-401', ...goldenDay })
  expect(found.before?.plannedSeconds).toBeGreaterThan(0)
  const none = await bridgeOf({ other_product: 'Nothing of this name' })
  expect(none).toMatchObject({ none: 'before', before: { none: 'nothingPlanned' } })
})
const goldenDay = { start_date: '2026-04-08', end_date: '2026-04-08' }

test('where less than 80 % of a side was observed there is no bridge', async () => {
  const found = await bridgeOf({ other_end_time: '15:00' })
  expect(found.before?.coverage).toBeLessThan(80)
  expect(found).toMatchObject({ none: 'littleData', bars: [], differencePoints: null })
})

test('several machines are for premium clients, and a line narrows them', async () => {
  // Client 3 has the standard subscription.
  for (const { path } of [losses, bridge]) {
    const several = { ...now, clientId: '3', machine: 'All' }
    expect(await floor.get(path, several, 'admin')).toMatchObject({
      ...{ status: 403, body: { code: 'client.noPremium' } },
    })
  }
  const all = await lossesOf({ machine: 'All' })
  const line = await lossesOf({ machine: 'All', line: 'No such line' })
  expect(all.plannedSeconds).toBeGreaterThan(0)
  expect(line).toMatchObject({ none: 'nothingPlanned', plannedSeconds: 0 })
})

test('a file has the rows of the tree, the good and the planned time', async () => {
  const path = exportFile.path.replace(':table', 'losses').replace(':format', 'csv')
  const { status, body } = await floor.get(path, now)
  expect(status).toBe(200)
  const lines = String(body).trim().split(/\r?\n/)
  expect(lines[0]).toContain('Kind,Reason,Group,Cause')
  expect(lines.map((line) => line.split(',')[0])).toEqual(
    expect.arrayContaining(['good', 'setUp', 'overrun', 'reason', 'cause', 'micro', 'planned']),
  )
  expect(String(body)).toContain('setUp,Changeover')
})

// @slow

import { randomUUID } from 'node:crypto'
import {
  clientSettings,
  compare,
  daySummary,
  explain,
  explainIntervals,
  labelStop,
  previewClientSettings,
  setClientSettings,
  setPlan,
  setReasons,
  settingsPreview,
  stopCauses,
} from '@packboard/contract'
import { settingsFromBeginning, tables } from '@packboard/management/testing'
import type { RuleEdition } from '@packboard/model'
import { atDepth } from '@packboard/model/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { type FactoryFloor, floorNow, openFactoryFloor } from '../../testing/factoryFloor.ts'

let floor: FactoryFloor
let now = floorNow
const day = Date.parse('2026-04-07T00:00:00Z')
const hours = 3_600

/** A pack a second in each sample of 30 s, from a second of the day on; the last one ends the time. */
const hour = (serialNo: string, from: number, until: number, fields: object) =>
  Array.from({ length: (until - from) / 30 }, (_, index) => {
    const at = from + index * 30
    return factory.at(day + at * 1_000).sample(serialNo, {
      ...{ product: 'Rule bar', packs: at, rejects: 0 },
      ...fields,
    })
  })

/** Two hours with each of the ways out of planned time: an unknown state, another mode; an idle hour with one reading; a fault. */
function story(serialNo: string) {
  const at = (second: number, fields: object) =>
    factory.at(day + second * 1_000).sample(serialNo, fields)
  return [
    ...hour(serialNo, 6 * hours, 7 * hours, { state: 10, unitMode: 'Production' }),
    ...hour(serialNo, 7 * hours, 8 * hours, { state: 0 }),
    ...hour(serialNo, 8 * hours, 9 * hours, { state: 10 }),
    ...hour(serialNo, 9 * hours, 10 * hours, { state: 8, unitMode: 'Manual' }),
    at(10 * hours, { state: 10, unitMode: 'Production', packs: 10 * hours }),
    at(12 * hours, { state: 8 }),
    at(12 * hours + 1, { packs: 10 * hours }),
    ...Array.from({ length: 119 }, (_, index) => at(12 * hours + 30 * (index + 1), { state: 8 })),
    at(13 * hours - 15, { packs: 10 * hours + 30 }),
    ...hour(serialNo, 14 * hours, 14.5 * hours, { state: 10 }),
    ...Array.from({ length: 60 }, (_, index) => {
      const second = 14.5 * hours + 30 * index
      return at(second, { state: 18, packs: 14.5 * hours })
    }),
    at(15 * hours, { state: 10, packs: 14.5 * hours }),
    ...hour(serialNo, 16 * hours, 16.5 * hours, { state: 10 }),
    ...hour(serialNo, 16.5 * hours, 16.5 * hours + 60, { state: 8 }),
    ...hour(serialNo, 16.5 * hours + 60, 17 * hours, { state: 10 }),
  ]
}

const external = '00000000-0000-4000-8000-000000000001'

beforeAll(async () => {
  floor = await openFactoryFloor(() => now)
  for (const serialNo of ['FW-102', 'FW-512']) await floor.send(serialNo, story(serialNo))
  await settingsFromBeginning(floor.server.deps.management, [
    { clientId: 1, kind: 'targetSpeed', product: 'Rule bar', value: 60 },
  ])
  const reason = {
    ...{ id: external, parent: null, name: { en: 'No product from the oven' }, icon: 'film' },
    ...{ planned: false, cause: 'external', rank: 1, overrunSeconds: null, alarms: [], states: [] },
    retired: false,
  }
  const path = setReasons.path.replace(':clientId', '1')
  expect((await put(path, { reasons: [reason] })).status).toBe(200)
})
afterAll(() => floor?.close())
beforeEach(async () => {
  const db = tables(floor.server.deps.management)
  await db
    .deleteFrom('dated_setting')
    .where('kind', '=', 'rules')
    .where('client_id', '=', 1)
    .execute()
  await db.deleteFrom('stop_label').where('client_id', '=', 1).execute()
  await db.deleteFrom('plan').execute()
})

async function call(method: string, path: string, body?: object, person = 'clientadmin') {
  now += 100
  const { accessToken: token } = await floor.server.signIn(person)
  const answer = await floor.server.ask(path, { method, token, ...(body && { body }) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}
const put = (path: string, body: object, person?: string) => call('PUT', path, body, person)

const between = (from: string, to: string) => ({
  ...{ machineId: 'FW-102', machine: 'FW-102', start_date: '2026-04-07', end_date: '2026-04-07' },
  ...{ start_time: from, end_time: to },
})
async function read<Shape extends { parse(body: unknown): unknown }>(
  of: { path: string; answer: Shape },
  query: Record<string, string>,
) {
  now += 100
  const { status, body } = await floor.get(of.path, query)
  expect([of.path, status]).toEqual([of.path, 200])
  return of.answer.parse(body) as ReturnType<Shape['parse']>
}
const metrics = async (from: string, to: string) =>
  (await read(daySummary, between(from, to))).metrics

/** By which rules, from an instant of the day on; without one from the beginning. */
const rules = (value: RuleEdition, second?: number) =>
  settingsFromBeginning(floor.server.deps.management, [
    {
      ...{ clientId: 1, kind: 'rules', value },
      ...(second !== undefined && { validFrom: new Date(day + second * 1_000) }),
    },
  ])

test('packs in an unknown state double OEEE by the earlier rules, and are named and left out by the revised ones', async () => {
  const earlier = await metrics('06:00', '08:00')
  expect(earlier).toMatchObject({ OEEE: (100 * 7_170) / 3_600, targetTooLow: true })
  expect(earlier.packsNotPlanned).toBeUndefined()
  await rules('revised')
  const revised = await metrics('06:00', '08:00')
  // The reading at 07:00 ended the run, the last one of the hour lies after the window.
  expect(revised).toMatchObject({ 'Packs Produced': 7_170, OEEE: 100, performance: 100 })
  expect(revised).toMatchObject({ packsNotPlanned: 3_570, targetTooLow: false })
  const panel = await read(explain, { ...between('06:00', '08:00'), figure: 'oeee' })
  expect(panel.terms).toContainEqual(
    expect.objectContaining({ term: 'packsNotPlanned', value: 3_570 }),
  )
})

test('under another mode the reading that ends it is still of it, in figures and intervals', async () => {
  await rules('revised')
  // Ends behind the reading at 10:00, which ends the hour in Manual.
  const window = between('08:00', '10:00')
  const figures = await metrics('08:00', '10:01')
  // The reading at 08:00 ended the unknown hour.
  expect(figures).toMatchObject({ 'Packs Produced': 7_230, packsNotPlanned: 3_600 + 30 })
  const { rows } = await read(explainIntervals, {
    ...window,
    ...{ end_time: '10:01', figure: 'oeee', pageSize: '200' },
  })
  const sum = (of: (row: (typeof rows)[number]) => number | null) =>
    rows.reduce((all, row) => all + (of(row) ?? 0), 0)
  expect((100 * sum((row) => row.goodSeconds)) / sum((row) => row.plannedSeconds)).toBeCloseTo(
    figures.OEEE ?? 0,
    9,
  )
  // Without modes these packs are rated.
  expect(figures.restatement?.OEEE).toBeCloseTo(
    (100 * 7_200) / (figures.restatement?.plannedSeconds ?? 0),
    9,
  )
})

test('a window with a change inside is divided at its minute', async () => {
  await rules('revised', 7.5 * hours)
  // 59 readings of the unknown half hour before it are rated.
  expect((await metrics('06:00', '08:00')).OEEE).toBeCloseTo((100 * (3_600 + 59 * 30)) / 3_600, 9)
})

test('Explain offers micro-stops under performance, and OEEE is the same', async () => {
  const { terms } = await read(explain, { ...between('16:00', '17:00'), figure: 'oeee' })
  const of = (name: string) => Number(terms.find(({ term }) => term === name)?.value)
  // A stop of a minute in an hour.
  expect(of('microStops')).toBe(60)
  expect(of('performanceOfMicroStops')).toBeCloseTo((100 * of('idealTime')) / (of('run') + 60), 9)
  expect(of('performance')).toBeGreaterThan(of('performanceOfMicroStops'))
})

test('where nothing ran, OEEE is no product of three', async () => {
  const { OEEE, availability, performance } = await metrics('12:00', '13:00')
  expect([availability, performance]).toEqual([0, null])
  expect(OEEE).toBeGreaterThan(0)
})

test('Machine OEEE takes out a stop whose reason has an external cause, and says what it was before', async () => {
  const iso = (second: number) => new Date(day + second * 1_000).toISOString()
  const change = {
    ...{ action: 'label', reason: external, from: iso(14.5 * hours), to: iso(15 * hours) },
    replaces: [],
  }
  const { status } = await floor.post(
    labelStop.path,
    { clientId: 1, machineId: 'FW-102', key: randomUUID(), change },
    'engineer',
  )
  expect(status).toBe(200)
  await rules('earlier')
  const earlier = await metrics('14:00', '15:00')
  expect(earlier.machineOeee).toBe(earlier.OEEE)
  expect([earlier.restatement, earlier.plan]).toEqual([undefined, undefined])
  await rules('revised')
  const revised = await metrics('14:00', '15:00')
  expect(revised.OEEE).toBe(earlier.OEEE)
  expect(revised.machineOeee).toBeCloseTo(2 * (revised.OEEE ?? 0), 9)
  expect(revised.restatement).toMatchObject({ machineOeee: earlier.machineOeee, labels: 1 })
  const panel = await read(explain, { ...between('14:00', '15:00'), figure: 'oeee' })
  expect(panel.terms).toContainEqual(
    expect.objectContaining({ term: 'externalReasons', value: 1_800 }),
  )
  // It is an unplanned stop, and no fault of the machine itself.
  const { total } = await read(compare, {
    ...between('14:00', '15:01'),
    ...{ by: 'machine', stopLengths: 'yes' },
  })
  expect(total.figures).toMatchObject({ unplannedStops: 1, meanStopSeconds: 1_800, faults: 0 })
  expect(total.figures).toMatchObject({ mtbfSeconds: null, mttrSeconds: null })
})

test('closed time is no repair, and loses no packs', async () => {
  const window = { ...between('14:00', '15:01'), by: 'machine', stopLengths: 'yes' }
  const before = (await read(compare, window)).total.figures
  expect(before).toMatchObject({ faults: 1, mttrSeconds: 1_800, lostPacks: 1_800 })
  // Closed from 14:40 UTC on, twenty minutes before the machine runs again; Tuesday, an hour ahead.
  const entries = [{ weekday: 2, from: '07:00', to: '15:40', kind: 'production' }]
  const body = { weeks: [{ line: null, validFrom: '2026-04-01', entries }], exceptions: [] }
  expect((await put(setPlan.path.replace(':clientId', '1'), body)).status).toBe(200)
  const after = (await read(compare, window)).total.figures
  expect(after).toMatchObject({ stopSeconds: before.stopSeconds, stops: before.stops })
  expect(after).toMatchObject({ faults: 1, mttrSeconds: 600, meanStopSeconds: 600, lostPacks: 600 })
  const { causes } = await read(stopCauses, between('14:00', '15:01'))
  expect(causes).toMatchObject([{ seconds: 1_800, lostPacks: 600 }])
})

const path = (of: { path: string }) => of.path.replace(':clientId', '1')

test('admins and client administrators set them, others of the client read them', async () => {
  const rows = { settings: [{ kind: 'rules', value: 'revised' }] }
  for (const person of ['user', 'engineer', 'distributor']) {
    expect((await call('GET', path(clientSettings), undefined, person)).status).toBe(200)
    expect((await put(path(setClientSettings), rows, person)).status).toBe(403)
  }
  expect((await put(path(setClientSettings), rows)).status).toBe(200)
  const { body } = await call('GET', path(clientSettings), undefined, 'user')
  const { settings, version } = clientSettings.answer.parse(body)
  expect(settings).toMatchObject([{ kind: 'rules', value: 'revised', enteredBy: 'clientadmin' }])
  const old = await put(path(setClientSettings), { ...rows, version: version - 1 })
  expect(old.status).toBe(409)
  const past = { ...rows.settings[0], value: 'earlier', validFrom: '2026-04-01 00:00', reason: 'x' }
  const refused = await put(path(setClientSettings), { settings: [past] })
  expect(refused.body).toMatchObject({ code: 'settings.previewNeeded' })
})

test('applied from an earlier day, the preview is what happened, and each figure says what it was', async () => {
  const before = await metrics('06:00', '08:00')
  const settings = [
    { kind: 'rules', value: 'revised', validFrom: '2026-04-07 00:00', reason: 'Audit' },
  ]
  const { body } = await call('POST', path(previewClientSettings), { settings })
  const preview = settingsPreview.parse(body)
  expect(preview.machines).toContainEqual({ machineId: 'FW-102', days: 1 })
  const { previewId, applyFrom } = preview
  const applied = await put(path(setClientSettings), { settings, previewId, applyFrom })
  expect(applied.status).toBe(200)
  const after = await metrics('06:00', '08:00')
  expect(after.OEEE).toBe(100)
  expect(after.settingChanges).toMatchObject({
    OEEE: before.OEEE,
    changes: [{ kind: 'rules', value: 'revised', by: 'clientadmin', reason: 'Audit' }],
  })
})

test('an update moves no digit of a window that ends before it', async () => {
  const { management } = floor.server.deps
  const times = ['00:00', '06:30', '07:45', '10:00', '14:35', '06:00', '07:00', '09:10', '13:00']
    .slice(0, atDepth({ deep: 9, daily: 4 }))
    .sort()
  const windows = times.flatMap((from, index) =>
    times
      .slice(index + 1)
      .map((to) => ({ ...between(from, to), machine: 'All', machineId: 'All' })),
  )
  const answers = async () => {
    const texts: string[] = []
    for (const window of windows) {
      for (const [of, more] of [
        [daySummary, {}],
        [compare, { by: 'machine' }],
        [explain, { figure: 'oeee' }],
        [explainIntervals, { figure: 'oeee', pageSize: '200' }],
        [stopCauses, {}],
      ] as const) {
        now += 100
        texts.push(JSON.stringify(await floor.get(of.path, { ...window, ...more })))
      }
    }
    return texts
  }
  const before = await answers()
  await settingsFromBeginning(management, [
    { clientId: 1, kind: 'rules', value: 'revised', validFrom: new Date(day + 24 * hours * 1_000) },
  ])
  expect(await answers()).toEqual(before)
  // Of a window behind it the figure is another one.
  await rules('revised', 0)
  expect(await answers()).not.toEqual(before)
}, 300_000)

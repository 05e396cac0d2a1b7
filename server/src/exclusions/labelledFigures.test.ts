// @slow

import { randomUUID } from 'node:crypto'
import {
  compare,
  daySummary,
  explain,
  explainIntervals,
  labelStop,
  setPlan,
  setReasons,
} from '@packboard/contract'
import { machinesOfClient } from '@packboard/management'
import { tables } from '@packboard/management/testing'
import { grantClientScope, type Reason } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { factory } from '../../testing/factory.ts'
import {
  type FactoryFloor,
  floorNow,
  goldenStart,
  openFactoryFloor,
} from '../../testing/factoryFloor.ts'
import { metricDimensions, metricsOf } from '../figures/metricsOf.ts'
import { metricsWire } from '../figures/metricsWire.ts'
import { readBasis } from '../figures/readBasis.ts'
import { planBook } from './planBook.ts'

let floor: FactoryFloor
let now = floorNow

const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const [cleaning, changeover, fault] = [uuid(1), uuid(2), uuid(3)]
const reason = (id: string, en: string, more: Partial<Reason> = {}): Reason => ({
  ...{ id, parent: null, name: { en }, icon: 'film', planned: true, cause: 'operator' },
  ...{ rank: Number(id.slice(-1)), overrunSeconds: null, alarms: [], states: [], retired: false },
  ...more,
})
const reasons = [
  reason(cleaning, 'Cleaning'),
  reason(changeover, 'Changeover', { overrunSeconds: 600 }),
  reason(fault, 'Fault', { planned: false, cause: 'machine' }),
]

beforeAll(async () => {
  floor = await openFactoryFloor(() => now)
  for (const clientId of [1, 2]) {
    const token = (await floor.server.signIn('admin')).accessToken
    const path = setReasons.path.replace(':clientId', String(clientId))
    const answer = await floor.server.ask(path, { method: 'PUT', token, body: { reasons } })
    expect(answer.status).toBe(200)
  }
  // The neighbour did the same shift, and cleaned all of its stop.
  await label(27_000, 38_400, cleaning, {
    machineId: 'FW-511',
    clientId: 2,
    person: 'admin',
  })
})
afterAll(() => floor?.close())
beforeEach(async () => {
  const db = tables(floor.server.deps.management)
  await db.deleteFrom('plan').execute()
  await db.deleteFrom('stop_label').where('client_id', '=', 1).execute()
})

/** The shift ran 27,000 s, then stood 3,600 in alarm, 6,000 idle (from 34,200 on external), 1,800 ancillary; then it ran 3,000 s. */
const golden = { machineId: 'VF-401', machine: 'VF-401' }
const good = 26_720
const planned = 41_400

async function read<Shape extends { parse(body: unknown): unknown }>(
  call: { path: string; answer: Shape },
  query: Record<string, string> = golden,
) {
  now += 100
  const { status, body } = await floor.get(call.path, query)
  expect([call.path, status]).toEqual([call.path, 200])
  return call.answer.parse(body) as ReturnType<Shape['parse']>
}
const metrics = async () => (await read(daySummary)).metrics

/** Names a stretch of the shift, in seconds after its start. */
async function label(
  from: number,
  to: number,
  of: string | null,
  { machineId = 'VF-401', clientId = 1, person = 'engineer', replaces = [] as number[] } = {},
) {
  const iso = (seconds: number) => new Date(goldenStart + seconds * 1_000).toISOString()
  const what = of === null ? { action: 'takeBack' } : { action: 'label', reason: of }
  const { status, body } = await floor.post(
    labelStop.path,
    {
      ...{ clientId, machineId, key: randomUUID() },
      change: { ...what, from: iso(from), to: iso(to), replaces },
    },
    person,
  )
  expect([status, body]).toEqual([200, expect.anything()])
  return labelStop.answer.parse(body).labelId
}

/** Wednesday is the day of the shift; the client's zone is an hour ahead of UTC. */
async function closedFrom(to: string) {
  const token = (await floor.server.signIn('clientadmin')).accessToken
  const entries = [{ weekday: 3, from: '07:00', to, kind: 'production' }]
  const body = { weeks: [{ line: null, validFrom: '2026-04-01', entries }], exceptions: [] }
  const path = setPlan.path.replace(':clientId', '1')
  expect((await floor.server.ask(path, { method: 'PUT', token, body })).status).toBe(200)
}

test('a planned reason takes out what did not run, to the ms; taken back, every byte is as before', async () => {
  const before = await metrics()
  expect(before.restatement).toBeUndefined()
  const id = await label(30_600.25, 34_200.5, cleaning)
  const after = await metrics()
  expect(after.plan).toEqual({
    plannedSeconds: planned - 3_600.25,
    notPlannedSeconds: 3_600.25 + 1_800,
    closedSeconds: 0,
    notScheduledSeconds: 0,
    labelSeconds: 3_600.25,
  })
  expect(after.OEEE).toBeCloseTo((100 * good) / (planned - 3_600.25), 9)
  // Half a second of external time left planned time, too.
  expect(after.machineOeee).toBeCloseTo((100 * good) / (planned - 3_600.25 - 2_399.5), 9)
  expect(after.coverage).toBe(before.coverage)
  expect(after.restatement).toEqual({
    OEEE: before.OEEE,
    machineOeee: before.machineOeee,
    availability: before.availability,
    coverage: before.coverage,
    plannedSeconds: planned,
    ...{ labels: 1, people: ['engineer'], plan: false, modes: false },
  })
  const { rows, total } = await read(compare, { ...golden, by: 'product' })
  expect(total.figures.metrics.restatement).toEqual(after.restatement)
  // The label lies in the time of the first product alone.
  expect(rows.map(({ figures }) => figures.metrics.restatement?.labels)).toEqual([undefined, 1])

  await label(30_600.25, 34_200.5, null, { replaces: [id] })
  expect(await metrics()).toEqual(before)
})

test('a planned reason counts until it is overrun', async () => {
  // Ten minutes of a changeover are planned, the rest is not.
  await label(27_000, 30_600, changeover)
  await floor.server.deps.plans.window(scope, await machinesOf(1, 'VF-401'), period)
  const { plan, restatement } = await metrics()
  expect(plan?.labelSeconds).toBe(600)
  expect(restatement).toMatchObject({ labels: 1, people: ['engineer'] })
})

test('a reason that is not planned gives back closed time, and leaves coverage as the plan has it', async () => {
  // Closed from 14:30 UTC, 30,600 s after the start.
  await closedFrom('15:30')
  const closed = await metrics()
  await label(27_000, 36_600, fault)
  const after = await metrics()
  expect(after.plan).toMatchObject({ plannedSeconds: 33_600 + 6_000, closedSeconds: 3_600 })
  expect(after.OEEE).toBeCloseTo((100 * good) / 39_600, 9)
  expect(after.coverage).toBe(100)
  expect(after.restatement).toMatchObject({ labels: 1, plan: true, modes: false })
  expect(after.restatement?.OEEE).toBe(closed.restatement?.OEEE)

  // The same stop named planned: out of planned time, and no more closed.
  const { management } = floor.server.deps
  await tables(management).deleteFrom('stop_label').where('client_id', '=', 1).execute()
  await label(27_000, 36_600, cleaning)
  expect((await metrics()).plan).toMatchObject({
    plannedSeconds: planned - 9_600 - 1_800,
    labelSeconds: 9_600,
  })
  const panel = await read(explain, { ...golden, figure: 'oeee' })
  const terms = new Map(panel.terms.map(({ term, value }) => [term, value]))
  expect(terms.get('labelTime')).toBe(9_600)
  expect(terms.get('closedTime')).toBe(1_800)
  expect(panel.moved).toMatchObject({ before: (100 * good) / planned, labels: 1, plan: true })
  expect(panel.moved?.after).toBe(panel.value)
  const excluded = panel.excluded.reduce((sum, { seconds }) => sum + seconds, 0)
  expect(excluded + Number(terms.get('plannedTime'))).toBe(43_200)
  const { rows } = await read(explainIntervals, { ...golden, figure: 'oeee', pageSize: '200' })
  const sum = rows.reduce((all, row) => all + row.plannedSeconds, 0)
  expect(sum).toBe(terms.get('plannedTime'))
})

const period = { from: new Date(goldenStart), to: new Date(goldenStart + 43_200_000) }
const scope = grantClientScope(1)
const machinesOf = async (clientId: number, serialNo: string) => {
  const list = await machinesOfClient(floor.server.deps.management, grantClientScope(clientId))
  return list.filter((machine) => machine.serialNo === serialNo)
}

test('a unit mode comes before the plan and after a label', async () => {
  const machines = await machinesOf(1, 'VF-401')
  const [{ id } = { id: 0 }] = machines
  await closedFrom('15:30')
  await label(31_600, 32_600, fault)
  const mode = {
    ...{ from: goldenStart + 29_600_500, to: goldenStart + 34_200_000 },
    mode: 'Maintenance',
  }
  const plans = planBook(floor.server.deps, async () => new Map([[id, [mode]]]))
  const question = { scope, machines, period, filter: {}, nothing: false }
  const basis = await readBasis({ ...floor.server.deps, plans }, question, metricDimensions)
  const target = { ppm: 60, source: 'machine' as const }
  const { plan, restatement } = metricsWire(metricsOf(basis, () => target))
  expect(plan).toMatchObject({
    // 1,000 s of the fault are given back, the mode has the rest of its 4,599.5 s; closed are 36,600 to 38,400 and what it left.
    modeSeconds: 3_599.5,
    closedSeconds: 4_200 + 1_800,
  })
  expect(restatement).toMatchObject({ labels: 1, plan: true, modes: true })
})

test('late records that make a labelled stretch run void the label there', async () => {
  await label(30_600, 34_200, cleaning)
  expect((await metrics()).plan?.labelSeconds).toBe(3_600)
  const sample = (second: number, state: number) =>
    factory
      .at(goldenStart + second * 1_000 + 100)
      .sample('VF-401', { state, product: 'Mint Drops 200 g', tool: 'Tube 180', speed: 0 })
  await floor.send('VF-401', [sample(30_615, 10), sample(30_620, 5)])
  await floor.server.deps.telemetry.settled()
  const { plan, restatement } = await metrics()
  expect(plan?.labelSeconds).toBe(3_595)
  expect(plan?.plannedSeconds).toBe(planned - 3_595)
  expect(restatement?.labels).toBe(1)
})

test('labels and reasons of a neighbour never move our figures', async () => {
  const [theirs] = await machinesOf(2, 'FW-511')
  expect(theirs).toBeDefined()
  const { plans } = floor.server.deps
  // Even where the machine is one of theirs, our scope finds nothing.
  expect(await plans.window(scope, theirs ? [theirs] : [], period)).toBeUndefined()
  const own = await plans.window(grantClientScope(2), theirs ? [theirs] : [], period)
  expect(own?.spans.get(theirs?.id ?? 0)).toMatchObject([{ under: 'label' }])
  expect((await metrics()).restatement).toBeUndefined()
})

test('labels that take nothing out leave the questions to the engine as they are, not only the figures', async () => {
  const { telemetry, plans } = floor.server.deps
  const { connection } = telemetry.context
  const reader = connection.reader()
  const questions: unknown[] = []
  const spy = vi.spyOn(connection, 'reader').mockImplementation(
    () =>
      new Proxy(reader, {
        get(target, key) {
          const own: unknown = Reflect.get(target, key)
          if (typeof own !== 'function') return own
          return (request: { query?: string; query_params?: object }) => {
            if (request?.query?.includes('_ledger')) {
              questions.push([request.query, request.query_params])
            }
            return own.call(target, request)
          }
        },
      }),
  )
  const machines = await machinesOf(1, 'VF-401')
  // Not on whole minutes, so that some of it is always read.
  const within = { from: new Date(goldenStart + 1_234), to: new Date(goldenStart + 40_000_000) }
  const question = { scope, machines, period: within, filter: {}, nothing: false }
  const questionsNow = async () => {
    questions.length = 0
    await readBasis({ telemetry, plans }, question, metricDimensions)
    return [...questions]
  }
  // What questions wanted is read into memory in the background.
  await vi.waitFor(async () => expect(await questionsNow()).toEqual(await questionsNow()), 10_000)
  const before = await questionsNow()
  expect(before).not.toEqual([])
  await label(27_000, 30_600, fault)
  expect(await plans.window(scope, machines, within)).toBeUndefined()
  expect(await questionsNow()).toEqual(before)
  // And a planned one does not.
  await label(30_700, 30_800, cleaning)
  expect(await questionsNow()).not.toEqual(before)
  spy.mockRestore()
})

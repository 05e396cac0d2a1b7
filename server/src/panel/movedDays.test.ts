// @slow

import { compare, type SettingsPreview, settingsPreview } from '@packboard/contract'
import { machineDirectory } from '@packboard/management'
import { settingsFromBeginning, tables } from '@packboard/management/testing'
import { addDays } from '@packboard/model'
import { atDepth, partOf } from '@packboard/model/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { type FactoryFloor, floorNow, openFactoryFloor } from '../../testing/factoryFloor.ts'

let floor: FactoryFloor
let now = floorNow
/** A Monday; the other machines of the floor sent after these days. */
const firstDay = '2026-03-16'
const lengthDays = 14
const minute = 60_000
const serials = ['FW-201', 'FW-202', 'VF-402'] as const

beforeAll(async () => {
  floor = await openFactoryFloor(() => now)
  for (const [machine, serialNo] of serials.entries()) {
    for (let day = 0; day < lengthDays; day += 1) await floor.send(serialNo, dayOf(machine, day))
  }
  await settingsFromBeginning(floor.server.deps.management, [
    { clientId: 1, kind: 'targetSpeed', product: 'Bar', value: 40 },
    { clientId: 1, kind: 'targetSpeed', product: 'Bag', value: 12 },
  ])
  await (await machineDirectory(floor.server.deps.management)).refresh()
})
afterAll(() => floor?.close())

/** A number of [0, 1) that depends on these alone. */
const random = (...of: number[]) => {
  const mixed = of.reduce((sum, one) => Math.imul(sum ^ (one + 0x9e37), 0x85ebca6b), 77)
  return ((Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35) >>> 0) % 10_000) / 10_000
}

const states = [10, 10, 10, 10, 13, 18, 8, 20, 16]

/** Twelve hours with silences of up to four minutes, stops, warnings in which packs go on, two products and a counter that begins anew. */
function dayOf(machine: number, day: number) {
  const start = Date.parse(`${addDays(firstDay, day)}T05:30:00Z`)
  const records: object[] = []
  let [at, packs, rejects] = [start, 100 * day, 0]
  for (let index = 0; at < start + 12 * 60 * minute; index += 1) {
    const kind = (of: number) => random(machine, day, index, of)
    const state = states[Math.floor(kind(1) * states.length)] ?? 10
    if (state === 10 || state === 20) packs += Math.floor(20 * kind(2))
    if (kind(3) > 0.9) rejects += 1
    records.push(
      factory.at(at).sample(serials[machine] ?? '', {
        ...{ state, packs, rejects, speed: 20 + 10 * kind(4) },
        product: Math.floor(index / 40) % 2 === 0 ? 'Bar' : 'Bag',
      }),
    )
    at += (20 + Math.floor(kind(5) * (kind(6) > 0.9 ? 220 : 70))) * 1_000
  }
  return records
}

const call = async (method: string, path: string, body?: object, person = 'admin') => {
  now += 100
  const { accessToken: token } = await floor.server.signIn(person)
  const answer = await floor.server.ask(path, { method, token, ...(body && { body }) })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

type Path = { readonly path: string; readonly rows: 'targets' | 'settings' }
const products: Path = { path: '/api/admin/products/1', rows: 'targets' }

async function preview({ path, rows }: Path, entries: object[], person?: string) {
  let body: object = { [rows]: entries }
  for (;;) {
    const { status, body: answer } = await call('POST', `${path}/preview`, body, person)
    expect([status, answer.message]).toEqual([200, undefined])
    const found = settingsPreview.parse(answer)
    if (found.done === found.of) return found
    body = { ...body, previewId: found.previewId }
  }
}

async function apply(
  of: Path,
  entries: object[],
  { previewId, applyFrom }: SettingsPreview,
): Promise<void> {
  const { path, rows } = of
  const body = { [rows]: entries, previewId, applyFrom }
  expect(await call('PUT', path, body)).toMatchObject({ status: 200 })
  await expect
    .poll(async () => (await call('GET', path)).body.applying, { timeout: 60_000 })
    .toEqual([])
}

async function zoneOf(): Promise<string> {
  const { body } = await call('GET', products.path)
  return String(body.zone)
}

/** What screens show of each day of each machine. */
async function allDays(zone: string) {
  const found = new Map<string, string>()
  for (const machineId of serials) {
    const { body } = await floor.get(compare.path, {
      ...{ start_date: firstDay, end_date: addDays(firstDay, lengthDays) },
      ...{ start_time: '00:00', end_time: '23:59', timezone: zone },
      ...{ machineId, machine: machineId, by: 'day', stopLengths: 'yes' },
    })
    for (const { key, figures } of compare.answer.parse(body).rows) {
      const { restatement: _, targetSource: __, settingChanges: ___, ...metrics } = figures.metrics
      found.set(`${machineId} ${key}`, JSON.stringify([metrics, figures.microStops]))
    }
  }
  return found
}

/** Others of the same type move, too, and sent later. */
const isOurs = (machineId: string) => serials.some((one) => one === machineId)

const differing = (before: Map<string, string>, after: Map<string, string>) =>
  [...after.keys()].filter((key) => before.get(key) !== after.get(key))

const machineOf = (serialNo: string) =>
  tables(floor.server.deps.management)
    .selectFrom('machine')
    .select(['id', 'machine_type_id as typeId'])
    .where('serial_no', '=', serialNo)
    .executeTakeFirstOrThrow()

/** The changes of the past that are tried: each has another beginning. */
async function changes(): Promise<[Path, object[]][]> {
  const { id, typeId } = await machineOf('FW-201')
  const other = await machineOf('FW-202')
  const machine: Path = { path: `/api/admin/machine/${id}/settings`, rows: 'settings' }
  const second: Path = { path: `/api/admin/machine/${other.id}/settings`, rows: 'settings' }
  const type: Path = { path: `/api/admin/machineTypes/${typeId}/settings`, rows: 'settings' }
  const at = (day: number, time = '00:00') => `${addDays(firstDay, day)} ${time}`
  const why = { reason: 'It was wrong' }
  return [
    [products, [{ product: 'Bar', ppm: 55, validFrom: at(9, '13:37'), ...why }]],
    [products, [{ product: 'Bag', ppm: 9, machineId: 'FW-202', validFrom: at(3), ...why }]],
    [machine, [{ kind: 'holdLimit', value: 45, validFrom: at(10), ...why }]],
    [
      machine,
      [{ kind: 'category', code: 18, value: 'ancillary', validFrom: at(5, '11:11'), ...why }],
    ],
    [type, [{ kind: 'stopThreshold', value: 60, validFrom: at(6), ...why }]],
    [type, [{ kind: 'holdLimit', value: 150, validFrom: at(8, '09:30'), ...why }]],
    [second, [{ kind: 'category', code: 13, value: 'run', validFrom: at(11), ...why }]],
    [machine, [{ kind: 'designSpeed', value: 33.3, validFrom: at(2), ...why }]],
    [products, [{ product: 'Bar', ppm: null, validFrom: at(7), ...why }]],
    [type, [{ kind: 'category', code: 20, value: 'runWhileCounting', validFrom: at(4), ...why }]],
    [products, [{ product: 'Never packed', ppm: 5, validFrom: at(1), ...why }]],
    [second, [{ kind: 'holdLimit', value: 30.5, validFrom: at(9, '10:00'), ...why }]],
    [machine, [{ kind: 'holdLimit', value: null, validFrom: at(11, '08:00'), ...why }]],
    [products, [{ product: 'Bag', ppm: 3.5, validFrom: at(6, '12:00'), ...why }]],
    [machine, [{ kind: 'stopThreshold', value: 300, validFrom: at(1), ...why }]],
    [type, [{ kind: 'category', code: 10, value: 'idle', validFrom: at(12), ...why }]],
    [second, [{ kind: 'targetSpeed', value: 21, validFrom: at(0), ...why }]],
    [
      machine,
      [
        { kind: 'holdLimit', value: 20, validFrom: at(3, '07:00'), ...why },
        { kind: 'category', code: 18, value: null, validFrom: at(8), ...why },
      ],
    ],
    [products, [{ product: 'Bar', ppm: 18.25, validFrom: at(-20), ...why }]],
    [type, [{ kind: 'holdLimit', value: 90, validFrom: at(5), ...why }]],
  ]
}

test('what a preview announces is what happened: days, weeks and figures of 20 changes of the past', async () => {
  const zone = await zoneOf()
  let before = await allDays(zone)
  for (const [of, entries] of partOf(await changes(), atDepth({ deep: 20, daily: 4 }))) {
    const announced = await preview(of, entries)
    expect(differing(before, await allDays(zone))).toEqual([])
    const weeksBefore = await weeksOf(announced, zone)
    await apply(of, entries, announced)
    const after = await allDays(zone)
    const moved = differing(before, after)
    const days = Map.groupBy(moved, (key) => key.slice(0, -11))
    const found = [...days].map(([machineId, own]) => ({ machineId, days: own.length }))
    const sorted = (list: readonly { machineId: string }[]) =>
      [...list].sort((a, b) => (a.machineId < b.machineId ? -1 : 1))
    const ofThese = announced.machines.filter(({ machineId }) => isOurs(machineId))
    expect([entries, sorted(ofThese)]).toEqual([entries, sorted(found)])
    expect(announced.days).toBe(announced.machines.reduce((sum, one) => sum + one.days, 0))
    const weeks = announced.weeks.filter(({ from }) => from < addDays(firstDay, lengthDays))
    expect([entries, weeksBefore]).toEqual([entries, weeks.map(({ before: old }) => old)])
    expect([entries, await weeksOf(announced, zone)]).toEqual([
      entries,
      weeks.map(({ after: next }) => next),
    ])
    before = after
  }
}, 480_000)

/** The OEEE of the announced weeks, of the machines that move, as screens show it: of one of them, or of all that sent in the week. */
async function weeksOf({ weeks, machines }: SettingsPreview, zone: string) {
  const found: (number | null)[] = []
  const [only, ...others] = machines.map(({ machineId }) => machineId).filter(isOurs)
  const machineId = others.length === 0 ? (only ?? 'All') : 'All'
  for (const { from } of weeks.filter((week) => week.from < addDays(firstDay, lengthDays))) {
    const { body } = await floor.get(compare.path, {
      ...{ start_date: from, end_date: addDays(from, 6), start_time: '00:00', end_time: '23:59' },
      ...{ timezone: zone, by: 'machine', machineId, machine: machineId },
    })
    const { OEEE } = compare.answer.parse(body).total.figures.metrics
    found.push(OEEE === null ? null : OEEE / 100)
  }
  return found
}

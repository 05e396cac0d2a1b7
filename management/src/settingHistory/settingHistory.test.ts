import { grantClientScope, grantPanelScope } from '@packboard/model'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestManagement, type TestManagement } from '../../testing/openTestManagement.ts'
import { editor } from '../../testing/people.ts'
import { runSql } from '../../testing/runSql.ts'
import { clientSettings } from '../datedSettings/clientSettings.ts'
import { machineDirectory } from '../directory/machineDirectory.ts'
import { changeConnection } from '../machines/changeConnection.ts'
import { addMachine, changeMachine, nameLine } from '../machines/changeMachines.ts'
import { importRecipes } from '../recipes/importRecipes.ts'
import { recipesOfClient } from '../recipes/recipesOfClient.ts'
import { setMachineSettings, setMachineTypeSettings, setProductTargets } from './changeSettings.ts'
import { machineSettings, machineTypeSettings, productTargets } from './readSettings.ts'

/** Half past ten in Europe/London, twenty seconds later. */
const start = Date.parse('2026-11-10T10:30:20Z')
const minute = 60_000
const next = start + 40_000
let now = start
let opened: TestManagement
beforeAll(async () => {
  opened = await openTestManagement({ now: () => now })
})
beforeEach(() => {
  now = start
})
afterAll(() => opened?.close())

const own = grantClientScope(1)
const everywhere = grantPanelScope({ reach: 'all' })
const run = <Row>(text: string) => runSql<Row>(opened.management, text)
const idOf = async (serialNo: string) =>
  (await run<{ id: number }>(`select id from machine where serial_no = '${serialNo}'`))[0]?.id ?? 0
const set = (...targets: Parameters<typeof setProductTargets>[3]['targets'][number][]) =>
  setProductTargets(opened.management, editor, own, { targets })
const target = async (serialNo: string, product: string, at: number) => {
  const { ppm, of, since } = (await clientSettings(opened.management, own)).target(
    await idOf(serialNo),
    product,
    at,
  )
  return [ppm, of, since]
}

test('a target is that of the machine, of its type, of the client, each from its own time on', async () => {
  const [{ id: typeId = 0 } = {}] = await run<{ id: number }>(
    `select machine_type_id as id from machine where serial_no = 'FW-101'`,
  )
  await set({ product: 'Dated', ppm: 100 })
  await set({ product: 'Dated', ppm: 110, machineTypeId: typeId, validFrom: '2026-11-10 11:00' })
  await set({
    product: 'Dated',
    ppm: 120,
    serialNo: 'FW-101',
    validFrom: '2026-11-10 12:00',
    reason: 'Trial',
  })
  await set({ product: 'Dated', ppm: null, serialNo: 'FW-101', validFrom: '2026-11-10 13:00' })
  const [eleven, twelve, one] = [11, 12, 13].map((hour) => Date.parse(`2026-11-10T${hour}:00:00Z`))
  if (eleven === undefined || twelve === undefined || one === undefined) throw new Error()
  expect(await target('FW-101', 'Dated', next - 1)).toEqual([
    220,
    'typeDesign',
    Number.NEGATIVE_INFINITY,
  ])
  expect(await target('FW-101', 'Dated', next)).toEqual([100, 'clientProduct', next])
  expect(await target('FW-101', 'Dated', eleven - 1)).toEqual([100, 'clientProduct', next])
  expect(await target('FW-101', 'Dated', eleven)).toEqual([110, 'typeProduct', eleven])
  expect(await target('FW-101', 'Dated', twelve)).toEqual([120, 'machineProduct', twelve])
  expect(await target('FW-101', 'Dated', one)).toEqual([110, 'typeProduct', one])
  expect(await target('VF-401', 'Dated', one)).toEqual([100, 'clientProduct', next])
  await run(
    `insert into product_recipe (client_id, product) values (1, 'Own'), (2, 'Of neighbour')`,
  )
  const { targets, version, products } = await productTargets(opened.management, own)
  expect(products).toContain('Own')
  expect(products).not.toContain('Of neighbour')
  expect(targets.filter(({ product }) => product === 'Dated')).toMatchObject([
    {
      value: 100,
      machineId: null,
      machineTypeId: null,
      validFrom: '2026-11-10 10:31',
      enteredBy: 'admin',
    },
    { value: 110, machineTypeId: typeId, validFrom: '2026-11-10 11:00' },
    { value: 120, machineId: await idOf('FW-101'), validFrom: '2026-11-10 12:00', reason: 'Trial' },
    { value: null, validFrom: '2026-11-10 13:00' },
  ])
  const stale = { version: version - 1, targets: [{ product: 'Dated', ppm: 1 }] }
  await expect(setProductTargets(opened.management, editor, own, stale)).rejects.toMatchObject({
    code: 'edit.conflict',
  })
})

test('the past is refused, a minute of tolerance is not; what changes nothing leaves no entry', async () => {
  for (const validFrom of [null, '2026-11-10 10:28', '2020-01-01 00:00']) {
    await expect(
      set({ product: 'Past', ppm: 5, validFrom, reason: 'Wrong' }),
    ).rejects.toMatchObject({
      code: 'settings.previewNeeded',
    })
  }
  const before = await productTargets(opened.management, own)
  await set({ product: 'Past', ppm: 5, validFrom: '2026-11-10 10:30' })
  await set({ product: 'Past', ppm: 5 }, { product: 'Past', ppm: 5, validFrom: '2026-12-01 00:00' })
  expect((await productTargets(opened.management, own)).version).toBe(before.version + 1)
})

test('of two entries for one key and minute the later one wins, and both stay in the history', async () => {
  await set({ product: 'Twice', ppm: 5 }, { product: 'Twice', ppm: 6 })
  await set({ product: 'Twice', ppm: 7 })
  expect((await target('FW-101', 'Twice', next))[0]).toBe(7)
  const { targets } = await productTargets(opened.management, own)
  expect(targets.filter(({ product }) => product === 'Twice').map(({ value }) => value)).toEqual([
    5, 6, 7,
  ])
})

test('a wall time that does not exist moves forward, of one that exists twice it is the first', async () => {
  await set({ product: 'Spring', ppm: 5, validFrom: '2027-03-28 01:30' })
  await set({ product: 'Autumn', ppm: 5, validFrom: '2027-10-31 01:30' })
  expect((await target('FW-101', 'Spring', Date.parse('2027-03-28T00:59:59Z')))[0]).toBe(220)
  expect((await target('FW-101', 'Spring', Date.parse('2027-03-28T01:00:00Z')))[0]).toBe(5)
  expect((await target('FW-101', 'Autumn', Date.parse('2027-10-31T00:29:59Z')))[0]).toBe(220)
  expect((await target('FW-101', 'Autumn', Date.parse('2027-10-31T00:30:00Z')))[0]).toBe(5)
})

test('a setting of a machine type begins on the clock of each client, and in none of them in the past', async () => {
  const [{ id = 0 } = {}] = await run<{ id: number }>(
    `insert into machine_type (label) values ('Shared') returning id`,
  )
  for (const [clientId, serialNo] of [
    [1, 'ZZ-1'],
    [2, 'ZZ-2'],
  ] as const) {
    await addMachine(opened.management, editor, {
      clientId,
      machineTypeId: id,
      serialNo,
      targetPpm: 9,
    })
  }
  const enter = (value: number, validFrom?: string) =>
    setMachineTypeSettings(opened.management, editor, id, {
      settings: [{ kind: 'holdLimit', value, validFrom, reason: 'Wrong' }],
    })
  // Oslo is an hour ahead of London: 11:00 there is 10:00 UTC.
  await expect(enter(5_000, '2026-11-10 11:00')).rejects.toMatchObject({
    code: 'settings.previewNeeded',
  })
  await enter(5_000, '2026-11-10 11:45')
  await enter(6_000)
  const { settings, zones, version } = await machineTypeSettings(opened.management, id)
  expect(zones.toSorted()).toEqual(['Europe/London', 'Europe/Oslo'])
  expect(settings.map(({ value, validFrom }) => [value, validFrom])).toEqual([
    [5_000, '2026-11-10 11:45'],
    [6_000, '2026-11-10 11:31'],
  ])
  expect(version).toBeGreaterThan(1)
  const directory = await machineDirectory(opened.management)
  const holdAt = (serialNo: string, time: string) => {
    const rule = directory.bySerialNo(serialNo)?.rule
    const at = Date.parse(`2026-11-10T${time}Z`)
    return (rule?.later.findLast(({ from }) => from <= at) ?? rule)?.holdMs
  }
  const times = ['10:30:59', '10:31:00', '10:45:00', '11:31:00', '11:45:00']
  expect(times.map((time) => holdAt('ZZ-1', time))).toEqual([90_000, 90_000, 90_000, 6_000, 5_000])
  expect(times.map((time) => holdAt('ZZ-2', time))).toEqual([90_000, 6_000, 5_000, 5_000, 5_000])
  expect(directory.bySerialNo('ZZ-1')?.rule).toMatchObject({ targetPpm: 9, holdMs: 90_000 })
})

test('a machine comes before its type, from the next minute on, by the form of its connection too', async () => {
  const id = await idOf('FW-102')
  const entered = [
    { kind: 'category', code: 13, value: 'ancillary' },
    { kind: 'stopThreshold', value: 300, validFrom: '2026-11-11 00:00' },
  ] as const
  const { version } = await machineSettings(opened.management, everywhere, id)
  await setMachineSettings(opened.management, editor, everywhere, id, {
    version,
    settings: entered,
  })
  await expect(
    setMachineSettings(opened.management, editor, everywhere, id, { version, settings: entered }),
  ).rejects.toMatchObject({ code: 'edit.conflict' })
  const connection = { connector: 'mqttJson', address: null, dictionary: null } as const
  await changeConnection(opened.management, editor, everywhere, id, {
    ...connection,
    holdMs: 7_000,
    designPpm: 99,
  })
  const rule = (await machineDirectory(opened.management)).bySerialNo('FW-102')?.rule
  expect(rule).toMatchObject({ holdMs: 90_000, designPpm: 220, categories: {} })
  expect(rule?.later.find(({ from }) => from === next)).toMatchObject({
    from: next,
    holdMs: 7_000,
    designPpm: 99,
    categories: { 13: 'ancillary' },
  })
  const thresholds = (await clientSettings(opened.management, own)).thresholds(id)
  expect([start, Date.parse('2026-11-11T00:00:00Z')].map(thresholds.at)).toEqual([120_000, 300_000])
  const stranger = grantPanelScope({ reach: 'client', clientId: 2 })
  await expect(machineSettings(opened.management, stranger, id)).rejects.toMatchObject({
    code: 'machine.notFound',
  })
  const foreign = setMachineSettings(opened.management, editor, stranger, id, { settings: entered })
  await expect(foreign).rejects.toMatchObject({ code: 'machine.notFound' })
})

test('a machine that is moved leaves its past in the line that it had', async () => {
  const id = await idOf('FW-201')
  const lineAt = async (at: number) =>
    (await clientSettings(opened.management, own)).lineName(id, at)
  expect(await lineAt(start)).toBeUndefined()
  await nameLine(opened.management, editor, everywhere, id, { lineName: 'Moved' })
  now += 10 * minute
  const [{ type = 0 } = {}] = await run<{ type: number }>(
    `select machine_type_id as type from machine where id = ${id}`,
  )
  const machine = { machineTypeId: type, serialNo: 'FW-201', lineName: '' }
  await changeMachine(opened.management, editor, everywhere, id, machine)
  expect(await lineAt(next - 1)).toBe('Line 2')
  expect(await lineAt(next)).toBe('Moved')
  expect(await lineAt(next + 10 * minute - 1)).toBe('Moved')
  expect(await lineAt(next + 10 * minute)).toBe('')
  const { settings } = await machineSettings(opened.management, everywhere, id)
  expect(settings.map(({ kind, value, validFrom }) => [kind, value, validFrom])).toEqual([
    ['line', 'Line 2', null],
    ['line', 'Moved', '2026-11-10 10:31'],
    ['line', '', '2026-11-10 10:41'],
  ])
})

test('the file of products sets targets from the next minute on, and its form shows them at once', async () => {
  await importRecipes(opened.management, own, editor, [
    { product: 'Filed', targetPpm: 50, tare: 1 },
  ])
  expect((await target('FW-101', 'Filed', next - 1))[0]).toBe(220)
  expect((await target('FW-101', 'Filed', next))[0]).toBe(50)
  const filed = async () =>
    (await recipesOfClient(opened.management, own)).find(({ product }) => product === 'Filed')
  expect(await filed()).toMatchObject({ targetPpm: 50, tare: 1 })
  await importRecipes(opened.management, own, editor, [{ product: 'Filed', targetPpm: null }])
  expect((await target('FW-101', 'Filed', next))[0]).toBe(220)
  expect(await filed()).toMatchObject({ targetPpm: null })
})

test('nothing is entered for what is gone, or of another client', async () => {
  for (const other of [{ serialNo: 'FW-511' }, { serialNo: 'None' }]) {
    await expect(set({ product: 'Foreign', ppm: 5, ...other })).rejects.toMatchObject({
      code: 'machine.notFound',
    })
  }
  const gone = set({ product: 'Foreign', ppm: 5, machineTypeId: 4711 })
  await expect(gone).rejects.toMatchObject({ code: 'machineType.notFound' })
  const { targets, machines } = await productTargets(opened.management, grantClientScope(2))
  expect(targets.some(({ product }) => product === 'Dated')).toBe(false)
  expect(machines.some(({ serialNo }) => serialNo === 'FW-101')).toBe(false)
  await run('update client set deleted_at = now() where id = 4')
  const late = setProductTargets(opened.management, editor, grantClientScope(4), {
    targets: [{ product: 'Late', ppm: 1 }],
  })
  await expect(late).rejects.toMatchObject({ code: 'client.notFound' })
  await run('update client set deleted_at = null where id = 4')
})

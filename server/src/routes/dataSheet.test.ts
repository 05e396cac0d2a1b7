import { auditLog, type DataSheet, dataSheet, machineTypes } from '@packboard/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type FactoryFloor,
  floorNow,
  goldenStart,
  openFactoryFloor,
  restlessShift,
} from '../../testing/factoryFloor.ts'

const dayMs = 86_400_000
let floor: FactoryFloor
let typeId: number

beforeAll(async () => {
  floor = await openFactoryFloor()
  // FW-101 of client 1 and FW-511 of its neighbour are of one type.
  const answer = await floor.get(machineTypes.path, {}, 'admin')
  const { machines: types } = machineTypes.answer.parse(answer.body)
  typeId = types.find(({ label }) => label === 'Flow Wrapper FW-3')?.id ?? 0
})
afterAll(() => floor?.close())

const pathOf = (clientId: number, machineTypeId = typeId) =>
  `/api/admin/data-sheet/${clientId}/${machineTypeId}`

async function sheetOf(clientId: number, person: string): Promise<DataSheet> {
  const { status, body } = await floor.get(pathOf(clientId), {}, person)
  expect([status, body]).toEqual([200, expect.anything()])
  return dataSheet.answer.parse(body)
}

const monthly = (sheet: DataSheet, name: string) =>
  sheet.groups.find(({ group }) => group === name) ?? { recordsPerMonth: -1, bytesPerMonth: -1 }

test('the volume is that of the records of this client, a neighbour’s machine of the same type left out', async () => {
  const sheet = await sheetOf(1, 'clientadmin')
  const sent = restlessShift('FW-101', goldenStart, 7)
  const timeOf = (record: object) =>
    'time' in record ? Number(record.time) : 'raisedAt' in record ? Number(record.raisedAt) : 0
  const days = (floorNow - Math.min(...sent.map(timeOf))) / dayMs
  const of = (kind: string) => sent.filter((record) => 'kind' in record && record.kind === kind)
  expect(monthly(sheet, 'samples').recordsPerMonth).toBeCloseTo((of('sample').length / days) * 30)
  expect(monthly(sheet, 'alarms').recordsPerMonth).toBeCloseTo((of('alarm').length / days) * 30)
  expect(monthly(sheet, 'changes')).toMatchObject({ recordsPerMonth: 0, bytesPerMonth: 0 })
  // A line is what was sent and no more than the names of what was not.
  const line = Number(monthly(sheet, 'samples').bytesPerMonth) / ((of('sample').length / days) * 30)
  expect(line).toBeGreaterThan(120)
  expect(line).toBeLessThan(400)
  expect(sheet.measured).toMatchObject({ machines: 1, from: new Date(floorNow - 30 * dayMs) })
  expect(sheet.measured.ofMachines).toBeGreaterThan(1)
  expect(sheet.keepDays.records).toBeGreaterThan(0)

  const neighbour = await sheetOf(2, 'admin')
  expect(neighbour.machineTypeName).toBe(sheet.machineTypeName)
  expect(neighbour.clientName).not.toBe(sheet.clientName)
  expect(monthly(neighbour, 'samples').recordsPerMonth).not.toBeCloseTo(
    Number(monthly(sheet, 'samples').recordsPerMonth),
  )
})

test('another client, a plain user and a type that does not exist are refused', async () => {
  expect((await floor.get(pathOf(2), {}, 'clientadmin')).status).toBe(404)
  expect((await floor.get(pathOf(1), {}, 'user')).status).toBe(403)
  expect((await floor.get(pathOf(1, 99_999), {}, 'clientadmin')).status).toBe(404)
})

test('the file holds each section, and the export is in the audit log', async () => {
  const { status, body } = await floor.get(`${pathOf(1)}/csv`, {}, 'clientadmin')
  expect(status).toBe(200)
  const sections = ['Volume', 'Format', 'Storage', 'Retention', 'Access', 'Erasure']
  for (const section of sections) expect(body).toContain(`${section}, art. 3 (2)`)
  const log = await floor.get('/api/admin/audit-log/1/10', {}, 'clientadmin')
  const { rows } = auditLog.answer.parse(log.body)
  expect(rows[0]).toMatchObject({ action: 'export', entity: 'data-sheet', entityId: typeId })
})

import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { auditOf, batchOf, morning } from '../../testing/records.ts'
import { auditDescriptions, auditGroups, auditPage } from '../read.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'

const scope = grantClientScope(1)
const at = (seconds: number) => morning + seconds * 1_000
const period = (from: number, to: number) => ({
  from: new Date(at(from)),
  to: new Date(at(to)),
})
const page = { offset: 0, limit: 10 }
let telemetry: Telemetry

const reported = [
  auditOf({ at: at(0), userGroup: 'Engineer', valueBefore: '1', valueAfter: '2' }),
  auditOf({ at: at(10), machineId: 2, description: 'Recipe', valueBefore: '', valueAfter: 'A' }),
  auditOf({ at: at(10), machineId: 1, description: 'Zero' }),
  auditOf({ at: at(10), machineId: 1, description: 'Recipe', valueBefore: 'A', valueAfter: 'C' }),
  auditOf({ at: at(10), machineId: 1, description: 'Recipe', valueBefore: 'A', valueAfter: 'B' }),
  auditOf({ at: at(60), machineId: 1, userGroup: "O'Neill; --" }),
]

beforeAll(async () => {
  telemetry = await openTestTelemetry()
  const ofNeighbour = reported.map((audit) => ({ ...audit, clientId: 2, userGroup: 'Stranger' }))
  await commitBatch(telemetry, batchOf({ audits: [...reported, ...ofNeighbour] }))
  // A repeat that reached the store all the same, as after an unclear end of a commit (D7).
  await telemetry.context.connection.writer().command({
    query: 'INSERT INTO audit SELECT * REPLACE (batch + 1 AS batch) FROM audit WHERE client_id = 1',
  })
  telemetry.context.counters.revision += 10n
})
afterAll(() => telemetry?.close())

const machineIds = [1, 2]

test('audit records are listed newest first, each once, in one order down to the last field', async () => {
  const { rows, count } = await auditPage(telemetry, scope, {
    machineIds,
    period: period(0, 61),
    ...page,
  })
  expect(count).toBe(6)
  expect(
    rows.map(({ machineId, description, valueAfter }) => [machineId, description, valueAfter]),
  ).toEqual([
    [1, 'Target speed', '200'],
    [1, 'Recipe', 'B'],
    [1, 'Recipe', 'C'],
    [1, 'Zero', '200'],
    [2, 'Recipe', 'A'],
    [1, 'Target speed', '2'],
  ])
  expect(rows[5]).toEqual({
    machineId: 1,
    at: new Date(at(0)),
    userGroup: 'Engineer',
    description: 'Target speed',
    valueBefore: '1',
    valueAfter: '2',
  })
})

test('pages follow each other without a break, and the count is that of all of them', async () => {
  const ask = (offset: number, limit: number) =>
    auditPage(telemetry, scope, { machineIds, period: period(0, 61), offset, limit })
  const whole = await ask(0, 10)
  const parts = [await ask(0, 4), await ask(4, 4), await ask(8, 4)]
  expect(parts.flatMap(({ rows }) => rows)).toEqual(whole.rows)
  expect(parts.map(({ count }) => count)).toEqual([6, 6, 6])
  await expect(ask(-1, 4)).rejects.toMatchObject({ code: 'request.invalid' })
  await expect(ask(0, 0)).rejects.toMatchObject({ code: 'request.invalid' })
})

test('the end of a window does not belong to it, and machines that were not asked for stay out', async () => {
  const count = async (machineIds: number[], from: number, to: number) =>
    (await auditPage(telemetry, scope, { machineIds, period: period(from, to), ...page })).count
  expect(await count([1, 2], 10, 60)).toBe(4)
  expect(await count([1, 2], 60, 60)).toBe(0)
  expect(await count([2], 0, 61)).toBe(1)
  expect(await count([], 0, 61)).toBe(0)
  expect(await count([77], 0, 61)).toBe(0)
})

test('user group and description narrow the table, and each list is narrowed by the other', async () => {
  const question = { machineIds, period: period(0, 61) }
  const one = await auditPage(telemetry, scope, { ...question, ...page, userGroup: "O'Neill; --" })
  expect(one).toMatchObject({ count: 1, rows: [{ at: new Date(at(60)) }] })
  const none = { ...question, ...page, userGroup: 'Engineer', description: 'Recipe' }
  expect(await auditPage(telemetry, scope, none)).toEqual({ rows: [], count: 0 })
  expect(await auditGroups(telemetry, scope, question)).toEqual([
    'Engineer',
    "O'Neill; --",
    'Operator',
  ])
  expect(await auditGroups(telemetry, scope, { ...question, description: 'Zero' })).toEqual([
    'Operator',
  ])
  expect(await auditDescriptions(telemetry, scope, question)).toEqual([
    'Recipe',
    'Target speed',
    'Zero',
  ])
  const engineers = { ...question, userGroup: 'Engineer' }
  expect(await auditDescriptions(telemetry, scope, engineers)).toEqual(['Target speed'])
})

test('a neighbour sees its own records under the same numbers, and nothing else', async () => {
  const question = { machineIds, period: period(0, 61) }
  const neighbour = grantClientScope(2)
  const { rows, count } = await auditPage(telemetry, neighbour, { ...question, ...page })
  expect(count).toBe(6)
  expect(new Set(rows.map(({ userGroup }) => userGroup))).toEqual(new Set(['Stranger']))
  expect(await auditGroups(telemetry, neighbour, question)).toEqual(['Stranger'])
  expect(await auditDescriptions(telemetry, grantClientScope(3), question)).toEqual([])
})

import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { erasedNamesOf } from '../../testing/erasedNamesOf.ts'
import { createTestStore, type TestStore } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning } from '../../testing/records.ts'
import type { Quarantined } from '../records.ts'
import { sliceCounts } from '../slices.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { clientsToErase, forgetErasedLists } from './erasedLists.ts'
import { eraseInBatch, mostTexts } from './eraseInBatch.ts'
import { eraseNames } from './eraseNames.ts'
import { erasedRaw, textsOf } from './quarantineText.ts'

/** 200,000 texts of a gateway with a wrong mapping; clients 1 and 2 have one record each with an operator's name. */
const records = 200
const textsOfRecord = 1_000
const name = 'Anna Berg'
const erased = erasedNamesOf(1, { [name]: 'erased-0123456789ab' })

const asideOf = (clientId: number, at: number, texts: readonly string[]): Quarantined => ({
  ...{ clientId, machineId: clientId, serialNo: 'S', reason: 'implausible', detail: '' },
  ...{ receivedAt: morning + at, source: 'http', raw: JSON.stringify(texts) },
})
const anyTexts = (count: number, of: number) =>
  Array.from({ length: count }, (_, index) => `t${of * count + index}`)

let store: TestStore
let telemetry: Telemetry
beforeAll(async () => {
  store = await createTestStore()
  telemetry = await store.open({ now: () => morning + 3_600_000 })
  const quarantined = [1, 2].flatMap((clientId) => [
    ...Array.from({ length: records }, (_, i) => asideOf(clientId, i, anyTexts(textsOfRecord, i))),
    asideOf(clientId, records, [name, 'Bars']),
  ])
  await commitBatch(telemetry, batchOf({ quarantined }))
}, 60_000)
afterAll(async () => {
  await telemetry?.close()
  await store?.remove()
})

const rawsOf = async (clientId: number) => {
  const answer = await telemetry.context.connection.writer().query({
    query: `SELECT raw FROM quarantine WHERE client_id = ${clientId} ORDER BY received_at DESC LIMIT 2`,
    format: 'JSONEachRow',
  })
  return (await answer.json<{ raw: string }>()).map(({ raw }) => raw)
}
const erasureSlices = () => sliceCounts().find(({ work }) => work === 'erasure')

/** The questions of the erasure while some work runs: their names, and how many rows each brought here. */
async function questionsOf(work: () => Promise<unknown>) {
  const { connection } = telemetry.context
  const reader = connection.reader()
  const query = reader.query.bind(reader)
  const questions: { name: string; rows: () => Promise<number> }[] = []
  const spy = vi.spyOn(reader, 'query').mockImplementation(async (params) => {
    const answer = await query(params)
    const json = vi.spyOn(answer, 'json')
    const rows = async () => z.array(z.unknown()).parse(await json.mock.results[0]?.value).length
    const name = String(params.clickhouse_settings?.log_comment)
    if (name.startsWith('erasure.')) questions.push({ name, rows })
    return answer
  })
  await work()
  spy.mockRestore()
  return Promise.all(questions.map(async ({ name, rows }) => ({ name, rows: await rows() })))
}

test('the engine searches: of 200,000 texts only those that are erased names come here, at a start nothing', async () => {
  expect(await clientsToErase(telemetry, erased)).toEqual([1])
  const questions = await questionsOf(() => eraseNames(telemetry, erased, [1]))
  expect(questions.filter((question) => question.name === 'erasure.names').length).toBeGreaterThan(
    0,
  )
  expect(Math.max(...questions.map(({ rows }) => rows))).toBe(1)
  expect(await rawsOf(1)).toEqual([erasedRaw, expect.stringContaining('"t199999"')])
  expect(await rawsOf(2)).toEqual([
    JSON.stringify([name, 'Bars']),
    expect.stringContaining('"t199999"'),
  ])

  // As at a start: the store knows that nothing is to be searched.
  const atStart = await questionsOf(() => clientsToErase(telemetry, erased))
  expect(atStart).toEqual([{ name: 'erasure.lists', rows: 1 }])
  expect(await clientsToErase(telemetry, erased)).toEqual([])
})

test('a list with another name, and parts of a backup, are searched for again', async () => {
  const longer = erasedNamesOf(1, { [name]: 'erased-0', Bo: 'erased-1' })
  expect(await clientsToErase(telemetry, longer)).toEqual([1])
  await eraseNames(telemetry, longer, [1])
  expect(await clientsToErase(telemetry, longer)).toEqual([])
  expect(await clientsToErase(telemetry, erased)).toEqual([1])
  await forgetErasedLists(telemetry.context)
  expect(await clientsToErase(telemetry, longer)).toEqual([1])
})

test('what comes in is looked through in slices, each text once', async () => {
  let lookedUp = 0
  const counted = {
    ...erased,
    pseudonymOf(clientId: number, text: string) {
      lookedUp += 1
      return erased.pseudonymOf(clientId, text)
    },
  }
  await eraseNames(telemetry, counted, [])
  const before = erasureSlices()
  const texts = anyTexts(textsOfRecord, 0)
  const quarantined = [
    ...Array.from({ length: records }, (_, i) => asideOf(1, 10_000 + i, texts)),
    asideOf(1, 20_000, [name]),
  ]
  await commitBatch(telemetry, batchOf({ quarantined }))
  expect(lookedUp).toBe(records * textsOfRecord + 1)
  const after = erasureSlices()
  expect((after?.slices ?? 0) - (before?.slices ?? 0)).toBeGreaterThan(10)
  expect(after?.longSlices).toBe(0)
  expect(await rawsOf(1)).toEqual([erasedRaw, JSON.stringify(texts)])
})

test('of a record with more texts than a machine sends, only so many are looked up, and its text goes', () => {
  const looked = vi.fn(() => undefined)
  const batch = batchOf({ quarantined: [asideOf(1, 0, anyTexts(300_000, 0))] })
  const steps = eraseInBatch(batch, { ...erased, pseudonymOf: looked })
  let step = steps.next()
  while (!step.done) step = steps.next()
  expect(looked).toHaveBeenCalledTimes(mostTexts)
  expect(step.value.quarantined.map(({ raw }) => raw)).toEqual([erasedRaw])
})

test('between two rests no more than 50 texts are looked up, also of many records with nearly as many', () => {
  const looked = vi.fn(() => undefined)
  const quarantined = Array.from({ length: 120 }, (_, i) => asideOf(1, i, anyTexts(49, i)))
  const steps = eraseInBatch(batchOf({ quarantined }), { ...erased, pseudonymOf: looked })
  const atRest = [0]
  while (!steps.next().done) atRest.push(looked.mock.calls.length)
  atRest.push(looked.mock.calls.length)
  const between = atRest.slice(1).map((count, rest) => count - (atRest[rest] ?? 0))
  expect(looked).toHaveBeenCalledTimes(120 * 49)
  expect(Math.max(...between)).toBeLessThanOrEqual(50)
})

test('the texts of anything are found in one pass', () => {
  expect([...textsOf('{"User":"Anna \\"Ö\\" Berg","n":1,"a":["\\u0041"]}')]).toEqual([
    ...['User', 'Anna "Ö" Berg', 'n', 'a', 'A'],
  ])
  expect([...textsOf('no JSON')]).toEqual([])
  expect([...textsOf('"a" "\\x" "b"')]).toEqual(['a', 'b'])
  // A quotation mark that never ends: searching anew from each of the others would take hours.
  expect([...textsOf(`"a" ${'"\\"'.padEnd(4_000_000, '\\"')}`)]).toEqual(['a'])
})

import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import type { Telemetry } from '../store.ts'
import { insertSamples } from '../write/encodeRows.ts'
import { deadline, insertDurably } from './insertDurably.ts'
import { ListEnds, NativeBlock } from './nativeBlock.ts'
import { int32, MaybeDecimals, TextColumn, uint8 } from './nativeColumns.ts'
import { selectRows } from './select.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const runs = { deep: 40, daily: 6 }
const uint32s = fc.integer({ min: 0, max: 2 ** 32 - 1 })
const times = fc.integer({ min: Date.UTC(2001, 0), max: Date.UTC(2099, 0) })
const texts = fc.oneof(
  fc.constantFrom('', 'Bar', 'Käse–Brötchen 🥨', 'x'.repeat(300), '\u0000'),
  fc.string({ unit: 'binary', maxLength: 8 }).filter((text) => text.isWellFormed()),
)
const numbers = fc.oneof(
  fc.constantFrom(0, 1e15, 0.1, 5e-324),
  fc.double({ min: 0, max: 1e15, noNaN: true }),
)

const anySample = fc.record(
  {
    sequence: uint32s,
    at: times,
    sourceAt: times,
    receivedAt: times,
    flagged: fc.boolean(),
    death: fc.constant(true as const),
    alive: fc.constant(true as const),
    state: fc.integer({ min: -32_767, max: 32_767 }),
    product: texts,
    tool: texts,
    user: texts,
    speedPpm: numbers,
    packCounter: numbers,
    batchCounter: numbers,
    rejectCounter: numbers,
    setSpeedPpm: numbers,
    unitMode: texts,
  },
  { requiredKeys: ['sequence', 'at', 'sourceAt', 'receivedAt', 'flagged'] },
)
const absent = {
  ...{
    death: false,
    alive: false,
    state: null,
    product: null,
    tool: null,
    user: null,
    speedPpm: null,
  },
  ...{
    packCounter: null,
    batchCounter: null,
    rejectCounter: null,
    setSpeedPpm: null,
    unitMode: null,
  },
}

const columns = {
  at: 'DateTime64',
  sourceAt: 'DateTime64',
  receivedAt: 'DateTime64',
  sequence: 'UInt32',
  batch: 'UInt64',
  flagged: 'Bool',
  death: 'Bool',
  alive: 'Bool',
  state: 'Nullable(Int32)',
  product: 'Nullable(String)',
  tool: 'Nullable(String)',
  user: 'Nullable(String)',
  speedPpm: 'Nullable(Float64)',
  packCounter: 'Nullable(Float64)',
  batchCounter: 'Nullable(Float64)',
  rejectCounter: 'Nullable(Float64)',
  setSpeedPpm: 'Nullable(Float64)',
  unitMode: 'Nullable(String)',
} as const

test('what a sample says is what the store holds of it, absent values and all', async () => {
  let machineId = 0
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anySample, { minLength: 1, maxLength: 300, selector: (one) => one.sequence }),
      fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      async (samples, batch) => {
        machineId += 1
        const records = samples.map((one) => ({ clientId: 4_294_967_295, machineId, ...one }))
        const insert = insertSamples({ records, batches: records.map(() => batch) })
        await insertDurably(telemetry.context, insert, { limit: deadline() })
        const found = new Map<number, object>()
        await selectRows(
          telemetry.context,
          {
            name: 'test.samples',
            sql: `SELECT at, source_at AS sourceAt, received_at AS receivedAt, sequence, batch, flagged, death, alive, state,
                product, tool, user, speed_ppm AS speedPpm, pack_counter AS packCounter, batch_counter AS batchCounter,
                reject_counter AS rejectCounter, set_speed_ppm AS setSpeedPpm, unit_mode AS unitMode
              FROM sample WHERE client_id = 4294967295 AND machine_id = {machineId:UInt32}`,
            params: { machineId },
            columns,
          },
          (rows) => {
            for (const row of rows) found.set(row.sequence, row)
          },
        )
        expect(found.size).toBe(samples.length)
        for (const sample of samples) {
          expect(found.get(sample.sequence)).toEqual({ ...absent, ...sample, batch })
        }
      },
    ),
    runsOfProperty(runs),
  )
}, 60_000)

test('lists of any length, with decimals that may be absent, come back as they were', async () => {
  const lists = [
    [],
    [{ text: 'ä', whole: -7, decimal: -(10n ** 37n) }],
    [
      { text: '', whole: 0, decimal: null },
      { text: 'b', whole: 2 ** 31 - 1, decimal: 2n ** 64n + 5n },
      { text: 'c', whole: 3, decimal: -1n },
    ],
  ]
  const block = new NativeBlock(lists.length)
  const row = block.add('row', uint8(lists.length)).values
  const ends = new ListEnds()
  for (const list of lists) ends.add(list.length)
  const text = block.addLists('text', ends, new TextColumn(ends.values))
  const whole = block.addLists('whole', ends, int32(ends.values)).values
  const decimal = block.addLists('decimal', ends, new MaybeDecimals(9, ends.values))
  let place = 0
  lists.forEach((list, index) => {
    row[index] = index
    for (const one of list) {
      text.add(one.text)
      whole[place] = one.whole
      decimal.set(place, one.decimal)
      place += 1
    }
  })
  const writer = telemetry.context.connection.writer()
  await writer.command({
    query: `CREATE TABLE lists (row UInt8, text Array(String), whole Array(Int32), decimal Array(Nullable(Decimal(38, 9))))
      ENGINE = MergeTree ORDER BY row`,
  })
  const sql = 'INSERT INTO lists (row, text, whole, decimal) FORMAT Native'
  const insert = { name: 'test.lists', sql, rows: block.bytes() }
  await insertDurably(telemetry.context, insert, { limit: deadline() })
  const answer = await writer.query({
    query: 'SELECT text, whole, decimal FROM lists ORDER BY row',
    format: 'JSONEachRow',
    clickhouse_settings: { output_format_json_quote_decimals: 1 },
  })
  const units = (decimal: bigint | null) => decimal?.toString() ?? null
  const digits = (text: string | null) => {
    if (text === null) return null
    const [whole = '', part = ''] = text.split('.')
    return BigInt(whole + part.padEnd(9, '0')).toString()
  }
  const rows = await answer.json<{ text: string[]; whole: number[]; decimal: (string | null)[] }>()
  expect(rows.map((one) => ({ ...one, decimal: one.decimal.map(digits) }))).toEqual(
    lists.map((list) => ({
      text: list.map((one) => one.text),
      whole: list.map((one) => one.whole),
      decimal: list.map((one) => units(one.decimal)),
    })),
  )
})

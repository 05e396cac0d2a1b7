// @slow

import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { batchOf, morning, sampleOf } from '../../testing/records.ts'
import { commitBatch } from '../write.ts'
import { asQuestion } from './question.ts'
import { screenLimits, select, selectRows } from './select.ts'

let telemetry: Awaited<ReturnType<typeof openTestTelemetry>>
const neighbour = { clientId: 2, machineId: 2 }

beforeAll(async () => {
  telemetry = await openTestTelemetry({ embedded: true, now: () => morning })
  await commitBatch(
    telemetry,
    batchOf({
      samples: [
        sampleOf({ state: 10, product: 'Oat bar' }),
        sampleOf({ at: morning + 250, state: 13 }),
        sampleOf({ at: morning + 1_000, state: 5 }),
        sampleOf(neighbour),
      ],
    }),
  )
  await commitBatch(telemetry, batchOf({ samples: [sampleOf({ at: morning + 250, state: 21 })] }))
})
afterAll(() => telemetry?.close())

const count = z.object({ n: z.coerce.number() })
/** Reads far more than any machine of these tests could in the allowed time. */
const heavySql = 'SELECT sum(sipHash64(number)) AS n FROM numbers(1000000000000)'

test('a time is asked to the millisecond', async () => {
  const rows = await select(telemetry.context, {
    name: 'test.millisecond',
    sql: `SELECT at, state FROM sample
      WHERE client_id = {clientId:UInt32} AND at > {from:DateTime64(3,'UTC')} ORDER BY at LIMIT 1`,
    params: { clientId: 1, from: new Date(morning + 250) },
    row: z.object({ at: z.coerce.date(), state: z.number() }),
  })
  expect(rows[0]?.at).toEqual(new Date(morning + 1_000))
})

test('every kind of parameter reaches the engine as it is', async () => {
  const params = {
    small: 255,
    large: 2n ** 64n - 1n,
    signed: -(2n ** 63n),
    real: 0.1,
    yes: true,
    text: 'O\'Brien\\ "x"\t\n{a:UInt8} –',
    texts: ["it's", '', '\\'],
    numbers: [1, 2],
  }
  const [row] = await select(telemetry.context, {
    name: 'test.parameters',
    sql: `SELECT {small:UInt8} AS small, {large:UInt64} AS large, {signed:Int64} AS signed,
      {real:Float64} AS real, {yes:Bool} AS yes, {text:String} AS text,
      {texts:Array(String)} AS texts, {numbers:Array(UInt32)} AS numbers`,
    params,
    row: z.object({
      small: z.number(),
      large: z.coerce.bigint(),
      signed: z.coerce.bigint(),
      real: z.number(),
      yes: z.boolean(),
      text: z.string(),
      texts: z.array(z.string()),
      numbers: z.array(z.number()),
    }),
  })
  expect(row).toEqual(params)
})

test('a question that takes too long is stopped and told as busy', async () => {
  const requested = select(telemetry.context, {
    name: 'test.heavy',
    sql: heavySql,
    params: {},
    limits: { ...screenLimits, seconds: 1, readRows: 10 ** 13 },
    row: count,
  })
  await expect(requested).rejects.toMatchObject({ code: 'store.busy', status: 503 })
  expect(await running('test.heavy')).toBe(0)
})

test('a question that wants too much memory is stopped and told as busy', async () => {
  const requested = select(telemetry.context, {
    name: 'test.memory',
    sql: 'SELECT length(groupArray(number)) AS n FROM numbers(100000000)',
    params: {},
    limits: { ...screenLimits, memoryBytes: 50_000_000 },
    row: count,
  })
  await expect(requested).rejects.toMatchObject({ code: 'store.busy' })
})

test('a question that reads or answers too many rows is stopped, and its name is in the error', async () => {
  const reads = select(telemetry.context, {
    name: 'test.reads',
    sql: heavySql,
    params: {},
    row: count,
  })
  await expect(reads).rejects.toThrow('The question test.reads failed')
  const answers = select(telemetry.context, {
    name: 'test.answers',
    sql: 'SELECT number AS n FROM numbers(1000)',
    params: {},
    limits: { ...screenLimits, resultRows: 10 },
    row: count,
  })
  await expect(answers).rejects.toThrow('The question test.answers failed')
})

test('when a question fails, its other queries end in the engine', async () => {
  const requested = asQuestion({ long: true }, () =>
    Promise.all([
      select(telemetry.context, {
        name: 'read.abandoned',
        sql: heavySql,
        params: {},
        limits: { ...screenLimits, readRows: 10 ** 13 },
        row: count,
      }),
      expect
        .poll(() => running('read.abandoned'))
        .toBe(1)
        .then(fail),
    ]),
  )
  await expect(requested).rejects.toThrow('failed on purpose')
  await expect.poll(() => running('read.abandoned')).toBe(0)
})

test('groups beyond the most are refused as soon as they are found', async () => {
  const requested = select(telemetry.context, {
    name: 'read.groups',
    sql: 'SELECT number AS n FROM numbers(1000000000000) GROUP BY n',
    params: {},
    limits: { ...screenLimits, readRows: 10 ** 13 },
    mostGroups: 100_000,
    row: count,
  })
  await expect(requested).rejects.toMatchObject({ code: 'answer.tooManyRows' })
})

test.each([
  ['INSERT INTO sample (client_id) VALUES (9)'],
  ['ALTER TABLE sample DELETE WHERE 1'],
  ['DROP TABLE sample'],
  ["SELECT * FROM file('/etc/passwd', 'LineAsString')"],
  ["SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')"],
  ['SELECT * FROM system.parts'],
] as const)('reading can do nothing but read: %s is refused', async (sql) => {
  const requested = select(telemetry.context, {
    name: 'test.write',
    sql,
    params: {},
    row: z.object({}),
  })
  await expect(requested).rejects.toThrow('The question test.write failed')
  const [row] = await select(telemetry.context, {
    name: 'test.still',
    sql: 'SELECT count() AS n FROM sample',
    params: {},
    row: count,
  })
  expect(row?.n).toBe(5)
})

test('read-only holds even for a user who may write', async () => {
  const asWriter = {
    ...telemetry.context,
    connection: {
      ...telemetry.context.connection,
      reader: () => telemetry.context.connection.writer(),
    },
  }
  const requested = select(asWriter, {
    name: 'test.readonly',
    sql: 'ALTER TABLE sample DELETE WHERE 1',
    params: {},
    row: z.object({}),
  })
  await expect(requested).rejects.toMatchObject({
    cause: { message: expect.stringContaining('readonly') },
  })
})

test('an answer that does not fit what was asked is an error, not a guess', async () => {
  const requested = select(telemetry.context, {
    name: 'test.shape',
    sql: 'SELECT state FROM sample',
    params: {},
    row: z.object({ state: z.string() }),
  })
  await expect(requested).rejects.toThrow('The question test.shape failed')
})

test('rows in bulk come in order, as they are, and only those that were asked for', async () => {
  const rows: { at: number; state: number | null; product: string | null }[] = []
  await selectRows(
    telemetry.context,
    {
      name: 'test.bulk',
      sql: `SELECT at, state, product FROM sample
        WHERE client_id = {clientId:UInt32} AND at >= {from:DateTime64(3,'UTC')} AND at < {to:DateTime64(3,'UTC')}
        ORDER BY at, batch`,
      params: { clientId: 1, from: new Date(morning), to: new Date(morning + 1_000) },
      columns: { at: 'DateTime64', state: 'Nullable(Int32)', product: 'Nullable(String)' },
    },
    (piece) => {
      rows.push(...piece)
    },
  )
  expect(rows).toEqual([
    { at: morning, state: 10, product: 'Oat bar' },
    { at: morning + 250, state: 13, product: null },
    { at: morning + 250, state: 21, product: null },
  ])
})

test('bulk rows that are cut over many pieces arrive whole', async () => {
  let sum = 0
  let texts = 0
  await selectRows(
    telemetry.context,
    {
      name: 'test.pieces',
      sql: `SELECT number AS n, repeat('ä', number % 300) AS text, toInt64(-1) AS minus
        FROM numbers(200000)`,
      params: {},
      columns: { n: 'UInt64', text: 'String', minus: 'Int64' },
    },
    (rows) => {
      for (const { n, text, minus } of rows) {
        sum += Number(n) * Number(minus)
        if (text.length === Number(n) % 300) texts += 1
      }
    },
  )
  expect(sum).toBe((-200_000 * 199_999) / 2)
  expect(texts).toBe(200_000)
})

test('bulk rows of another type than asked are refused', async () => {
  const requested = selectRows(
    telemetry.context,
    { name: 'test.types', sql: 'SELECT 1 AS n', params: {}, columns: { n: 'UInt32' } },
    () => {},
  )
  await expect(requested).rejects.toMatchObject({
    cause: { message: expect.stringContaining('requested were n UInt32') },
  })
})

test('an error in the middle of a bulk answer is an error, not a shorter answer', async () => {
  let rows = 0
  const requested = selectRows(
    telemetry.context,
    {
      name: 'test.middle',
      sql: `SELECT throwIf(number = 3000000, 'in the middle') AS n FROM numbers(10000000)`,
      params: {},
      columns: { n: 'UInt8' },
    },
    (piece) => {
      rows += piece.length
    },
  )
  await expect(requested).rejects.toMatchObject({ code: 'store.busy' })
  expect(rows).toBeGreaterThan(0)
})

function fail(): never {
  throw new Error('failed on purpose')
}

async function running(name: string): Promise<number> {
  const answer = await telemetry.context.connection.writer().query({
    query: `SELECT count() AS n FROM system.processes WHERE Settings['log_comment'] = {name:String}`,
    query_params: { name },
    format: 'JSONEachRow',
  })
  const [row] = await answer.json<{ n: number | string }>()
  return Number(row?.n)
}

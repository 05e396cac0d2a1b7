import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseIngestBody } from './parseIngestBody.ts'

const good = {
  kind: 'sample',
  serialNo: 'FW-101',
  time: '2026-11-21T12:00:00.000Z',
  state: 'execute',
}
const json = (value: unknown) => Buffer.from(JSON.stringify(value))

test('a list, an object with records, one record and lines of records all read the same', async () => {
  const lines = Buffer.from(`${JSON.stringify(good)}\r\n\n${JSON.stringify(good)}`)
  const bodies: [string, Buffer, number][] = [
    ['application/json; charset=utf-8', json([good, good]), 2],
    ['application/json', json({ records: [good] }), 1],
    ['APPLICATION/JSON', json(good), 1],
    ['application/x-ndjson', lines, 2],
  ]
  for (const [type, body, records] of bodies) {
    const reading = await parseIngestBody(type, undefined, body)
    expect(reading.records).toHaveLength(records)
    expect(reading.records[0]).toMatchObject({ record: { serialNo: 'FW-101', state: 10 } })
  }
})

test('a bad record does not refuse the others, and is kept as it came', async () => {
  const lines = Buffer.concat([
    Buffer.from(`${JSON.stringify(good)}\n{"kind":"sample",\n`),
    Buffer.from([0xff, 0xfe, 10]),
    Buffer.from('{"kind":"sample","serialNo":"FW-101"}\n'),
  ])
  const { records } = await parseIngestBody('application/x-ndjson', undefined, lines)
  expect(records).toMatchObject([
    { record: {} },
    { refused: 'malformed', wire: '{"kind":"sample",' },
    { refused: 'malformed', wire: Buffer.from([0xff, 0xfe]) },
    { refused: 'malformed', serialNo: 'FW-101' },
  ])
})

test('packed bodies are unpacked up to 20 times their size, and no further', async () => {
  const many = json(Array.from({ length: 5_000 }, (_, seq) => ({ ...good, seq })))
  const { records } = await parseIngestBody('application/json', 'gzip', gzipSync(many))
  expect(records).toHaveLength(5_000)
  const bomb = gzipSync(Buffer.alloc(40 * 1_048_576, 32))
  await expect(parseIngestBody('application/json', 'gzip', bomb)).rejects.toMatchObject({
    code: 'request.tooLarge',
  })
})

const many = (count: number) => `[${Array(count).fill('0').join()}]`
const named = (count: number, of: (index: number) => string) =>
  `{${Array.from({ length: count }, (_, index) => `"${of(index)}":1`).join()}}`

test.each([
  ['640,001 values', `{"note":${many(640_001)}}`, 'a record has more than 64 values'],
  ['300,000 fields', named(300_000, (index) => `k${index}`), 'a record has more than 64 values'],
  ['names of 1 MB', named(3, (index) => `${'n'.repeat(1e6)}${index}`), 'a name of a record has'],
  ['a text of 700 kB', JSON.stringify({ ...good, note: ','.repeat(700_000) }), 'longer than 16384'],
  ['nesting', `${'['.repeat(60_000)}${']'.repeat(60_000)}`, 'nested more than 4 deep'],
])(
  'a record with %s is cut without being read, and those beside it are read',
  async (_, bad, why) => {
    const beside = JSON.stringify(good)
    for (const [type, body] of [
      ['application/json', `[${beside},${bad},${beside}]`],
      ['application/json', `{"records":[${beside},${bad},${beside}]}`],
      ['application/x-ndjson', `${beside}\n${bad}\n${beside}`],
    ] as const) {
      const packed = await parseIngestBody(type, 'gzip', gzipSync(body))
      expect(packed).toEqual(await parseIngestBody(type, undefined, Buffer.from(body)))
      expect(packed.bytes).toBe(Buffer.byteLength(body))
      const [first, second, third] = packed.records
      expect([first, third]).toMatchObject([{ record: {} }, { record: {} }])
      expect(second).toMatchObject({ refused: 'cut', wire: bad.slice(0, 16_384) })
      expect(second).toHaveProperty('detail', expect.stringContaining(why))
    }
    // The only one.
    const [only] = (await parseIngestBody('application/json', undefined, Buffer.from(bad))).records
    if (bad.startsWith('{')) expect(only).toMatchObject({ refused: 'cut' })
  },
)

test('a cut record names its machine, as far as its beginning shows it', async () => {
  const body = json([{ ...good, note: 'x'.repeat(20_000) }])
  const { records } = await parseIngestBody('application/json', undefined, body)
  expect(records).toMatchObject([{ refused: 'cut', serialNo: 'FW-101' }])
})

test('records with too many different names are refused before they are built', async () => {
  const records = Array.from({ length: 800 }, (_, record) =>
    JSON.parse(named(60, (index) => `f${record}_${index}`)),
  )
  for (const [type, body] of [
    ['application/json', json(records)],
    ['application/x-ndjson', Buffer.from(records.map((one) => JSON.stringify(one)).join('\n'))],
  ] as const) {
    await expect(parseIngestBody(type, undefined, body)).rejects.toMatchObject({
      code: 'request.tooLarge',
      message: 'The records of one call may have 1000 different names.',
    })
  }
})

test('what is beside the list of records is bounded, too', async () => {
  const body = Buffer.from(`{"note":${many(65)},"records":[${JSON.stringify(good)}]}`)
  await expect(parseIngestBody('application/json', undefined, body)).rejects.toMatchObject({
    code: 'request.tooLarge',
  })
})

test.each([
  ['text/plain', undefined, json([good]), 'request.unsupportedType'],
  [undefined, undefined, json([good]), 'request.unsupportedType'],
  ['application/json', 'br', json([good]), 'request.unsupportedType'],
  ['application/json', 'gzip', json([good]), 'request.invalid'],
  ['application/json', undefined, Buffer.from('nonsense'), 'request.invalid'],
  ['application/json', undefined, Buffer.from('7'), 'request.invalid'],
  ['application/json', undefined, Buffer.from('['.repeat(5_000_000)), 'request.invalid'],
  ['application/json', undefined, json(Array(10_001).fill(good)), 'request.tooLarge'],
  ['application/x-ndjson', undefined, Buffer.from('1\n'.repeat(10_001)), 'request.tooLarge'],
  ['application/json', undefined, Buffer.alloc(8 * 1_048_576 + 1, 32), 'request.tooLarge'],
] as const)('%s %s is refused as a whole', async (type, encoding, body, code) => {
  await expect(parseIngestBody(type, encoding, body)).rejects.toMatchObject({ code })
})

test('whatever is in a list, each element is read or refused, and nothing throws', async () => {
  const almost = fc.record(
    {
      kind: fc.constantFrom('sample', 'alarm', 'audit', 'dance'),
      serialNo: fc.oneof(fc.constant('FW-101'), fc.string(), fc.jsonValue()),
      time: fc.oneof(fc.constant('2026-11-21T12:00:00.000Z'), fc.integer(), fc.jsonValue()),
      state: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
      packs: fc.oneof(fc.double(), fc.jsonValue()),
      product: fc.oneof(fc.string(), fc.jsonValue()),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.oneof(almost, fc.jsonValue())), async (list) => {
      const { records } = await parseIngestBody('application/json', undefined, json(list))
      expect(records).toHaveLength(list.length)
    }),
  )
})

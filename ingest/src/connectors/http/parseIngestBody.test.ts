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

test('more values than all records of a call may have are refused before they are built', async () => {
  const many = (count: number) => `[${Array(count).fill('0').join()}]`
  const wide = Buffer.from(`[{"note":${many(640_001)}}]`)
  const hidden = Buffer.from(`{"note":"\n${many(640_001)}`)
  for (const [type, body] of [
    ['application/json', wide],
    ['application/x-ndjson', hidden],
  ] as const) {
    await expect(parseIngestBody(type, undefined, body)).rejects.toMatchObject({
      code: 'request.tooLarge',
      message: 'One call may carry 10000 records of 64 values.',
    })
  }
  const text = Buffer.from(JSON.stringify({ ...good, note: `${','.repeat(700_000)}"` }))
  expect((await parseIngestBody('application/json', undefined, text)).records).toHaveLength(1)
})

test.each([
  ['text/plain', undefined, json([good]), 'request.unsupportedType'],
  [undefined, undefined, json([good]), 'request.unsupportedType'],
  ['application/json', 'br', json([good]), 'request.unsupportedType'],
  ['application/json', 'gzip', json([good]), 'request.invalid'],
  ['application/json', undefined, Buffer.from('nonsense'), 'request.invalid'],
  ['application/json', undefined, Buffer.from('7'), 'request.invalid'],
  [
    'application/json',
    undefined,
    Buffer.from(`[${'['.repeat(60_000)}${']'.repeat(60_000)}]`),
    'request.invalid',
  ],
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

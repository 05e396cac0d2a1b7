import { structureLimits } from '@packboard/model'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Form, scanMessage, scanRecords, sliceBytes } from './scanRecords.ts'

const { record: bounds, call } = structureLimits
const most = 1_000
const scan = (text: string, form: Form = 'body') => scanMessage(Buffer.from(text), form, most)
/** The texts that are left out, with their bounds. */
const beyond = (text: string, form: Form = 'body') =>
  scan(text, form).beyond.map(
    ({ start, end, bound }) => [Buffer.from(text).toString('utf8', start, end), bound] as const,
  )

/** The bounds that a value breaks, counted in the value itself. */
function broken(value: unknown): string[] {
  let names = 0
  function depthOf(inner: unknown): number {
    if (typeof inner !== 'object' || inner === null) return 0
    for (const name of Array.isArray(inner) ? [] : Object.keys(inner)) {
      if (name.length > bounds.nameCharacters) names += 1
    }
    return 1 + Math.max(0, ...Object.values(inner).map(depthOf))
  }
  /** Each element behind the first of its list or object is one more. */
  function valuesOf(inner: unknown): number {
    if (typeof inner !== 'object' || inner === null) return 0
    const all = Object.values(inner)
    return Math.max(0, all.length - 1) + all.reduce((sum: number, one) => sum + valuesOf(one), 0)
  }
  return [
    ...(1 + valuesOf(value) > bounds.values ? ['values'] : []),
    ...(depthOf(value) > bounds.depth ? ['depth'] : []),
    ...(names > 0 ? ['names'] : []),
    ...(Buffer.byteLength(JSON.stringify(value)) > bounds.bytes ? ['bytes'] : []),
  ]
}

const wide = Object.fromEntries(Array.from({ length: 65 }, (_, index) => [`f${index}`, index]))
const anyRecord = fc.oneof(
  fc.jsonValue({ maxDepth: 6 }),
  fc.constantFrom<unknown>(wide, [[[[[]]]]], [[[[]]]], '"],[{', '\\', 'é'.repeat(9_000)),
  fc.constantFrom<unknown>(
    { ['n'.repeat(64)]: 1 },
    { ['ü'.repeat(65)]: 1 },
    { ['"'.repeat(64)]: 1 },
  ),
  fc.integer({ min: 60, max: 70 }).map((length) => Array(length).fill(0)),
  fc.dictionary(fc.string({ unit: 'binary', maxLength: 70 }), fc.jsonValue({ maxDepth: 3 })),
)

test('what is left out is what breaks a bound, in every form, and nothing else', () => {
  fc.assert(
    fc.property(
      fc.array(anyRecord, { maxLength: 8 }),
      fc.constantFrom('list', 'object', 'lines', 'spaced'),
      (records, shape) => {
        const texts = records.map((one) => JSON.stringify(one))
        const text = {
          list: `[${texts.join()}]`,
          object: `{"x":{"y":1},"records":[${texts.join()}],"z":2}`,
          lines: texts.join('\n'),
          spaced: JSON.stringify(records, null, 1),
        }[shape]
        const form = shape === 'lines' ? 'lines' : 'body'
        const found = scan(text, form)
        const left = records.filter((one) => broken(one).length > 0)
        // White space inside of a record is part of it.
        if (shape === 'spaced') {
          expect(found.beyond.length).toBeGreaterThanOrEqual(left.length)
        } else {
          expect(beyond(text, form).map(([one]) => one)).toEqual(
            left.map((one) => JSON.stringify(one)),
          )
          found.beyond.forEach(({ bound }, index) => {
            expect(broken(left[index])).toContain(bound)
          })
        }
        expect(found).toMatchObject({ around: undefined, tooMany: false, isClosed: true })
      },
    ),
    runsOfProperty({ deep: 20_000, daily: 1_000 }),
  )
})

test('no bytes make it fail, and slices of any size find the same', async () => {
  const anyBytes = fc.oneof(
    fc.uint8Array({ maxLength: 60 }),
    fc
      .array(fc.constantFrom('[', ']', '{', '}', '"', '\\', ',', ':', '\n', ' ', 'records', '1'))
      .map((pieces) => Buffer.from(pieces.join(''))),
  )
  await fc.assert(
    fc.asyncProperty(
      anyBytes,
      fc.constantFrom<Form>('body', 'message', 'lines'),
      async (text, form) => {
        expect(await scanRecords(text, form, most)).toEqual(scanMessage(text, form, most))
      },
    ),
    runsOfProperty({ deep: 20_000, daily: 1_000 }),
  )
})

test('each bound has its edge', () => {
  const values = (count: number) => `[${JSON.stringify(Array(count).fill(0))}]`
  const depth = (levels: number) => `[${'['.repeat(levels)}${']'.repeat(levels)}]`
  const name = (characters: number) => `[{"${'n'.repeat(characters)}":1}]`
  const bytes = (count: number) => `["${'x'.repeat(count - 2)}"]`
  for (const [text, edge, bound] of [
    [values, bounds.values, 'values'],
    [depth, bounds.depth, 'depth'],
    [name, bounds.nameCharacters, 'names'],
    [bytes, bounds.bytes, 'bytes'],
  ] as const) {
    expect(beyond(text(edge)), bound).toEqual([])
    expect(beyond(text(edge + 1))).toEqual([[text(edge + 1).slice(1, -1), bound]])
  }
})

test('an escaped name is as long as what it says, and an escaped `records` is the list', () => {
  const escaped = (characters: number) => `[{"${'\\u0061'.repeat(characters)}":1}]`
  expect(beyond(escaped(64))).toEqual([])
  expect(beyond(escaped(65))).toHaveLength(1)
  const list = JSON.stringify([1, wide, 2])
  expect(beyond(`{"\\u0072ecords" : ${list}}`)).toEqual([[JSON.stringify(wide), 'values']])
})

test('what stands beside the list has bounds of its own', () => {
  expect(scan(`{"records":[1],"more":${'['.repeat(5)}${']'.repeat(5)}}`).around).toBe('depth')
  expect(scan(`{"more":[${'0,'.repeat(64)}0],"records":[1]}`).around).toBe('values')
  // Without a list it is the record.
  expect(beyond(`{"more":[${'0,'.repeat(64)}0]}`)).toHaveLength(1)
})

test('brackets that stay open are said, and their records are not left out', () => {
  const scanned = scan('['.repeat(100_000))
  expect(scanned).toMatchObject({ isClosed: false, beyond: [] })
  expect(scan('["a')).toMatchObject({ isClosed: false })
  expect(scan('{"a":[[[[[')).toMatchObject({ isClosed: false, beyond: [] })
})

test('a line that is broken hides nothing of the next', () => {
  const line = JSON.stringify(wide)
  for (const first of ['{"a":"', '[[', '"\\']) {
    expect(beyond(`${first}\n${line}\n1`, 'lines')).toEqual([[line, 'values']])
  }
})

test('records, blank lines and different names are counted no further than they may be', () => {
  expect(scan(`[${'0,'.repeat(most)}0]`)).toMatchObject({ tooMany: true })
  expect(scan(`[${'0,'.repeat(most - 1)}0]`)).toMatchObject({ tooMany: false })
  expect(scan('\n'.repeat(most + 1), 'lines')).toMatchObject({ tooMany: true })
  expect(scan('1\n'.repeat(most), 'lines')).toMatchObject({ tooMany: false })
  const named = (records: number, of: (index: number, field: number) => string) =>
    JSON.stringify(
      Array.from({ length: records }, (_, index) =>
        Object.fromEntries(Array.from({ length: 60 }, (__, field) => [of(index, field), field])),
      ),
    )
  const different = named(900, (index, field) => `f${index}_${field}`)
  expect(scan(different)).toMatchObject({ tooManyNames: true, tooMany: false })
  expect(scan(named(900, (_, field) => `f${field}`))).toMatchObject({ tooManyNames: false })
  // Names of records that are left out do not count: nothing is built of them.
  const wider = Array.from({ length: 700 }, (_, index) =>
    Object.fromEntries(Array.from({ length: 65 }, (__, field) => [`f${index}_${field}`, field])),
  )
  expect(wider.length * 65).toBeGreaterThan(call.names)
  expect(scan(JSON.stringify(wider))).toMatchObject({ tooManyNames: false })
  expect(scan(JSON.stringify(wider)).beyond).toHaveLength(700)
})

test('others are served after each slice', async () => {
  let pauses = 0
  const pause = async () => {
    pauses += 1
  }
  const text = Buffer.from(`["${'x\\"'.repeat((4 * sliceBytes) / 3)}",1]`)
  const found = await scanRecords(text, 'body', most, pause)
  expect(pauses).toBe(Math.ceil(text.length / sliceBytes) - 1)
  expect(found.beyond).toMatchObject([{ start: 1, bound: 'bytes' }])
})

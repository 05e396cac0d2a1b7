import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readLines } from './parseIngestBody.ts'

const good = '{"kind":"sample","serialNo":"FW-101","time":1793000000000}'
const anyLine = fc.oneof(
  fc.constantFrom(good, '', ' \t\r', `${good}\r`, '{"kind":"sample",', `\uFEFF${good}`, '\uFEFF'),
  fc.constantFrom('\u00A0', '\u2028', '\f', `${good},${good}`, '"é"', '[]', '\uD83D\uDE00', ','),
  fc.string({ unit: 'binary', maxLength: 5 }),
)
/** Lines that are within the bounds. */
const read = (text: Buffer) => readLines({ text, cutAt: () => undefined })
const notUtf8 = Buffer.from([10, 0xff])

test('lines read the same, whether all of the body is text or a single line is not', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine, { maxLength: 6 }), async (lines) => {
      const body = Buffer.from(lines.join('\n'))
      const beside = await read(Buffer.concat([body, notUtf8]))
      expect(beside.pop()).toMatchObject({ refused: 'malformed', wire: Buffer.from([0xff]) })
      expect(await read(body)).toStrictEqual(beside)
    }),
    { numRuns: 1_000 },
  )
})

test('records keep their order over the pauses in which others are served', async () => {
  const times = Array.from({ length: 5_001 }, (_, index) => 1_793_000_000_000 + index)
  const lines = times.map((time) => good.replace('1793000000000', String(time)))
  const records = await read(Buffer.from(lines.join('\n')))
  expect(records.map((read) => 'record' in read && 'at' in read.record && read.record.at)).toEqual(
    times,
  )
})

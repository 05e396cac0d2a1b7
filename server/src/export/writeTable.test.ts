import { buffer } from 'node:stream/consumers'
import { neutralised } from '@packboard/model'
import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { recordPages } from './recordPages.ts'
import { type Cell, fileName } from './table.ts'
import { writeTable } from './writeTable.ts'

const at = new Date('2026-11-20T06:07:08.009Z')
const rows: Cell[][] = [
  ['=1+2', -5.25, at, null],
  ['+SUM(A1)', 0, at, 'a "quoted", text'],
  ['-2', 1e-9, at, 'two\nlines'],
  ['@cmd', 123_456_789.125, at, 'Smørkjeks 150 g'],
  ['\ttab', 1, at, '007'],
  ['\rreturn', 2, at, "it's"],
]

async function* pages() {
  yield rows.slice(0, 2)
  yield []
  yield rows.slice(2)
}
const table = { title: 'Stop causes', columns: ['Text', 'Number', 'At', 'More'], pages: pages() }

test('a CSV file: formulas are texts, numbers stay numbers, instants are ISO texts', async () => {
  const bytes = await buffer(writeTable('csv', { ...table, pages: pages() }))
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const iso = '2026-11-20T06:07:08.009Z'
  expect(bytes.subarray(3).toString()).toBe(
    [
      'Text,Number,At,More',
      `'=1+2,-5.25,${iso},`,
      `'+SUM(A1),0,${iso},"a ""quoted"", text"`,
      `'-2,0.000000001,${iso},"two\nlines"`,
      `'@cmd,123456789.125,${iso},Smørkjeks 150 g`,
      `'\ttab,1,${iso},007`,
      `"'\rreturn",2,${iso},it's`,
    ].join('\r\n'),
  )
})

test('an XLSX file: every text is unchanged and a text, numbers are numbers, instants are instants of UTC', async () => {
  const bytes = await buffer(writeTable('xlsx', { ...table, pages: pages() }))
  const { sheets } = await readXlsx(bytes)
  expect(sheets[0]?.name).toBe('Stop causes')
  const [head, ...body] = sheets[0]?.rows ?? []
  expect(head).toEqual(['Text', 'Number', 'At', 'More'])
  expect(body.map((row) => row[1])).toEqual(rows.map((row) => row[1]))
  expect(body.map((row) => row[0])).toEqual(rows.map((row) => row[0]))
  expect(body[0]?.[2]).toEqual(at)
  expect(body.map((row) => row[3] ?? null)).toEqual(rows.map((row) => row[3]))
})

test('no spelling of a formula passes, whatever separates the cells; XLSX keeps the text', async () => {
  const texts = [
    '\uff1d1+1',
    ' =1+1',
    '\u00a0@cmd',
    ';=1',
    'a;=1',
    '\uff0b1',
    '\ufeff=1',
    '\n=1',
    ' x',
    'x;y',
  ]
  async function* pages() {
    yield texts.map((text) => [text, 'end'])
  }
  const odd = { title: 'T', columns: ['A', 'B'] }
  const csv = (await buffer(writeTable('csv', { ...odd, pages: pages() }))).subarray(3).toString()
  expect(csv).toBe(
    [
      'A,B',
      "'\uff1d1+1,end",
      "' =1+1,end",
      "'\u00a0@cmd,end",
      '";=1",end',
      '"a;=1",end',
      "'\uff0b1,end",
      "'\ufeff=1,end",
      '"\'\n=1",end',
      ' x,end',
      '"x;y",end',
    ].join('\r\n'),
  )
  const { sheets } = await readXlsx(await buffer(writeTable('xlsx', { ...odd, pages: pages() })))
  expect(sheets[0]?.rows.slice(1).map(([text]) => text)).toEqual(texts)
})

test('letters that XML cannot hold do not break the file', async () => {
  const odd = async function* () {
    yield [['bell \u0007, half \ud800, none \u0000', 1]]
  }
  const bytes = await buffer(writeTable('xlsx', { title: 'T', columns: ['A', 'B'], pages: odd() }))
  const { sheets } = await readXlsx(bytes)
  expect(sheets[0]?.rows[1]?.[0]).toBe('bell \ufffd, half \ufffd, none \ufffd')
})

test('only the beginning of a text is looked at', () => {
  expect(neutralised('a=1')).toBe('a=1')
  expect(neutralised('')).toBe('')
})

test('pages are asked for as the reader takes them, and no further when it goes away', async () => {
  const requested: number[] = []
  const read = async (offset: number) => {
    requested.push(offset)
    return { rows: [['x'.repeat(1_000)]], count: 100_000 }
  }
  const endless = recordPages({ rows: [[0]], count: 100_000 }, 1, read)
  const file = writeTable('csv', { title: 'T', columns: ['A'], pages: endless })
  await new Promise((done) => file.once('data', done))
  file.destroy()
  await new Promise((done) => file.once('close', done))
  const { length } = requested
  expect(length).toBeLessThan(1_000)
  await new Promise((done) => setTimeout(done, 50))
  expect(requested.length).toBeLessThanOrEqual(length + 1)
})

test('a file name is letters, digits and dashes', () => {
  expect(fileName(['audit-trail', 'FW-101', '2026-11-20'], 'csv')).toBe(
    'packboard_audit-trail_FW-101_2026-11-20.csv',
  )
  expect(fileName(['a"; filename=b', '../../etc', 'Å\r\nX: 1'], 'xlsx')).toBe(
    'packboard_a-filename-b_etc_A-X-1.xlsx',
  )
})

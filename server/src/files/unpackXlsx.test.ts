import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runsOfProperty } from '@packboard/model/testing'
import fc from 'fast-check'
import { streamXlsxRows, writeXlsx } from 'hucre'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { craftedArchive, craftedWorkbook, sheetOf } from '../../testing/craftedArchive.ts'
import { clockTime, meansTime } from './readTime.ts'
import { unpackXlsx } from './unpackXlsx.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packboard-sheet-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function unpacked(file: Uint8Array): Promise<unknown[]> {
  const [from, to] = [join(folder, 'file'), join(folder, 'rows')]
  await writeFile(from, file)
  await unpackXlsx(from, to)
  const text = await readFile(to, 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
}

/** The same rows by the library that reads whole workbooks, which read them until 2026-11-29. */
async function asBefore(file: Uint8Array): Promise<unknown[]> {
  const rows: unknown[] = []
  for await (const { index, values } of streamXlsxRows(file)) {
    const cells = values.slice(0, 256).map((value) => {
      if (!(value instanceof Date)) return value ?? null
      return Number.isNaN(value.getTime()) ? null : value.toISOString().slice(0, -1)
    })
    if (cells.some((cell) => cell !== null && cell !== '')) rows.push([index + 1, ...cells])
  }
  // Through JSON as ours: a negative zero is a zero.
  return JSON.parse(JSON.stringify(rows))
}

const cell = fc.oneof(
  fc.constant(null),
  fc.boolean(),
  fc.integer({ min: -1_000_000, max: 1_000_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.date({ min: new Date('1900-03-02'), max: new Date('2199-12-31'), noInvalidDate: true }),
  fc.string({
    unit: fc.constantFrom('a', 'ß', ' ', '<', '&', '"', '\n', '\t', '😀', '_x000D_', '日'),
  }),
  fc.string({ maxLength: 12, unit: 'grapheme-ascii' }),
)
const rows = fc.array(fc.array(cell, { maxLength: 6 }), { maxLength: 12 })

test('any workbook has the rows that it had', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const file = await writeXlsx({ sheets: [{ name: 'Any', rows: given }] })
      expect(await unpacked(file)).toEqual(await asBefore(file))
    }),
    runsOfProperty({ deep: 1_000, daily: 60 }),
  )
})

/** Formats 164 and up are declared; the others have a number alone. */
const formats = [
  ...['yyyy-mm-dd hh:mm', '0.00', '[h]:mm:ss', '"Day" 0', 'dd/mm/yy', '#,##0.00 [$€-407]'],
  ...['[$-409]h:mm AM/PM', 'General', '@', '0.00E+00', 'mmm-yy', '[Red]0', 'mm:ss.0', '\\d0'],
]
const builtIn = [0, 1, 2, 4, 9, 14, 15, 20, 22, 27, 36, 37, 45, 47, 49, 50, 58]

function handMade({ from1904 }: { readonly from1904: boolean }): Uint8Array {
  const ids = [...builtIn, ...formats.map((_, index) => 164 + index)]
  const styles = `<styleSheet><numFmts>${formats
    .map(
      (code, index) =>
        `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
    )
    .join('')}</numFmts><cellStyleXfs><xf numFmtId="22"/></cellStyleXfs><cellXfs>${ids
    .map((id) => `<xf numFmtId="${id}"/>`)
    .join('')}</cellXfs></styleSheet>`
  const numbers = [0, 1, 59, 60, 61, 0.25, 45_000.123456, 60.5, -3, 2_958_465, 1e20]
  const styled = numbers.map(
    (number) =>
      `<row>${ids.map((_, style) => `<c s="${style}"><v>${number}</v></c>`).join('')}</row>`,
  )
  const others = `<row r="1000" spans="1:9">
    <c r="A1000" t="s"><v>0</v></c><c r="B1000" t="s"><v>1</v></c><c r="D1000" t="s"><v>9</v></c>
    <c r="E1000" t="b"><v>1</v></c><c r="F1000" t="b"><v>false</v></c><c r="G1000" t="e"><v>#N/A</v></c>
    <c r="H1000" t="str"><f>A1&amp;"x"</f><v>f_x000A_g &lt; </v></c>
    <c r="AA1000" t="inlineStr"><is><t xml:space="preserve"> in line </t></is></c>
    <c r="AB1000" t="inlineStr"><is><r><rPr><b/></rPr><t>bold</t></r><r><t> plain</t></r></is></c>
    <c r="AC1000" t="d"><v>2026-01-01T00:00:00Z</v></c><c r="AD1000"><v/></c><c r="AE1000" s="999"><v>45000</v></c>
  </row><row r="7"><c><v>1</v></c><c/><c t="s"><v>2</v></c></row><row/>
  <x:row xmlns:x="x" r="8"><x:c r="B8"><x:v><![CDATA[5]]></x:v></x:c></x:row>`
  const texts = `<?xml version="1.0" encoding="UTF-8"?><sst><si><t>plain &amp; _x0041_ <!-- no --> more</t></si>
    <si><r><t>two</t></r><r><rPr><sz val="9"/></rPr><t xml:space="preserve"> runs</t></r></si>
    <si><t>漢字</t><rPh sb="0" eb="2"><t>かんじ</t></rPh></si></sst>`
  return craftedArchive(
    craftedWorkbook({
      ...{ styles, texts, sheet: sheetOf(styled.join('') + others) },
      workbook: `<workbookPr date1904="${from1904 ? 1 : 0}"/>`,
    }),
  )
}

test.each([false, true])(
  'a workbook written by hand has the rows that it had (days from 1904: %s)',
  async (from1904) => {
    const file = handMade({ from1904 })
    const ours = await unpacked(file)
    expect(ours).toEqual(await asBefore(file))
    expect(ours.length).toBeGreaterThan(12)
    expect(JSON.stringify(ours)).toContain('"two runs"')
    expect(JSON.stringify(ours)).toContain('"漢字"')
  },
)

test('a row that is too long or too wide is refused by its number, and the others are read', async () => {
  const long = 'a'.repeat(30_000)
  const wide = `<row r="9"><c r="A9"><v>1</v></c><c r="IW9"><v>2</v></c></row>`
  const sheet = sheetOf(
    `<row r="3"><c t="s"><v>0</v></c></row><row r="5">${'<c t="s"><v>0</v></c>'.repeat(3)}</row>${wide}<row r="11"><c><v>4</v></c></row>`,
  )
  const file = craftedArchive(
    craftedWorkbook({ sheet, texts: `<sst><si><t>${long}</t></si></sst>` }),
  )
  expect(await unpacked(file)).toEqual([
    [3, long],
    { line: 5, fault: 'tooLong' },
    { line: 9, fault: 'cells' },
    [11, 4],
  ])
})

test('numbers are times in the formats of spreadsheets that show times', () => {
  expect(meansTime(14, undefined)).toBe(true)
  expect(meansTime(0, undefined)).toBe(false)
  expect(meansTime(164, '[$-409]h:mm')).toBe(true)
  expect(meansTime(164, '"d"0')).toBe(false)
  expect(clockTime(1, false)).toBe('1900-01-01T00:00:00.000')
  expect(clockTime(60, false)).toBe('1900-02-28T00:00:00.000')
  expect(clockTime(61, false)).toBe('1900-03-01T00:00:00.000')
  expect(clockTime(0.5, true)).toBe('1904-01-01T12:00:00.000')
  expect(clockTime(1e20, false)).toBeUndefined()
})

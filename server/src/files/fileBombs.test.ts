// @slow

import { cancelRecordFile, type RecordFileFault } from '@packboard/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import {
  type CraftedEntry,
  craftedArchive,
  craftedWorkbook,
  type Repeated,
  sheetOf,
} from '../../testing/craftedArchive.ts'
import { addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { filesOf } from '../../testing/sendFile.ts'
import { faultError } from './fileReaders.ts'

let server: TestServer
let token: string | undefined
let engineer: ReturnType<typeof filesOf>
let neighbour: ReturnType<typeof filesOf>

beforeAll(async () => {
  server = await openTestServer()
  await addNeighbours(server.deps.management)
  token = (await server.signIn('engineer')).accessToken
  engineer = filesOf(server, token)
  neighbour = filesOf(server, (await server.signIn('distributor2')).accessToken, 2)
})
afterAll(() => server?.close())
// A file that one test leaves open would be the fault of all that follow.
afterEach(async () => {
  for (const { id, state } of (await engineer.list()).files) {
    if (/done|failed|cancelled/.test(state)) continue
    await server.ask(engineer.at(cancelRecordFile.path, id), { token, method: 'POST' })
  }
})

const million = 1_000_000
const repeated = (head: string, unit: string, bytes: number, tail: string): Repeated => ({
  ...{ head, unit, tail },
  times: Math.floor(bytes / unit.length),
})
const emptyElements = (bytes: number) => repeated('<a>', '<a/>', bytes, '</a>')
const texts = (bytes: number) => repeated('<sst>', '<si><t>a</t></si>', bytes, '</sst>')
const workbook = (parts: Parameters<typeof craftedWorkbook>[0] = {}) =>
  craftedArchive(craftedWorkbook(parts))
const changed = (name: string, change: Partial<CraftedEntry>) =>
  craftedArchive(
    craftedWorkbook().map((entry) => (entry.name === name ? { ...entry, ...change } : entry)),
  )
const sheetName = 'xl/worksheets/sheet1.xml'
const encrypted = { flags: 1 }
const manyNames = (lines: number) =>
  Array.from(
    { length: lines },
    (_, line) => `{${Array.from({ length: 200 }, (__, key) => `"k${line}-${key}":1`).join(',')}}`,
  ).join('\n')

/**
 * Of each file the fault that its row says, and a part of the sentence with the bound. The first eight are those that stopped or
 * ended the server of 2026-11-29 within seconds.
 */
const bombs: readonly (readonly [
  name: string,
  fault: RecordFileFault,
  says: string,
  make: () => string | Uint8Array<ArrayBuffer>,
])[] = [
  [
    'types of 40 MB',
    'tooLarge',
    '4 MB',
    () => workbook({ contentTypes: emptyElements(40 * million) }),
  ],
  [
    'types of 280 MB',
    'tooLarge',
    '4 MB',
    () => workbook({ contentTypes: emptyElements(280 * million) }),
  ],
  [
    'texts of 39 MB',
    'tooManyElements',
    '1,000,000',
    () => workbook({ texts: texts(39 * million) }),
  ],
  [
    'texts of 280 MB under another name',
    'tooLarge',
    '40 MB',
    () => workbook({ texts: texts(280 * million), textsName: 'other.xml' }),
  ],
  [
    'ZIP64 with types of 80 MB',
    'archive',
    'ZIP64',
    () =>
      craftedArchive(craftedWorkbook({ contentTypes: emptyElements(80 * million) }), {
        zip64: true,
      }),
  ],
  [
    'one row of 280 MB',
    'tooManyColumns',
    '256',
    () =>
      workbook({
        sheet: repeated(
          '<worksheet><sheetData><row>',
          '<c><v>1</v></c>',
          280 * million,
          '</row></sheetData></worksheet>',
        ),
      }),
  ],
  ['2.5 million names', 'tooManyColumns', '256', () => manyNames(12_500)],
  [
    'a first cell of two lines before 32,000 cells',
    'tooManyColumns',
    '256',
    () => `"a\nb"${',x'.repeat(32_000)}\n`.repeat(60),
  ],
  [
    'a sheet above a million elements',
    'tooManyElements',
    '1,000,000',
    () =>
      workbook({
        sheet: repeated(
          '<worksheet><sheetData>',
          '<row><c><v>1</v></c></row>',
          30 * million,
          '</sheetData></worksheet>',
        ),
      }),
  ],
  [
    'a text of 30 kB in 100,000 rows',
    'tooLarge',
    '200 MB',
    () =>
      workbook({
        texts: `<sst><si><t>${'a'.repeat(30_000)}</t></si></sst>`,
        sheet: repeated(
          '<worksheet><sheetData>',
          '<row><c t="s"><v>0</v></c></row>',
          3.2 * million,
          '</sheetData></worksheet>',
        ),
      }),
  ],
  [
    'one text of 39 MB',
    'tooLarge',
    '40 MB',
    () => workbook({ texts: repeated('<sst><si><t>', 'a', 39 * million, '</t></si></sst>') }),
  ],
  [
    'elements within elements',
    'unreadable',
    'CSV',
    () => workbook({ sheet: `${'<a>'.repeat(300_000)}` }),
  ],
  [
    'entries that overlap',
    'archive',
    'contradicts',
    () =>
      craftedArchive([
        ...craftedWorkbook(),
        { name: '[Content_Types].xml.', content: '', overlaps: true },
      ]),
  ],
  [
    'another name before the data',
    'archive',
    'contradicts',
    () => changed(sheetName, { local: { name: 'xl/worksheets/sheet2.xml' } }),
  ],
  [
    'another size before the data',
    'archive',
    'contradicts',
    () => changed(sheetName, { local: { size: 5 } }),
  ],
  [
    'more data than both headers say',
    'archive',
    'contradicts',
    () =>
      changed(sheetName, {
        content: sheetOf(' '.repeat(million)),
        local: { size: 100 },
        central: { size: 100 },
      }),
  ],
  [
    'an encrypted entry',
    'archive',
    'encrypted',
    () => changed(sheetName, { local: encrypted, central: encrypted }),
  ],
  [
    '1,001 entries',
    'tooLarge',
    '1,000 entries',
    () =>
      craftedArchive([
        ...craftedWorkbook(),
        ...Array.from({ length: 996 }, (_, index) => ({ name: `${index}`, content: '' })),
      ]),
  ],
  [
    'two entries of one name',
    'archive',
    'contradicts',
    () => craftedArchive([...craftedWorkbook(), ...craftedWorkbook()]),
  ],
  [
    'a document type',
    'unreadable',
    'CSV',
    () =>
      workbook({
        sheet: `<!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/hostname">]>${sheetOf('<row><c t="str"><v>&e;</v></c></row>')}`,
      }),
  ],
]

/** The most processor time of this thread between two turns of its loop, while `work` runs. */
async function longestTurn<Result>(work: () => Promise<Result>) {
  let [isOver, longest] = [false, 0]
  let last = process.threadCpuUsage()
  const probe = () => {
    const { user, system } = process.threadCpuUsage(last)
    last = process.threadCpuUsage()
    longest = Math.max(longest, (user + system) / 1_000)
    if (!isOver) setImmediate(probe)
  }
  setImmediate(probe)
  const result = await work()
  isOver = true
  return { result, longest }
}

test.each(bombs)('%s: %s', async (name, fault, says, make) => {
  const bytes = make()
  // A workbook of 38 MB would be refused by its size.
  const fileName = `${name}.${typeof bytes === 'string' ? 'csv' : 'xlsx'}`
  // As one person of one client; another client is served meanwhile, and its file is opened.
  const { result, longest } = await longestTurn(() =>
    Promise.all([
      engineer.upload(fileName, bytes).then(
        () => 'accepted',
        (error: Error) => error.message,
      ),
      neighbour.list(),
    ]),
  )
  // The answer of a busy machine comes before the file is open.
  if (result[0] !== 'accepted') expect(result[0]).toContain(says)
  expect(faultError(fault).message).toContain(says)
  const file = (await engineer.list()).files.find((each) => each.name === fileName)
  expect(file).toMatchObject({ state: 'failed', fault })
  const { files } = await neighbour.list()
  expect(files.map((theirs) => theirs.name)).not.toContain(fileName)
  console.log(`${name}: longest turn ${longest.toFixed(0)} ms`)
  // 45,000 ms before. The bound is that of a test's own server beside its demo, not that of a slice.
  expect(longest).toBeLessThan(1_000)
})

test('values 32,000 deep are a fault of their line, in a look and in an import', async () => {
  const at = new Date(Date.now() - 2 * 86_400_000).toISOString()
  const line = (state: string) => `{"time":"${at}","state":${state}}\n`
  const wide = `{"time":"${at}","more":[${'1,'.repeat(300)}1]}\n`
  const deep = line(`${'['.repeat(32_000)}${']'.repeat(32_000)}`)
  const id = await engineer.upload('deep.ndjson', line('"execute"') + deep + wide)
  const looked = await engineer.look(id, { machine: 'FW-101' })
  expect(looked.rows.map(({ refusals }) => refusals[0]?.code)).toEqual([
    undefined,
    'nested',
    'nested',
  ])
  await engineer.start(id, looked.mapping, { machine: 'FW-101' })
  const ended = await engineer.ended(id)
  expect(ended).toMatchObject({ state: 'done', rows: 3, stored: 1, refused: 2 })
  expect(ended.lines.map(({ line: number, code }) => [number, code])).toEqual([
    [2, 'nested'],
    [3, 'nested'],
  ])
})

// @slow

import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addRecordFile,
  cancelRecordFile,
  lookAtRecordFile,
  type RecordMapping,
  refusedRecordLines,
} from '@packboard/contract'
import { runSql } from '@packboard/management/testing'
import { parse } from 'csv-parse/sync'
import { writeXlsx } from 'hucre'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runCommand } from '../../testing/backupCommand.ts'
import { addNeighbours } from '../../testing/neighbours.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { filesOf } from '../../testing/sendFile.ts'

let server: TestServer
let engineer: ReturnType<typeof filesOf>
let neighbour: ReturnType<typeof filesOf>
let tokens: Map<string, string>

beforeAll(async () => {
  server = await openTestServer()
  await addNeighbours(server.deps.management)
  tokens = await server.people('engineer', 'distributor2')
  engineer = filesOf(server, tokens.get('engineer'))
  neighbour = filesOf(server, tokens.get('distributor2'), 2)
})
afterAll(() => server?.close())
afterEach(async () => {
  for (const { id, state } of (await engineer.list()).files) {
    if (['done', 'failed', 'cancelled'].includes(state)) continue
    const path = engineer.at(cancelRecordFile.path, id)
    await server.ask(path, { method: 'POST', token: tokens.get('engineer') })
  }
})

/** The day before yesterday: within what the store keeps, older than what the machines of the demo have sent. */
const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)
const dayFirst = day.split('-').toReversed().join('.')
const nothing = { stored: 0, duplicate: 0, quarantined: 0, refused: 0 }
const folder = () => join(server.deps.config.dataDir, 'files')

/** Each line has one outcome and no more. */
const expectConserved = (file: Record<'rows' | keyof typeof nothing, number>) =>
  expect(file.rows).toBe(file.stored + file.duplicate + file.quarantined + file.refused)

async function audits(machine: string) {
  const query = `page=1&timezone=UTC&start_date=${day}&end_date=${day}&clientId=1&machineId=${machine}`
  const answer = await server.ask(`/api/audit_trail_data/1/50?${query}`, {
    token: tokens.get('engineer'),
  })
  return answer.text()
}

test('samples: day first, decimal comma, packs per hour, words of the machine, Windows-1252', async () => {
  const text = [
    'Datum;Uhrzeit;Zustand;Takt (Pack/h);Gut;Produkt',
    `${dayFirst};06:00:00;Läuft;3.600,0;1.000;"Käse; 5"" breit"`,
    `${dayFirst};06:00:30;Läuft;7.200,0;1.030;"zwei\r\nZeilen"`,
    `${dayFirst};06:01:00;Hält;0;1.045;`,
    `${dayFirst};06:02:00;Rüsten;0;1.045;`,
    '',
  ].join('\r\n')
  const bytes = new Uint8Array(Buffer.from(text, 'latin1'))
  const id = await engineer.upload('schicht.csv', bytes)
  const looked = await engineer.look(id, { machine: 'FW-101' })
  expect(looked.mapping).toMatchObject({
    ...{ kind: 'sample', encoding: 'windows-1252', separator: ';', hasHead: true },
    ...{ timeForm: 'dayFirst', decimal: ',', speedUnit: 'perHour', clock: 'Uhrzeit' },
    zone: 'Europe/London',
    columns: { time: 'Datum', state: 'Zustand', packs: 'Gut', product: 'Produkt' },
  })
  // Usual words have a proposal, which a person may correct.
  expect(looked.mapping.states).toEqual({ Läuft: 'Execute', Hält: 'Stopped' })
  expect([looked.unknownStates, looked.rows[2]?.refusals]).toEqual([['Rüsten'], []])
  expect(looked.rows[3]?.refusals[0]).toMatchObject({
    code: 'state',
    cell: 'Rüsten',
    field: 'state',
  })
  const mapping: RecordMapping = {
    ...looked.mapping,
    columns: { ...looked.mapping.columns, speed: 'Takt (Pack/h)' },
    states: { läuft: 'Execute', hält: 'Held', rüsten: 'Stopped' },
  }
  const again = await engineer.look(id, { machine: 'FW-101', mapping })
  expect(again.rows.map(({ line, record }) => ({ line, record }))).toMatchObject([
    {
      line: 2,
      record: { time: `${day}T06:00:00.000Z`, speed: 60, packs: 1_000, product: 'Käse; 5" breit' },
    },
    { line: 3, record: { time: `${day}T06:00:30.000Z`, speed: 120, product: 'zwei\r\nZeilen' } },
    { line: 5, record: { time: `${day}T06:01:00.000Z`, speed: 0, packs: 1_045 } },
    { line: 6, record: { time: `${day}T06:02:00.000Z`, state: 'Stopped' } },
  ])
  await engineer.start(id, mapping, { machine: 'FW-101', dryRun: true })
  const checked = await engineer.ended(id)
  expect(checked).toMatchObject({
    state: 'checked',
    checked: { ...nothing, rows: 4, stored: 4 },
  })
  await engineer.start(id, mapping, { machine: 'FW-101' })
  expect(await engineer.ended(id)).toMatchObject({
    ...{ ...nothing, state: 'done', rows: 4, stored: 4, share: 1, kind: 'sample' },
    ...{ machine: 'FW-101', createdBy: 'engineer' },
  })
  expect(readdirSync(folder())).toEqual([])

  const same = await engineer.upload('schicht.csv', bytes)
  const saved = await engineer.look(same, { machine: 'FW-101' })
  expect([saved.isSaved, saved.mapping]).toEqual([true, mapping])
  await engineer.start(same, saved.mapping, { machine: 'FW-101' })
  expect(await engineer.ended(same)).toMatchObject({ ...nothing, rows: 4, duplicate: 4 })
})

test('the head is found below titles and can be chosen; names that are merged downwards count', async () => {
  const text = [
    'Linie 1 - Export SCADA',
    `Von;${dayFirst};bis;${dayFirst}`,
    '',
    'Zeit;Maschinenstatus;Stückzähler',
    `${dayFirst} 13:00:00;Läuft;100`,
    `${dayFirst} 13:00:30;Steht;130`,
  ].join('\n')
  const id = await engineer.upload('scada.csv', text)
  const { mapping, firstLines, missing } = await engineer.look(id, { machine: 'FW-101' })
  expect(missing).toEqual([])
  expect(mapping).toMatchObject({
    ...{ hasHead: true, firstLine: 4, states: { Läuft: 'Execute', Steht: 'Stopped' } },
    columns: { time: 'Zeit', state: 'Maschinenstatus', packs: 'Stückzähler' },
  })
  expect(firstLines.slice(0, 3)).toEqual([
    { line: 1, text: 'Linie 1 - Export SCADA' },
    { line: 2, text: `Von | ${dayFirst} | bis | ${dayFirst}` },
    { line: 4, text: 'Zeit | Maschinenstatus | Stückzähler' },
  ])
  // A person takes the title for the head: then no column is a state, a speed or a counter.
  const { encoding, separator } = mapping
  const form = { encoding, separator, hasHead: true, firstLine: 1 }
  const title = await engineer.look(id, { machine: 'FW-101', form })
  expect([title.columns.length, title.missing]).toEqual([1, ['time', 'measured']])
  const wrong = { ...mapping, columns: { time: 'Zeit' } }
  const refused = await engineer.tryStart(id, {
    ...{ mapping: wrong, machine: 'FW-101', dryRun: true },
  })
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    {
      message: expect.stringMatching(/^Samples need a state, a speed or a counter: .* packs/),
      errors: [{ field: 'measured' }],
    },
  ])
  await engineer.start(id, mapping, { machine: 'FW-101' })
  expect(await engineer.ended(id)).toMatchObject({ ...nothing, rows: 2, stored: 2 })

  const rows = [
    ['Schichtprotokoll', null, null, null],
    ['Zeit', 'Linie 1', null, null],
    [null, 'Zustand', 'Takt', 'Gutteile'],
    [new Date(`${day}T14:00:00Z`), 'Produktion', 60, 100],
    [new Date(`${day}T14:01:00Z`), 'Störung', 0, 160],
  ]
  const bytes = await writeXlsx({ sheets: [{ name: 'Protokoll', rows }] })
  const sheet = await engineer.upload('protokoll.xlsx', new Uint8Array(bytes))
  const looked = await engineer.look(sheet, { machine: 'FW-101' })
  expect(looked.mapping).toMatchObject({
    ...{ hasHead: true, firstLine: 3, states: { Produktion: 'Execute', Störung: 'Aborted' } },
    columns: { time: 'Zeit', state: 'Zustand', speed: 'Takt', packs: 'Gutteile' },
  })
  const homeless = await engineer.tryStart(sheet, { mapping: looked.mapping, dryRun: true })
  expect(await homeless.json()).toMatchObject({ message: expect.stringContaining('machine') })
  await engineer.start(sheet, looked.mapping, { machine: 'FW-101' })
  expect(await engineer.ended(sheet)).toMatchObject({ ...nothing, rows: 2, stored: 2 })
})

test.each([
  ['UTF-16 with its mark', 'utf-16le', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
  ['UTF-16 without one', 'utf-16le', (text: string) => Buffer.from(text, 'utf16le')],
  [
    'UTF-16, the high byte first',
    'utf-16be',
    (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
  ],
  ['UTF-8 with its mark', 'utf-8', (text: string) => Buffer.from(`\uFEFF${text}`)],
])('audit records in %s', async (name, encoding, bytesOf) => {
  const text = `time\tuser group\tdescription\told value\tnew value\n${day}T07:00:00Z\tMaster\tÜberdruck ${name}\t1,5\t2,0\n`
  const id = await engineer.upload('audit.csv', new Uint8Array(bytesOf(text)))
  const looked = await engineer.look(id, { machine: 'FW-101' })
  expect(looked.mapping).toMatchObject({ kind: 'audit', encoding, separator: '\t' })
  expect(looked.mapping.columns).toEqual({
    ...{ time: 'time', userGroup: 'user group', description: 'description' },
    ...{ valueBefore: 'old value', valueAfter: 'new value' },
  })
  await engineer.start(id, looked.mapping, { machine: 'FW-101' })
  expect(await engineer.ended(id)).toMatchObject({ ...nothing, rows: 1, stored: 1 })
  expect(await audits('FW-101')).toContain(`Überdruck ${name}`)
})

test('alarms of an XLSX file; the machine in a column; times of the sheet in the zone of the file', async () => {
  const rows = [
    ['Machine', 'Raised', 'Cleared', 'Group', 'Message', 'Code'],
    ['FW-101', new Date(`${day}T08:00:00Z`), new Date(`${day}T08:05:00Z`), 'Infeed', 'Jam', 17],
    ['FW-102', new Date(`${day}T08:10:00Z`), null, 'Infeed', 'Jam', 17],
    ['FW-511', new Date(`${day}T08:10:00Z`), null, 'Infeed', 'Of another client', 17],
    [null, null, null, null, null, null],
  ]
  const bytes = await writeXlsx({ sheets: [{ name: 'Alarms', rows }] })
  const id = await engineer.upload('alarms.xlsx', new Uint8Array(bytes))
  const looked = await engineer.look(id)
  expect(looked).toMatchObject({ format: 'xlsx', missing: [], mapping: { kind: 'alarm' } })
  const mapping = { ...looked.mapping, zone: 'Asia/Kolkata' }
  const { rows: preview } = await engineer.look(id, { mapping })
  expect(preview[0]?.record).toEqual({
    ...{ serialNo: 'FW-101', group: 'Infeed', description: 'Jam', code: '17' },
    raisedAt: `${day}T02:30:00.000Z`,
    clearedAt: `${day}T02:35:00.000Z`,
  })
  await engineer.start(id, mapping)
  const ended = await engineer.ended(id)
  expect(ended).toMatchObject({ ...nothing, rows: 3, stored: 2, refused: 1 })
  // Line 4 names a machine of another client, which is as if it were not there.
  expect(ended.lines).toMatchObject([{ line: 4, code: 'machine', cell: 'FW-511' }])
})

test('NDJSON of Packboard’s own fields; a record that is too old is quarantined and in the report', async () => {
  const lines = [
    { kind: 'sample', time: `${day}T09:00:00Z`, state: 'execute', speed: 10 },
    { kind: 'sample', time: '1999-01-01T00:00:00Z', state: 'execute' },
    { kind: 'sample', time: `${day}T09:00:01Z`, state: 'dancing' },
  ]
  const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\nno json\n\n`
  const ended = await engineer.import('records.ndjson', text, 'FW-102')
  expect(ended).toMatchObject({ ...nothing, rows: 4, stored: 1, quarantined: 1, refused: 2 })
  expect(ended.lines.map(({ line, code }) => [line, code])).toEqual([
    [2, 'quarantined'],
    [3, 'state'],
    [4, 'notJson'],
  ])
  expectConserved(ended)
  const report = await server.ask(engineer.at(refusedRecordLines.path, ended.id), {
    token: tokens.get('engineer'),
  })
  const csv: string[][] = parse(await report.text(), { bom: true })
  expect(csv.map(([line, , mend, , , cell]) => [line, mend !== '', cell])).toEqual([
    ['Line', true, 'Cell'],
    ['2', true, ''],
    ['3', true, 'dancing'],
    ['4', true, ''],
  ])
})

test('the hour that clocks show twice follows the order of the lines, in both directions', async () => {
  const zone = 'Europe/London'
  const year = new Date().getUTCFullYear()
  // The last Sunday of the last October that is over.
  const change = [year, year - 1]
    .map((one) => {
      const last = new Date(Date.UTC(one, 9, 31))
      last.setUTCDate(31 - last.getUTCDay())
      return last.toISOString().slice(0, 10)
    })
    .find((date) => Date.parse(date) < Date.now() - 86_400_000)
  const wall = ['00:59', '01:15', '01:45', '01:15', '01:45', '02:01']
  const utc = ['23:59', '00:15', '00:45', '01:15', '01:45', '02:01']
  const text = (times: string[]) =>
    `time,state\n${times.map((time) => `${change} ${time}:00,execute\n`).join('')}`
  for (const [times, expected] of [
    [wall, utc],
    [wall.toReversed(), utc.toReversed()],
  ] as const) {
    const id = await engineer.upload('clock.csv', text([...times]))
    const { rows } = await engineer.look(id, { machine: 'FW-101' })
    expect(rows.map(({ record }) => String(record?.time).slice(11, 16))).toEqual(expected)
    const { mapping } = await engineer.look(id, { machine: 'FW-101' })
    expect(mapping.zone).toBe(zone)
    await server.ask(engineer.at(cancelRecordFile.path, id), {
      method: 'POST',
      token: tokens.get('engineer'),
    })
    expect(existsSync(join(folder(), `${id}.file`))).toBe(false)
  }
})

test('only the first 1,000 refused lines are kept, all are counted, and a dry run stores nothing', async () => {
  const bad = Array.from({ length: 1_500 }, (_, i) => `yesterday,${i}`)
  const text = `time,packs\n${bad.join('\n')}\n${day}T10:00:00Z,1\n`
  const id = await engineer.upload('bad.csv', text)
  const { mapping } = await engineer.look(id, { machine: 'FW-102' })
  const given = { ...mapping, columns: { time: 'time', packs: 'packs' } }
  await engineer.start(id, given, { machine: 'FW-102', dryRun: true })
  const checked = await engineer.ended(id)
  expect(checked.checked).toMatchObject({ ...nothing, rows: 1_501, stored: 1, refused: 1_500 })
  expect(checked.lines).toHaveLength(100)
  const counted = await runSql<{ count: string }>(
    server.deps.management,
    'select count(*) from record_file_line where file_id = $1',
    [id],
  )
  expect(Number(counted[0]?.count)).toBe(1_000)
  await engineer.start(id, given, { machine: 'FW-102' })
  const ended = await engineer.ended(id)
  // Not a duplicate of the dry run.
  expect(ended).toMatchObject({ ...nothing, rows: 1_501, stored: 1, refused: 1_500 })
  expectConserved(ended)
})

test('one open file for each client; a neighbour’s is not found and does not wait', async () => {
  const id = await engineer.upload('one.csv', `time,state\n${day} 11:00,execute\n`)
  expect((await engineer.add('two.csv', 10)).status).toBe(409)
  const theirs = await neighbour.upload('one.csv', `time,state\n${day} 11:00,execute\n`)
  const { mapping } = await neighbour.look(theirs, { machine: 'FW-511' })
  // Through their own client another's file, and through its client, are the same as none.
  for (const path of [
    neighbour.at(lookAtRecordFile.path, id),
    engineer.at(lookAtRecordFile.path, id),
  ]) {
    const answer = await server.ask(path, { token: tokens.get('distributor2'), body: {} })
    expect(answer.status).toBe(404)
  }
  const foreign = await neighbour.tryStart(theirs, { mapping, machine: 'FW-101', dryRun: true })
  const absent = await neighbour.tryStart(theirs, { mapping, machine: 'ZZ-000', dryRun: true })
  expect([foreign.status, absent.status]).toEqual([404, 404])
  expect(await foreign.json()).toMatchObject({ code: 'machine.notFound' })
  await neighbour.start(theirs, mapping, { machine: 'FW-511' })
  expect(await neighbour.ended(theirs)).toMatchObject({ state: 'done', stored: 1 })
  const listed = (await engineer.list()).files.map((file) => file.id)
  expect(listed).toContain(id)
  expect(listed).not.toContain(theirs)
  await server.ask(engineer.at(cancelRecordFile.path, id), {
    method: 'POST',
    token: tokens.get('engineer'),
  })
})

test('pieces that do not continue the file, a mapping that does not fit, and files that are none are refused', async () => {
  const added = await engineer.add('pieces.csv', 20)
  const { id } = addRecordFile.answer.parse(await added.json())
  const bytes = new TextEncoder().encode('time,state\n')
  expect((await engineer.piece(id, 5, bytes)).status).toBe(409)
  expect((await engineer.piece(id, 0, bytes)).status).toBe(200)
  expect((await engineer.piece(id, 0, bytes)).status).toBe(409)
  expect((await engineer.piece(id, 11, new Uint8Array(30).fill(65))).status).toBe(409)
  expect((await engineer.piece(id, 11, new Uint8Array(9).fill(65))).status).toBe(200)
  const { mapping } = await engineer.look(id, { machine: 'FW-101' })
  const wrong = { ...mapping, columns: { time: 'when' } }
  const refused = await engineer.tryStart(id, { mapping: wrong, machine: 'FW-101', dryRun: true })
  expect(await refused.json()).toMatchObject({ code: 'request.invalid' })
  const homeless = await engineer.tryStart(id, { mapping, dryRun: true })
  expect(homeless.status).toBe(400)
  await server.ask(engineer.at(cancelRecordFile.path, id), {
    method: 'POST',
    token: tokens.get('engineer'),
  })
  expect((await engineer.add('big.csv', 200_000_001)).status).toBe(400)
  expect((await engineer.add('big.xlsx', 20_000_001)).status).toBe(413)
  const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13])
  await expect(engineer.upload('picture.csv', picture)).rejects.toThrow('recordFile.unreadable')
  const last = (await engineer.list()).files.find(({ name }) => name === 'picture.csv')
  expect(last).toMatchObject({ state: 'failed', fault: 'unreadable' })
  expect(readdirSync(folder())).toEqual([])
})

test('the command line imports by the server that runs, with a mapping of a file', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'packboard-import-'))
  const path = join(outside, 'line log.csv')
  await writeFile(path, `when;state;u/h\n${day} 12:00;Execute;600\n${day} 12:01;dancing;600\n`)
  const run = (...args: string[]) =>
    runCommand(['import-records', path, '--machine', 'FW-102', '--json', ...args], {
      PACKBOARD_DATA: server.deps.config.dataDir,
    })
  const dry = await run('--dry-run')
  const found = JSON.parse(dry.out)
  expect([dry.code, found.state, found.stored, found.refused]).toEqual([14, 'checked', 1, 1])
  expect(found.mapping).toMatchObject({ zone: 'Europe/London', columns: { time: 'when' } })
  const mapping = {
    ...found.mapping,
    ...{ zone: 'UTC', speedUnit: 'perHour', states: { dancing: 'Stopped' } },
    columns: { ...found.mapping.columns, speed: 'u/h' },
  }
  await writeFile(join(outside, 'mapping.json'), JSON.stringify(mapping))
  const whole = await run('--mapping', join(outside, 'mapping.json'))
  expect([whole.code, JSON.parse(whole.out)]).toMatchObject([0, { state: 'done', stored: 2 }])
  const [last] = (await engineer.list()).files.filter(({ name }) => name === 'line log.csv')
  expect(last).toMatchObject({ createdBy: null, machine: 'FW-102', stored: 2 })
  // What a mapping leaves out is proposed; what is wrong in it is one sentence.
  const words = ['dancing', 'singing', 'dancing'].map((word, at) => `${day} 12:1${at};${word};600`)
  await writeFile(path, `Line 1\nwhen;state;u/h\n${words.join('\n')}\n`)
  const part = join(outside, 'part.json')
  const runPart = async (content: object) => {
    await writeFile(part, JSON.stringify(content))
    const wish = ['--machine', 'FW-102', '--mapping', part, '--dry-run']
    return runCommand(['import-records', path, ...wish], {
      PACKBOARD_DATA: server.deps.config.dataDir,
    })
  }
  const given = { speedUnit: 'perHour', columns: { time: 'when', state: 'state', speed: 'u/h' } }
  const counted = await runPart(given)
  expect(counted.out).toContain('2 words are unknown: dancing, singing. Say in "states"')
  expect(counted.out).not.toContain('line 3')
  const known = await runPart({ ...given, states: { dancing: 'Held', singing: 'Idle' } })
  expect([known.code, known.out]).toEqual([0, expect.stringContaining('3 could be stored')])
  const misspelt = await runPart({ ...given, speedunit: 'perHour', factors: { packs: 'ten' } })
  expect(misspelt.err).toMatch(/^packboard: The mapping is not right\. factors\.packs: .*speedunit/)
  expect(misspelt.err.trim().split('\n')).toHaveLength(1)
  const unknown = await runCommand(['import-records', path, '--machine', 'ZZ-000'], {
    PACKBOARD_DATA: server.deps.config.dataDir,
  })
  expect(unknown.code).not.toBe(0)
  expect(unknown.err).toMatch(/^packboard: .*not found/)
  await rm(outside, { recursive: true })
})

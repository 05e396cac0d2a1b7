// Records of the past from files.
import { answering, inGerman, insteadOf } from './acts.mjs'
import { at } from './addresses.mjs'

const view = '/admin/panel?view=files'
const list = '**/api/admin/files/1'
const counts = { rows: 0, stored: 0, duplicate: 0, late: 0, quarantined: 0, refused: 0 }
const file = (id, name, state, over = {}) => ({
  ...{ id, name, state, bytes: 48_210_400, received: 48_210_400, share: 1, checked: null },
  ...{ kind: 'sample', machine: 'FW-101', fault: null, createdBy: 'engineer' },
  ...{ createdAt: at(-2), endedAt: at(-1), ...counts, ...over },
})
const done = file(11, 'FW-101 line log 2026-08.csv', 'done', {
  ...{ rows: 412_806, stored: 411_958, late: 411_958, duplicate: 840, refused: 8 },
})
const earlier = [
  done,
  file(10, 'Alarme KW 34.xlsx', 'done', { kind: 'alarm', rows: 2_140, stored: 2_140, late: 2_140 }),
  file(9, 'audit.ndjson', 'cancelled', {
    kind: 'audit',
    machine: null,
    rows: 5_000,
    stored: 5_000,
  }),
]
const failed = (id, name, fault) =>
  file(id, name, 'failed', { fault, machine: null, kind: null, bytes: 18_400_000 })
const tooLarge = failed(14, 'Export of all lines 2019 to 2026, complete.xlsx', 'tooLarge')
const refused = [
  tooLarge,
  failed(13, 'secret.xlsx', 'archive'),
  failed(12, 'Schichtprotokoll.xlsx', 'tooManyElements'),
]
const machines = ['FW-101', 'FW-102', 'VF-201']
const files = (...open) =>
  insteadOf('GET', answering({ files: [...open, ...earlier], zone: 'Europe/Berlin', machines }))

const column = (name, type, ...examples) => ({ name, type, examples })
const mapping = {
  ...{ kind: 'sample', encoding: 'windows-1252', separator: ';', hasHead: true },
  ...{ zone: 'Europe/Berlin', timeForm: 'dayFirst', decimal: ',', speedUnit: 'perHour' },
  ...{ factors: { packs: 10 }, clock: 'Uhrzeit', fixed: {}, firstLine: 1 },
  states: { Läuft: 'Execute' },
  columns: {
    time: 'Datum',
    state: 'Zustand',
    speed: 'Takt (Pack/h)',
    packs: 'Gut',
    product: 'Artikel',
  },
}
const refusal = (code, field, column, cell) => ({ code, field, column, cell, detail: null })
const good = (line, second, state, speed, packs, product = 'Kaffee 500 g') => ({
  ...{ line, cells: [], refusals: [] },
  record: {
    serialNo: 'FW-101',
    time: `2026-08-03T04:00:${second}.000Z`,
    state,
    speed,
    packs,
    product,
  },
})
const bad = (line, refusals, cells = []) => ({ line, cells, record: null, refusals })
const look = {
  ...{ format: 'csv', mapping, isSaved: false, isAmbiguous: true, missing: [] },
  columns: [
    column('Datum', 'time', '03.08.2026'),
    column('Uhrzeit', 'text', '06:00:00', '06:00:05'),
    column('Zustand', 'text', 'Execute', 'Rüsten'),
    column('Takt (Pack/h)', 'number', '3.600,0'),
    column('Gut', 'number', '1.204'),
    column('Artikel', 'text', 'Kaffee 500 g'),
  ],
  unknownStates: ['Rüsten'],
  firstLines: [
    { line: 1, text: 'Datum | Uhrzeit | Zustand | Takt (Pack/h) | Gut | Artikel' },
    { line: 2, text: '03.08.2026 | 06:00:00 | Execute | 3.600,0 | 1.204 | Kaffee 500 g' },
  ],
  rows: [
    good(2, '00', 'Execute', 60, 12_040),
    good(3, '05', 'Execute', 60.2, 12_050),
    bad(4, [refusal('state', 'state', 'Zustand', 'Rüsten')]),
    good(5, '15', 'Suspended', 0, 12_060, 'Kaffee 500 g; "Winter"'),
    bad(6, [
      refusal('time', 'time', 'Datum', '31.02.2026'),
      refusal('number', 'packs', 'Gut', 'n/a'),
    ]),
    bad(
      7,
      [refusal('cells', null, null, null)],
      ['03.08.2026', '06:00:25', 'Execute', 'Kaffee', '500 g'],
    ),
    good(8, '30', 'Execute', 59.8, 12_080),
    good(9, '35', 'Execute', 60.1, 12_090),
    good(10, '40', 'Stopped', 0, 12_090),
    good(11, '45', 'Execute', 58, 12_100),
  ],
}
const lines = [
  { line: 4, ...refusal('state', 'state', 'Zustand', 'Rüsten') },
  { line: 6, ...refusal('time', 'time', 'Datum', '31.02.2026') },
  { line: 7, ...refusal('cells', null, null, null) },
  { line: 1_204, ...refusal('gap', 'time', 'Datum', '29.03.2026') },
]
const open = { endedAt: null, name: 'Schichtprotokoll FW-101 August.csv' }
const uploaded = file(12, open.name, 'uploaded', open)
const checked = file(12, open.name, 'checked', {
  ...open,
  checked: { ...counts, rows: 412_806, stored: 412_798, refused: 8 },
})
const wireOf = (one) => ({
  [list]: files(one),
  '**/api/admin/files/1/12/look': answering(look),
  '**/api/admin/files/1/12': answering({ ...one, lines }),
})
const running = file(12, open.name, 'running', {
  ...{ ...open, share: 0.42, rows: 173_000, stored: 172_994, late: 172_994, refused: 6 },
})

export const recordFileScenes = [
  { name: 'files', who: 'clientadmin', path: view, wire: { [list]: files() } },
  { name: 'files-first', who: 'clientadmin', path: view },
  {
    name: 'import-files',
    who: 'engineer',
    path: view,
    wire: wireOf(uploaded),
    manual: [1440],
  },
  { name: 'files-checked', who: 'engineer', path: view, wire: wireOf(checked) },
  { name: 'files-running', who: 'engineer', path: view, wire: wireOf(running) },
  {
    name: 'files-result',
    who: 'engineer',
    path: view,
    wire: { [list]: files(), '**/api/admin/files/1/11': answering({ ...done, lines }) },
    async act(page) {
      await page.getByRole('button', { name: /^Open the import of FW-101/ }).click()
      await page.getByRole('region', { name: done.name }).getByRole('list').waitFor()
    },
  },
  {
    name: 'files-opening',
    who: 'engineer',
    path: view,
    wire: wireOf(file(12, open.name, 'opening', { ...open, machine: null, kind: null })),
  },
  {
    name: 'files-failed',
    who: 'engineer',
    path: view,
    wire: {
      [list]: files(...refused),
      '**/api/admin/files/1/14': answering({ ...tooLarge, lines: [] }),
    },
    async act(page) {
      await page.getByRole('button', { name: /^Open the import of Export/ }).click()
      await page.getByText('unpacks to more than').waitFor()
    },
  },
  { name: 'files-german', who: 'engineer', path: view, wire: wireOf(uploaded), ...inGerman },
]

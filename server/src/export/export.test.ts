// @slow

import {
  alarmInfo,
  auditTrail,
  auditTrailDescriptions,
  auditTrailGroups,
  daySummary,
  exportTables,
  machineStatusPie,
} from '@packboard/contract'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type FactoryFloor,
  goldenStart,
  goldenWindow,
  openFactoryFloor,
} from '../../testing/factoryFloor.ts'

let floor: FactoryFloor
let token: string
/** The clock stands still, and a person has 120 calls at once; the calls of some tests are those of another one. */
let otherToken: string

/** More than two pages of a file, from two machines, some at the same instant. */
const audits = 4_100
const groups = ['Operator', 'Engineer', 'Maintenance']
const auditOf = (serialNo: string, index: number) => ({
  kind: 'audit',
  serialNo,
  time: goldenStart + Math.floor(index / 2) * 5_000,
  userGroup: groups[index % 3],
  description: index % 7 === 0 ? '=cmd|calc' : `Jaw temperature ${index % 5}`,
  valueBefore: String(index),
  valueAfter: index === 5 ? '-1+2' : String(index + 1),
})

beforeAll(async () => {
  floor = await openFactoryFloor()
  token = (await floor.server.signIn('user')).accessToken
  otherToken = (await floor.server.signIn('engineer')).accessToken
  for (const serialNo of ['FW-102', 'VF-402', 'FW-512']) {
    const own = serialNo === 'VF-402' ? 100 : audits
    await floor.send(
      serialNo,
      Array.from({ length: own }, (_, index) => auditOf(serialNo, index)),
    )
  }
})
afterAll(() => floor?.close())

async function read<Shape extends { parse(body: unknown): unknown }>(
  call: { path: string; answer: Shape },
  query: Record<string, string> = {},
  page = '1/10',
) {
  const { status, body } = await floor.get(call.path.replace(':page/:pageSize', page), query)
  expect([status, body]).toEqual([200, expect.anything()])
  return call.answer.parse(body) as ReturnType<Shape['parse']>
}

test('the audit trail comes in pages, newest first, and every change is on one of them', async () => {
  const first = await read(auditTrail)
  expect(first.count).toBe(audits + 100)
  expect(first.auditData).toHaveLength(10)
  expect(first.auditData[0]).toEqual({
    TIMESTAMP: new Date(goldenStart + 2_049 * 5_000),
    Machine_ID: 'FW-102',
    User_Group: expect.any(String),
    Description: expect.any(String),
    Value_Before: expect.any(String),
    Value_After: expect.any(String),
  })
  const query = { machineId: 'VF-402' }
  const pages = await Promise.all([1, 2, 3, 4].map((page) => read(auditTrail, query, `${page}/33`)))
  expect(pages.map(({ auditData, count }) => [auditData.length, count])).toEqual([
    [33, 100],
    [33, 100],
    [33, 100],
    [1, 100],
  ])
  const before = pages.flatMap(({ auditData }) => auditData.map((row) => row.Value_Before))
  expect(new Set(before).size).toBe(100)
  expect((await read(auditTrail, query, '5/33')).auditData).toEqual([])
})

test('selects of the audit trail narrow it and each other, never themselves', async () => {
  const query = { machineId: 'VF-402', User_Group: 'Engineer', description: '=cmd|calc' }
  const { auditData, count } = await read(auditTrail, query)
  expect(count).toBe(5)
  for (const row of auditData) {
    expect(row).toMatchObject({
      User_Group: 'Engineer',
      Description: '=cmd|calc',
      Machine_ID: 'VF-402',
    })
  }
  expect(await read(auditTrailGroups, query)).toEqual({
    userGroups: ['Engineer', 'Maintenance', 'Operator'],
  })
  const { descriptions } = await read(auditTrailDescriptions, { ...query, description: 'Nothing' })
  expect(descriptions).toEqual(['=cmd|calc', ...[0, 1, 2, 3, 4].map((n) => `Jaw temperature ${n}`)])
  expect((await read(auditTrail, { User_Group: 'Nobody' })).count).toBe(0)
})

test('the alarms of machines, and what groups and descriptions there are', async () => {
  const own = await read(alarmInfo, { machineId: 'VF-401' })
  expect(own).toEqual({
    alarmData: [
      {
        TIMESTAMP: new Date(goldenStart + 26_998_000),
        Machine_ID: 'VF-401',
        Group: 'Film',
        Alarm_Desc: 'Film snapped',
        ...{ clearedAt: null, stoodSeconds: 16_202, end: 'open' },
      },
    ],
    count: 1,
    groups: ['Film'],
    descriptions: ['Film snapped'],
  })
  const all = await read(alarmInfo, { group: 'Film', description: 'Film low' }, '1/200')
  expect(all.count).toBe(all.alarmData.length)
  expect(all.groups).toEqual(['Film'])
  expect(all.descriptions).toEqual(['Film low', 'Film snapped'])
  expect(new Set(all.alarmData.map((row) => row.Machine_ID))).toEqual(new Set(['FW-101']))
})

test.each(['0/10', '1/0', '1/201', '1.5/10', 'x/10', '-1/10', '1000001/10'])(
  'page %s is refused',
  async (page) => {
    for (const { path } of [auditTrail, alarmInfo]) {
      const { status } = await floor.get(path.replace(':page/:pageSize', page))
      expect(status).toBe(400)
    }
  },
)

async function file(
  table: string,
  format: string,
  query: Record<string, string> = {},
  taker = token,
) {
  const requested = new URLSearchParams({ clientId: '1', ...goldenWindow, ...query })
  const path = `/api/admin/export/${table}/${format}?${requested}`
  return floor.server.ask(path, { token: taker })
}

async function lines(table: string, query: Record<string, string> = {}): Promise<string[]> {
  const answer = await file(table, 'csv', query)
  expect(answer.status).toBe(200)
  return (await answer.text()).split('\r\n')
}

test('a chart as CSV holds the numbers of its call', async () => {
  const { status, body } = await floor.get(machineStatusPie.path, { machineId: 'FW-101' })
  expect(status).toBe(200)
  const { pieChunks } = machineStatusPie.answer.parse(body).data
  expect(await lines('machine-status', { machineId: 'FW-101' })).toEqual([
    'Status,Time (s)',
    ...pieChunks.map(({ x, y }) => `${x},${y}`),
  ])
  expect(await lines('products', { machineId: 'VF-401' })).toEqual([
    'Product,Packs',
    'Mint Drops 200 g,24000',
    'Fudge Bites 120 g,4000',
  ])
  expect(await lines('stop-causes', { machineId: 'VF-401' })).toEqual([
    'Group,Cause,Time (s),Stops,Lost packs',
    'Film,Film snapped,11400,1,11400',
  ])
  expect((await lines('stop-causes', { machineId: 'FW-101' })).join()).toContain(
    `,"'=HYPERLINK(""x"")",`,
  )
  const [titles, stop, ...others] = await lines('stops', { machineId: 'VF-401' })
  expect(titles).toBe(
    'Start (UTC),End (UTC),Machine,Time (s),Group,Cause,State,Product,Tool,User,Lost packs,Coverage (%),Began before,Still open,Reason,Note,Planned,Reason by,Reason at (UTC),Waits for',
  )
  expect(stop).toContain(',VF-401,11400,Film,Film snapped,')
  expect(stop).toContain(',11400,')
  expect(others.filter((line) => line !== '')).toEqual([])
  const none = { machineId: 'VF-401', figure: 'cause', part: 'Absent' }
  expect((await lines('stops', none)).filter((line) => line !== '')).toHaveLength(1)
  const speed = await lines('speed', { machineId: 'VF-401' })
  expect(speed[0]).toBe('Start (UTC),Mean (ppm),Minimum (ppm),Maximum (ppm)')
  expect(speed.at(-1)).toBe('2026-04-08T17:29:00.000Z,80,80,80')
})

test('days as CSV hold the numbers of the table, and are for premium clients only', async () => {
  const { body } = await floor.get(daySummary.path)
  const { groupedData } = daySummary.answer.parse(body)
  const days = await lines('day-summary')
  expect(days).toHaveLength(groupedData.length + 1)
  expect(days).toContain('2026-04-08,VF-401,Fudge Bites 120 g,Tube 140,0,4000,3000,80')
  const admin = (await floor.server.signIn('admin')).accessToken
  const requested = new URLSearchParams({ clientId: '3', machine: 'FW-611', ...goldenWindow })
  const answer = await floor.server.ask(`/api/admin/export/day-summary/csv?${requested}`, {
    token: admin,
  })
  expect(answer.status).toBe(403)
})

test('a long table is whole, in order, and no cell of it is run by a spreadsheet', async () => {
  const rows = (await lines('audit-trail', { machineId: 'FW-102' })).slice(1)
  expect(rows).toHaveLength(audits)
  const reported = rows.map((row) => row.split(','))
  expect(new Set(reported.map((cells) => cells[4])).size).toBe(audits)
  const times = reported.map(([at]) => String(at))
  expect(times).toEqual([...times].sort().reverse())
  expect(rows.every((row) => !/(^|,)"?[=+@-]/.test(row))).toBe(true)
  expect(reported.some((cells) => cells[3] === "'=cmd|calc" && cells[4] === '7')).toBe(true)
  expect(reported.some((cells) => cells[5] === "'-1+2")).toBe(true)
})

test('a client without premium exports a comparison of one machine, not of several', async () => {
  const { accessToken } = await floor.server.signIn('admin')
  const ask = async (query: Record<string, string>) => {
    const requested = new URLSearchParams({ clientId: '3', ...goldenWindow, ...query })
    const url = `/api/admin/export/compare/csv?${requested}`
    return (await floor.server.ask(url, { token: accessToken })).status
  }
  expect(await ask({ by: 'machine' })).toBe(403)
  expect(await ask({ by: 'day', machine: 'FW-611' })).toBe(403)
  expect(await ask({ by: 'product', machine: 'FW-611' })).toBe(200)
})

test('an XLSX file holds numbers as numbers and instants as instants', async () => {
  const answer = await file('alarm-info', 'xlsx', { machineId: 'VF-401' })
  expect(answer.headers.get('content-type')).toContain('spreadsheetml')
  expect(answer.headers.get('content-disposition')).toBe(
    'attachment; filename="packboard_alarm-info_VF-401_2026-04-08_UTC.xlsx"',
  )
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
  expect(sheets[0]?.rows).toEqual([
    [
      ...['Date/Time (UTC)', 'Machine', 'Group', 'Description'],
      ...['Cleared (UTC)', 'Stood (s)', 'End'],
    ],
    [new Date(goldenStart + 26_998_000), 'VF-401', 'Film', 'Film snapped', null, 16_202, 'open'],
  ])
  const products = await readXlsx(
    new Uint8Array(await (await file('products', 'xlsx', { machineId: 'VF-401' })).arrayBuffer()),
  )
  expect(products.sheets[0]?.rows[1]).toEqual(['Mint Drops 200 g', 24_000])
})

test.each(exportTables)(
  '%s can be taken away in both formats, also when there is nothing in it',
  async (table) => {
    for (const format of ['csv', 'xlsx']) {
      for (const query of [
        {},
        { machineId: 'FW-302' },
        { start_date: '2027-01-01', end_date: '2027-01-02' },
      ]) {
        const line = table === 'line-losses' ? { line: 'Line 1' } : {}
        const answer = await file(table, format, { ...query, ...line }, otherToken)
        const bytes = await answer.arrayBuffer()
        expect([answer.status, bytes.byteLength > 10]).toEqual([200, true])
      }
    }
  },
)

test('who took what is in the log', async () => {
  await lines('states', { machineId: 'VF-401' })
  const line = floor.server.lines.findLast((text) => text.includes('"takeAway"'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    event: 'takeAway',
    user: expect.any(Number),
    client: 1,
    table: 'states',
    format: 'csv',
  })
})

test('two files at a time for one person; who goes away makes room', async () => {
  const leave = new AbortController()
  const requested = new URLSearchParams({ clientId: '1', ...goldenWindow })
  const url = `${floor.server.url}/api/admin/export/audit-trail/csv?${requested}`
  const held = await Promise.all(
    [1, 2, 3, 4].map(() =>
      fetch(url, { headers: { 'x-access-token': token }, signal: leave.signal }),
    ),
  )
  const statuses = held.map(({ status }) => status).sort()
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(2)
  expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
  leave.abort()
  await expect.poll(async () => (await file('states', 'csv')).status).toBe(200)
})

test.each([
  ['an unknown table', 'passwords', 'csv'],
  ['an unknown format', 'states', 'pdf'],
])('%s is refused', async (_what, table, format) => {
  // Another person: the one of the other tests has made as many calls at once as the limit allows.
  const { accessToken } = await floor.server.signIn('clientadmin')
  const query = new URLSearchParams({ clientId: '1', ...goldenWindow })
  const path = `/api/admin/export/${table}/${format}?${query}`
  expect((await floor.server.ask(path, { token: accessToken })).status).toBe(400)
})

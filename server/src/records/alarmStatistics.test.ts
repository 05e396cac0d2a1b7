import { alarmGroupsPie, alarmStatistics } from '@packboard/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FactoryFloor, goldenStart, openFactoryFloor } from '../../testing/factoryFloor.ts'

let floor: FactoryFloor

const alarm = (serialNo: string, from: number, to: number | null, over: object = {}) => ({
  ...{ kind: 'alarm', serialNo, group: 'Film', description: 'Film end' },
  raisedAt: goldenStart + from * 1_000,
  ...(to !== null && { clearedAt: goldenStart + to * 1_000 }),
  ...over,
})
const guard = { group: 'Safety', description: 'Guard open' }

beforeAll(async () => {
  floor = await openFactoryFloor()
  await floor.send('VF-402', [
    alarm('VF-402', -600, 600),
    alarm('VF-402', 1_000, 1_030),
    alarm('VF-402', 2_000, null),
    alarm('VF-402', 2_100, 2_130),
    alarm('VF-402', 43_000, 44_000, guard),
    alarm('VF-402', 3_000, 3_010, { group: 'Film', description: 'Film low' }),
  ])
  await floor.send('FW-102', [alarm('FW-102', 1_010, 1_020)])
  // The same of the neighbour's machine.
  await floor.send('FW-512', [
    alarm('FW-512', 1_000, 9_000),
    alarm('FW-512', 1_000, 9_000, { ...guard, group: 'Strange' }),
  ])
})
afterAll(() => floor?.close())

async function statisticsOf(query: Record<string, string> = {}) {
  const { status, body } = await floor.get(alarmStatistics.path, query)
  expect([status, body]).toEqual([200, expect.anything()])
  return alarmStatistics.answer.parse(body)
}

test('number, time, mean and open alarms of each text and group, the longest first', async () => {
  const { alarms, groups } = await statisticsOf({ machineId: 'VF-402' })
  expect(alarms).toEqual([
    {
      ...{ group: 'Film', description: 'Film end' },
      ...{ raised: 3, count: 4, seconds: 760, meanSeconds: 190, open: 0, withoutEnd: 1 },
    },
    {
      ...guard,
      ...{ raised: 1, count: 1, seconds: 200, meanSeconds: 200, open: 1, withoutEnd: 0 },
    },
    {
      ...{ group: 'Film', description: 'Film low' },
      ...{ raised: 1, count: 1, seconds: 10, meanSeconds: 10, open: 0, withoutEnd: 0 },
    },
  ])
  expect(groups).toEqual([
    {
      group: 'Film',
      ...{ raised: 4, count: 5, seconds: 770, meanSeconds: 154, open: 0, withoutEnd: 1 },
    },
    {
      group: 'Safety',
      ...{ raised: 1, count: 1, seconds: 200, meanSeconds: 200, open: 1, withoutEnd: 0 },
    },
  ])
})

test('all machines of the client together, and nothing of the neighbour', async () => {
  const { alarms } = await statisticsOf()
  expect(alarms.find(({ description }) => description === 'Film end')).toMatchObject({
    count: 5,
    seconds: 770,
  })
  expect(alarms.map(({ group }) => group)).not.toContain('Strange')
  expect((await floor.get(alarmStatistics.path, { machineId: 'FW-512' })).status).toBe(404)
  expect((await floor.get(alarmStatistics.path, { clientId: '2' })).status).toBe(404)
})

test('those that were raised in the window are those of the Alarms pie, under any filter', async () => {
  const filters: Record<string, string>[] = [
    {},
    { machineId: 'FW-101' },
    { recipe: 'Film' },
    { machineId: 'VF-401', product: 'Mint Drops 200 g' },
    { machineId: 'FW-101', recipe: 'Execute' },
    { start_time: '06:20', end_time: '09:00' },
  ]
  for (const query of filters) {
    const { groups } = await statisticsOf(query)
    const { body } = await floor.get(alarmGroupsPie.path, query)
    const counts = alarmGroupsPie.answer
      .parse(body)
      .data.pieChunks.filter(({ y }) => y > 0)
      .map(({ x, y }) => [x, y])
    const raised = groups.filter((one) => one.raised > 0).map((one) => [one.group, one.raised])
    expect([query, Object.fromEntries(raised)]).toEqual([query, Object.fromEntries(counts)])
  }
})

test('a filter that nothing has leaves none, and a window in the future has none', async () => {
  expect(await statisticsOf({ product: '' })).toEqual({ alarms: [], groups: [] })
  const future = { start_date: '2026-05-01', end_date: '2026-05-02' }
  expect(await statisticsOf(future)).toEqual({ alarms: [], groups: [] })
})

test('as a file they have the same rows', async () => {
  const token = (await floor.server.signIn('user')).accessToken
  const query = new URLSearchParams({
    ...{ clientId: '1', machineId: 'VF-402', timezone: 'UTC' },
    ...{ start_date: '2026-04-08', start_time: '06:00' },
    ...{ end_date: '2026-04-08', end_time: '18:00' },
  })
  const path = `/api/admin/export/alarm-statistics/csv?${query}`
  const lines = (await (await floor.server.ask(path, { token })).text()).trim().split('\r\n')
  expect(lines).toEqual([
    'Group,Description,Raised,Alarms,Time (s),Mean (s),Open,Without clearing',
    'Film,Film end,3,4,760,190,0,1',
    'Safety,Guard open,1,1,200,200,1,0',
    'Film,Film low,1,1,10,10,0,0',
  ])
})

import { compare, exportFile, stopList } from '@packboard/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type LineFloor,
  lineBegin,
  lineFlow,
  lineStations,
  openLineFloor,
} from '../../testing/lineFloor.ts'

let floor: LineFloor
beforeAll(async () => {
  floor = await openLineFloor()
})
afterAll(() => floor?.close())
beforeEach(() => floor.clear())

const day = { start_date: '2026-04-10', end_date: '2026-04-10', timezone: 'Europe/London' }
const hour = (start: string, end: string) => ({ ...day, start_time: start, end_time: end })
const get = async (path: string, query: object, clientId = 1) => {
  const text = new URLSearchParams({ clientId: String(clientId), ...query })
  const { status, body } = await floor.call(`${path}?${text}`, 'admin', 'GET', undefined, clientId)
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}
const compared = async (query: object) =>
  new Map(compare.answer.parse(await get(compare.path, query)).rows.map((row) => [row.key, row]))
const withKey = (key: number) => lineStations.map((one, at) => ({ ...one, key: at === key }))

describe('a line beside the sum of its machines (D103)', () => {
  const planned = ({ metrics }: { metrics: Record<string, unknown> }) =>
    ['Run Time Total', 'Idle Time Total', 'alarmSeconds', 'ancillarySeconds'].reduce(
      (sum, name) => sum + Number(metrics[name]),
      0,
    )

  test.each([{}, { product: 'Bar' }, { product: 'Fudge' }])(
    'in a comparison it has the figures of its key station under %j',
    async (filter) => {
      await floor.set([lineFlow])
      const lines = await compared({ ...day, ...filter, by: 'line' })
      const machines = await compared({ ...day, ...filter, by: 'machine' })
      const own = lines.get('Line 4')?.line
      const key = machines.get('FW-202')
      expect(own?.line).toEqual({
        oeee: key?.figures.metrics.OEEE,
        plannedSeconds: key && planned(key.figures),
        packs: key?.figures.metrics['Packs Produced'],
      })
      const all = ['FW-201', 'FW-202', 'VF-401', 'VF-402'].map((one) => machines.get(one)?.figures)
      expect(own?.machines.packs).toBe(
        all.reduce((sum, one) => sum + (one?.metrics['Packs Produced'] ?? 0), 0),
      )
      expect(own?.machines.plannedSeconds).toBeCloseTo(
        all.reduce((sum, one) => sum + (one ? planned(one) : 0), 0),
      )
      expect([lines.get('Line 1')?.line, machines.get('FW-202')?.line]).toEqual([null, undefined])
    },
  )

  test('each machine counts for the time that the flow has it', async () => {
    await floor.set([
      { ...lineFlow, stations: withKey(1) },
      { ...lineFlow, validFrom: '2026-04-10 12:00', stations: withKey(0) },
    ])
    const { line } = (await compared({ ...day, by: 'line' })).get('Line 4') ?? {}
    const before = (await compared({ ...hour('00:00', '12:00'), by: 'machine' })).get('FW-202')
    const after = (await compared({ ...hour('12:00', '23:59'), by: 'machine' })).get('FW-201')
    const [one, other] = [before?.figures.metrics, after?.figures.metrics]
    expect(line?.line?.packs).toBe(
      (one?.['Packs Produced'] ?? 0) + (other?.['Packs Produced'] ?? 0),
    )
    const times = [before, after].map((row) => (row ? planned(row.figures) : 0))
    expect(line?.line?.plannedSeconds).toBeCloseTo(times.reduce((sum, time) => sum + time, 0))
    const good = [one, other].reduce(
      (sum, metrics, at) => sum + (Number(metrics?.OEEE) * (times[at] ?? 0)) / 100,
      0,
    )
    expect(line?.line?.oeee).toBeCloseTo((100 * good) / (line?.line?.plannedSeconds ?? 1))
  })
})

describe('what a stop waits for', () => {
  const listed = async (machine: string, clientId = 1) => {
    const query = { ...day, machine, order: 'ascending' }
    const { stops } = stopList.answer.parse(await get(stopList.path, query, clientId))
    return stops.map(({ waitsFor }) => waitsFor)
  }

  test('a list of stops has the root of each that another machine stopped', async () => {
    await floor.set([lineFlow])
    const root = { machineId: 'FW-202', group: 'Film', cause: 'Film snapped' }
    const from = new Date(lineBegin + 600_000)
    expect(await listed('FW-201')).toEqual([
      { ...root, from },
      null,
      { machineId: 'FW-202', group: '', cause: 'Film Snap', from: new Date(lineBegin + 7_080_000) },
    ])
    expect(await listed('FW-202')).toEqual([null, null])
    expect(await listed('VF-401')).toEqual([{ ...root, from }])
  })

  test('without a flow there is none, nor at a neighbour whose machine did the same', async () => {
    expect(await listed('FW-201')).toEqual([null, null, null])
    await floor.set([lineFlow])
    expect(await listed('FW-511', 2)).toEqual([null, null])
  })
})

describe('the file of what stopped a line', () => {
  const file = async (query: Record<string, string>, clientId = '1') => {
    const path = exportFile.path.replace(':table', 'line-losses').replace(':format', 'csv')
    const text = new URLSearchParams({ clientId, ...day, ...query })
    const token = floor.tokens.get('admin')
    return floor.server.ask(`${path}?${text}`, { token })
  }

  test('its seconds are the stop time, with what cannot be decided', async () => {
    await floor.set([lineFlow])
    const answer = await file({ line: 'Line 4' })
    const [, ...rows] = (await answer.text()).trim().split(/\r?\n/)
    const cells = rows.map((row) => row.split(','))
    const sum = (column: number) => cells.reduce((all, row) => all + Number(row[column]), 0)
    expect([3, 4, 5].map(sum)).toEqual([2_420, 1_270, 60])
    expect(cells[0]?.slice(0, 5)).toEqual(['FW-202', 'Film', 'Film snapped', '600', '1180'])
    expect(cells.at(-1)?.slice(0, 3)).toEqual(['', '', 'noStationDown'])
    expect(answer.headers.get('content-disposition')).toContain('line-losses_Line-4_2026-04-10')
  })

  test.each([
    [400, {}, '1'],
    [404, { line: 'Line 999' }, '1'],
    [404, { line: 'Line 4' }, '2'],
  ] as const)('%i of %j at client %s', async (status, query, clientId) => {
    expect((await file(query, clientId)).status).toBe(status)
  })
})

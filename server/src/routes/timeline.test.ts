import {
  clientMachines,
  machineStatusPie,
  stateBars,
  stateLane,
  timeline,
} from '@packboard/contract'
import { machineState } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FactoryFloor, goldenStart, openFactoryFloor } from '../../testing/factoryFloor.ts'

let floor: FactoryFloor

beforeAll(async () => {
  floor = await openFactoryFloor()
})
afterAll(() => floor?.close())

type Query = Record<string, string>

async function read(query: Query = {}) {
  const { status, body } = await floor.get(timeline.path, query)
  expect([status, body]).toEqual([200, expect.anything()])
  return timeline.answer.parse(body)
}

async function laneOf(serialNo: string, query: Query = {}) {
  const answer = await read(query)
  const lane = answer.lanes.find(({ machineId }) => machineId === serialNo)
  if (!lane) throw new Error(`${serialNo} has no lane`)
  return { ...answer, lane }
}

/** Ms in each state of the pieces of a lane. */
function sums(pieces: readonly (readonly number[])[]): Record<number, number> {
  const found: Record<number, number> = {}
  for (const [, length = 0, state = 0, ...more] of pieces) {
    const times = more.length > 0 ? [state, ...more] : [state, length]
    for (let at = 0; at < times.length; at += 2) {
      const state = times[at] ?? 0
      found[state] = (found[state] ?? 0) + (times[at + 1] ?? 0)
    }
  }
  return found
}

const short = { end_date: '2026-04-08', start_time: '06:00', end_time: '06:20' }

test('every machine of the client has a lane, by line; those of another client have none', async () => {
  const { lanes, from } = await read()
  const serials = lanes.map(({ machineId }) => machineId)
  expect(from.getTime()).toBeLessThanOrEqual(goldenStart)
  expect(serials).toEqual(expect.arrayContaining(['FW-101', 'VF-401']))
  expect(serials).not.toContain('FW-511')
  const lines = lanes.map(({ lineName }) => lineName)
  expect(lines).toEqual(lines.toSorted())
})

test('a line narrows, and one that the client does not have has no lanes', async () => {
  const { lanes } = await read()
  const line = lanes[0]?.lineName ?? ''
  const ofLine = await read({ line })
  expect(ofLine.lanes).toEqual(lanes.filter(({ lineName }) => lineName === line))
  expect(ofLine.lanes.length).toBeLessThan(lanes.length)
  expect((await read({ line: 'Nowhere' })).lanes).toEqual([])
})

test('pieces of a column and more are the state lane of the machine, to the ms', async () => {
  const { lane, from, stepMs } = await laneOf('FW-101', { ...short, columns: '2000' })
  expect(stepMs).toBeLessThan(1_000)
  const { body } = await floor.get(stateLane.path, { machineId: 'FW-101', ...short })
  const { parts } = stateLane.answer.parse(body)
  let at = 0
  const long = lane.pieces.flatMap(([before = 0, length = 0, state = 0, ...more]) => {
    const begin = at + before
    at = begin + length
    return more.length > 0 ? [] : [[begin, at, state]]
  })
  const expected = parts.map(({ from: begin, to, code }) => [
    begin.getTime() - from.getTime(),
    to.getTime() - from.getTime(),
    code,
  ])
  expect(long.length).toBeGreaterThan(10)
  expect(expected).toEqual(expect.arrayContaining(long))
})

test.each(['50', '400', '2000'])(
  'with %s columns the time in each state is that of the production page, and so is Offline',
  async (columns) => {
    const { lane, from, to, stepMs } = await laneOf('FW-101', { columns })
    const { body } = await floor.get(stateBars.path, { machineId: 'FW-101' })
    const { barChartData } = stateBars.answer.parse(body)
    const own = Object.entries(sums(lane.pieces)).map(([state, ms]) => [
      machineState(Number(state)).name,
      ms,
    ])
    const name = ([x]: readonly unknown[]) => String(x)
    const sorted = (rows: readonly (readonly unknown[])[]) =>
      rows.toSorted((a, b) => name(a).localeCompare(name(b)))
    expect(sorted(own)).toEqual(sorted(barChartData.map(({ x, y }) => [x, Math.round(y * 1_000)])))
    const pie = await floor.get(machineStatusPie.path, { machineId: 'FW-101' })
    const { data } = machineStatusPie.answer.parse(pie.body)
    const offline = data.pieChunks.find(({ x }) => x === 'Offline')?.y ?? 0
    const covered = Object.values(sums(lane.pieces)).reduce((sum, ms) => sum + ms, 0)
    expect(to.getTime() - from.getTime() - covered).toBe(Math.round(offline * 1_000))
    expect(lane.pieces.length).toBeLessThanOrEqual(2 * Math.ceil((+to - +from) / stepMs) + 1)
  },
)

test('alarms are marked up to 24 hours, and speed has at most 241 steps', async () => {
  const { lane, speedStepMs, from, to } = await laneOf('FW-101')
  expect(lane.alarms.length).toBeGreaterThan(0)
  expect(new Set(lane.alarms.map(({ group }) => group))).toEqual(
    new Set(['Jaws', 'Film', 'Infeed']),
  )
  expect(lane.speed.length).toBeGreaterThan(0)
  expect(lane.speed.length).toBeLessThanOrEqual(241)
  expect(speedStepMs % 60_000).toBe(0)
  expect(lane.speed.every(([at = -1]) => at >= 0 && at < +to - +from)).toBe(true)
  const week = await laneOf('FW-101', { start_date: '2026-04-03', end_date: '2026-04-09' })
  expect(week.lane.alarms).toEqual([])
  expect(week.lane.pieces.length).toBeGreaterThan(0)
})

test('a lane says what its machine does at the end of the window, at which target speed', async () => {
  const { body } = await floor.get(stateLane.path, { machineId: 'FW-101', ...short })
  const { parts } = stateLane.answer.parse(body)
  const seen: (number | undefined)[] = []
  for (const minute of ['03', '08', '13', '18', '19', '20']) {
    const { lane, to } = await laneOf('FW-101', { ...short, end_time: `06:${minute}` })
    const then = parts.find((part) => part.from <= to && to < part.to)
    expect(lane.end?.state, minute).toBe(then?.code)
    seen.push(then?.code)
  }
  expect(new Set(seen).size).toBeGreaterThan(1)
  const { lane } = await laneOf('FW-101')
  const machines = await floor.get('/api/admin/client_machines/1', { targets: 'yes' })
  const { target } = clientMachines.answer
    .parse(machines.body)
    .machines.find(({ machineId }) => machineId === 'FW-101') ?? { target: null }
  expect(lane.targetPpm).toBe(target?.ppm)
  const silent = await laneOf('FW-101', { start_date: '2026-04-01', end_date: '2026-04-01' })
  expect(silent.lane).toMatchObject({ pieces: [], end: null })
})

test('a window of more than 31 days is refused with the number', async () => {
  const { status, body } = await floor.get(timeline.path, { start_date: '2026-01-01' })
  expect(status).toBe(400)
  expect(body).toMatchObject({ message: 'A timeline is at most 31 days long.' })
})

test('a line of another client has no lanes, and its client is not found', async () => {
  const other = await floor.get(timeline.path, { clientId: '2' })
  expect(other.status).toBe(404)
})

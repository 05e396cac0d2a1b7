import { explain, lineNow } from '@packboard/contract'
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

describe('what a line is doing', () => {
  const read = async () =>
    lineNow.answer.parse((await floor.call(`${lineNow.path}?line=Line+4`, 'user', 'GET')).body)

  test('stations in flow order, the root, and which machines wait for it', async () => {
    await floor.set([lineFlow])
    const found = await read()
    expect(found).toMatchObject({
      hasFlow: true,
      stations: [
        { running: 0, machines: [{ machineId: 'FW-201', state: 19, waits: 'down' }] },
        { running: 0, key: true, machines: [{ machineId: 'FW-202', state: 21, waits: null }] },
        { running: 2, machines: [{ machineId: 'VF-401', state: 10, since: null }, { state: 10 }] },
      ],
      root: { machineId: 'FW-202', cause: 'Film Snap', lostPacks: 120, waiting: ['FW-201'] },
      targetPpm: 60,
    })
    expect(found.root?.since).toEqual(new Date(lineBegin + 7_080_000))
  })

  test('OEEE of the line is that of its key station, beside the sum of its machines', async () => {
    await floor.set([lineFlow])
    const { line, machines } = await read()
    const day = { start_date: '2026-04-10', end_date: '2026-04-10', timezone: 'Europe/London' }
    const query = new URLSearchParams({
      clientId: '1',
      machineId: 'FW-202',
      figure: 'oeee',
      ...day,
    })
    const { body } = await floor.call(`${explain.path}?${query}`, 'user', 'GET')
    const figures = explain.answer.parse(body)
    expect(line?.oeee).toBeGreaterThan(0)
    expect(JSON.stringify(figures)).toContain(String(line?.oeee))
    expect(machines.plannedSeconds).toBeGreaterThan(3 * (line?.plannedSeconds ?? 0))
    await floor.set([
      { ...lineFlow, stations: lineStations.map((one) => ({ ...one, key: false })) },
    ])
    expect(await read()).toMatchObject({ line: null, speedPpm: null, targetPpm: null })
  })
})

import { lineNow, shiftPage } from '@packboard/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LineFloor, lineFlow, lineStations, openLineFloor } from '../../testing/lineFloor.ts'

let floor: LineFloor
beforeAll(async () => {
  floor = await openLineFloor()
})
afterAll(() => floor?.close())

const stations = lineStations.map((one, at) => ({ ...one, key: at === 0 }))
const read = async (path: string) => {
  const { status, body } = await floor.call(path, 'user', 'GET')
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}

test('the page of a shift has the figure that the line has now, and the machine that held it', async () => {
  await floor.set([{ ...lineFlow, stations }])
  const { lines, also, shift } = shiftPage.answer.parse(await read(shiftPage.path))
  const now = lineNow.answer.parse(await read(`${lineNow.path}?line=Line+4`))
  expect(now.shift).toEqual({ name: shift.name, from: shift.from })
  const own = lines.find(({ line }) => line === 'Line 4')
  const { targetPpm: _target, ...figures } = now.line ?? {}
  expect(own?.oeee?.line).toEqual(figures)
  expect(own?.oeee?.line?.oeee).toBeGreaterThan(0)
  expect(lines.filter(({ oeee }) => oeee !== undefined)).toHaveLength(1)
  const held = { line: 'Line 4', machineId: 'FW-202', cause: 'Film snapped', group: 'Film' }
  expect(also).toContainEqual({ rule: 'lineHeld', terms: { ...held, seconds: 680 } })
  await floor.clear()
  const without = shiftPage.answer.parse(await read(shiftPage.path))
  expect(without.also.map(({ rule }) => rule)).not.toContain('lineHeld')
  expect(without.lines.some(({ oeee }) => oeee !== undefined)).toBe(false)
})

import { expect, test } from 'vitest'
import { axisHeight, headHeight, laneAt, laneRows, laneSizes } from './laneRows.ts'
import { timelineOf } from './lanes.ts'

const lanesOf = (...lines: string[]) =>
  timelineOf({
    ...{ from: new Date(0), to: new Date(1_000), stepMs: 1, speedStepMs: 60_000 },
    lanes: lines.map((lineName, at) => ({
      ...{ machineId: `M-${at}`, lineName, pieces: [], speed: [], alarms: [] },
      ...{ targetPpm: null, end: null },
    })),
  }).lanes

const sizes = laneSizes(false)

test('each line has a head over its lanes, and a height belongs to one lane or to none', () => {
  const rows = laneRows(lanesOf('Line 1', 'Line 1', 'Line 2'), sizes)
  const second = axisHeight + headHeight + 2 * sizes.lane
  expect(rows.heads.map(({ line, top, of }) => [line, top, of.length])).toEqual([
    ['Line 1', axisHeight, 2],
    ['Line 2', second, 1],
  ])
  expect(rows.tops).toEqual([
    axisHeight + headHeight,
    axisHeight + headHeight + sizes.lane,
    second + headHeight,
  ])
  expect(rows.height).toBe(second + headHeight + sizes.lane)
  const at = (y: number) => laneAt(rows, y, sizes)
  expect([at(0), at(axisHeight + headHeight - 1), at(axisHeight + headHeight)]).toEqual([
    null,
    null,
    0,
  ])
  expect([at(second - 1), at(second), at(second + headHeight), at(rows.height)]).toEqual([
    1,
    null,
    2,
    null,
  ])
})

test('one line alone has no head, and a compact lane is lower', () => {
  const rows = laneRows(lanesOf('Line 1', 'Line 1'), sizes)
  expect(rows.heads).toEqual([])
  expect(rows.tops).toEqual([axisHeight, axisHeight + sizes.lane])
  expect(laneRows(lanesOf('Line 1', 'Line 1'), laneSizes(true)).height).toBeLessThan(rows.height)
})

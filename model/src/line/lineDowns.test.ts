import { expect, test } from 'vitest'
import { attributeStops } from './attributeStops.ts'
import { keyPieces, lineDowns } from './lineDowns.ts'
import type { LineStop } from './stationTimes.ts'

const stop = (machineId: number, from: number, to: number, waits: LineStop['waits'] = null) => ({
  ...{ machineId, from, to, waits, group: '', cause: 'Stopped', isBeginKnown: true, skewMs: 0 },
})
const range = { from: -100_000, to: 100_000 }
const station = (machines: number[], key: boolean, needs = 1) => ({
  ...{ machines, needs, key, bufferSeconds: 10 },
})
const steps = [
  { from: Number.NEGATIVE_INFINITY, value: [station([1], false), station([2, 3], true)] },
]
const machine = (machineId: number, stops: LineStop[], more = {}) => ({
  ...{ machineId, stops, gaps: [], planned: [], ...more },
})
const downsOf = (machines: Parameters<typeof attributeStops>[0]['machines'], flow = steps) => {
  const answer = attributeStops({ flow, machines, range, named: [] })
  return lineDowns(keyPieces(answer, flow, range)).map(
    ({ from, to, down, stop: first, attribution }) => ({
      ...{ from, to, ms: down.reduce((sum, one) => sum + one.to - one.from, 0) },
      ...{ by: first.machineId, root: attribution.kind },
    }),
  )
}

test('a line is stopped while fewer machines of its key station run than it needs', () => {
  const first = machine(1, [stop(1, 0, 40_000)])
  const second = machine(2, [stop(2, 5_000, 45_000, 'up')])
  const third = machine(3, [stop(3, 20_000, 30_000, 'up')])
  expect(downsOf([first, second, third])).toEqual([
    { from: 20_000, to: 30_000, ms: 10_000, by: 3, root: 'inherited' },
  ])
  expect(downsOf([machine(1, []), machine(2, [stop(2, 0, 9_000)]), third])).toEqual([])
})

test('what was planned or offline in between neither counts nor ends it', () => {
  const gap = { from: 10_000, to: 25_000 }
  const planned = [{ from: 30_000, to: 40_000, closed: false }]
  const own = machine(2, [stop(2, 0, 60_000)], { gaps: [gap], planned })
  const away = machine(3, [stop(3, -50_000, 90_000)], { planned })
  expect(downsOf([machine(1, []), own, away])).toEqual([
    { from: 0, to: 60_000, ms: 35_000, by: 2, root: 'own' },
  ])
})

test('without a key station, and before the flow, none is', () => {
  const machines = [
    machine(1, []),
    machine(2, [stop(2, 0, 60_000)]),
    machine(3, [stop(3, 0, 50_000)]),
  ]
  const keyless = [station([1], false), station([2, 3], false)]
  expect(downsOf(machines, [{ from: Number.NEGATIVE_INFINITY, value: keyless }])).toEqual([])
  const later = [{ from: 30_000, value: steps[0]?.value ?? [] }]
  expect(downsOf(machines, later)).toMatchObject([{ from: 30_000, to: 50_000 }])
})

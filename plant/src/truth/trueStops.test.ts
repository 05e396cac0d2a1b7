import { expect, test } from 'vitest'
import { simulateLine } from '../line/simulateLine.ts'
import type { DayStop } from '../machine/dayStop.ts'
import type { MachineDay } from '../machine/machineDay.ts'
import { linesOf } from '../plantLayout.ts'
import { factory } from '../plants/factory.ts'
import { faultPlant } from '../plants/faultPlant.ts'
import { productionDays } from '../shift/shifts.ts'
import { trueStops } from './trueStops.ts'

const from = Date.parse('2026-11-09T07:00:00Z')
const week = (lines: ReturnType<typeof linesOf>): MachineDay[] =>
  lines.flatMap((line) =>
    productionDays(line.zone, from, from + 6 * 86_400_000).flatMap((day) =>
      simulateLine(line, day, { seed: 'packboard', live: false }),
    ),
  )

const machine = linesOf(factory())[0]!.machines[0]!
const dayWith = (begin: number, to: number, stops: readonly DayStop[]): MachineDay => ({
  ...{ machine: { ...machine, clockMs: 400 }, from: begin, to, pieces: [], alarms: [], audits: [] },
  stops,
})

test('a stop that goes on over the end of a day is one stop, with the root that it began with', () => {
  const own = { root: 'own', cause: 'jam' } as const
  const days = [
    dayWith(100, 200, [{ from: 100, to: 130, root: 'own', cause: 'startUp' }]),
    dayWith(0, 100, [
      { from: 20, to: 30, ...own },
      { from: 90, to: 100, ...own },
    ]),
  ]
  expect(trueStops(days)).toEqual([
    {
      machineId: machine.serialNo,
      clockMs: 400,
      stops: [
        { from: 20, to: 30, ...own },
        { from: 90, to: 130, ...own },
      ],
    },
  ])
})

test('in a series the neighbour that stood for itself is the root, and none is farther than one machine', () => {
  const lines = linesOf(faultPlant()).filter(({ flow }) => flow.length === 0)
  const neighbours = new Map(
    lines.flatMap(({ machines }) =>
      machines.map(({ serialNo }, index) => [
        serialNo,
        [machines[index - 1]?.serialNo, machines[index + 1]?.serialNo],
      ]),
    ),
  )
  let others = 0
  for (const { machineId, stops } of trueStops(week(lines))) {
    for (const { from: begin, root, cause } of stops) {
      if (root === 'outside') expect(cause).toBe('briefBlock')
      if (typeof root === 'string') continue
      others += 1
      expect(neighbours.get(machineId)).toContain(root.machineId)
      // The belt of the line lasts 15 to 45 s.
      expect(begin - root.since).toBeGreaterThanOrEqual(15_000)
    }
  }
  expect(others).toBeGreaterThan(500)
})

test('the line of the demo has roots at every machine, and buffers as long as its flow says', () => {
  const line = linesOf(factory()).find(({ flow }) => flow.length > 0)!
  const truth = trueStops(week([line]))
  const placeOf = (id: string) => line.flow.findIndex(({ machines }) => machines.includes(id))
  const roots = new Set<string>()
  /** From the stop of a direct neighbour until the machine waits, s, by the place behind the buffer. */
  const delays = new Map<number, number[]>()
  for (const { machineId, stops } of truth) {
    for (const { from: begin, root } of stops) {
      if (typeof root === 'string') continue
      roots.add(root.machineId)
      const [place, other] = [placeOf(machineId), placeOf(root.machineId)]
      // While both stand the level does not change.
      const stoodMeanwhile = stops.some((stop) => stop.to > root.since && stop.to < begin)
      if (Math.abs(place - other) !== 1 || stoodMeanwhile) continue
      const behind = Math.max(place, other)
      delays.set(behind, [...(delays.get(behind) ?? []), (begin - root.since) / 1_000])
    }
  }
  expect([...roots].sort()).toEqual(['CP-105', 'CT-104', 'PL-106', 'VF-531', 'VF-532'])
  for (const [place, seconds] of delays) {
    const inOrder = seconds.toSorted((a, b) => a - b)
    const most = inOrder[Math.floor(0.95 * inOrder.length)] ?? 0
    const capacity = (line.flow[place]?.bufferMs ?? 0) / 1_000
    console.info(`Buffer of ${capacity} s: 95 % of ${inOrder.length} delays within ${most} s.`)
    expect(inOrder.length).toBeGreaterThan(20)
    expect(most, `before station ${place}`).toBeGreaterThan(0.8 * capacity)
    expect(most, `before station ${place}`).toBeLessThan(1.2 * capacity)
  }
})

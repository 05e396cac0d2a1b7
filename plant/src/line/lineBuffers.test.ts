import { expect, test } from 'vitest'
import { anyLine, flowLine, playLine } from '../../testing/playedLine.ts'
import { replayBuffers } from '../../testing/replayedLine.ts'
import type { DayStop } from '../machine/dayStop.ts'
import type { MachineDay } from '../machine/machineDay.ts'
import { externalStates, isRunning, mayFollow, poweredOff, State } from '../machine/states.ts'
import type { PlantLine } from '../plantLayout.ts'
import { Random } from '../random.ts'
import type { LineMachine } from './coupling.ts'
import { LineBuffers } from './lineBuffers.ts'

const seeds = Array.from({ length: 12 }, (_, index) => `line ${index}`)
const played = seeds.map((seed) =>
  playLine(anyLine(seed), { seed, days: ['2026-11-04'], bad: false }),
)
/** A machine that was started runs a second without packs or room; three side by side may do so one after the other. */
const shortestRunMs = 3_000
/** From the change that lets a machine run again until it runs: its reaction, and the way back to Execute. */
const releaseMs = 6_000

const placeOf = ({ flow }: PlantLine, machineId: string) =>
  flow.findIndex(({ machines }) => machines.includes(machineId))

test('the level of a buffer stays between 0 and its capacity', () => {
  for (const { line, days } of played) {
    let beyond = 0
    let place = -1
    for (const span of replayBuffers(line, days).sort((a, b) => a.place - b.place)) {
      if (span.place !== place || span.beyond === 0 || span.completing) beyond = 0
      place = span.place
      if (!span.completing) beyond += span.beyond
      expect(beyond, `${line.name} ${place} ${span.from}`).toBeLessThanOrEqual(shortestRunMs)
    }
  }
})

test('a machine waits only while its buffer is empty or the next one is full', () => {
  let waits = 0
  for (const { line, days } of played) {
    const spans = Map.groupBy(replayBuffers(line, days), ({ place }) => place)
    for (const { machine, stops, pieces } of days) {
      const place = placeOf(line, machine.serialNo)
      const [before = [], behind = []] = [spans.get(place), spans.get(place + 1)]
      for (const { from, root, ...stop } of stops) {
        if (typeof root === 'string') continue
        waits += 1
        // At the end of the day it is shut down while it waits.
        const to = Math.min(
          stop.to,
          pieces.find((piece) => piece.from > from && piece.state === State.Stopping)?.from ??
            stop.to,
        )
        const empty = before.filter((span) => span.level <= 0)
        const full = behind.filter((span) => span.level >= span.capacity)
        const held = [...empty, ...full].filter((span) => span.from < to && span.to > from)
        const heldMs = covered(held, from, to)
        expect(to - from - heldMs, `${machine.serialNo} ${from}`).toBeLessThanOrEqual(releaseMs)
      }
    }
  }
  expect(waits).toBeGreaterThan(1_000)
})

/** Ms of [from, to) that lie in at least one of the spans. */
function covered(spans: readonly { from: number; to: number }[], from: number, to: number): number {
  let [ms, at] = [0, from]
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const until = Math.min(to, span.to)
    ms += Math.max(0, until - Math.max(at, span.from))
    at = Math.max(at, until)
  }
  return ms
}

/** The times in which a machine was on and did not run, from its pieces. */
function stood({ pieces, to }: MachineDay) {
  const found: { from: number; to: number; state: number }[] = []
  let open: { from: number; state: number } | undefined
  for (const { from, state, paceTenths } of pieces) {
    if (state !== poweredOff && !isRunning(state, paceTenths > 0)) {
      open ??= { from, state }
      continue
    }
    if (open) found.push({ ...open, to: from })
    open = undefined
  }
  return open ? [...found, { ...open, to }] : found
}

test('the truth covers every stop exactly once, and names another machine or the outside where one waits', () => {
  for (const { days } of played) {
    for (const day of days) {
      const [seen, known] = [stood(day), day.stops]
      expect(known.map(({ from, to }) => ({ from, to }))).toEqual(
        seen.map(({ from, to }) => ({ from, to })),
      )
      seen.forEach(({ state }, index) => {
        const waits = known[index]?.root !== 'own'
        expect(waits, `${day.machine.serialNo} ${state}`).toBe(externalStates.includes(state))
      })
    }
  }
})

test('a root is a stop of its own of a machine on the line that began before', () => {
  for (const { line, days } of played) {
    const own = new Map<string, DayStop>()
    for (const { machine, stops } of days) {
      for (const stop of stops) own.set(`${machine.serialNo} ${stop.from}`, stop)
    }
    for (const { machine, stops } of days) {
      for (const { from, root, cause } of stops) {
        if (typeof root === 'string') continue
        expect(cause).toBeNull()
        expect(root.since).toBeLessThanOrEqual(from)
        expect(placeOf(line, root.machineId)).not.toBe(placeOf(line, machine.serialNo))
        const stop = own.get(`${root.machineId} ${root.since}`)
        // A machine that was switched off has no stop any more.
        if (root.cause !== 'shutDown')
          expect(stop).toMatchObject({ root: 'own', cause: root.cause })
      }
    }
  }
})

test('a flow changes no rule of PackML, and the same seed gives the same day', () => {
  for (const { line, days } of played) {
    const wrong = days.flatMap(({ pieces }) =>
      pieces.flatMap(({ state }, index) => {
        const before = pieces[index - 1]?.state ?? state
        return before === state || mayFollow(before, state) ? [] : [`${before} → ${state}`]
      }),
    )
    expect(wrong, line.name).toEqual([])
  }
  const [seed = ''] = seeds
  const again = playLine(anyLine(seed), { seed, days: ['2026-11-04'], bad: false })
  expect(again).toEqual(played[0])
  const other = playLine(anyLine(seed), { seed: 'other', days: ['2026-11-04'], bad: false })
  expect(other.days).not.toEqual(played[0]?.days)
})

test('clocks differ by up to two seconds, and records carry what they show', () => {
  const clocks = played.flatMap(({ line }) => line.machines.map(({ clockMs }) => clockMs))
  expect(Math.max(...clocks.map(Math.abs))).toBeLessThanOrEqual(2_000)
  expect(Math.min(...clocks)).toBeLessThan(-1_000)
  expect(Math.max(...clocks)).toBeGreaterThan(1_000)
  const { truth, deliveries } = played[0] ?? { truth: [], deliveries: [] }
  for (const { machineId, clockMs, stops } of truth) {
    const stamps = new Set(
      deliveries
        .filter(({ serialNo }) => serialNo === machineId)
        .flatMap(({ records }) =>
          records.flatMap((record) => (record.kind === 'sample' ? [record.at] : [])),
        ),
    )
    for (const { from } of stops) expect(stamps.has(from + clockMs)).toBe(true)
  }
})

/** A machine of a line that is only looked at. */
class Dummy implements LineMachine {
  now = 0
  ownStopSince = Number.POSITIVE_INFINITY
  runsSince = 0
  standsFor: LineMachine['standsFor'] = null
  down: LineMachine['down']
  readonly machineId: string
  constructor(machineId: string) {
    this.machineId = machineId
  }
  stop(at: number, by: LineMachine['standsFor'] = null) {
    this.runsSince = Number.POSITIVE_INFINITY
    this.standsFor = by
    this.down = { from: at, root: 'own', cause: 'jam' }
  }
  run(at: number) {
    this.runsSince = at
    this.standsFor = null
    this.down = undefined
  }
}

function threeAndOne() {
  const [a, b, c, next] = [new Dummy('A'), new Dummy('B'), new Dummy('C'), new Dummy('N')]
  const stations = [
    { machines: [a, b, c], needs: 2 },
    { machines: [next], needs: 1 },
  ]
  const buffers = new LineBuffers(stations, [{ bufferMs: 60_000, restShare: 0.5 }], 0)
  const couple = (machine: Dummy) => buffers.couplingOf(machine, new Random('couple'))!
  return { a, b, c, next, buffers, couple }
}

test('a station goes on with as many machines as it needs, and the one whose stop was too much is the root', () => {
  const { a, b, c, next, buffers, couple } = threeAndOne()
  const coupling = couple(next)
  buffers.settle(10_000)
  b.stop(10_000)
  expect(coupling.standsAt('upstream')).toBe(Number.POSITIVE_INFINITY)
  buffers.settle(20_000)
  a.stop(20_000)
  expect(coupling.standsAt('upstream')).toBe(50_000)
  buffers.settle(30_000)
  c.stop(30_000)
  expect(buffers.levels).toEqual([20_000])
  buffers.settle(50_000)
  expect(buffers.levels).toEqual([0])
  expect(coupling.hinders('upstream')).toBe(true)
  expect(coupling.reasonOf('upstream')).toEqual({
    root: { machineId: 'A', cause: 'jam', since: 20_000 },
    cause: null,
  })
  // With A and C back the station feeds, however long B stands.
  a.run(60_000)
  c.run(60_000)
  expect(coupling.hinders('upstream')).toBe(false)
})

test('a full buffer stops what is before it, but not for a station that waits for this buffer alone', () => {
  const { a, next, buffers, couple } = threeAndOne()
  const coupling = couple(a)
  next.stop(0)
  expect(coupling.standsAt('downstream')).toBe(30_000)
  buffers.settle(30_000)
  expect(buffers.levels).toEqual([60_000])
  expect(coupling.hinders('downstream')).toBe(true)
  next.stop(0, 'upstream')
  expect(coupling.hinders('downstream')).toBe(false)
})

test('a buffer of no size stops both neighbours at once and lets them go on together', () => {
  const line = flowLine('no buffer', {
    stations: [1, 1, 1].map((machines) => ({ machines, needs: 1, bufferSeconds: 0, restShare: 0 })),
  })
  const { days } = playLine(line, { seed: 'no buffer', days: ['2026-11-04'], bad: false })
  for (const { pieces } of days) {
    const packed = pieces.filter(({ paceTenths }) => paceTenths > 0)
    expect(packed.length).toBeGreaterThan(100)
  }
  const waits = days.flatMap(({ stops }) => stops.filter(({ root }) => typeof root !== 'string'))
  expect(waits.length).toBeGreaterThan(50)
  for (const { from, root } of waits) {
    if (typeof root !== 'string') expect(from - root.since).toBeLessThan(45 * 60_000)
  }
})

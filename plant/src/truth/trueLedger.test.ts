import { expect, test } from 'vitest'
import { badDay, noFaults, noListeners, sendDay } from '../faults/sendDay.ts'
import { simulateLine } from '../line/simulateLine.ts'
import { countersOf, firstRegisters, unitsMade } from '../machine/counters.ts'
import { historyCadence } from '../machine/readings.ts'
import { poweredOff } from '../machine/states.ts'
import { linesOf, machinesOf } from '../plantLayout.ts'
import { faultPlant } from '../plants/faultPlant.ts'
import { Random } from '../random.ts'
import { productionDay } from '../shift/shifts.ts'
import { type Report, TrueLedger } from './trueLedger.ts'

const days = linesOf(faultPlant()).flatMap((line) =>
  simulateLine(line, productionDay(line.zone, '2026-11-04'), { seed: 'one', live: false }),
)

test('on a day without faults the ledger is exactly what happened', () => {
  for (const day of days) {
    const counters = countersOf(day, firstRegisters(day.machine))
    const { reported } = sendDay(day, counters, noFaults, historyCadence, new Random('clean'))
    const really = new Map<number, number>()
    day.pieces.forEach((piece, index) => {
      if (piece.state === poweredOff) return
      const ms = (day.pieces[index + 1]?.from ?? day.to) - piece.from
      really.set(piece.state, (really.get(piece.state) ?? 0) + ms)
    })
    const clock = day.machine.clockMs
    const window = { from: day.from + clock, to: day.to + clock }
    const totals = new TrueLedger(reported).totals(window)
    // Once the main switch is off, the last sample stays valid up to the hold limit of the machine.
    const painted = new Map(totals.stateMs)
    for (const [state, ms] of really) {
      if (state === 5) expect(painted.get(5)).toBeGreaterThanOrEqual(ms)
      else expect(painted.get(state)).toBe(ms)
    }
    expect(totals.packs).toBe(
      unitsMade(day.machine, day.pieces.at(-1)!.made) /
        (day.machine.counter === 'hundredths' ? 100 : 1),
    )
    expect([...totals.packsOfProduct.values()].reduce((sum, packs) => sum + packs, 0)).toBeCloseTo(
      totals.packs,
      6,
    )
  }
})

test('on a bad day too, the parts of every window add up to its length, and windows to their union', () => {
  for (const day of days) {
    const random = new Random('bad', day.machine.serialNo)
    const faults = badDay(day.from, day.to, random)
    const counters = countersOf(day, firstRegisters(day.machine), noListeners(faults))
    const truth = new TrueLedger(sendDay(day, counters, faults, historyCadence, random).reported)
    const whole = truth.totals(day)
    const length = ({ run, alarm, idle, ancillary, offline }: typeof whole) =>
      run + alarm + idle + ancillary + offline
    expect(length(whole)).toBe(day.to - day.from)
    let packs = 0
    let run = 0
    for (let from = day.from; from < day.to; ) {
      const to = Math.min(day.to, from + random.whole(1, 7_200_000))
      const part = truth.totals({ from, to })
      expect(length(part)).toBe(to - from)
      packs += part.packs
      run += part.run
      from = to
    }
    expect(run).toBe(whole.run)
    expect(packs).toBeCloseTo(whole.packs, 6)
  }
})

const machine = machinesOf(faultPlant())[0]!
const report = (at: number, state: number, packs: number, more: Partial<Report> = {}): Report => ({
  at,
  sequence: 0,
  state,
  product: 'A',
  tool: 'T',
  user: 'U',
  packs,
  rejects: 0,
  death: false,
  ...more,
})

test('a silent machine is offline after its hold limit, a dead one at once', () => {
  const truth = new TrueLedger({
    machine,
    alarms: [],
    reports: [
      report(0, 10, 100),
      report(600_000, 13, 130),
      report(610_000, 0, 0, { death: true }),
      report(700_000, 10, 130),
    ],
  })
  expect(truth.totals({ from: 0, to: 710_000 })).toMatchObject({
    run: 100_000,
    idle: 10_000,
    offline: 600_000,
    packs: 30,
  })
})

test('a warning runs for 10 s after the counter last moved, then it is an alarm', () => {
  const truth = new TrueLedger({
    machine,
    alarms: [],
    reports: [report(0, 10, 1), report(5_000, 20, 2), report(20_000, 20, 2), report(30_000, 5, 2)],
  })
  expect(truth.totals({ from: 0, to: 30_000 })).toMatchObject({ run: 15_000, alarm: 15_000 })
})

test('the first alarm from 5 s before a stop names it', () => {
  const alarm = (raisedAt: number, description: string) => ({
    raisedAt,
    group: 'Film',
    description,
  })
  const truth = new TrueLedger({
    machine,
    reports: [
      report(0, 10, 1),
      report(20_000, 18, 2),
      report(50_000, 10, 2),
      report(60_000, 13, 3),
    ],
    alarms: [alarm(14_999, 'too early'), alarm(15_000, 'cause'), alarm(21_000, 'consequence')],
  })
  expect(truth.stops({ from: 0, to: 61_000 })).toMatchObject([
    { from: 20_000, to: 50_000, group: 'Film', cause: 'cause', firstState: 18 },
    { from: 60_000, group: null, cause: null, firstState: 13 },
  ])
})

import { closedSeconds, noTime, notPlannedSeconds, oee, plannedSeconds } from '@packboard/model'
import { expect, test } from 'vitest'
import { piade, piadeHours } from './piade.ts'

/**
 * The states of the five real machines as seconds of our time model. `planned` of the set is what the machines call idle and
 * scheduled downtime: nothing was to be packed then. docs/figures.md has the steps.
 */
const { production, downtime, performanceLoss, planned, total } = piade.hours
const seconds = (hours: number) => hours * 3_600
const time = {
  ...noTime,
  run: seconds(production),
  alarm: seconds(downtime),
  ancillary: seconds(performanceLoss),
  idle: seconds(planned),
}
const underPlan = {
  ...time,
  unplanned: { break: noTime, closed: { ...noTime, idle: seconds(planned) } },
}

test('with its scheduled time taken out, the availability of PIADE is within 0.01 of the published 0.71', () => {
  const { availability, coverage } = oee(underPlan, [])
  expect((availability ?? 0) / 100).toBeCloseTo(0.7095, 4)
  expect(Math.abs((availability ?? 0) / 100 - 0.71)).toBeLessThan(0.01)
  expect(coverage).toBe(100)
  const parts = plannedSeconds(underPlan) + notPlannedSeconds(underPlan) + closedSeconds(underPlan)
  expect(parts / seconds(total)).toBeCloseTo(1, 12)
})

test('without a plan it is what it was: 0.44', () => {
  expect((oee(time, []).availability ?? 0) / 100).toBeCloseTo(0.4394, 4)
})

test('the 28 hours of one machine that are published whole, hour by hour and as one window', () => {
  const hours = piadeHours()
  expect(hours).toHaveLength(28)
  const sum = (of: (hour: (typeof hours)[number]) => number) =>
    hours.reduce((all, hour) => all + of(hour), 0)
  const run = sum(({ production: share }) => share)
  const lost = sum(({ downtime: down, performanceLoss: slow }) => down + slow)
  const rest = hours.length - run - lost
  const one = {
    ...noTime,
    run: seconds(run),
    alarm: seconds(lost),
    idle: seconds(rest),
    unplanned: { break: noTime, closed: { ...noTime, idle: seconds(rest) } },
  }
  // Seconds are summed to the millisecond.
  expect(oee(one, []).availability).toBeCloseTo((100 * run) / (run + lost), 5)
  expect(plannedSeconds(one)).toBeCloseTo(seconds(run + lost), 2)
})

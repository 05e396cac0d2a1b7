import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOfProperty } from '../../testing/depth.ts'
import { packsDue, plannedMinutes } from './packsDue.ts'
import type { Plan } from './plan.ts'

const none: Plan = { weeks: [], exceptions: [] }
/** Friday 20 November 2026: production from 06:00 to 14:00 with a break of 25 minutes. */
const friday: Plan = {
  weeks: [
    {
      line: null,
      validFrom: '2026-01-01',
      entries: [
        { weekday: 5, from: '06:00', to: '14:00', kind: 'production' },
        { weekday: 5, from: '10:00', to: '10:25', kind: 'break' },
      ],
    },
    {
      line: 'Line 2',
      validFrom: '2026-01-01',
      entries: [{ weekday: 5, from: '06:00', to: '08:00', kind: 'production' }],
    },
  ],
  exceptions: [],
}
const zone = 'Europe/London'
const at = (time: string) => new Date(`2026-11-20T${time}:00Z`)
const shift = { from: at('06:00'), to: at('14:00') }
const of = (plan: Plan, now: Date) => ({ plan, zone, shift, now })

describe('packs that are due', () => {
  test('without a plan all of the shift counts', () => {
    const machines = [{ line: 'Line 1', targetPpm: 160 }]
    expect(packsDue(machines, of(none, at('10:00')))).toEqual({
      due: 160 * 240,
      ofShift: 160 * 480,
    })
  })

  test('a break and closed time are not due, each line by its own week', () => {
    const machines = [
      { line: 'Line 1', targetPpm: 100 },
      { line: 'Line 2', targetPpm: 10 },
      { line: null, targetPpm: 1 },
    ]
    expect(packsDue(machines, of(friday, at('10:10')))).toEqual({
      due: 101 * 240 + 10 * 120,
      ofShift: 101 * 455 + 10 * 120,
    })
  })

  test('before the shift nothing is due, after it no more than all of it', () => {
    const machines = [{ line: 'Line 1', targetPpm: 60 }]
    expect(packsDue(machines, of(none, at('05:00')))?.due).toBe(0)
    expect(packsDue(machines, of(none, at('15:00')))?.due).toBe(60 * 480)
  })

  test('nothing is said of machines of which one has no target, nor of none', () => {
    const machines = [
      { line: 'Line 1', targetPpm: 160 },
      { line: 'Line 1', targetPpm: null },
    ]
    expect(packsDue(machines, of(none, at('10:00')))).toBeNull()
    expect(packsDue([], of(none, at('10:00')))).toBeNull()
  })
})

test('what is due grows with the time up to the whole shift, and the lines of a client add up to it', () => {
  const zones = fc.constantFrom('Europe/London', 'America/St_Johns', 'Australia/Lord_Howe')
  const machine = fc.record({
    line: fc.constantFrom('Line 1', 'Line 2', null),
    targetPpm: fc.integer({ min: 1, max: 400 }),
  })
  const days = fc.integer({ min: 0, max: 730 })
  fc.assert(
    fc.property(
      fc.array(machine, { minLength: 1, maxLength: 8 }),
      zones,
      days,
      fc.tuple(fc.nat(100), fc.nat(100)),
      fc.constantFrom(none, friday),
      (machines, where, day, shares, plan) => {
        const from = new Date(at('06:00').getTime() + day * 86_400_000)
        const period = { from, to: new Date(from.getTime() + 8 * 3_600_000) }
        const dueAt = (share: number, some = machines) =>
          packsDue(some, {
            plan,
            zone: where,
            shift: period,
            now: new Date(from.getTime() + share * 288_000),
          })
        const [early, late] = shares.toSorted((a, b) => a - b) as [number, number]
        const whole = dueAt(100)
        expect(whole?.due).toBe(whole?.ofShift)
        expect(dueAt(early)?.due ?? 0).toBeLessThanOrEqual(dueAt(late)?.due ?? 0)
        const lines = [...Map.groupBy(machines, ({ line }) => line).values()]
        const added = lines.reduce((sum, own) => sum + (dueAt(late, own)?.due ?? 0), 0)
        expect(added).toBeCloseTo(dueAt(late)?.due ?? 0, 3)
      },
    ),
    runsOfProperty({ deep: 2_000, daily: 150 }),
  )
})

test('on the night in which the clocks go back a shift from 22:00 to 06:00 has nine hours', () => {
  const night = { from: new Date('2026-10-24T21:00:00Z'), to: new Date('2026-10-25T06:00:00Z') }
  expect(plannedMinutes(none, null, night, zone)).toBe(540)
})

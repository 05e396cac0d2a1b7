import { expect, test } from 'vitest'
import { openingsPerDay } from './backTestDays.ts'

const opening = (openedAt: string, late = false) => ({
  ...{ machineId: 'FW-101', openedAt: new Date(openedAt), clearedAt: null },
  ...{ inPlannedTime: true, late, cause: '', causeGroup: '' },
})

test('openings are counted by the day of the zone, each day once, the late ones apart', () => {
  const window = { from: new Date('2026-10-23T12:00:00Z'), to: new Date('2026-10-26T12:00:00Z') }
  const list = [
    // In Berlin it is the 25th, the day of 25 hours.
    opening('2026-10-24T22:30:00Z'),
    opening('2026-10-25T22:30:00Z'),
    opening('2026-10-25T23:30:00Z'),
    opening('2026-10-26T08:00:00Z', true),
  ]
  expect(openingsPerDay(list, window, 'Europe/Berlin')).toEqual([
    { day: '2026-10-23', count: 0 },
    { day: '2026-10-24', count: 0 },
    { day: '2026-10-25', count: 2 },
    { day: '2026-10-26', count: 1 },
  ])
})

import { expect, test } from 'vitest'
import { lastBackupDue } from './backups.ts'

const due = (everyHours: number | null, startHour: number, now: string) => {
  const at = lastBackupDue({ everyHours, startHour }, Date.parse(now))
  return at === null ? null : new Date(at).toISOString().slice(0, 16)
}

test.each([
  [24, 2, '2026-03-02T01:59:59Z', '2026-03-01T02:00'],
  [24, 2, '2026-03-02T02:00:00Z', '2026-03-02T02:00'],
  [6, 2, '2026-03-02T01:00:00Z', '2026-03-01T20:00'],
  [6, 2, '2026-03-02T19:59:00Z', '2026-03-02T14:00'],
  [1, 23, '2026-03-02T00:30:00Z', '2026-03-02T00:00'],
  [null, 2, '2026-03-02T02:00:00Z', null],
])('every %s hours from %d:00 on, at %s: %s', (everyHours, startHour, now, expected) => {
  expect(due(everyHours, startHour, now)).toBe(expected)
})

import { expect, test } from 'vitest'
import { monthsWithin } from './monthsWithin.ts'

const at = (text: string) => new Date(`${text}T00:00:00Z`)
const found = (from: string, to: string) =>
  monthsWithin(['2026-03', '2026-12'], at(from), at(to)).map((month) => month.toISOString())

test('a window touches a month by its first and by its last moment', () => {
  expect(found('2026-02-01', '2026-03-01')).toEqual([])
  expect(found('2026-02-01', '2026-03-02')).toEqual(['2026-03-01T00:00:00.000Z'])
  expect(found('2026-03-31', '2026-05-01')).toEqual(['2026-03-01T00:00:00.000Z'])
  expect(found('2026-04-01', '2026-05-01')).toEqual([])
  expect(found('2026-01-01', '2027-01-01')).toHaveLength(2)
  expect(found('2026-12-31', '2027-01-01')).toHaveLength(1)
})

import { expect, test } from 'vitest'
import { monthlyGroups } from './dataSheet.ts'

const dayMs = 86_400_000
const until = Date.parse('2026-04-10T12:00:00Z')
const ago = (days: number) => new Date(until - days * dayMs)
const sizes = [
  { kind: 'sample', bytes: 200 },
  { kind: 'alarm', bytes: 100 },
  { kind: 'audit', bytes: null },
] as const

const amounts = (groups: ReturnType<typeof monthlyGroups>) =>
  groups.map(({ group, recordsPerMonth, bytesPerMonth }) => [group, recordsPerMonth, bytesPerMonth])

test('a machine counts for the time since its first record of any kind', () => {
  const groups = monthlyGroups(
    [
      { kind: 'sample', machineId: 1, records: 3_000, first: ago(10) },
      { kind: 'alarm', machineId: 1, records: 40, first: ago(2) },
      { kind: 'sample', machineId: 2, records: 1_000, first: ago(10) },
    ],
    sizes,
    until,
  )
  // 4,000 samples and 40 alarms in twenty days of machines.
  expect(amounts(groups)).toEqual([
    ['samples', 6_000, 1_200_000],
    ['alarms', 60, 6_000],
    ['changes', 0, 0],
  ])
  expect(groups.map(({ fields }) => fields.includes('serialNo'))).toEqual([true, true, true])
})

test('of less than an hour nothing is said, nor of machines that sent nothing', () => {
  const young = [
    { kind: 'sample', machineId: 1, records: 9, first: new Date(until - 59 * 60_000) },
  ] as const
  for (const volumes of [young, []]) {
    expect(amounts(monthlyGroups(volumes, sizes, until))).toEqual([
      ['samples', null, null],
      ['alarms', null, null],
      ['changes', null, null],
    ])
  }
})

import { expect, test } from 'vitest'
import { needTexts } from '../../i18n/language.ts'
import { textsOf } from '../../i18n/useTexts.ts'
import { settingRows, standing, targetRows, validWords, wallNow } from './settingRows.ts'

await needTexts('settings', 'machines')
const say = textsOf('settings')

const entry = (validFrom: string | null, value: number | null) => ({
  ...{ validFrom, value, kind: 'holdLimit' as const, code: null, reason: '' },
  ...{ enteredAt: new Date('2026-03-02T09:00:00Z'), enteredBy: null },
})

test('the newest entry that is valid is in force, of two for one minute the later one', () => {
  const [first, second, third] = [
    entry('2026-03-02 06:00', 60),
    entry(null, 90),
    entry('2026-03-02 06:00', 120),
  ]
  const entries = [first, second, third]
  expect(standing(entries, '2026-03-01 00:00')).toEqual({ present: second, next: third })
  expect(standing(entries, '2026-03-02 06:00')).toEqual({ present: third, next: null })
  expect(standing([], '2026-03-02 06:00')).toEqual({ present: null, next: null })
})

test('of several still to come the first is named', () => {
  const entries = [entry('2026-09-01 00:00', 1), entry('2026-08-01 00:00', 2)]
  expect(standing(entries, '2026-07-01 00:00').next).toBe(entries[1])
})

test('an entry from now on is in force on the foremost clock from the next minute', () => {
  const now = Date.parse('2026-11-30T23:30:20Z')
  expect(wallNow(['Europe/London'], now)).toBe('2026-11-30 23:31')
  expect(wallNow(['Europe/London', 'Europe/Berlin'], now)).toBe('2026-12-01 00:31')
  expect(wallNow([], now)).toBe('2026-11-30 23:31')
})

test('a day alone where it begins at midnight', () => {
  expect(validWords('2026-03-02 00:00', say)).toBe('02-03-2026')
  expect(validWords('2026-03-02 06:30', say)).toBe('02-03-2026 06:30')
  expect(validWords(null, say)).toBe('first record')
})

test('a history says what was in force before each entry, also of one for the past', () => {
  const rows = settingRows(
    [entry(null, 60), entry('2026-05-02 10:00', 120), entry('2026-04-01 00:00', 90)],
    say,
  )
  expect(rows.map(({ before, value }) => [before, value])).toEqual([
    [null, '60 s'],
    ['60 s', '120 s'],
    ['60 s', '90 s'],
  ])
})

test('speeds of all machines, of a type and of a machine have histories of their own', () => {
  const target = (machineTypeId: number | null, machineId: string | null, ppm: number | null) => ({
    ...{ product: 'Choc Bar 45 g', machineTypeId, machineId, ppm, reason: '', validFrom: null },
    ...{ enteredAt: new Date('2026-03-02T09:00:00Z'), enteredBy: null },
  })
  const rows = targetRows(
    [
      target(null, null, 180),
      target(1, null, 190),
      target(1, 'FW-104', null),
      target(1, null, 200),
    ],
    { machineTypes: [{ id: 1, label: 'FW-3' }] },
    say,
  )
  expect(rows.map(({ what, before, value }) => [what, before, value])).toEqual([
    ['All machines', null, '180 ppm'],
    ['FW-3', null, '190 ppm'],
    ['FW-104', null, 'none of its own'],
    ['FW-3', '190 ppm', '200 ppm'],
  ])
})

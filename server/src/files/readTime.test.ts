import { expect, test } from 'vitest'
import { readNumber } from './lineTexts.ts'
import { createTimeReader } from './readTime.ts'

type Form = Parameters<typeof createTimeReader>[0]['form']
const read = (text: string | number, form: Form, zone = 'Europe/Berlin', clock?: string) => {
  const time = createTimeReader({ form, zone })(text, clock)
  if (typeof time === 'string') return time
  const iso = new Date(time.first).toISOString()
  return time.first === time.later ? iso : [iso, new Date(time.later).toISOString()]
}

test.each<[string, Form, string]>([
  ['2026-11-22T10:00:00Z', 'iso', '2026-11-22T10:00:00.000Z'],
  ['2026-11-22 10:00:00.25', 'iso', '2026-11-22T09:00:00.250Z'],
  ['2026/7/1 10:00', 'iso', '2026-07-01T08:00:00.000Z'],
  ['2026-11-22T10:00:00+05:30', 'iso', '2026-11-22T04:30:00.000Z'],
  ['2026-11-22T10:00:00-0800', 'iso', '2026-11-22T18:00:00.000Z'],
  ['2026-11-22', 'iso', '2026-11-21T23:00:00.000Z'],
  ['03.04.2026 05:06:07,123', 'dayFirst', '2026-04-03T03:06:07.123Z'],
  ['3/4/26 1:05 PM', 'dayFirst', '2026-04-03T11:05:00.000Z'],
  ['03/04/2026 12:00:00 am', 'monthFirst', '2026-03-03T23:00:00.000Z'],
  ['2026-04-03T05:06', 'dayFirst', '2026-04-03T03:06:00.000Z'],
  ['1795341600', 'epochSeconds', '2026-11-22T10:00:00.000Z'],
  ['1795341600.5', 'epochSeconds', '2026-11-22T10:00:00.500Z'],
  ['1795341600123', 'epochMilliseconds', '2026-11-22T10:00:00.123Z'],
])('%s (%s) is %s', (text, form, expected) => expect(read(text, form)).toBe(expected))

test.each<[string, Form]>([
  ['', 'iso'],
  ['31.12.2026 10:00', 'iso'],
  ['31/12/2026 10:00', 'monthFirst'],
  ['30.02.2026 10:00', 'dayFirst'],
  ['2026-11-22 24:00', 'iso'],
  ['2026-11-22 13:00 pm', 'iso'],
  ['2026-11-22 10:60', 'iso'],
  ['yesterday', 'iso'],
  ['2026-11-22', 'epochSeconds'],
  ['99999999999999999', 'epochSeconds'],
])('%j (%s) is no time', (text, form) => expect(read(text, form)).toBe('time'))

test('a time that the clocks skip is a gap, one that they show twice has two moments', () => {
  expect(read('2026-03-29 02:30:15', 'iso')).toBe('gap')
  expect(read('2026-10-25 02:30:15', 'iso')).toEqual([
    '2026-10-25T00:30:15.000Z',
    '2026-10-25T01:30:15.000Z',
  ])
  expect(read('2026-03-29 02:30:15', 'iso', 'UTC')).toBe('2026-03-29T02:30:15.000Z')
  expect(read('2026-10-25T02:30:15+01:00', 'iso')).toBe('2026-10-25T01:30:15.000Z')
})

test('day and time of day may stand in two columns', () => {
  expect(read('31.12.2026', 'dayFirst', 'UTC', '23:59:58')).toBe('2026-12-31T23:59:58.000Z')
  const sheet = ['2026-12-31T00:00:00.000', '1899-12-30T23:59:58.000'] as const
  expect(read(sheet[0], 'dayFirst', 'UTC', sheet[1])).toBe('2026-12-31T23:59:58.000Z')
  expect(read('31.12.2026', 'dayFirst', 'UTC', '')).toBe('time')
})

test.each<[string | number | null, '.' | ',', number | undefined]>([
  ['1.5', '.', 1.5],
  ['1,5', ',', 1.5],
  ['1.234.567,8', ',', 1_234_567.8],
  ['1,234,567.8', '.', 1_234_567.8],
  ['1 234,5', ',', 1_234.5],
  ['1\u00a0234', ',', 1_234],
  ["1'234.5", '.', 1_234.5],
  ['1.5', ',', undefined],
  ['1,5', '.', undefined],
  ['1.234', ',', 1_234],
  [' -3e2 ', '.', -300],
  [7.25, ',', 7.25],
  ['12 packs', '.', undefined],
  ['', '.', undefined],
  [null, '.', undefined],
  ['0x10', '.', undefined],
  ['Infinity', '.', undefined],
])('%j with %j is %j', (cell, decimal, expected) => {
  expect(readNumber(cell, decimal)).toBe(expected)
})

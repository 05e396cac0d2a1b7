import type { Comparison } from '@packboard/contract'
import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { wireMetrics } from '../../testing/productionAnswers.ts'
import { needTexts } from '../i18n/language.ts'
import { PeriodNotes } from './PeriodNotes.tsx'

beforeAll(() => needTexts('compare'))

const period = {
  from: new Date('2026-09-01T00:00:00Z'),
  to: new Date('2026-10-01T00:00:00Z'),
}

function notesOf(
  now: number | null,
  before: number | null,
  over: Partial<Pick<Comparison, 'observedDays' | 'previousPeriod'>> = {},
) {
  // The answers of tests have the shape of the contract.
  const figures = (coverage: number | null) =>
    ({ metrics: wireMetrics({ coverage }) }) as Comparison['total']['figures']
  const compared = {
    total: { figures: figures(now), previous: figures(before) },
    previousPeriod: period,
    ...over,
  }
  render(<PeriodNotes {...{ compared }} zone="UTC" />)
  return screen.queryAllByText(/data|No changes/i).map(({ textContent }) => textContent)
}

const noChanges =
  'No changes are shown: less than 80 % of a period has data. Time that the plan closes does not count.'

test('a month of two days says so, and why no changes are shown', () => {
  const observedDays = { first: new Date('2026-10-30T00:00:00Z'), days: 2, ofDays: 31 }
  expect(notesOf(4.9, 0, { observedDays })).toEqual([
    'Data from 30-10-2026: 2 of 31 days.',
    'Only 0.0 % of the previous period has data.',
    noChanges,
  ])
  expect(screen.getByText('Compared with 01-09-2026 00:00 – 30-09-2026 23:59')).toBeTruthy()
})

test.each([
  [79.9, 100, ['Only 79.9 % of this period has data.', noChanges]],
  [80, 62.04, ['Only 62.0 % of the previous period has data.', noChanges]],
  [100, 80, []],
  [null, null, []],
])('observed %d %% now and %d %% before: %j', (now, before, said) => {
  expect(notesOf(now, before)).toEqual(said)
})

test('where every day has some data, the share is said', () => {
  const observedDays = { first: new Date('2026-10-01T00:00:00Z'), days: 31, ofDays: 31 }
  expect(notesOf(40, 100, { observedDays })[0]).toBe('Only 40.0 % of this period has data.')
})

test('what is compared with nothing leaves no change out', () => {
  expect(notesOf(40, null, { previousPeriod: null })).toEqual([
    'Only 40.0 % of this period has data.',
  ])
})

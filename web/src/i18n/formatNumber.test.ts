// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import {
  formatCount,
  formatDecimals,
  formatLength,
  formatPercent,
  heldNumber,
  shownNumber,
} from './formatNumber.ts'
import { setLanguage } from './language.ts'

afterEach(() => setLanguage('en'))

test.each([
  ['en', '140,024', '67.1 %', '104.0 %', '12.5'],
  ['de', '140.024', '67,1 %', '104,0 %', '12,5'],
  ['it', '140.024', '67,1 %', '104,0 %', '12,5'],
  ['es', '140.024', '67,1 %', '104,0 %', '12,5'],
  ['fr', '140\u202f024', '67,1 %', '104,0 %', '12,5'],
] as const)('numbers in %s', async (language, count, percent, whole, typed) => {
  await setLanguage(language)
  expect(formatCount(140_024.4)).toBe(count)
  expect(formatPercent(67.149)).toBe(percent)
  expect(formatPercent(104)).toBe(whole)
  expect([shownNumber('12.5'), heldNumber(typed)]).toEqual([typed, '12.5'])
})

test('a number is rounded once; nothing is below zero by rounding, and what is unknown is a dash', () => {
  expect(formatCount(154.9)).toBe('155')
  expect(formatCount(-0.2)).toBe('0')
  expect([formatCount(null), formatPercent(null)]).toEqual(['–', '–'])
  expect(formatDecimals(58_252.391, 0, 4)).toBe('58,252.391')
})

test('a length of time is whole minutes, or seconds', async () => {
  expect([120, 60, 90].map(formatLength)).toEqual(['2 minutes', '1 minute', '90 seconds'])
  await setLanguage('de')
  expect(formatLength(300)).toBe('5 Minuten')
})

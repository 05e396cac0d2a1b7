// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { setLanguage } from '../i18n/language.ts'
import { dayQuestion } from './dayQuestion.ts'
import { nameOfDay } from './shownDays.ts'

const filter = {
  startDate: '2026-11-20',
  startTime: '06:00',
  endDate: '2026-11-22',
  endTime: '18:00',
  zone: 'Australia/Lord_Howe',
  tool: 'All',
  recipe: 'All',
  product: 'All',
  machine: 'All',
}

const day = {
  date: '2026-11-21',
  serialNo: 'FW-102',
  product: 'Choc Bar 45 g',
  tool: 'T45-B',
  run: 1,
  idle: 1,
  packs: 1,
  meanPpm: 1,
}

test('a row in the middle is its whole day, with its machine, product and tool', () => {
  expect(dayQuestion(1, filter, day)).toMatchObject({
    clientId: 1,
    machineId: 'FW-102',
    start_date: '2026-11-21',
    start_time: '00:00',
    end_date: '2026-11-21',
    end_time: '23:59',
    product: 'Choc Bar 45 g',
    tool: 'T45-B',
  })
})

test('a row at the edge is the part of its day that the page shows', () => {
  expect(dayQuestion(1, filter, { ...day, date: '2026-11-20' })).toMatchObject({
    start_time: '06:00',
    end_date: '2026-11-20',
    end_time: '23:59',
  })
  expect(dayQuestion(1, filter, { ...day, date: '2026-11-22' })).toMatchObject({
    start_date: '2026-11-22',
    start_time: '00:00',
    end_time: '18:00',
  })
})

test('what has no name cannot be filtered, and a day outside the window is not there', () => {
  expect(dayQuestion(1, filter, { ...day, product: '' })).toBeNull()
  expect(dayQuestion(1, filter, { ...day, tool: '' })).toBeNull()
  expect(dayQuestion(1, filter, { ...day, date: '2026-11-23' })).toBeNull()
})

test('a row is named with its product and tool, those beyond the limit of a day in the language', async () => {
  expect(nameOfDay({ ...day, tool: '' })).toBe('21-11-2026, FW-102, Choc Bar 45 g')
  await setLanguage('es')
  try {
    expect(nameOfDay({ ...day, tool: '(other)' })).toBe(
      '21-11-2026, FW-102, Choc Bar 45 g, (otros)',
    )
  } finally {
    await setLanguage('en')
  }
})

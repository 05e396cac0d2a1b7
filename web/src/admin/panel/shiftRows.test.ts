import { findShiftFault, shiftPlanFault } from '@packboard/model'
import { expect, test } from 'vitest'
import { weekdays } from '../../i18n/weekdays.ts'
import { planFaultWords, planOfRows, rowFault, rowsOfPlan } from './shiftRows.ts'

const plan = [
  { weekday: 1, start: '06:00', name: 'Early' },
  { weekday: 1, start: '14:00', name: 'Late' },
  { weekday: 2, start: '06:00', name: 'Early' },
  // Saturday differs.
  { weekday: 6, start: '08:00', name: 'Early' },
]

test('what starts at one time under one name is one line with its days', () => {
  expect(rowsOfPlan(plan).map(({ name, start, weekdays }) => [name, start, weekdays])).toEqual([
    ['Early', '06:00', [1, 2]],
    ['Early', '08:00', [6]],
    ['Late', '14:00', [1]],
  ])
})

test('lines mean the plan that they were made of', () => {
  const again = planOfRows(rowsOfPlan(plan))
  expect(again).toHaveLength(plan.length)
  expect(again).toEqual(expect.arrayContaining(plan))
})

test.each([
  [{ name: ' ', start: '06:00', weekdays: [1] }, 'Please name every shift.'],
  [{ name: 'Early', start: '', weekdays: [1] }, 'Please enter when Early starts.'],
  [{ name: 'Early', start: '06:00', weekdays: [] }, 'Please choose the days of Early.'],
  [{ name: 'Early', start: '06:00', weekdays: [7] }, null],
])('%j: %s', (row, fault) => {
  expect(rowFault({ key: 0, ...row })).toBe(fault)
})

const early = { weekday: 2, start: '06:00', name: 'Early' }

test.each([
  [Array.from({ length: 85 }, () => early)],
  [[{ ...early, weekday: 8 }]],
  [[{ ...early, start: '6' }]],
  [[{ ...early, name: ' ' }]],
  [[{ ...early, name: 'x'.repeat(41) }]],
  [[early, { ...early, name: 'Late' }]],
  [[early, { ...early, start: '14:00' }]],
])('in English the editor refuses a plan in the words of the server (%#)', (refused) => {
  const fault = findShiftFault(refused)
  const day = weekdays('en-GB')[(fault?.weekday ?? 0) - 1] ?? ''
  expect(fault && planFaultWords(fault, day)).toBe(shiftPlanFault(refused))
})

test('the week begins on Monday in every language', () => {
  expect(weekdays('en-GB')[0]).toBe('Monday')
  expect(weekdays('de-DE')).toEqual([
    'Montag',
    'Dienstag',
    'Mittwoch',
    'Donnerstag',
    'Freitag',
    'Samstag',
    'Sonntag',
  ])
})

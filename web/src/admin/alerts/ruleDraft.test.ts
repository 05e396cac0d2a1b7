import { alertKinds } from '@packboard/model'
import { expect, test } from 'vitest'
import { newCondition, newRule, readTime, ruleFault, timeText } from './ruleDraft.ts'

test.each([
  ['5 min', 300],
  ['5', 300],
  ['90 s', 90],
  ['2h', 7_200],
  ['1,5 h', 5_400],
  ['24 h', 86_400],
])('a time is read as it is typed: %s', (typed, seconds) => {
  expect(readTime(typed)).toBe(seconds)
})

test.each(['', 'soon', '-5 min', '25 h', '5 min 3'])('%j is no time', (typed) => {
  expect(readTime(typed)).toBeNaN()
})

test('a time is written in its largest whole unit', () => {
  expect([90, 300, 5_400, 7_200].map(timeText)).toEqual(['90 s', '5 min', '90 min', '2 h'])
})

test('every kind of rule begins whole, except the states and the name that a person has to choose', () => {
  const faults = alertKinds.map((kind) => [
    kind,
    ruleFault({ ...newRule(1), name: 'A', condition: newCondition(kind) }),
  ])
  expect(faults.filter(([, fault]) => fault !== null)).toEqual([['inState', 'states']])
  expect(ruleFault(newRule(1))).toBe('name')
})

test('what is not whole is named by its part', () => {
  const rule = { ...newRule(1), name: 'A' }
  const condition = { kind: 'stoppedLonger', seconds: Number.NaN } as const
  expect(ruleFault({ ...rule, condition })).toBe('time')
  expect(ruleFault({ ...rule, condition: { kind: 'oeeeUnder', percent: 0 } })).toBe('number')
  expect(ruleFault({ ...rule, machines: [] })).toBe('machines')
  expect(ruleFault({ ...rule, when: [{ days: [], from: '06:00', to: '14:00' }] })).toBe('hours')
})

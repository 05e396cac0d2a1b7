// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { person } from '../../testing/wireAnswers.ts'
import { forgetWithTheSession, keep, kept } from './kept.ts'
import { endSession, keepSession } from './session.ts'

const anna = { ...person({ role: 'user' }), id: 11, accessToken: 'a'.repeat(43) }
const ben = { ...person({ role: 'user' }), id: 12, accessToken: 'b'.repeat(43) }

test('what one person chose is not another one’s choice', () => {
  keepSession(anna)
  keep('times', 'factory')
  keep('pageSize', '50')
  expect([kept('times'), kept('pageSize')]).toEqual(['factory', '50'])
  keepSession(ben)
  expect([kept('times'), kept('pageSize')]).toEqual([null, null])
})

test('it is forgotten with the session', () => {
  keepSession(anna)
  const stop = forgetWithTheSession({ clear: () => {} }, { invalidate: async () => {} })
  keep('times', 'factory')
  endSession()
  keepSession(anna)
  expect(kept('times')).toBeNull()
  expect(localStorage.length).toBe(1)
  stop()
})

test('nobody signed in chooses nothing', () => {
  endSession()
  keep('times', 'factory')
  expect(kept('times')).toBeNull()
  expect(localStorage.length).toBe(0)
})

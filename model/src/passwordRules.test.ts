import { expect, test } from 'vitest'
import { passwordFault } from './passwordRules.ts'

const blank = 'Password cannot be empty or contain only spaces.'

test.each([
  ['', 3, blank],
  ['   ', 3, blank],
  ['\t\u00a0 ', 3, blank],
  ['ab', 3, 'Password must be at least 3 characters long.'],
  ['👩‍🏭', 12, 'Password must be at least 12 characters long.'],
  ['eleven char', 12, 'Password must be at least 12 characters long.'],
  ['abc', 3, undefined],
  [' a ', 3, undefined],
  ['twelve chars', 12, undefined],
])('"%s", at least %i: %s', (password, least, fault) => {
  expect(passwordFault(password, least)).toBe(fault)
})

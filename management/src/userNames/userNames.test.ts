import { expect, test } from 'vitest'
import { readUserName, skeletonOf } from './readUserName.ts'

test.each([
  ['m.hughes', 'm.hughes'],
  ['  Jürgen Müller ', 'Jürgen Müller'],
  ['Мария', 'Мария'],
  ['Ελένη', 'Ελένη'],
  ['山田 タロウ', '山田 タロウ'],
  ['김민수', '김민수'],
  ['أحمد', 'أحمد'],
  ['a_b-c+d@line.example', 'a_b-c+d@line.example'],
  ['ａｄｍｉｎ', 'admin'],
  ['12345', '12345'],
  ['O’Neill №7', 'O’Neill No7'],
])('"%s" is a user name', (typed, stored) => {
  expect(readUserName(typed)).toBe(stored)
})

test.each([
  'admin\u202e',
  'ad\u200bmin',
  'ad\u200dmin',
  'ad\u00admin',
  '\ufeffadmin x\ufeff.',
  'ad\u0000min',
  'ad\nmin',
  'ad\u2028min',
  'ad\u1680min',
  '\ue000',
  '\u0430dmin',
  'Ρaul',
  'Иvan',
])('%j is no user name', (typed) => {
  expect(() => readUserName(typed)).toThrow(
    expect.objectContaining({ code: 'request.invalid', fields: [expect.anything()] }),
  )
})

test.each([
  ['admin', 'ADMIN'],
  ['scope', 'ѕсоре'],
  ['cocoa', 'сосоа'],
  ['paul1', 'paull'],
  ['b0b', 'bob'],
  ['corn', 'com'],
  ['tot', 'τοτ'],
  ['admin', 'ａｄｍｉｎ'],
])('%s and %s look the same', (one, other) => {
  expect(skeletonOf(one)).toBe(skeletonOf(other))
})

test.each([
  ['anna', 'hanna'],
  ['jose', 'josé'],
  ['ivan', 'иван'],
  ['line 2', 'line 3'],
])('%s and %s do not', (one, other) => {
  expect(skeletonOf(one)).not.toBe(skeletonOf(other))
})

import { expect, test } from 'vitest'
import { stateLookup } from './dictionaries.ts'

test.each([
  ['iso-tr88', 1, 2],
  ['iso-tr88', 4, 8],
  ['iso-tr88', 6, 10],
  ['iso-tr88', 17, 4],
  ['iso-tr88', 0, -1],
  ['libremfg', 1, 8],
  ['libremfg', 4, 2],
  ['libremfg', 6, 10],
  ['libremfg', 15, 7],
  ['tmc', 0, 5],
  ['tmc', 4, 10],
  ['tmc', 15, 13],
] as const)('in %s, number %i is state %i', (dictionary, number, code) => {
  expect(stateLookup(dictionary).number(number)).toBe(code)
})

test('names are the same in every standard, in any spelling', () => {
  const { name } = stateLookup('tmc')
  expect(
    ['Execute', 'EXECUTE', 'Un-Holding', 'Un holding', 'Complete', 'Completed'].map(name),
  ).toEqual([10, 10, 14, 14, 4, 4])
})

test('what a dictionary does not hold is not guessed', () => {
  expect(stateLookup('iso-tr88').number(18)).toBeUndefined()
  expect(stateLookup('iso-tr88').number(1.5)).toBeUndefined()
  expect(stateLookup('iso-tr88').name('Dancing')).toBeUndefined()
})

test("a maker's own table comes first, the words of the standard after it", () => {
  const { number, name } = stateLookup({
    numbers: { 40: 20, 41: 21 },
    names: { 'Film low': 20, Idle: 19 },
  })
  expect([number(40), number(1), name('FILM LOW'), name('Idle'), name('Execute')]).toEqual([
    20,
    undefined,
    20,
    19,
    10,
  ])
})

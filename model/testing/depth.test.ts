import fc from 'fast-check'
import { expect, test } from 'vitest'
import { partOf, runsOfProperty, seedOf, testSeed } from './depth.ts'

const hundred = Array.from({ length: 100 }, (_, i) => i)

test('the parts of the days that follow each other are the whole', () => {
  for (const first of [0, 20_779]) {
    const days = Array.from({ length: 9 }, (_, day) => partOf(hundred, 12, first + day))
    expect(days.every((part) => part.length === 12)).toBe(true)
    expect(new Set(days.flat())).toEqual(new Set(hundred))
  }
})

test('a list that is short is taken whole, and an empty one is empty', () => {
  expect(partOf([1, 2, 3], 12, 7).toSorted()).toEqual([1, 2, 3])
  expect(partOf([], 12, 7)).toEqual([])
})

test('the seed is the number of the day unless it is given', () => {
  expect(seedOf(undefined, Date.UTC(1970, 0, 11, 23, 59))).toBe(10)
  expect(seedOf('42', 0)).toBe(42)
  expect(() => seedOf('tomorrow', 0)).toThrow('PACKBOARD_TEST_SEED')
})

test('a property that fails tells its seed and how to see it again', async () => {
  const property = fc.asyncProperty(fc.nat(), async (n) => n < 0)
  const failed = fc.assert(property, runsOfProperty({ deep: 3, daily: 3 }))
  await expect(failed).rejects.toThrow(`seed: ${testSeed}`)
  const again = fc.assert(property, runsOfProperty({ deep: 3, daily: 3 }))
  await expect(again).rejects.toThrow(`PACKBOARD_TEST_SEED=${testSeed} npx vitest run`)
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (n) => n >= 0),
    runsOfProperty({ deep: 3, daily: 3 }),
  )
})

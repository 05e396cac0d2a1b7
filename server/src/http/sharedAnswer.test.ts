import { expect, test } from 'vitest'
import { sharedAnswer } from './sharedAnswer.ts'

test('many who ask within a second cost one question, also while it runs; a failure is shared, too', async () => {
  let now = 0
  let questions = 0
  let fails = false
  const ask = sharedAnswer(
    async () => {
      questions += 1
      if (fails) throw new Error('no answer')
      return questions
    },
    { forMs: 1_000, now: () => now },
  )
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1])
  now = 999
  expect(await ask()).toBe(1)
  now = 1_000
  expect(await Promise.all([ask(), ask()])).toEqual([2, 2])
  // A clock that stepped back keeps nothing.
  now = 0
  expect(await ask()).toBe(3)
  fails = true
  now = 1_000
  await expect(Promise.all([ask(), ask()])).rejects.toThrow('no answer')
  expect(questions).toBe(4)
})

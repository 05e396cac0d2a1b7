import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nextRead } from './nextRead.ts'

type Read = { readonly value: number; answer(): void; fail(): void }

/** Reads that see what is stored when they begin and answer when they are let. */
function store() {
  const reads: Read[] = []
  let stored = 0
  const read = () =>
    new Promise<number>((resolve, reject) => {
      const value = stored
      reads.push({ value, answer: () => resolve(value), fail: () => reject(new Error('broke')) })
    })
  return { reads, read, write: () => (stored += 1), stored: () => stored }
}

const settle = () => new Promise<void>((done) => setImmediate(done))

test('who comes while a read runs shares the next one, which begins after all of them', async () => {
  const { reads, read, write } = store()
  const shared = nextRead()
  const first = shared('client 1', read)
  write()
  const [second, third] = [shared('client 1', read), shared('client 1', read)]
  await settle()
  expect(reads).toHaveLength(1)
  reads[0]?.answer()
  await settle()
  expect(reads).toHaveLength(2)
  reads[1]?.answer()
  expect(await Promise.all([first, second, third])).toEqual([0, 1, 1])
})

test('other keys do not wait, and a read that failed fails for those who shared it alone', async () => {
  const { reads, read } = store()
  const shared = nextRead()
  const failed = shared('client 1', read)
  const other = shared('client 2', read)
  const next = shared('client 1', read)
  reads[0]?.fail()
  reads[1]?.answer()
  await expect(failed).rejects.toThrow('broke')
  expect(await other).toBe(0)
  reads[2]?.answer()
  expect(await next).toBe(0)
  expect(await Promise.race([shared('client 1', read), settle()])).toBeUndefined()
  expect(reads).toHaveLength(4)
})

test('no answer is older than its question, in any order of questions, changes and answers', async () => {
  const step = fc.constantFrom('ask', 'write', 'answer')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const { reads, read, write, stored } = store()
      const shared = nextRead()
      const questions: { least: number; answer: Promise<number> }[] = []
      let answered = 0
      const answerOne = () => reads[answered] && reads[answered++]?.answer()
      for (const each of steps) {
        if (each === 'ask') questions.push({ least: stored(), answer: shared('one', read) })
        else if (each === 'write') write()
        else answerOne()
        await settle()
      }
      while (answered < reads.length) {
        answerOne()
        await settle()
      }
      for (const { least, answer } of questions) expect(await answer).toBeGreaterThanOrEqual(least)
      expect(reads.length).toBeLessThanOrEqual(questions.length)
    }),
  )
})

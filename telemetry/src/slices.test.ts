import { expect, test } from 'vitest'
import { inSlices, longSliceMs, sliceCounts } from './slices.ts'

const answers = () => sliceCounts().find(({ work }) => work === 'answer')

/** Uses the processor as long as it says, by the clock of its own time. */
function use(ms: number): void {
  const began = process.threadCpuUsage()
  const usedMs = () => {
    const { user, system } = process.threadCpuUsage(began)
    return (user + system) / 1_000
  }
  while (usedMs() < ms);
}

test('everything that waits is done between two slices, and each slice is counted', async () => {
  const order: string[] = []
  const beside = new Promise<void>((done) =>
    setImmediate(() => {
      order.push('beside')
      done()
    }),
  )
  function* steps(): Generator<void, string> {
    for (let step = 0; step < 4; step += 1) {
      use(3)
      order.push(`step ${step}`)
      yield
    }
    return 'done'
  }
  expect(await inSlices('answer', steps())).toBe('done')
  await beside
  expect(order.indexOf('beside')).toBeLessThan(4)
  expect(answers()?.slices).toBeGreaterThan(1)
})

test('a slice that held up everybody is counted, with its length, also where the work failed', async () => {
  const before = answers()
  function* steps(): Generator<void, void> {
    use(longSliceMs + 5)
    yield
    throw new Error('wrong')
  }
  await expect(inSlices('answer', steps())).rejects.toThrow('wrong')
  const after = answers()
  expect((after?.longSlices ?? 0) - (before?.longSlices ?? 0)).toBe(1)
  expect(after?.longestMs).toBeGreaterThan(longSliceMs)
  expect((after?.slices ?? 0) - (before?.slices ?? 0)).toBe(2)
})

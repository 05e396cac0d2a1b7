import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SliceTurns } from './sliceTurns.ts'

/** A question that needs so many slices; each is noted when it works. */
async function question(turns: SliceTurns, clientId: number, slices: number, noted: string[]) {
  for (let slice = 1; slice <= slices; slice++) {
    await turns.next(clientId)
    noted.push(`${clientId}`)
  }
}

test('clients take turns, whatever one of them asks: a neighbour waits for one slice at a time', async () => {
  const turns = new SliceTurns()
  const noted: string[] = []
  const flood = Array.from({ length: 8 }, () => question(turns, 1, 5, noted))
  await setImmediate()
  const before = noted.length
  await question(turns, 2, 3, noted)
  // Its three slices, each after at most two of the others: the one that is on and the next.
  expect(noted.length - before).toBeLessThanOrEqual(3 * 3)
  await Promise.all(flood)
  expect(noted.filter((client) => client === '1')).toHaveLength(40)
  expect(noted.filter((client) => client === '2')).toHaveLength(3)
})

test('between two slices everything else of the process has its turn', async () => {
  const turns = new SliceTurns()
  const noted: string[] = []
  const all = Promise.all(Array.from({ length: 6 }, () => question(turns, 1, 1, noted)))
  const seen: number[] = []
  for (let turn = 0; turn < 6; turn++) {
    await setImmediate()
    seen.push(noted.length)
  }
  await all
  expect(seen.every((count, index) => count - (seen[index - 1] ?? 0) <= 1)).toBe(true)
})

test('what waits after all were served is served, too', async () => {
  const turns = new SliceTurns()
  await turns.next(1)
  await setImmediate()
  await turns.next(2)
  await turns.next(1)
})

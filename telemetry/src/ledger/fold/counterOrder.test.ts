import { counterDelta, nanoPacks } from '@packboard/model'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CounterOrder, noCounter, takeReading } from './counterOrder.ts'

const tolerance = 5_000

type Taken = { readonly sourceAt: number; readonly receivedAt: number; readonly count: number }

/** As the ledger meets them: at their own time, or at their receipt when their clock was ahead (D9). */
function asCounted(taken: readonly Taken[]) {
  return taken
    .map(({ sourceAt, receivedAt, count }) => ({
      at: sourceAt - receivedAt > tolerance ? receivedAt : sourceAt,
      sourceAt,
      count,
    }))
    .toSorted((a, b) => a.at - b.at || a.sourceAt - b.sourceAt)
}

function sumOf(taken: readonly Taken[]): bigint {
  let order: CounterOrder = noCounter
  let sum = 0n
  for (const { count, ...moment } of asCounted(taken)) {
    const { counted, order: next } = takeReading(order, nanoPacks(count), moment)
    expect(counted).toBeGreaterThanOrEqual(0n)
    order = next
    sum += counted
  }
  return sum
}

/** D14 to the letter: the steps in the order of the machine's own clock. */
function sumInOwnOrder(taken: readonly Taken[]): bigint {
  const counts = taken
    .toSorted((a, b) => a.sourceAt - b.sourceAt)
    .map(({ count }) => nanoPacks(count))
  return counts.reduce((sum, now, i) => sum + counterDelta(counts[i - 1] ?? null, now), 0n)
}

/** A burst of a buffer whose clock is 20 s ahead: its older part counts at its own time, its newer part at receipt. */
const burst: Taken[] = Array.from({ length: 40 }, (_, i) => ({
  sourceAt: 100_000 + i * 1_000,
  receivedAt: 120_000,
  count: 5_000 + i * 2,
}))

test('a burst with a clock 20 s ahead counts what the machine counted, and no reset', () => {
  const counts = asCounted(burst).map(({ count }) => count)
  expect(counts).not.toEqual(counts.toSorted((a, b) => a - b))
  expect(sumOf(burst)).toBe(78_000_000_000n)
})

test('a clock that is set back begins a new order, and no pack is lost or counted twice', () => {
  const ahead = Array.from({ length: 20 }, (_, i) => ({
    sourceAt: 3_600_000 + i * 1_000,
    receivedAt: i * 1_000,
    count: 9_000 + i,
  }))
  const right = Array.from({ length: 20 }, (_, i) => ({
    sourceAt: 20_000 + i * 1_000,
    receivedAt: 20_000 + i * 1_000,
    count: 9_020 + i,
  }))
  expect(sumOf([...ahead, ...right])).toBe(39_000_000_000n)
})

test('a reset inside a burst with a clock ahead is counted once', () => {
  const reset = burst.map((one, i) => ({ ...one, count: i < 28 ? one.count : i - 28 }))
  expect(sumInOwnOrder(reset)).toBe(65_000_000_000n)
  expect(sumOf(reset)).toBe(65_000_000_000n)
})

test('whatever pieces a buffer comes in, with any clock ahead: the sum of the machine’s own order', () => {
  const pieces = fc.record({
    ahead: fc.integer({ min: 0, max: 60_000 }),
    steps: fc.array(fc.record({ ms: fc.integer({ min: 100, max: 5_000 }), packs: fc.nat(20) }), {
      minLength: 2,
      maxLength: 60,
    }),
    receipts: fc.array(fc.nat(8_000), { minLength: 1, maxLength: 6 }),
    size: fc.integer({ min: 1, max: 20 }),
  })
  fc.assert(
    fc.property(pieces, ({ ahead, steps, receipts, size }) => {
      let now = 0
      let count = 40_000
      const readings = steps.map(({ ms, packs }) => {
        now += ms
        count += packs
        return { sourceAt: now + ahead, count }
      })
      const taken = readings.map((reading, i) => ({
        ...reading,
        receivedAt: now + receipts[Math.floor(i / size) % receipts.length]!,
      }))
      expect(sumOf(taken)).toBe(sumInOwnOrder(taken))
    }),
    { numRuns: 2_000 },
  )
})

test('with clocks on time it is the sum of the steps, resets and all', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(70_000), { maxLength: 40 }), (counts) => {
      const taken = counts.map((count, i) => ({
        sourceAt: i * 1_000,
        receivedAt: i * 1_000 + 40,
        count,
      }))
      expect(sumOf(taken)).toBe(sumInOwnOrder(taken))
    }),
  )
})

import { expect, test } from 'vitest'
import { lossBridge, lossFactor, lossTree } from './lossTree.ts'

const stood = (
  kind: 'cause' | 'reason' | 'micro',
  key: string,
  seconds: number,
  lostPacks: number | null = seconds,
) => ({ kind, key, group: '', seconds, lostPacks, stops: 1 }) as const

/** 8 hours: 2 of them stood, 100 packs of 60 s each were good. */
const shift = {
  ...{ planned: 28_800, run: 21_600, ideal: 20_000, good: 19_000 },
  ...{ speedPacks: 1_600, rejects: 1_000 },
  stood: [stood('cause', 'Film', 5_400), stood('micro', '', 1_800)],
}

test('good time and all losses are planned time, in seconds and in shares', () => {
  const { losses, leftOver, oeee } = lossTree(shift)
  expect(losses.map(({ kind, seconds }) => [kind, seconds])).toEqual([
    ['cause', 5_400],
    ['micro', 1_800],
    ['speed', 1_600],
    ['reject', 1_000],
  ])
  expect(leftOver).toBe(0)
  const shares = losses.reduce((sum, { share }) => sum + share, oeee)
  expect(Math.abs(shares - 100)).toBeLessThan(1e-9)
})

test('a second that is in no row is left over', () => {
  expect(lossTree({ ...shift, planned: 28_801 }).leftOver).toBe(1)
})

test('faster than the target is a loss below zero and stands last', () => {
  const { losses } = lossTree({ ...shift, ideal: 22_000, speedPacks: -400 })
  expect(losses.at(-1)).toMatchObject({ kind: 'speed', seconds: -400, lostPacks: -400 })
})

test('the bars of a bridge are the change of OEEE, and the printed ones from one printed figure to the other', () => {
  const before = lossTree({ ...shift, planned: 30_000, run: 30_000 - 3_333.333 - 1_800 - 7 })
  const week = { ...shift, planned: 30_000, run: 22_859.667 }
  const was = lossTree({
    ...week,
    stood: [stood('cause', 'Film', 5_333.333), stood('micro', '', 1_807)],
  })
  const now = lossTree({
    ...{ ...week, planned: 27_123.457, run: 22_859.667, good: 18_765.4321 },
    stood: [
      stood('reason', 'jam', 3_000.79, null),
      stood('cause', 'Film', 1_200),
      stood('cause', 'Dust', 1),
      stood('micro', '', 62),
    ],
  })
  expect(before.leftOver).not.toBe(0)
  expect([was.leftOver, now.leftOver]).toEqual([0, 0])
  const bridge = lossBridge(was, now)
  const sum = bridge.bars.reduce((all, { points }) => all + points, 0)
  expect(Math.abs(sum - (now.oeee - was.oeee))).toBeLessThan(1e-9)
  expect(Math.abs(bridge.leftOver)).toBeLessThan(1e-9)
  const shown = bridge.bars.reduce((all, bar) => all + Math.round(bar.printed * 100), 0)
  expect(shown).toBe(Math.round(now.oeee * 100) - Math.round(was.oeee * 100))
  for (const { points, printed } of bridge.bars) {
    expect(Math.abs(points - printed)).toBeLessThanOrEqual(0.0100001)
  }
})

test('a cause under 0.05 points is in Other, and so is one too many', () => {
  const tree = (seconds: (index: number) => number) => {
    const rows = Array.from({ length: 12 }, (_, index) =>
      stood('cause', `Cause ${index}`, seconds(index)),
    )
    const time = rows.reduce((sum, row) => sum + row.seconds, 0)
    return lossTree({ ...shift, run: 28_800 - time, stood: rows })
  }
  const { bars } = lossBridge(
    tree(() => 100),
    tree((index) => 100 + index * 10),
  )
  // 10 s of 28,800 s are 0.03 points.
  expect(bars.map(({ kind, key, of }) => [kind, key, of])).toEqual([
    ...[11, 10, 9, 8, 7, 6, 5, 4].map((index) => ['cause', `Cause ${index}`, 1]),
    ['other', '', 4],
    ['speed', '', 1],
    ['reject', '', 1],
  ])
  expect(bars[8]?.points).toBeCloseTo((-100 * 60) / 28_800, 9)
})

test('micro-stops are under availability', () => {
  expect(lossFactor('micro')).toBe('availability')
  expect([lossFactor('speed'), lossFactor('reject')]).toEqual(['performance', 'quality'])
})

import { expect, test } from 'vitest'
import { type LanePart, lanePieces } from './lanePieces.ts'

const [execute, stopped, holding, downstream] = [10, 5, 12, 19]
const part = (from: number, to: number, state: number): LanePart => ({ from, to, state })
const shown = (parts: LanePart[], step: number) =>
  lanePieces(parts, step).map(({ from, to, worst, shares }) => [
    from,
    to,
    worst,
    ...(shares ? [[...shares]] : []),
  ])

test('what is as long as a column is a piece to the ms', () => {
  const parts = [part(0, 1_001, execute), part(1_001, 2_001, stopped), part(2_500, 9_000, execute)]
  expect(shown(parts, 1_000)).toEqual([
    [0, 1_001, execute],
    [1_001, 2_001, stopped],
    [2_500, 9_000, execute],
  ])
})

test('shorter ones share a piece that shows the longest state of the highest band and keeps all times', () => {
  const parts = [
    part(0, 600, execute),
    part(600, 610, stopped),
    part(610, 640, holding),
    part(700, 900, downstream),
    part(900, 1_100, execute),
  ]
  expect(shown(parts, 1_000)).toEqual([
    [
      ...[0, 900, stopped],
      [...[[execute, 600]], ...[[stopped, 10]], ...[[holding, 30]], ...[[downstream, 200]]],
    ],
    [900, 1_100, execute],
  ])
})

test('a machine that never rests gives at most two pieces a column, and no ms is lost', () => {
  let seed = 7
  const next = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return 1 + (seed % most)
  }
  const states = [execute, stopped, holding, downstream]
  const parts: LanePart[] = []
  for (let at = 0; at < 1_000_000; ) {
    const from = at + (next(5) === 1 ? next(300) : 0)
    const to = from + next(400)
    parts.push(part(from, to, states[parts.length % 4] ?? execute))
    at = to
  }
  const pieces = lanePieces(parts, 1_000)
  const sums = (rows: Iterable<readonly [number, number]>) => {
    const found: Record<number, number> = {}
    for (const [state, ms] of rows) found[state] = (found[state] ?? 0) + ms
    return found
  }
  expect(parts.length).toBeGreaterThan(4_000)
  expect(pieces.length).toBeLessThanOrEqual(2 * 1_001)
  expect(pieces.every(({ from, to }) => to - from <= 1_000)).toBe(true)
  expect(
    sums(
      pieces.flatMap(({ from, to, worst, shares }) => [
        ...(shares ?? [[worst, to - from] as const]),
      ]),
    ),
  ).toEqual(sums(parts.map(({ from, to, state }) => [state, to - from] as const)))
})

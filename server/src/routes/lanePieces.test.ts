import { expect, test } from 'vitest'
import { lanePieces as piecesOf } from './timeline.ts'

const [execute, stopped, holding, downstream] = [10, 5, 12, 19]
type LanePart = { readonly from: number; readonly to: number; readonly state: number }
const lanePieces = (parts: readonly LanePart[], step: number) =>
  piecesOf(
    {
      from: parts.map(({ from }) => from),
      to: parts.map(({ to }) => to),
      state: parts.map(({ state }) => state),
    },
    step,
  )
const part = (from: number, to: number, state: number): LanePart => ({ from, to, state })
const shown = (parts: LanePart[], step: number) =>
  lanePieces(parts, step).map(({ from, to, state, shares }) => [from, to, shares ?? state])

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
    [0, 900, [...[stopped, 10], ...[execute, 600], ...[holding, 30], ...[downstream, 200]]],
    [900, 1_100, execute],
  ])
})

test('the worst state is first: of the highest band the longest, of two that are equal the one with the lower number', () => {
  const aborted = 3
  const [long] = lanePieces(
    [part(0, 100, execute), part(100, 130, stopped), part(130, 200, aborted)],
    1_000,
  )
  expect(long?.shares).toEqual([aborted, 70, stopped, 30, execute, 100])
  const [equal] = lanePieces([part(0, 50, stopped), part(50, 100, aborted)], 1_000)
  expect(equal?.shares).toEqual([aborted, 50, stopped, 50])
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
  const pairs = (flat: readonly number[]) =>
    flat.flatMap((state, at) => (at % 2 === 0 ? [[state, flat[at + 1] ?? 0] as const] : []))
  const sums = (rows: Iterable<readonly [number, number]>) => {
    const found: Record<number, number> = {}
    for (const [state, ms] of rows) found[state] = (found[state] ?? 0) + ms
    return found
  }
  expect(parts.length).toBeGreaterThan(4_000)
  expect(pieces.length).toBeLessThanOrEqual(2 * 1_001)
  expect(pieces.every(({ from, to }) => to - from <= 1_000)).toBe(true)
  expect(
    sums(pieces.flatMap(({ from, to, state, shares }) => pairs(shares ?? [state, to - from]))),
  ).toEqual(sums(parts.map(({ from, to, state }) => [state, to - from] as const)))
})

import { expect, test } from 'vitest'
import type { Lane } from '../timeline/lanes.ts'
import { laneShapes } from './laneShapes.ts'

const piece = (from: number, to: number, state: number, band: Lane['pieces'][number]['band']) => ({
  ...{ from, to, state, band, shares: null, bands: null },
})
const pieces = [
  piece(0, 400, 10, 'go'),
  piece(400, 500, 19, 'line'),
  piece(500, 700, 10, 'go'),
  piece(700, 800, 19, 'line'),
  piece(800, 900, 3, 'stop'),
  piece(900, 1_000, 19, 'line'),
]
const stop = (from: number, to: number, kind: 'own' | 'inherited' | 'withheld', seconds = 1) =>
  ({ from: new Date(from), to: new Date(to), seconds, attribution: { kind } }) as never

const kindsOf = (stops: never[]) =>
  laneShapes(pieces, stops, { from: 0, to: 1_000 }, { width: 100, height: 20 }).map(
    ({ kind, colour, path }) => `${kind} ${colour} ${path.split('z').length - 1}`,
  )

test('running time and own stops are solid, the others by their root; one path for what looks alike', () => {
  expect(
    kindsOf([
      stop(400, 500, 'inherited'),
      stop(700, 800, 'withheld'),
      stop(800, 900, 'own'),
      stop(900, 1_000, 'inherited'),
    ]),
  ).toEqual([
    'own var(--go-quiet) 2',
    'own var(--stop) 1',
    'inherited var(--line) 2',
    'withheld var(--line) 1',
  ])
})

test('what the plan takes out and what has no stop is drawn as it was', () => {
  expect(kindsOf([stop(400, 500, 'inherited', 0)])).toEqual([
    'own var(--go-quiet) 2',
    'own var(--line) 3',
    'own var(--stop) 1',
  ])
  expect(laneShapes(pieces, [], { from: 0, to: 0 }, { width: 0, height: 20 })).toEqual([])
})

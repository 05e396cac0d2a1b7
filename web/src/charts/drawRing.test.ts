import { expect, test } from 'vitest'
import { ringPartAt, ringSize } from './drawRing.ts'
import { ringSeries } from './ringSeries.ts'

const slice = (name: string, value: number) => ({ name, value, colour: '#fff' })
const parts = ringSeries([slice('Film', 1), slice('Jaws', 1), slice('Seal', 2)], null)
const centre = ringSize / 2
/** In the middle of the band, this far clockwise from the top. */
const at = (degrees: number, radius = 62) =>
  ringPartAt(
    parts,
    centre + radius * Math.sin((degrees * Math.PI) / 180),
    centre - radius * Math.cos((degrees * Math.PI) / 180),
  )

test('a click finds the part that it is on, clockwise from the top', () => {
  expect([1, 89, 91, 179, 181, 269, 271, 359].map((degrees) => at(degrees))).toEqual([
    'Film',
    'Film',
    'Jaws',
    'Jaws',
    'Seal',
    'Seal',
    'Seal',
    'Seal',
  ])
})

test('the figure in the middle and the corners are no part', () => {
  expect(at(45, 40)).toBeUndefined()
  expect(at(45, 80)).toBeUndefined()
  expect(ringPartAt([], centre, 10)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { ringSeries, shareText } from './ringSeries.ts'

const slice = (name: string, value: number) => ({ name, value, colour: '#fff' })

test('parts keep their order and fill the ring', () => {
  const parts = ringSeries([slice('Run', 75), slice('Idle', 25)], null)
  expect(parts.map(({ name, share }) => [name, share])).toEqual([
    ['Run', 0.75],
    ['Idle', 0.25],
  ])
  expect(parts[0]!.angle).toBeCloseTo(0.75 * Math.PI)
  expect(parts[1]!.angle).toBeCloseTo(1.75 * Math.PI)
})

test('what is nothing has no part', () => {
  expect(ringSeries([slice('Run', 10), slice('Alarm', 0)], null)).toHaveLength(1)
  expect(ringSeries([], null)).toEqual([])
})

test('one alarm among thousands is still seen, and carries no letters', () => {
  const parts = ringSeries([slice('Film', 10_000), slice('Jaws', 1)], null)
  expect(parts[1]!.share).toBeGreaterThan(0.003)
  expect(parts[1]!.marked).toBe(false)
  expect(parts.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
})

test('a chosen part stays full and the others step back; a choice that is not there fades nothing', () => {
  const two = [slice('Film', 2), slice('Jaws', 1)]
  expect(ringSeries(two, 'Jaws').map(({ faded }) => faded)).toEqual([true, false])
  expect(ringSeries(two, 'Seal').map(({ faded }) => faded)).toEqual([false, false])
})

test('shares never read as nothing when there is something', () => {
  expect(shareText(1, 10_000, 0)).toBe('< 1 %')
  expect(shareText(824, 1_000, 1)).toBe('82.4 %')
  expect(shareText(0, 10, 0)).toBe('0 %')
  expect(shareText(0, 0, 0)).toBe('')
})

import { expect, test } from 'vitest'
import { bridgeBrackets, bridgeScale, bridgeSteps } from './bridgeSeries.ts'

test('each bar begins where the one before it ended', () => {
  expect(bridgeSteps(88.5, [{ points: -2 }, { points: 0.5 }])).toEqual([
    { from: 88.5, to: 86.5, takes: true },
    { from: 86.5, to: 87, takes: false },
  ])
})

test('the axis has round values around all bars', () => {
  const drawn = bridgeSteps(88.97, [{ points: -4.8 }, { points: 0.6 }])
  expect(bridgeScale([88.97, 84.77], drawn)).toEqual({
    ...{ least: 83, most: 90 },
    ticks: [83, 84, 85, 86, 87, 88, 89, 90],
  })
})

test('two equal figures have an axis, too', () => {
  const { least, most, ticks } = bridgeScale([71.34, 71.34], [])
  expect([least < 71.34, most > 71.34, ticks.length > 1]).toEqual([true, true, true])
})

test('brackets hold the neighbours of one factor', () => {
  const bars = [
    { factor: 'availability', printed: -0.3 },
    { factor: 'availability', printed: -0.5 },
    { factor: 'quality', printed: 0.1 },
  ] as const
  expect(bridgeBrackets(bars)).toEqual([
    { factor: 'availability', first: 0, last: 1, points: -0.8 },
    { factor: 'quality', first: 2, last: 2, points: 0.1 },
  ])
})

import { expect, test } from 'vitest'
import { stateBarsSeries } from './stateBarsSeries.ts'

test('the longest comes first, with the look of its band', () => {
  const bars = stateBarsSeries([
    { name: 'Idle', seconds: 800 },
    { name: 'Execute', seconds: 25_020 },
    { name: 'Film Snap', seconds: 41 },
  ])
  expect(bars.map(({ name, band, shape, hollow }) => [name, band, shape, hollow])).toEqual([
    ['Execute', 'go', 'play', false],
    ['Idle', 'go', 'playHollow', true],
    ['Film Snap', 'line', 'diamond', false],
  ])
  expect(bars.map(({ time, share }) => `${time} ${share}`)).toEqual([
    '6h 57m 96.7 %',
    '13m 20s 3.1 %',
    '41s 0.2 %',
  ])
})

test('a state that is not in the table is dark and keeps its name', () => {
  expect(stateBarsSeries([{ name: 'State 77', seconds: 5 }])[0]).toMatchObject({
    name: 'State 77',
    band: 'dark',
    shape: 'slash',
  })
})

test('a state without time has no bar', () => {
  expect(stateBarsSeries([{ name: 'Idle', seconds: 0 }])).toEqual([])
})

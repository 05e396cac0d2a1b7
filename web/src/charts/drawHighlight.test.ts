import { expect, test } from 'vitest'
import { between, stepsBack } from './drawHighlight.ts'

const at = (seconds: number) => new Date(seconds * 1_000)
const span = (from: number, to: number) => ({ from: at(from), to: at(to) })
const place = (moment: Date) => moment.getTime() / 1_000

test('what no selected time covers is free, also where times overlap or reach over the edge', () => {
  expect(between([], place, 100)).toEqual([[0, 100]])
  expect(between([span(40, 60), span(10, 20), span(50, 70)], place, 100)).toEqual([
    [0, 10],
    [20, 40],
    [70, 100],
  ])
  expect(between([span(-20, 5), span(90, 120)], place, 100)).toEqual([[5, 90]])
})

test('a stop of no width is still seen', () => {
  expect(between([span(50, 50)], place, 100)).toEqual([
    [0, 50],
    [52, 100],
  ])
})

test('an alarm belongs to a stop from 5 s before it; without a selection nothing steps back', () => {
  const highlight = { spans: [span(100, 200)], open: null }
  const strength = (seconds: number) => stepsBack(highlight, [{ at: at(seconds) }])
  expect([94, 95, 199, 200].map(strength)).toEqual([0.28, 1, 1, 0.28])
  expect(stepsBack(null, [{ at: at(0) }])).toBe(1)
  expect(stepsBack(highlight, [{ at: at(0) }, { at: at(150) }])).toBe(1)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bounded, panned, pinched, wheelFactor, windowByKey, zoomed } from './timeWindow.ts'

const minute = 60_000
const bounds = { since: 0, until: 10_000 * minute, least: 10 * minute, most: 8_000 * minute }
const day = { from: 1_000 * minute, to: 2_440 * minute }
const minutes = ({ from, to }: { from: number; to: number }) => [from / minute, to / minute]

test('zooming keeps the instant under the pointer where it is', () => {
  expect(minutes(zoomed(day, 1_360 * minute, 2, bounds))).toEqual([1_180, 1_900])
  expect(minutes(zoomed(day, day.from, 2, bounds))).toEqual([1_000, 1_720])
})

test('a window is never shorter or longer than allowed, and never reaches beyond its ends', () => {
  expect(minutes(zoomed(day, day.from, 1_000, bounds))).toEqual([1_000, 1_010])
  expect(minutes(zoomed(day, day.to, 1 / 100, bounds))).toEqual([0, 8_000])
  expect(minutes(panned({ from: 9_000 * minute, to: 9_900 * minute }, 1, bounds))).toEqual([
    9_100, 10_000,
  ])
  expect(minutes(bounded({ from: 50 * minute, to: 52 * minute }, bounds))).toEqual([46, 56])
})

test('two fingers hold what they took hold of', () => {
  // Apart from a half to the whole: half as long. Both moved: the window follows.
  expect(minutes(pinched(day, [0.25, 0.75], [0, 1], bounds))).toEqual([1_360, 2_080])
  expect(minutes(pinched(day, [0.2, 0.4], [0.3, 0.5], bounds))).toEqual([856, 2_296])
})

test('keys: plus, minus, zero, and arrows with Shift', () => {
  const by = (key: string, shiftKey = false) => windowByKey({ key, shiftKey }, day, null, bounds)
  expect(minutes(by('+') as typeof day)).toEqual([1_360, 2_080])
  expect(minutes(by('-') as typeof day)).toEqual([280, 3_160])
  expect(by('0')).toBe('whole')
  expect(minutes(by('ArrowRight', true) as typeof day)).toEqual([1_360, 2_800])
  expect(by('ArrowRight')).toBe(null)
  expect(by('x')).toBe(null)
})

test('whatever is done with the hands, the window is one that can be requested', () => {
  const share = fc.double({ min: -3, max: 3, noNaN: true })
  const hand = fc.oneof(
    fc.record({ zoom: share, at: share }),
    fc.record({ pan: share }),
    fc.record({ pinch: fc.tuple(share, share, share, share) }),
  )
  fc.assert(
    fc.property(fc.array(hand, { maxLength: 30 }), (hands) => {
      let window = day
      for (const done of hands) {
        if ('pan' in done) window = panned(window, done.pan, bounds)
        else if ('pinch' in done) {
          const [a, b, c, d] = done.pinch
          window = pinched(window, [a, b], [c, d], bounds)
        } else {
          const at = window.from + done.at * (window.to - window.from)
          window = zoomed(window, at, wheelFactor(done.zoom * 300), bounds)
        }
        expect(window.from).toBeGreaterThanOrEqual(bounds.since)
        expect(window.to).toBeLessThanOrEqual(bounds.until + 1)
        expect(window.to - window.from).toBeGreaterThanOrEqual(bounds.least - 1)
        expect(window.to - window.from).toBeLessThanOrEqual(bounds.most + 1)
      }
    }),
  )
})

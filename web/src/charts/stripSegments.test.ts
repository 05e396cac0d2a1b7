import { expect, test } from 'vitest'
import { stripSegments, stripTicks } from './stripSegments.ts'

const from = new Date('2026-11-21T06:00:00Z')
const to = new Date('2026-11-21T14:00:00Z')
const at = (time: string) => new Date(`2026-11-21T${time}Z`)

test('a stop of three seconds is still seen in a strip of eight hours', () => {
  const [, stop] = stripSegments(
    [
      { from, to: at('10:00:00'), state: 10 },
      { from: at('10:00:00'), to: at('10:00:03'), state: 3 },
    ],
    from,
    to,
    600,
  )
  expect(stop).toMatchObject({ width: 2, height: 1, colour: 'var(--stop)' })
  expect(stop!.x).toBeCloseTo(300)
})

test('a machine that changes every five seconds for eight hours has a few columns, not thousands', () => {
  const seconds = 8 * 3_600
  const parts = Array.from({ length: seconds / 5 }, (_, index) => ({
    from: new Date(from.getTime() + index * 5_000),
    to: new Date(from.getTime() + (index + 1) * 5_000),
    state: index % 2 === 0 ? 10 : 3,
  }))
  const columns = stripSegments(parts, from, to, 600)
  expect(columns).toHaveLength(2)
  expect(columns.map(({ colour }) => colour)).toEqual(['var(--go-quiet)', 'var(--stop)'])
  expect(columns.map(({ x, width }) => Math.round(x + width))).toEqual([600, 600])
})

test('alike columns with time without data between them stay two', () => {
  const parts = [
    { from: at('07:00:00'), to: at('08:00:00'), state: 10 },
    { from: at('08:01:00'), to: at('09:00:00'), state: 10 },
  ]
  expect(stripSegments(parts, from, to, 600)).toHaveLength(2)
})

test('taller bands are drawn over lower ones, so that a stop never hides under running', () => {
  const heights = stripSegments(
    [
      { from, to: at('07:00:00'), state: 3 },
      { from: at('07:00:00'), to: at('08:00:00'), state: 10 },
      { from: at('08:00:00'), to: at('09:00:00'), state: 13 },
    ],
    from,
    to,
    600,
  ).map(({ height }) => height)
  expect(heights).toEqual([...heights].sort((a, b) => a - b))
})

test('what lies outside the window is cut off, and a time nobody spoke for stays empty', () => {
  const segments = stripSegments(
    [
      { from: at('05:00:00'), to: at('06:30:00'), state: 10 },
      { from: at('13:30:00'), to: at('15:00:00'), state: 8 },
    ],
    from,
    to,
    480,
  )
  expect(segments.map(({ x, width }) => [x, width])).toEqual([
    [0, 30],
    [450, 30],
  ])
  expect(segments[1]!.hollow).toBe(true)
})

test('ticks stand at full even hours of the shown clock', () => {
  for (const { at: tick, share } of stripTicks(from, to, 'America/St_Johns')) {
    // Three and a half hours behind UTC.
    expect(tick.toISOString().slice(11)).toMatch(/^\d[13579]:30:00/)
    expect(share).toBeGreaterThanOrEqual(0)
    expect(share).toBeLessThanOrEqual(1)
  }
})

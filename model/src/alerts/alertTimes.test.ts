import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, localDate, wallTimeToInstant } from '../zones.ts'
import { type AlertHours, alertLimits } from './alertRule.ts'
import { alertTimes, commonSpans, type HeldSpan, hoursBetween, spansWithout } from './alertTimes.ts'

const last = 60
const anySpan = fc
  .tuple(fc.integer({ min: 0, max: last }), fc.integer({ min: 1, max: 12 }))
  .map(([from, length]): HeldSpan => ({ from, to: from + length }))
const anySpans = fc.array(anySpan, { maxLength: 8 })
const clear = 5

/** The rule in words, instant by instant. */
function byInstant(spans: readonly HeldSpan[], forMs: number) {
  const holds = (at: number) => spans.some(({ from, to }) => from <= at && at < (to ?? at + 1))
  const found: { openedAt: number; endedAt: number | null }[] = []
  let [held, missing, open] = [0, clear, false]
  for (let at = 0; at <= last + 30; at += 1) {
    if (holds(at)) {
      held += 1
      missing = 0
      if (!open && held > 0 && (held >= forMs || forMs === 0)) {
        open = true
        found.push({ openedAt: at - held + 1 + forMs, endedAt: null })
      }
      continue
    }
    const alert = found.at(-1)
    if (held > 0 && open && alert) alert.endedAt = at
    held = 0
    missing += 1
    if (missing >= clear) open = false
  }
  return found
}

test('an alert opens once its condition held so long, and ends when it did not for a while', () => {
  fc.assert(
    fc.property(anySpans, fc.integer({ min: 0, max: 6 }), (spans, forMs) => {
      expect(alertTimes(spans, forMs, clear)).toEqual(byInstant(spans, forMs))
    }),
  )
})

test('neither the order of spans nor a cut through them matters', () => {
  fc.assert(
    fc.property(
      anySpans,
      fc.integer({ min: 0, max: 6 }),
      fc.integer({ min: 0, max: last }),
      (spans, forMs, at) => {
        const cut = spans.flatMap(({ from, to }) =>
          from < at && at < (to ?? at)
            ? [
                { from: at, to },
                { from, to: at },
              ]
            : [{ from, to }],
        )
        expect(alertTimes(cut.toReversed(), forMs, clear)).toEqual(alertTimes(spans, forMs, clear))
      },
    ),
  )
})

test('what still holds has no end, and an instant opens without a length', () => {
  const { clearMs } = alertLimits
  const spans = [
    { from: 10, to: 10 },
    { from: 10 + clearMs, to: null },
  ]
  expect(alertTimes(spans, 0)).toEqual([
    { openedAt: 10, endedAt: 10 },
    { openedAt: 10 + clearMs, endedAt: null },
  ])
  expect(alertTimes(spans, 1)).toEqual([{ openedAt: 11 + clearMs, endedAt: null }])
})

test('spans in others are what is in both', () => {
  fc.assert(
    fc.property(anySpans, anySpans, (one, other) => {
      const is = (spans: readonly HeldSpan[], at: number) =>
        spans.some(({ from, to }) => from <= at && at < (to ?? at + 1))
      const both = commonSpans(one, other)
      const left = spansWithout({ from: 0, to: last }, other as { from: number; to: number }[])
      for (let at = 0; at < last; at += 1) {
        expect(is(both, at)).toBe(is(one, at) && is(other, at))
        expect(is(left, at)).toBe(!is(other, at))
      }
    }),
  )
})

describe('hours of a rule', () => {
  const zone = 'Europe/London'
  const clock = {
    dateAt: (at: number) => localDate(new Date(at), zone),
    addDays,
    instant: (date: string, time: string, side: 'start' | 'end') =>
      wallTimeToInstant({ date, time }, zone, side).getTime(),
  }
  const hours: AlertHours[] = [{ days: [6, 7], from: '22:00', to: '06:00' }]
  const between = (from: string, to: string) =>
    hoursBetween(hours, Date.parse(from), Date.parse(to), clock).map((span) => [
      new Date(span.from).toISOString(),
      new Date(span.to).toISOString(),
    ])

  test('end on the next day, and a night is as long as the clocks make it', () => {
    expect(between('2026-03-27T12:00Z', '2026-03-30T12:00Z')).toEqual([
      ['2026-03-28T22:00:00.000Z', '2026-03-29T05:00:00.000Z'],
      ['2026-03-29T21:00:00.000Z', '2026-03-30T05:00:00.000Z'],
    ])
    expect(between('2026-10-24T23:00Z', '2026-10-25T12:00Z')).toEqual([
      ['2026-10-24T23:00:00.000Z', '2026-10-25T06:00:00.000Z'],
    ])
  })
})

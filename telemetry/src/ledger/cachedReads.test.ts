import { describe, expect, test } from 'vitest'
import { CachedReads, type Moment, type SpanTime } from './cachedReads.ts'
import { minuteMs } from './fold/minute.ts'
import { OpenViews } from './ledgerView.ts'

const place = { clientId: 1, machineId: 7 }
const neighbour = { clientId: 2, machineId: 8 }
const hour = 3_600_000
const span = { from: 2 * hour + 1, to: 2 * hour + 90_001 }
const inHour = (number: number) => ({ from: number * hour, to: (number + 1) * hour })
const time = (ms: number): SpanTime => ({
  ...{ at: 2 * hour, ms, state: 4, category: 'idle', product: 'A', tool: '', causeGroup: '' },
  cause: '',
})
const reading = () => ({ spoiled: false, generation: 0 })

describe('what spans are made of', () => {
  test('is here until a minute of theirs is about to be written', () => {
    const cache = new CachedReads<SpanTime>(100)
    cache.keep(place, span, [time(5)], reading())
    cache.keep(neighbour, span, [time(6), time(7)], reading())
    cache.forgetRange(7, inHour(3))
    cache.forgetRange(7, { from: 2 * hour + 2 * minuteMs, to: 3 * hour })
    expect(cache.of(place, span)).toEqual([time(5)])
    expect(cache.of({ ...place, clientId: 2 }, span)).toBeUndefined()
    cache.forgetRange(7, { from: 2 * hour + minuteMs, to: 2 * hour + 2 * minuteMs })
    expect(cache.of(place, span)).toBeUndefined()
    expect(cache.of(neighbour, span)).toEqual([time(6), time(7)])
    expect(cache.length).toBe(2)
    cache.forget(8)
    expect(cache.of(neighbour, span)).toBeUndefined()
    expect(cache.length).toBe(0)
  })

  test('is not kept from a reader under which rows were written that it relies on', () => {
    const cache = new CachedReads<SpanTime>(100)
    const views = new OpenViews()
    const [first, second, third] = [reading(), reading(), reading()]
    const until = (end: number) => new Map([[7, end]])
    views.open(first, { reliesFrom: Number.NEGATIVE_INFINITY, reliesUntil: until(3 * hour) })
    views.open(second, { reliesFrom: Number.NEGATIVE_INFINITY, reliesUntil: until(2 * hour) })
    views.open(third, { reliesFrom: 3 * hour, reliesUntil: until(4 * hour) })
    views.spoil(8, { from: 0, until: 9 * hour })
    views.spoil(7, { from: 2 * hour, until: 3 * hour - minuteMs })
    cache.keep(place, span, [time(5)], first)
    expect(cache.of(place, span)).toBeUndefined()
    for (const [index, other] of [second, third].entries()) {
      cache.keep(place, inHour(index), [time(index)], other)
      expect(cache.of(place, inHour(index))).toEqual([time(index)])
    }
    views.close(second)
    views.spoil(7, { from: 0, until: 9 * hour })
    expect([second.spoiled, third.spoiled]).toEqual([false, true])
  })

  test('is not kept from a reader that began before all was forgotten', () => {
    const cache = new CachedReads<SpanTime>(100)
    const before = { spoiled: false, generation: cache.generation }
    cache.forgetAll()
    cache.keep(place, span, [time(5)], before)
    expect(cache.of(place, span)).toBeUndefined()
    cache.keep(place, span, [time(5)], { spoiled: false, generation: cache.generation })
    expect(cache.of(place, span)).toEqual([time(5)])
  })

  test('has a bound: the machine that was asked for longest ago goes first', () => {
    const cache = new CachedReads<SpanTime>(3)
    cache.keep(place, span, [time(1)], reading())
    cache.keep(neighbour, span, [time(1)], reading())
    cache.of(place, span)
    cache.keep({ clientId: 1, machineId: 9 }, span, [time(1), time(2)], reading())
    expect(cache.of(neighbour, span)).toBeUndefined()
    expect(cache.of(place, span)).toEqual([time(1)])
    expect(cache.length).toBe(3)
    cache.keep(place, span, [time(1)], reading())
    expect(cache.length).toBe(3)
  })
})

test('a moment is here until its minute is written again; offline is known, too', () => {
  const moments = new CachedReads<Moment | null>(100)
  const moment: Moment = {
    state: 10,
    category: 'run',
    product: 'A',
    tool: 'T1',
    causeGroup: '',
    speed: 1,
    speedKnown: true,
  }
  const at = (instant: number) => ({ from: instant, to: instant + 1 })
  moments.keep(place, at(hour + 1), [moment], reading())
  moments.keep(place, at(hour + minuteMs), [null], reading())
  moments.forgetRange(7, { from: hour - minuteMs, to: hour })
  expect([moments.of(place, at(hour + 1)), moments.of(place, at(hour + 2))]).toEqual([
    [moment],
    undefined,
  ])
  moments.forgetRange(7, { from: hour, to: hour + minuteMs })
  expect(moments.of(place, at(hour + 1))).toBeUndefined()
  expect(moments.of(place, at(hour + minuteMs))).toEqual([null])
})

import { describe, expect, test } from 'vitest'
import { RememberedReads } from './rememberedReads.ts'
import type { SpanTime } from './spanTime.ts'

const place = { clientId: 1, machineId: 7 }
const neighbour = { clientId: 2, machineId: 8 }
const hour = 3_600_000
const span = { from: 2 * hour + 1, to: 2 * hour + 90_001 }
const inHour = (number: number) => ({ from: number * hour, to: (number + 1) * hour })
const time = (ms: number): SpanTime => ({
  ...{ at: 2 * hour, ms, state: 4, category: 'idle', product: 'A', tool: '', causeGroup: '' },
  cause: '',
})

describe('what spans are made of', () => {
  test('is here until a minute of theirs is about to be written', () => {
    const memory = new RememberedReads<SpanTime>(100)
    memory.keep(place, span, [time(5)], memory.mark)
    memory.keep(neighbour, span, [time(6), time(7)], memory.mark)
    memory.forgetRange(7, inHour(3))
    expect(memory.of(place, span)).toEqual([time(5)])
    expect(memory.of({ ...place, clientId: 2 }, span)).toBeUndefined()
    memory.forgetRange(7, inHour(2))
    expect(memory.of(place, span)).toBeUndefined()
    expect(memory.of(neighbour, span)).toEqual([time(6), time(7)])
    expect(memory.length).toBe(2)
    memory.forget(8)
    expect(memory.of(neighbour, span)).toBeUndefined()
    expect(memory.length).toBe(0)
  })

  test('is not kept from a view that is older than what was written since', () => {
    const memory = new RememberedReads<SpanTime>(100)
    const since = memory.mark
    memory.forgetRange(7, inHour(2))
    memory.keep(place, span, [time(5)], since)
    expect(memory.of(place, span)).toBeUndefined()
    memory.keep(neighbour, span, [time(5)], since)
    expect(memory.of(neighbour, span)).toEqual([time(5)])
    const now = memory.mark
    memory.forgetRange(7, inHour(9))
    memory.keep(place, span, [time(5)], now)
    expect(memory.of(place, span)).toEqual([time(5)])
    memory.forgetAll()
    memory.keep(place, span, [time(5)], now)
    expect(memory.of(place, span)).toBeUndefined()
  })

  test('is not kept from a view that is older than what is known of the writing', () => {
    const memory = new RememberedReads<SpanTime>(100)
    const since = memory.mark
    memory.forgetRange(7, inHour(2))
    for (let number = 100; number < 200; number += 1) memory.forgetRange(7, inHour(number))
    memory.keep(place, span, [time(5)], since)
    expect(memory.of(place, span)).toBeUndefined()
  })

  test('has a bound: the machine that was asked for longest ago goes first', () => {
    const memory = new RememberedReads<SpanTime>(3)
    memory.keep(place, span, [time(1)], memory.mark)
    memory.keep(neighbour, span, [time(1)], memory.mark)
    memory.of(place, span)
    memory.keep({ clientId: 1, machineId: 9 }, span, [time(1), time(2)], memory.mark)
    expect(memory.of(neighbour, span)).toBeUndefined()
    expect(memory.of(place, span)).toEqual([time(1)])
    expect(memory.length).toBe(3)
    memory.keep(place, span, [time(1)], memory.mark)
    expect(memory.length).toBe(3)
  })
})

import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useWindowStart } from './useWindowStart.ts'

afterEach(() => vi.useRealTimers())

function begin(at: string) {
  vi.useFakeTimers({ now: new Date(at) })
  return renderHook(() => useWindowStart()).result
}
const two = (value: number) => String(value).padStart(2, '0')
const clock = (at: Date) => `${two(at.getHours())}:${two(at.getMinutes())}`

test('from 06:00 UTC on the overview begins there, before at the start of the UTC day', () => {
  expect(begin('2026-11-21T14:32:00Z').current.from).toEqual(new Date('2026-11-21T06:00:00Z'))
  expect(begin('2026-11-21T05:59:00Z').current.from).toEqual(new Date('2026-11-21T00:00:00Z'))
})

test('its time of day is told on the clocks of the browser', () => {
  const { current } = begin('2026-11-21T14:32:00Z')
  expect(current.time).toBe(clock(current.from))
})

test('a time that is still to come today means yesterday', () => {
  const result = begin('2026-11-21T14:32:00Z')
  const later = new Date('2026-11-21T14:40:00Z')
  act(() => result.current.changeTime(clock(later)))
  expect(result.current.from).toEqual(new Date('2026-11-20T14:40:00Z'))
})

test('what is no time changes nothing', () => {
  const result = begin('2026-11-21T14:32:00Z')
  act(() => result.current.changeTime(''))
  act(() => result.current.changeTime('25:00'))
  expect(result.current.from).toEqual(new Date('2026-11-21T06:00:00Z'))
})

test('a page that stays open begins again the next day at the same time', () => {
  const result = begin('2026-11-21T14:32:00Z')
  act(() => vi.advanceTimersByTime(15 * 3_600_000))
  expect(result.current.from).toEqual(new Date('2026-11-21T06:00:00Z'))
  act(() => vi.advanceTimersByTime(3_600_000))
  expect(result.current.from).toEqual(new Date('2026-11-22T06:00:00Z'))
})

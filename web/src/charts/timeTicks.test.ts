import { expect, test } from 'vitest'
import { browserZone as zone } from '../time/zone.ts'
import { timeTicks } from './timeTicks.ts'

const from = new Date(2026, 10, 21, 6, 0)
const clock = ({ at }: { at: Date }) => `${at.getHours()}:${at.getMinutes()}`

test('an hour has a tick where there is room, every second hour where there is less', () => {
  const to = new Date(2026, 10, 21, 14, 32)
  expect(timeTicks(from, to, 12, zone).map(clock)).toEqual(
    [6, 7, 8, 9, 10, 11, 12, 13, 14].map((hour) => `${hour}:0`),
  )
  expect(timeTicks(from, to, 5, zone).map(clock)).toEqual(['6:0', '8:0', '10:0', '12:0', '14:0'])
})

test('ticks stand on the full hours of the clock, wherever the window begins', () => {
  const late = new Date(2026, 10, 21, 6, 5, 30)
  const to = new Date(2026, 10, 21, 9, 0)
  const ticks = timeTicks(late, to, 12, zone)
  expect(ticks.map(clock)).toEqual(['7:0', '8:0', '9:0'])
  expect(ticks.at(-1)!.share).toBe(1)
})

test('a window of a minute has no tick, and one of a whole day not too many', () => {
  expect(timeTicks(new Date(2026, 10, 21, 6, 1), new Date(2026, 10, 21, 6, 2), 12, zone)).toEqual(
    [],
  )
  const day = timeTicks(from, new Date(2026, 10, 22, 6, 0), 12, zone)
  expect(day.length).toBeLessThanOrEqual(13)
})

test('full hours are those of the zone that is shown, half-hour zones included', () => {
  const [begin, end] = [new Date('2026-11-21T06:00:00Z'), new Date('2026-11-21T10:00:00Z')]
  const texts = (shown: string) =>
    timeTicks(begin, end, 12, shown).map(({ at }) => at.toISOString().slice(11, 16))
  expect(texts('Europe/Oslo')).toEqual(['06:00', '07:00', '08:00', '09:00', '10:00'])
  expect(texts('America/St_Johns')).toEqual(['06:30', '07:30', '08:30', '09:30'])
})

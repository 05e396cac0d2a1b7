import { productionDefault, type ShiftPlan } from '@packboard/model'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PageTimesProvider } from '../time/zone.ts'
import { openFilter, type ProductionFilter } from './filter.ts'
import { pickedText } from './filterText.ts'
import { kindOfWindow, shiftOfWindow } from './presetWindow.ts'
import { WindowKinds } from './TimePicker.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T14:32:08Z'), toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

const zone = 'Europe/Oslo'
const factory: ShiftPlan = {
  zone,
  starts: [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
    { weekday, start: '06:00', name: 'Early' },
    { weekday, start: '14:00', name: 'Late' },
    { weekday, start: '22:00', name: 'Night' },
  ]),
}
const usual = openFilter(productionDefault(new Date('2026-11-21T14:32:08Z'), zone), [])

function show(filter: ProductionFilter, plan: ShiftPlan | null) {
  const apply = vi.fn((_filter: ProductionFilter) => {})
  render(
    <PageTimesProvider value={{ zone, preferred: zone, factory: plan }}>
      <WindowKinds {...{ filter, apply }} />
    </PageTimesProvider>,
  )
  return apply
}

const kinds = () => within(screen.getByRole('group', { name: 'Usual time periods' }))

test.each([
  ['Shift', 'This shift', '2026-11-21 14:00 – 2026-11-21 22:00'],
  ['24 hours', 'Last 24 hours', '2026-11-20 15:33 – 2026-11-21 15:33'],
  ['Day', 'Today', '2026-11-21 00:00 – 2026-11-21 23:59'],
  ['7 days', 'Last 7 Days', '2026-11-15 00:00 – 2026-11-21 23:59'],
])('%s is %s, at one press', async (name, preset, window) => {
  const apply = show({ ...usual, tool: 'T38-A' }, factory)
  await userEvent.click(kinds().getByRole('button', { name }))
  const chosen = apply.mock.calls[0]?.[0]
  expect(chosen).toMatchObject({ preset, tool: 'T38-A' })
  expect(
    chosen && `${chosen.startDate} ${chosen.startTime} – ${chosen.endDate} ${chosen.endTime}`,
  ).toBe(window)
})

test('a client without shifts is offered none', () => {
  show(usual, { zone, starts: [] })
  expect(
    kinds()
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['24 hours', 'Day', '7 days'])
})

test('the kind that is shown is pressed, also of the past', () => {
  const yesterday = { startDate: '2026-11-20', endDate: '2026-11-20' }
  show({ ...usual, ...yesterday, startTime: '06:00', endTime: '14:00' }, factory)
  const pressed = kinds()
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-pressed') === 'true')
  expect(pressed.map(({ textContent }) => textContent)).toEqual(['Shift'])
})

test.each([
  ['2026-11-20 22:00 – 2026-11-21 06:00', 'shift', 'Night, 20-11-2026 22:00 – 21-11-2026 06:00'],
  ['2026-11-21 06:00 – 2026-11-21 14:00', 'shift', 'Early, 21-11-2026 06:00 – 14:00'],
  ['2026-11-21 00:00 – 2026-11-21 23:59', 'day', '21-11-2026'],
  ['2026-11-09 00:00 – 2026-11-15 23:59', 'days7', '09-11-2026 – 15-11-2026'],
  ['2026-11-09 00:00 – 2026-11-16 23:59', null, '09-11-2026 – 16-11-2026'],
  ['2026-11-21 06:00 – 2026-11-21 14:01', null, '21-11-2026 06:00 – 14:01'],
  ['2026-11-20 06:00 – 2026-11-21 18:00', null, '20-11-2026 06:00 – 21-11-2026 18:00'],
])('%s is the kind %s and reads %s', (text, kind, words) => {
  const [startDate = '', startTime = '', , endDate = '', endTime = ''] = text.split(' ')
  const window = { startDate, startTime, endDate, endTime, zone }
  expect(kindOfWindow(window, factory)).toBe(kind)
  expect(pickedText(window, shiftOfWindow(window, factory))).toBe(words)
})

test('24 hours are a kind only while they follow the clock', () => {
  const window = {
    ...{ startDate: '2026-11-20', startTime: '15:33', endDate: '2026-11-21', endTime: '15:33' },
    zone,
  }
  expect(kindOfWindow({ ...window, preset: 'Last 24 hours' }, factory)).toBe('hours24')
  expect(kindOfWindow(window, factory)).toBeNull()
})

import { MantineProvider } from '@mantine/core'
import { daySummaryDefault, productionDefault, type ShiftPlan } from '@packboard/model'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { person } from '../../testing/wireAnswers.ts'
import { setLanguage } from '../i18n/language.ts'
import { kept } from '../session/kept.ts'
import { keepSession } from '../session/session.ts'
import { theme } from '../theme/Colours.tsx'
import { browserZone, PageTimesProvider } from '../time/zone.ts'
import { FilterBar } from './FilterBar.tsx'
import { openFilter, type ProductionFilter } from './filter.ts'
import { filterWire } from './filterWire.ts'
import type { Undoing } from './useUndo.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T14:32:08Z'), toFake: ['Date'] })
})
afterEach(() => vi.useRealTimers())

const choices = {
  machine: ['FW-101', 'FW-102'],
  tool: ['T38-A', 'T45-B'],
  product: ['Choc Bar 45 g', 'Hazelnut Praline Selection Gift Box 250 g'],
}

const undoing = { remember: () => {}, undo: null }

const production = (zone = 'Europe/London') =>
  openFilter(productionDefault(new Date(), zone), ['product'])

function show(
  filter: ProductionFilter,
  factory: ShiftPlan | null = null,
  more: { atOnce?: boolean; undoing?: Undoing } = {},
) {
  const apply = vi.fn((_filter: ProductionFilter) => {})
  const clear = vi.fn()
  render(
    <MantineProvider theme={theme} forceColorScheme="dark" env="test">
      <PageTimesProvider value={{ zone: filter.zone, preferred: filter.zone, factory }}>
        <FilterBar {...{ filter, choices, apply, clear, undoing }} {...more} />
      </PageTimesProvider>
    </MantineProvider>,
  )
  return { apply, clear, user: userEvent.setup() }
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('the production page opens at yesterday 06:00 to today 18:00 and offers all eleven presets', async () => {
  show(production())
  const field = screen.getByRole('button', { name: 'Time Period, 20-11-2026 – 21-11-2026' })
  expect(screen.getByLabelText<HTMLInputElement>('Start time').value).toBe('06:00')
  expect(screen.getByLabelText<HTMLInputElement>('End time').value).toBe('18:00')
  expect(screen.getByLabelText('Start time').getAttribute('step')).toBe('300')
  await userEvent.click(field)
  const presets = within(await screen.findByRole('list', { name: 'Presets' }))
  expect(presets.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Last 8 hours',
    'Last 16 hours',
    'Last 24 hours',
    'Today',
    'Yesterday',
    'Last 7 Days',
    'Last 30 Days',
    'This Month',
    'Last Month',
    'This Year',
    'Last Year',
  ])
})

test('the bar shows a select for what its filter carries and for nothing else', () => {
  const { product: _, ...withoutProduct } = production()
  show(withoutProduct)
  expect(screen.getByRole('combobox', { name: 'Tool' })).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Product' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: 'Machine' })).toBeNull()
})

test('the variant of the per-day summary has a Machine select', () => {
  show(openFilter(daySummaryDefault(new Date(), 'Europe/London'), ['product', 'machine']))
  for (const name of ['Machine', 'Tool', 'Product']) {
    expect(screen.getByRole('combobox', { name })).toBeTruthy()
  }
})

test('nothing counts before Apply', async () => {
  const { apply } = show(production())
  await userEvent.click(screen.getByRole('combobox', { name: 'Tool' }))
  await userEvent.click(await screen.findByRole('option', { name: 'T45-B' }))
  expect(apply).not.toHaveBeenCalled()
  await press('Apply')
  expect(apply).toHaveBeenCalledWith({ ...production(), tool: 'T45-B' })
})

test('what is chosen stays on offer although it does not occur in the window', () => {
  show({ ...production(), product: 'Gone Bar' })
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Product' }).value).toBe('Gone Bar')
})

test('Clear asks for the defaults of the page', async () => {
  const { clear } = show({ ...production(), tool: 'T45-B' })
  await press('Clear')
  expect(clear).toHaveBeenCalledTimes(1)
})

test('an end before the start is said beside the fields and not asked for', async () => {
  const { apply } = show({ ...production(), startDate: '2026-11-21', endTime: '05:00' })
  await press('Apply')
  expect(screen.getByRole('alert').textContent).toBe('The end is before the start.')
  expect(apply).not.toHaveBeenCalled()
})

test('more than three years are not asked for', async () => {
  const { apply } = show({ ...production(), startDate: '2022-01-01' })
  await press('Apply')
  expect(screen.getByRole('alert').textContent).toBe('Please choose at most 3 years.')
  expect(apply).not.toHaveBeenCalled()
})

test('an alarm group that a slice has set is seen in the bar and can be taken away', async () => {
  const { apply } = show({ ...production(), recipe: 'Film Feed' })
  await press('Remove Film Feed')
  expect(apply).toHaveBeenCalledWith(production())
})

test('a filter that changed elsewhere is what the bar shows', () => {
  const bar = (filter: ProductionFilter) => (
    <MantineProvider theme={theme} forceColorScheme="dark" env="test">
      <FilterBar {...{ filter, choices, undoing }} apply={() => {}} clear={() => {}} />
    </MantineProvider>
  )
  const { rerender } = render(bar(production()))
  rerender(bar({ ...production(), product: 'Choc Bar 45 g' }))
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Product' })
  expect(field.value).toBe('Choc Bar 45 g')
})

test.each([
  ['Last 8 hours', 'Europe/London', '2026-11-21 06:33 – 2026-11-21 14:33'],
  ['Last 24 hours', 'Asia/Kolkata', '2026-11-20 20:03 – 2026-11-21 20:03'],
  ['Last 30 Days', 'America/St_Johns', '2026-10-23 00:00 – 2026-11-21 23:59'],
  // Already tomorrow there.
  ['Today', 'Australia/Lord_Howe', '2026-11-22 00:00 – 2026-11-22 23:59'],
])('choosing %s in %s sends %s', async (preset, zone, window) => {
  const { apply } = show(production(zone))
  await userEvent.click(screen.getByRole('button', { name: /^Time Period/ }))
  await userEvent.click(await screen.findByRole('button', { name: preset }))
  await press('Apply')
  const wire = filterWire(apply.mock.calls[0]![0])
  expect(`${wire.start_date} ${wire.start_time} – ${wire.end_date} ${wire.end_time}`).toBe(window)
  expect(wire.timezone).toBe(zone)
})

test('in French the presets and the calendar are French, a week begins on Monday, and the same is sent', async () => {
  await setLanguage('fr')
  const { apply } = show(production())
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Outillage' }).value).toBe('Tous')
  await userEvent.click(screen.getByRole('button', { name: /^Période, / }))
  const yesterday = await screen.findByRole('button', { name: 'Hier' })
  expect(screen.getByText('novembre 2026')).toBeTruthy()
  expect(screen.getAllByRole('columnheader')[0]?.textContent).toBe('lu')
  await userEvent.click(yesterday)
  await press('Appliquer')
  expect(filterWire(apply.mock.calls[0]![0])).toMatchObject({
    start_date: '2026-11-20',
    start_time: '00:00',
    tool: 'All',
    product: 'All',
  })
})

/** A factory in a zone that no run of the tests has. */
const factory: ShiftPlan = {
  zone: 'Europe/Oslo',
  starts: [1, 2, 3, 4, 5, 6, 7].flatMap((weekday) => [
    { weekday, start: '06:00', name: 'Early' },
    { weekday, start: '14:00', name: 'Late' },
    { weekday, start: '22:00', name: 'Night' },
  ]),
}

test('where the factory has another clock one may choose whose time is told, and that is remembered', async () => {
  keepSession(person({ role: 'user' }))
  const { apply } = show(production(browserZone), factory)
  await userEvent.click(screen.getByRole('combobox', { name: 'Times in' }))
  const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(offered).toEqual([`My time (${browserZone})`, 'Factory time (Europe/Oslo)'])
  await userEvent.click(screen.getByRole('option', { name: 'Factory time (Europe/Oslo)' }))
  // The clock times stay as they are and are those of the factory from now on.
  expect(apply).toHaveBeenCalledWith({ ...production(browserZone), zone: 'Europe/Oslo' })
  expect(kept('times')).toBe('factory')
})

test('where there is only one clock there is nothing to choose, and its zone is named', () => {
  show(production(browserZone), { zone: browserZone, starts: [] })
  expect(screen.queryByRole('combobox', { name: 'Times in' })).toBeNull()
  expect(screen.getByRole('group', { name: 'Time Range' }).textContent).toContain(browserZone)
})

test('a link from a third zone is shown in that zone, named as such', () => {
  show(production('Asia/Tokyo'), factory)
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Times in' })
  expect(field.value).toBe('Time of the link (Asia/Tokyo)')
})

test.each([
  ['Europe/Oslo', 'This shift', '2026-11-21 14:00 – 2026-11-21 22:00'],
  ['Europe/Oslo', 'Last shift', '2026-11-21 06:00 – 2026-11-21 14:00'],
  ['Europe/Oslo', 'Same shift yesterday', '2026-11-20 14:00 – 2026-11-20 22:00'],
  // The factory's shift, shown in another zone.
  ['America/St_Johns', 'This shift', '2026-11-21 09:30 – 2026-11-21 17:30'],
])('in %s %s sends %s', async (zone, preset, window) => {
  const { apply } = show(production(zone), factory)
  await userEvent.click(screen.getByRole('button', { name: /^Time Period/ }))
  const shifts = within(await screen.findByRole('list', { name: 'Shifts' }))
  await userEvent.click(shifts.getByRole('button', { name: preset }))
  await press('Apply')
  const wire = filterWire(apply.mock.calls[0]![0])
  expect(`${wire.start_date} ${wire.start_time} – ${wire.end_date} ${wire.end_time}`).toBe(window)
})

test.each([
  ['Europe/Oslo', 'This week', '2026-11-16 00:00 – 2026-11-22 23:59'],
  ['Europe/Oslo', 'Last week', '2026-11-09 00:00 – 2026-11-15 23:59'],
  // The factory's Monday, shown in another zone.
  ['America/St_Johns', 'This week', '2026-11-15 19:30 – 2026-11-22 19:30'],
])('in %s %s, beside the presets, sends %s', async (zone, preset, window) => {
  const { apply } = show(production(zone), factory)
  await userEvent.click(screen.getByRole('button', { name: /^Time Period/ }))
  const weeks = within(await screen.findByRole('list', { name: 'Weeks' }))
  await userEvent.click(weeks.getByRole('button', { name: preset }))
  await press('Apply')
  const wire = filterWire(apply.mock.calls[0]![0])
  expect(`${wire.start_date} ${wire.start_time} – ${wire.end_date} ${wire.end_time}`).toBe(window)
})

test('a client without shifts has the eleven presets and the weeks, and no more', async () => {
  show(production(), { ...factory, starts: [] })
  await userEvent.click(screen.getByRole('button', { name: /^Time Period/ }))
  expect(await screen.findByRole('list', { name: 'Presets' })).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Shifts' })).toBeNull()
})

test('the arrows lead to the period before and after; what lies ahead cannot be reached', async () => {
  const today = { startTime: '00:00', endTime: '23:59', startDate: '2026-11-21' }
  const { apply } = show({ ...production(), ...today })
  await press('Next period')
  expect(apply).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Next period' }).getAttribute('aria-disabled')).toBe(
    'true',
  )
  await press('Previous period')
  expect(apply).toHaveBeenCalledWith({
    ...production(),
    ...today,
    startDate: '2026-11-20',
    endDate: '2026-11-20',
  })
})

test('an arrow from a shift leads to the shift before it', async () => {
  const late = { startDate: '2026-11-21', startTime: '14:00', endTime: '22:00' }
  const { apply } = show({ ...production('Europe/Oslo'), ...late }, factory)
  await press('Previous period')
  expect(apply.mock.calls[0]![0]).toMatchObject({ startTime: '06:00', endTime: '14:00' })
})

test('a kind of window counts at once and fills the fields, which Apply and Clear apply', async () => {
  const { apply } = show(production('Europe/Oslo'), factory)
  await press('Shift')
  expect(apply).toHaveBeenCalledWith({
    ...production('Europe/Oslo'),
    ...{ startDate: '2026-11-21', startTime: '14:00', endDate: '2026-11-21', endTime: '22:00' },
    preset: 'This shift',
  })
})

describe('a bar whose choices count at once', () => {
  const compared = () => openFilter(daySummaryDefault(new Date(), 'Europe/London'), ['product'])

  test('has no Apply; a select and a preset count with their choice', async () => {
    const remember = vi.fn()
    const undoing = { remember, undo: null }
    const { apply } = show(compared(), null, { atOnce: true, undoing })
    expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()
    await userEvent.click(screen.getByRole('combobox', { name: 'Tool' }))
    await userEvent.click(await screen.findByRole('option', { name: 'T45-B' }))
    expect(apply).toHaveBeenLastCalledWith({ ...compared(), tool: 'T45-B' })
    await userEvent.click(screen.getByRole('button', { name: /^Time Period/ }))
    await userEvent.click(await screen.findByRole('button', { name: 'Last Month' }))
    expect(apply).toHaveBeenLastCalledWith(
      expect.objectContaining({ startDate: '2026-10-01', endDate: '2026-10-31' }),
    )
    expect(apply).toHaveBeenCalledTimes(2)
    expect(remember).toHaveBeenCalledTimes(2)
  })

  test('a time counts when its field is left, not while it is typed; a wrong one is said', async () => {
    const { apply } = show(compared(), null, { atOnce: true })
    await userEvent.click(screen.getByRole('button', { name: /^Time Period/ }))
    fireEvent.change(await screen.findByLabelText('Start time'), { target: { value: '06:00' } })
    expect(apply).not.toHaveBeenCalled()
    fireEvent.blur(screen.getByLabelText('Start time'))
    expect(apply).toHaveBeenCalledWith({ ...compared(), startTime: '06:00', preset: undefined })
    fireEvent.change(screen.getByLabelText('End time'), { target: { value: '' } })
    fireEvent.blur(screen.getByLabelText('End time'))
    expect(screen.getByRole('alert').textContent).toBe('Please enter both times.')
    expect(apply).toHaveBeenCalledTimes(1)
  })

  test('Undo is there from the first choice on', async () => {
    const undo = vi.fn()
    show(compared(), null, { atOnce: true, undoing: { remember: () => {}, undo } })
    await press('Undo')
    expect(undo).toHaveBeenCalledTimes(1)
    cleanup()
    show(compared(), null, { atOnce: true })
    expect(screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBe('true')
  })
})

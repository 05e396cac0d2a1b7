import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openPage, refusal, serve, type Wire } from '../../../testing/openPage.tsx'
import { rolePermissions } from '../../../testing/rolePermissions.ts'
import { admin, person } from '../../../testing/wireAnswers.ts'
import { setLanguage } from '../../i18n/language.ts'
import { dropToast, shownToasts } from '../../ui/Toasts.tsx'

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })
afterEach(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await act(async () => {
    for (const { key } of shownToasts()) dropToast(key)
    await setLanguage('en')
  })
})

const address = '/api/admin/plan/1'
const entry = (weekday: number, from: string, to: string, kind: string) => ({
  ...{ weekday, from, to, kind },
})
const week = {
  line: null,
  validFrom: '2026-01-05',
  entries: [
    entry(1, '06:00', '18:00', 'production'),
    entry(2, '06:00', '18:00', 'production'),
    entry(1, '10:00', '10:30', 'break'),
  ],
  setBy: 'marta',
}
const holiday = {
  ...{ line: null, startDate: '2999-03-26', startTime: '00:00', endDate: '2999-03-27' },
  ...{ endTime: '00:00', kind: 'closed', note: 'Good Friday', setBy: 'marta' },
}
const plan = (over: object = {}) => ({
  timezone: 'Europe/London',
  lines: ['Line 1', 'Line 2'],
  weeks: [week],
  exceptions: [holiday],
  unitModes: [],
  version: 4,
  ...over,
})

/** What the server says that an unsaved plan would move. */
let effect: object = { lookedAtDays: 31, movedDays: 0, largest: null }

/** Opens the plan; returns what is sent. */
async function openPlan(stored: object = plan(), answer?: Wire) {
  const bodies: Record<string, unknown>[] = []
  let now = stored
  serve((path, body, init) => {
    if (!path.startsWith(address)) return undefined
    if (init.method === 'GET') return Response.json(now)
    if (path.endsWith('/preview')) return Response.json(effect)
    bodies.push(body)
    const given = answer?.(path, body, init)
    if (given) return given
    const weeks = (body.weeks as object[]).map((each) => ({ ...each, setBy: 'amrit' }))
    const exceptions = (body.exceptions as object[]).map((each) => ({ ...each, setBy: 'amrit' }))
    now = { ...now, weeks, exceptions, version: 5 }
    return Response.json({ message: 'Success!', version: 5 })
  })
  await openPage('/admin/panel?view=plan', person({ id: 2 }))
  await screen.findByRole('region', { name: 'Plan' })
  return bodies
}
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const press = (name: string | RegExp) => userEvent.click(button(name))
const bar = (name: string) =>
  within(screen.getByRole('group', { name: 'The week as bars' })).getByRole('button', { name })
const exceptionsShown = () => screen.getByRole('list', { name: 'Exceptions' }).textContent
const row = (name: string) => within(screen.getByRole('group', { name }))

describe('the plan of a client', () => {
  test('says which figures use it, how many hours are planned, and who set an exception', async () => {
    await openPlan()
    expect(screen.getByText(/^Availability, OEEE and coverage use the plan/)).toBeDefined()
    expect(screen.getByText('23h 30m of production a week')).toBeDefined()
    expect(exceptionsShown()).toContain('26-03-2999, All lines · set by marta')
    expect(button('Save').disabled).toBe(true)
    await act(() => setLanguage('de'))
    expect(
      await screen.findByText(
        /^Verfügbarkeit, OEEE und Abdeckung verwenden den gespeicherten Plan/,
      ),
    ).toBeDefined()
  })

  test('is changed in the table and saved whole, with the number that was read', async () => {
    const bodies = await openPlan()
    await userEvent.click(row('Production 06:00–18:00').getByRole('button', { name: 'Saturday' }))
    expect(screen.getByText('Changes are not saved yet.')).toBeDefined()
    expect(screen.getByText('35h 30m of production a week')).toBeDefined()
    await press('Save')
    await waitFor(() => expect(bodies).toHaveLength(1))
    const { setBy: _week, ...weekAlone } = week
    const { setBy: _holiday, ...holidayAlone } = holiday
    const sent = bodies[0] as { weeks: { entries: unknown[] }[] }
    expect(sent).toMatchObject({
      weeks: [{ line: weekAlone.line, validFrom: weekAlone.validFrom }],
      exceptions: [holidayAlone],
      version: 4,
    })
    expect(sent.weeks[0]?.entries).toHaveLength(4)
    expect(sent.weeks[0]?.entries).toContainEqual(entry(6, '06:00', '18:00', 'production'))
    await waitFor(() => expect(button('Save').disabled).toBe(true))
  })

  test('is changed with keys, and the bar keeps the focus', async () => {
    await openPlan()
    const pause = bar('Break, Monday 10:00–10:30')
    pause.focus()
    await userEvent.keyboard('{ArrowDown}')
    await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}')
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(document.activeElement).toBe(bar('Break, Monday 10:06–10:41'))
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(bar('Break, Tuesday 10:06–10:41'))
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'd', ctrlKey: true })
    expect(document.activeElement).toBe(bar('Break, Wednesday 10:06–10:41'))
    await userEvent.keyboard('{Delete}')
    expect(screen.queryByRole('button', { name: /^Break, / })).toBeNull()
    expect(screen.getByText('24h 00m of production a week')).toBeDefined()
    await press('Discard')
    expect(bar('Break, Monday 10:00–10:30')).toBeDefined()
  })

  test('with an overlap names both times, rings them and is not sent', async () => {
    const bodies = await openPlan()
    await userEvent.click(bar('Break, Monday 10:00–10:30'))
    const fields = () =>
      within(screen.getByRole('region', { name: /^(Break|Production), Monday$/ }))
    fireEvent.change(fields().getByLabelText('From'), { target: { value: '09:45' } })
    await userEvent.click(fields().getByRole('button', { name: 'Production' }))
    expect(screen.getByRole('alert').textContent).toBe(
      'All lines: Production, Monday 09:45–10:30 overlaps Production, Monday 06:00–18:00.',
    )
    expect(bar('Production, Monday 09:45–10:30').dataset.ringed).toBe('true')
    expect(bar('Production, Monday 06:00–18:00').dataset.ringed).toBe('true')
    expect(bar('Production, Tuesday 06:00–18:00').dataset.ringed).toBe('false')
    expect(button('Save').disabled).toBe(true)
    expect(bodies).toEqual([])
  })

  test('that somebody else saved meanwhile keeps what was typed until one lets go of it', async () => {
    const bodies = await openPlan(plan(), () =>
      refusal(409, 'edit.conflict', 'Somebody else changed this meanwhile. Please look again.'),
    )
    await press('Remove Break 10:00–10:30')
    await press('Save')
    await screen.findByRole('button', { name: 'Show the saved plan' })
    expect(bodies).toHaveLength(1)
    expect(screen.queryByRole('button', { name: /^Break, / })).toBeNull()
    await press('Show the saved plan')
    expect(await screen.findByRole('button', { name: 'Break, Monday 10:00–10:30' })).toBeDefined()
  })

  test('a time without a day cannot be saved, and says which', async () => {
    await openPlan()
    await press('Add Time')
    expect(screen.getByRole('alert').textContent).toBe('Please choose a day for Break 12:00–12:30.')
    expect(button('Save').disabled).toBe(true)
  })
})

describe('what is not saved yet', () => {
  test.each([
    [{ movedDays: 0, largest: null }, /Moves no OEEE of the last 31 days\./],
    [
      { movedDays: 1, largest: { day: '2026-11-22', points: -13.68 } },
      /Moves OEEE of 1 day, −13\.7 pt \(22-11-2026\)\./,
    ],
    [
      { movedDays: 3, largest: { day: '2026-11-22', points: 0.42 } },
      /Moves OEEE of 3 of the last 31 days, at most \+0\.4 pt \(22-11-2026\)\./,
    ],
  ])('says what it would move: %o', async (moved, words) => {
    effect = { lookedAtDays: 31, ...moved }
    const bodies = await openPlan()
    await press('Remove Break 10:00–10:30')
    const state = screen.getByText('Changes are not saved yet.')
    await waitFor(() => expect(state.textContent).toMatch(words), { timeout: 3_000 })
    expect(bodies).toEqual([])
  })
})

test('this week shows the days of the calendar; exceptions stand in it', async () => {
  // A Wednesday.
  vi.useFakeTimers({ now: new Date('2026-11-25T12:00:00Z'), toFake: ['Date'] })
  const stocktaking = { startDate: '2026-11-25', endDate: '2026-11-26', note: 'Stocktaking' }
  await openPlan(plan({ exceptions: [{ ...holiday, ...stocktaking }] }))
  await press('This week')
  const day = screen.getByRole('list', { name: '25-11-2026' })
  expect(within(day).getByText('Stocktaking, Closed')).toBeDefined()
  expect(within(day).getByText('set by marta')).toBeDefined()
  await press('The week after')
  const next = screen.getByRole('list', { name: '02-12-2026' })
  expect(within(next).queryByText('Stocktaking, Closed')).toBeNull()
})

test('the panel keeps the client of its address', async () => {
  serve((path) => (path.startsWith(address) ? Response.json(plan()) : undefined))
  await openPage('/admin/panel?view=plan&client=1', admin)
  expect(await screen.findByRole('region', { name: 'Plan' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Overview' })).toBeDefined()
  const reasons = screen.getByRole('link', { name: 'Reasons' })
  expect(reasons.getAttribute('href')).toBe('/admin/panel?client=1&view=reasons')
})

test('the week of a line begins as a copy of another one', async () => {
  const bodies = await openPlan()
  await userEvent.click(screen.getByRole('combobox', { name: 'Line' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Line 2' }))
  expect(screen.getByText(/^Line 2 has no week of its own/)).toBeDefined()
  await press('Add Week')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole<HTMLInputElement>('combobox', { name: 'Begin With' }).value).toBe(
    'Copy of All lines, from 05-01-2026',
  )
  fireEvent.change(dialog.getByLabelText('Valid From'), { target: { value: '01-02-2027' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }))
  await screen.findByRole('region', { name: 'Line 2, every week from 01-02-2027' })
  await press('Save')
  await waitFor(() => expect(bodies).toHaveLength(1))
  const sent = bodies[0] as { weeks: { line: string | null; entries: unknown[] }[] }
  expect(sent.weeks.map(({ line, entries }) => [line, entries.length])).toEqual([
    [null, 3],
    ['Line 2', 3],
  ])
})

test('an exception that overlaps another one is refused in its form, which names it', async () => {
  const bodies = await openPlan()
  await press('Add Exception')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('First Day'), { target: { value: '26-03-2999' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'All lines: Closed, 26-03-2999 overlaps Good Friday, Closed, 26-03-2999.',
  )
  fireEvent.change(dialog.getByLabelText('First Day'), { target: { value: '29-03-2999' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Add' }))
  await waitFor(() => expect(exceptionsShown()).toContain('29-03-2999, All lines'))
  await press('Save')
  await waitFor(() => expect(bodies).toHaveLength(1))
  expect(bodies[0]?.exceptions).toMatchObject([
    { note: 'Good Friday' },
    { startDate: '2999-03-29', endDate: '2999-03-30', kind: 'closed', line: null },
  ])
})

test('a file is tried first, and its refused lines are said', async () => {
  const bodies = await openPlan(plan(), (path) =>
    path.endsWith('/import')
      ? Response.json({
          ...{ added: 0, changed: 0, unchanged: 0 },
          refused: [{ line: 3, message: 'no', code: 'noLine', values: { cell: 'Line 9' } }],
        })
      : undefined,
  )
  await press('Import CSV')
  const dialog = within(await screen.findByRole('dialog'))
  const file = new File(['Line,Kind\n'], 'plan.csv', { type: 'text/csv' })
  await userEvent.upload(dialog.getByLabelText('CSV File'), file)
  await userEvent.click(dialog.getByRole('button', { name: 'Check' }))
  expect(await dialog.findByText('This client has no line named "Line 9".')).toBeDefined()
  expect(bodies).toEqual([{ csv: 'Line,Kind\n', dryRun: true }])
})

test('who may not set it does not find it', async () => {
  const requested = serve()
  await openPage(
    '/admin/panel?view=plan',
    person({ id: 2, role: 'engineer', ...rolePermissions('engineer') }),
  )
  await screen.findByRole('heading', { name: 'Management Panel' })
  expect(screen.queryByRole('link', { name: 'Plan' })).toBeNull()
  expect(requested.filter(({ path }) => path.startsWith('/api/admin/plan'))).toEqual([])
})

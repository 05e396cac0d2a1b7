import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { wireChanges } from '../../testing/productionAnswers.ts'
import { person } from '../../testing/wireAnswers.ts'

/** Everything is in sight. */
class Seen {
  readonly #notify: IntersectionObserverCallback

  constructor(notify: IntersectionObserverCallback) {
    this.#notify = notify
  }

  observe(target: Element) {
    const entry = { target, isIntersecting: true } as IntersectionObserverEntry
    queueMicrotask(() => this.#notify([entry], {} as never))
  }

  unobserve() {}
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', Seen)
  vi.useFakeTimers({ now: new Date('2026-11-21T14:32:08Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Of the day before: past in every zone. */
const shift =
  '/admin/productionData/1/FW-101?from=2026-11-20&to=2026-11-20&start=06:00&end=14:30&zone=UTC'

const panel = async () => within(await screen.findByRole('region', { name: 'What Changed' }))

const answering = (rows: readonly object[], count: number) => (path: string) =>
  path.startsWith('/api/admin/changes')
    ? Response.json({ from: '2026-11-20T06:00:00.000Z', rows, count })
    : undefined

test('what was changed before it got worse, with its figures before and after', async () => {
  const requested = serve()
  await openPage(shift, person())
  const changed = await panel()
  const row = await changed.findByRole('row', { name: /Front jaw set point/ })
  expect(changed.getByText('Changed before it got worse')).toBeDefined()
  expect(row.textContent).toContain('154 → 148')
  expect(row.textContent).toContain('Knife phase (°) 90 → 92')
  expect(within(row).getByText('from 0.8 % to 5.0 %, worse beyond chance')).toBeDefined()
  expect(within(row).getByText('from 2.0 to 4.0')).toBeDefined()
  const other = changed.getByRole('row', { name: /Film tension/ })
  expect(other.textContent).toContain('Too little run of one product')
  expect(changed.getByText(/whether it was the cause is not known/)).toBeDefined()
  const calls = requested.filter(({ path }) => path.startsWith('/api/admin/changes?'))
  expect(Object.fromEntries(new URL(calls[0]?.path ?? '', 'http://page').searchParams)).toEqual({
    ...{ clientId: '1', machineId: 'FW-101', start_date: '2026-11-20', end_date: '2026-11-20' },
    ...{ start_time: '06:00', end_time: '14:30', timezone: 'UTC' },
  })
})

test('the time of a change leads to the half hours around it', async () => {
  serve()
  const { router } = await openPage(shift, person())
  const changed = await panel()
  await userEvent.click(await changed.findByRole('button', { name: /20-11-2026 07:10:12/ }))
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ start: '06:40', end: '07:40' }),
  )
})

test('of many changes the first five are listed, and all of them on demand', async () => {
  const [worse, neutral] = wireChanges
  const many = Array.from({ length: 7 }, (_, minute) => ({
    ...neutral,
    at: `2026-11-20T12:0${minute}:00.000Z`,
    rank: minute + 2,
  }))
  serve(answering([worse, ...many].filter(Boolean) as object[], 400))
  await openPage(shift, person())
  const changed = await panel()
  await changed.findByRole('row', { name: /Front jaw set point/ })
  expect(changed.getAllByRole('row')).toHaveLength(6)
  expect(changed.getByText(/the newest 9 of 400 changes/)).toBeDefined()
  await userEvent.click(changed.getByRole('button', { name: 'Show all 9' }))
  expect(changed.getAllByRole('row')).toHaveLength(9)
  await userEvent.click(changed.getByRole('button', { name: 'Show the first ones only' }))
  expect(changed.getAllByRole('row')).toHaveLength(6)
})

test('where nothing got worse it says so; where nothing was changed, too', async () => {
  serve(answering(wireChanges.slice(1), 1))
  const { unmount } = await openPage(shift, person())
  expect(
    await (await panel()).findByText(
      'After none of 1 change it got worse beyond chance. The nearest to it come first.',
    ),
  )
  unmount()
  serve(answering([], 0))
  await openPage(shift, person())
  expect(await (await panel()).findByText('No setting was changed in this time period.'))
})

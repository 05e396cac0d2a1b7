import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve } from '../../testing/openPage.tsx'
import { wireMetrics } from '../../testing/productionAnswers.ts'
import { person } from '../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

const figures = (OEEE: number, stopSeconds: number, over: Record<string, unknown> = {}) => ({
  metrics: wireMetrics({ OEEE, ...over }),
  stopSeconds,
  stops: 12,
  ...{ unplannedStops: 12, betweenStopsSeconds: 25_210 / 12, meanStopSeconds: 100, faults: 12 },
  mtbfSeconds: 25_210 / 12,
  mttrSeconds: stopSeconds / 12,
  lostPacks: 900,
  ...{ microStops: 7, changeovers: 2, changeoverSeconds: 1_500 },
})
const row = (key: string, OEEE: number, stopSeconds: number, before: object | null = null) => ({
  ...{ key, from: '2026-11-20T06:00:00.000Z', to: '2026-11-20T14:00:00.000Z' },
  ...{ figures: figures(OEEE, stopSeconds), previous: before },
})
const answer = {
  rows: [
    row('FW-101', 85, 9_000, figures(88, 7_200)),
    row('FW-102', 71.4, 3_600, figures(71, 3_600, { coverage: 80 })),
    row('FW-103', 90, 600),
  ],
  total: { figures: figures(82, 13_200), previous: null },
  previousPeriod: { from: '2026-11-19T22:00:00.000Z', to: '2026-11-20T03:30:12.000Z' },
  stopLengths: 'given',
}
const window = 'from=2026-11-20&to=2026-11-20&start=06:00&end=13:59&zone=UTC'

async function openCompare(search = window, over: Parameters<typeof person>[0] = {}) {
  const requested = serve((path) =>
    path.startsWith('/api/admin/compare') ? Response.json(answer) : undefined,
  )
  const page = await openPage(`/admin/compare?${search}`, person(over))
  return { ...page, requested }
}

const table = () => screen.findByRole('table', { name: 'Figures of the rows' })
const names = async () =>
  within(await table())
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent?.slice(0, 6))

test('the lowest OEEE comes first, the total last, and the worst and best are said', async () => {
  await openCompare()
  expect(await names()).toEqual(['FW-102', 'FW-101', 'FW-103', 'Total3'])
  const oeee = within(await table()).getByRole('columnheader', { name: 'OEEE' })
  expect(oeee.getAttribute('aria-sort')).toBe('ascending')
  expect(screen.getByRole('button', { name: /worst of the column:\s*71.4 %/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /best of the column:\s*90.0 %/ })).toBeTruthy()
})

test('a column is sorted by its title: the worst first, then the other way; it stands in the address', async () => {
  const { router } = await openCompare()
  const user = userEvent.setup()
  const title = within(await table()).getByRole('button', { name: 'Stop time' })
  title.focus()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: '-stopTime' }))
  expect(await names()).toEqual(['FW-101', 'FW-102', 'FW-103', 'Total3'])
  await user.keyboard('{Enter}')
  await waitFor(async () => expect(await names()).toEqual(['FW-103', 'FW-102', 'FW-101', 'Total3']))
  expect(
    within(await table())
      .getByRole('columnheader', { name: 'Stop time' })
      .getAttribute('aria-sort'),
  ).toBe('ascending')
})

test('a cell explains itself with its numbers and leads to its machine in the same window', async () => {
  const { router, pathname } = await openCompare()
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /best of the column:\s*50s/ }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('MTTR: FW-103')
  expect(dialog.textContent).toContain('0h 10m 00s / 12 = 50s')
  const link = within(dialog).getByRole('link', { name: 'Open FW-103 in this window' })
  await user.click(link)
  await waitFor(() => expect(pathname()).toBe('/admin/productionData/1/FW-103'))
  expect(router.state.location.search).toMatchObject({ start: '06:00', end: '13:59', zone: 'UTC' })
})

test('a difference is said as worse or better, and left out where the coverage differs', async () => {
  await openCompare()
  const cells = within(await table()).getAllByRole('row')
  const first = cells[1]?.textContent ?? ''
  expect(first).toContain('FW-102')
  expect(first).toContain('– Not comparable: the coverage differs')
  expect(cells[2]?.textContent).toContain('−3.0 pt worse than before')
  expect(cells[2]?.textContent).toContain('+25.0 % worse than before')
})

test('the previous period is named with its dates; what was hardly observed is said over the table', async () => {
  await openCompare()
  await table()
  expect(screen.getByText('Compared with 19-11-2026 22:00 – 20-11-2026 03:30')).toBeTruthy()
  expect(screen.queryByText(/has data/)).toBeNull()
})

test('rows are found by name, and the time before can be left out', async () => {
  const { router, requested } = await openCompare(`${window}&find=103&before=none`)
  expect(await names()).toEqual(['FW-103', 'Total3'])
  expect(requested.find(({ path }) => path.startsWith('/api/admin/compare'))?.path).toContain(
    'previous=no',
  )
  const user = userEvent.setup()
  await user.type(screen.getByRole('searchbox', { name: 'Find a row' }), 'x')
  expect(await screen.findByText('No row of that name.')).toBeTruthy()
  expect(router.state.location.search).toMatchObject({ find: '103x' })
})

test('another kind of rows keeps window and filter, and Back undoes it', async () => {
  const { router } = await openCompare(`${window}&tool=T38-A`)
  await table()
  const rows = within(screen.getByRole('group', { name: 'Rows' }))
  await userEvent.setup().click(rows.getByRole('button', { name: 'Shift' }))
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({
      by: 'shift',
      tool: 'T38-A',
      start: '06:00',
    }),
  )
  router.history.back()
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('by'))
})

test('a client without premium compares parts of one machine, and asks nothing before one is chosen', async () => {
  const standard = { subscriptionLabel: 'standard' as const }
  const { requested } = await openCompare(window, standard)
  expect(await screen.findByText(/needs a premium subscription/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Week' })).toBeNull()
  expect(requested.filter(({ path }) => path.startsWith('/api/admin/compare'))).toEqual([])
})

test('a failure is not an idle factory: it is marked and can be tried again', async () => {
  serve((path) =>
    path.startsWith('/api/admin/compare')
      ? refusal(500, 'server.error', 'Server error!')
      : undefined,
  )
  await openPage(`/admin/compare?${window}`, person())
  expect(await screen.findByText('No Data Found')).toBeTruthy()
})

test('more rows than an answer may have are said in words', async () => {
  serve((path) =>
    path.startsWith('/api/admin/compare')
      ? refusal(400, 'answer.tooManyRows', 'This range has too many rows.')
      : undefined,
  )
  await openPage(`/admin/compare?${window}&by=day`, person())
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toMatch(/^This range has too many rows/)
})

test('micro-stops and changeovers are read when they are wanted', async () => {
  const requested = serve((path) =>
    path.startsWith('/api/admin/compare')
      ? Response.json({
          ...answer,
          stopLengths: path.includes('stopLengths=yes') ? 'given' : 'none',
        })
      : undefined,
  )
  const { router } = await openPage(`/admin/compare?${window}`, person())
  expect(within(await table()).queryByRole('columnheader', { name: 'Micro-stops' })).toBeNull()
  const choice = within(
    screen.getByRole('group', { name: 'Micro-stops, mean times and changeovers' }),
  )
  const user = userEvent.setup()
  await user.click(choice.getByRole('button', { name: 'Show' }))
  expect(await screen.findByRole('columnheader', { name: 'Micro-stops' })).toBeTruthy()
  expect(router.state.location.search).toMatchObject({ lengths: 'yes' })
  expect(requested.some(({ path }) => path.includes('stopLengths=yes'))).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Changeover time' }))
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ sort: '-changeoverTime' }),
  )
  await user.click(choice.getByRole('button', { name: 'Hide' }))
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('sort'))
})

test('where there are too many minutes for micro-stops it is said', async () => {
  serve((path) =>
    path.startsWith('/api/admin/compare')
      ? Response.json({ ...answer, stopLengths: 'tooLong' })
      : undefined,
  )
  await openPage(`/admin/compare?${window}&lengths=yes`, person())
  expect(await screen.findByText(/at most 400 machine-days/)).toBeTruthy()
  expect(within(await table()).queryByRole('columnheader', { name: 'Micro-stops' })).toBeNull()
})

test('a comparison that takes long says that it loads: at first, and over the rows of before', async () => {
  const held: (() => void)[] = []
  serve((path) =>
    path.startsWith('/api/admin/compare?')
      ? new Promise<Response>((resolve) => held.push(() => resolve(Response.json(answer))))
      : undefined,
  )
  await openPage(`/admin/compare?${window}`, person())
  // The other parts of the page wait for themselves.
  const panel = async (name: string) => within(await screen.findByRole('region', { name }))
  const machines = await panel('Machine')
  expect(await machines.findByText('Loading...')).toBeTruthy()
  await waitFor(() => expect(held).toHaveLength(1))
  held[0]?.()
  await table()
  expect(machines.queryByText('Loading...')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Line' }))
  const lines = await panel('Line')
  expect(await lines.findByText('Loading...')).toBeTruthy()
  await waitFor(() => expect(held).toHaveLength(2))
  held[1]?.()
  await waitFor(() => expect(lines.queryByText('Loading...')).toBeNull())
})

import type { EarlierKind } from '@packboard/model'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { refusal, serve } from '../../testing/openPage.tsx'
import { wireMetrics } from '../../testing/productionAnswers.ts'
import { renderPart } from '../../testing/renderPart.tsx'
import { StopCausesPanel } from './StopCausesPanel.tsx'

afterEach(() => vi.unstubAllGlobals())

const scope = {
  clientId: 1,
  serialNo: 'FW-102',
  filter: {
    startDate: '2026-11-20',
    endDate: '2026-11-21',
    startTime: '06:00',
    endTime: '18:00',
    zone: 'UTC',
    tool: 'All',
    recipe: 'All',
  },
}

const causes = [
  { group: 'Film', cause: 'Registration mark lost', seconds: 600, count: 2, lostPacks: 1_600 },
  { group: '', cause: 'Held (No Production)', seconds: 3_900, count: 1, lostPacks: null },
  { group: 'Jaws', cause: 'Product in jaw', seconds: 1_500, count: 9, lostPacks: 400 },
]

const selecting = {
  ...{ selection: null, at: null, on: null, select: vi.fn(), open: vi.fn() },
  ...{ closeStop: vi.fn(), close: vi.fn(), showAround: vi.fn() },
}

const open = (against: EarlierKind | null = null) =>
  renderPart(<StopCausesPanel {...{ scope, selecting, against }} />)
const named = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)

test('the cause that cost the most time comes first, with what the first ones make up together', async () => {
  serve(() => Response.json({ causes }))
  open()
  await screen.findByText('Product in jaw')
  expect(named()).toEqual([
    'No alarm reported, began in Held (No Production)',
    'JAProduct in jawJaws',
    'FIRegistration mark lostFilm',
  ])
  const first = screen.getAllByRole('row')[1]
  expect(first?.textContent).toContain('1h 05m')
  expect(first?.textContent).toContain('65.0 %')
  expect(screen.getAllByRole('row')[2]?.textContent).toContain('90.0 %')
})

test('sorted by number of stops another cause leads; unknown lost packs are a dash', async () => {
  serve(() => Response.json({ causes }))
  open()
  await screen.findByText('Product in jaw')
  await userEvent.click(screen.getByRole('combobox', { name: 'Sort by' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Number of stops' }))
  expect(named()[0]).toContain('Product in jaw')
  expect(screen.getByRole('columnheader', { name: 'Stops' }).getAttribute('aria-sort')).toBe(
    'descending',
  )
  const held = screen.getByRole('row', { name: /Held/ })
  expect(held.textContent).toContain('–')
})

test('the first ten are shown, the rest on demand', async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({
    group: 'Film',
    cause: `Cause ${index}`,
    seconds: 100 - index,
    count: 1,
    lostPacks: 1,
  }))
  serve(() => Response.json({ causes: many }))
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Show all 12' }))
  expect(named()).toHaveLength(12)
})

test('paper has all of them: nothing on it can be pressed', async () => {
  const many = Array.from({ length: 12 }, (_, index) => ({
    group: 'Film',
    cause: `Cause ${index}`,
    seconds: 100 - index,
    count: 1,
    lostPacks: 1,
  }))
  serve(() => Response.json({ causes: many }))
  open()
  await screen.findByRole('button', { name: 'Show all 12' })
  act(() => {
    window.dispatchEvent(new Event('beforeprint'))
  })
  expect(named()).toHaveLength(12)
  act(() => {
    window.dispatchEvent(new Event('afterprint'))
  })
  expect(named()).toHaveLength(10)
})

test('no stops and a failure both read No Data Found, and only the failure has a mark', async () => {
  serve(() => Response.json({ causes: [] }))
  const { unmount } = open()
  expect(await screen.findByText('No Data Found')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
  unmount()
  serve(() => refusal(500, 'server.failed', 'An error occurred'))
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('Could not load.')
  expect(screen.getByText('No Data Found')).toBeTruthy()
})

test('a stop that began before the window says so; the bars have one colour', async () => {
  serve(() =>
    Response.json({
      causes: [{ group: '', cause: 'Holding', seconds: 600, count: 0, lostPacks: 1 }, ...causes],
    }),
  )
  open()
  const holding = await screen.findByRole('row', { name: /No alarm reported, began in Holding/ })
  expect(holding.textContent).toContain('began before')
  expect(holding.textContent).not.toContain('0 stops')
  for (const bar of document.querySelectorAll<HTMLElement>('td i[data-chart-key]')) {
    expect(bar.style.background).toBe('')
  }
})

test('a press on a row, or Enter on its name, selects the stops of exactly this cause', async () => {
  serve(() => Response.json({ causes }))
  open()
  await screen.findByText('Product in jaw')
  await userEvent.click(screen.getByRole('row', { name: /Product in jaw/ }))
  expect(selecting.select).toHaveBeenLastCalledWith({
    ...{ figure: 'cause', part: 'Product in jaw', partGroup: 'Jaws' },
  })
  selecting.select.mockClear()
  screen.getByRole('button', { name: 'No alarm reported, began in Held (No Production)' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(selecting.select.mock.calls).toEqual([
    [{ figure: 'cause', part: 'Held (No Production)', partGroup: '' }],
  ])
})

/** The causes and the coverage of the window and of the one before it. */
function serveBefore(before: typeof causes, coverageBefore = 99) {
  const isBefore = (path: string) =>
    new URL(path, 'http://page').searchParams.get('start_date') !== scope.filter.startDate
  return serve((path) =>
    path.startsWith('/api/admin/stop-causes')
      ? Response.json({ causes: isBefore(path) ? before : causes })
      : Response.json({
          metrics: wireMetrics({ coverage: isBefore(path) ? coverageBefore : 99 }),
          ...{ groupedData: [], tableData: [] },
        }),
  )
}

const before = [
  { group: 'Jaws', cause: 'Product in jaw', seconds: 1_000, count: 5, lostPacks: 300 },
  { group: '', cause: 'Held (No Production)', seconds: 3_901, count: 1, lostPacks: null },
  { group: 'Seal', cause: 'Seal value low', seconds: 90, count: 1, lostPacks: 20 },
]
const rowOf = (name: RegExp) => screen.findByRole('row', { name })

test('each cause says what it was before by the same call, a new one is new, and what did not come again is said', async () => {
  const requested = serveBefore(before)
  open('before')
  await screen.findByText(/\+50.0 %/)
  expect((await rowOf(/Product in jaw/)).textContent).toContain('16m 40s')
  expect((await rowOf(/Product in jaw/)).textContent).toContain('+50.0 % worse than before')
  expect((await rowOf(/Held/)).textContent).toContain('±0 as before')
  expect((await rowOf(/Registration mark lost/)).textContent).toContain('–new')
  expect(screen.getByText('1 cause of before did not occur: 1m 30s.')).toBeTruthy()
  const [, second] = requested.filter(({ path }) => path.startsWith('/api/admin/stop-causes'))
  expect(second?.path).toMatch(/start_date=2026-11-18.*end_date=2026-11-20|start_date=2026-11-19/)
})

test('sorted by number of stops the numbers of before are compared', async () => {
  serveBefore(before)
  open('before')
  await screen.findByText(/\+50.0 %/)
  await userEvent.click(screen.getByRole('combobox', { name: 'Sort by' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Number of stops' }))
  expect((await rowOf(/Product in jaw/)).textContent).toContain('5▲ +80.0 %')
})

test('against a window that was hardly observed there are no changes, and why is said', async () => {
  serveBefore(before, 40)
  open('before')
  expect(
    await screen.findByText('Not comparable: less than 80 % of a period has data.', {
      selector: 'p',
    }),
  ).toBeTruthy()
  expect(document.body.textContent).not.toMatch(/[+−]\d|new/)
})

test('compared with nothing it asks for nothing more', async () => {
  const requested = serve(() => Response.json({ causes }))
  open()
  await screen.findByText('Product in jaw')
  expect(requested).toHaveLength(1)
  expect(screen.queryByRole('columnheader', { name: 'Before' })).toBeNull()
})

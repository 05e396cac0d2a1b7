import type { EarlierKind } from '@packboard/model'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { refusal, serve } from '../../testing/openPage.tsx'
import { wireMetrics } from '../../testing/productionAnswers.ts'
import { renderPart } from '../../testing/renderPart.tsx'
import { reasonIds, wireReasons } from '../../testing/stopBookAnswers.ts'
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

type Cause = (typeof causes)[number]

/** Rows without a reason. */
const unnamed = (list: readonly Cause[]) =>
  list.map((cause) => ({ kind: 'withoutReason', reason: null, ...cause }))
const alarms = (list: readonly Cause[]) =>
  list.map((cause) => ({ kind: 'cause', reason: null, ...cause }))
/** The rows, and the reasons of the client. */
const answerOf = (path: string, rows: readonly object[]) =>
  path.startsWith('/api/admin/reasons/')
    ? Response.json({ reasons: wireReasons, version: 3 })
    : Response.json({ causes: rows })
const serveRows = (rows: readonly object[]) => serve((path) => answerOf(path, rows))

const selecting = {
  ...{ selection: null, at: null, on: null, select: vi.fn(), open: vi.fn() },
  ...{ closeStop: vi.fn(), close: vi.fn(), showAround: vi.fn() },
}

const open = (against: EarlierKind | null = null) =>
  renderPart(<StopCausesPanel {...{ scope, selecting, against }} />)
const named = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)

test('the cause that cost the most time comes first, with what the first ones make up together', async () => {
  serveRows(unnamed(causes))
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
  serveRows(unnamed(causes))
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
  serveRows(unnamed(many))
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
  serveRows(unnamed(many))
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
  serveRows([])
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
  serveRows(
    unnamed([{ group: '', cause: 'Holding', seconds: 600, count: 0, lostPacks: 1 }, ...causes]),
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
  serveRows(unnamed(causes))
  open()
  await screen.findByText('Product in jaw')
  await userEvent.click(screen.getByRole('row', { name: /Product in jaw/ }))
  expect(selecting.select).toHaveBeenLastCalledWith({
    ...{ figure: 'unnamed', part: 'Product in jaw', partGroup: 'Jaws' },
  })
  selecting.select.mockClear()
  screen.getByRole('button', { name: 'No alarm reported, began in Held (No Production)' }).focus()
  await userEvent.keyboard('{Enter}')
  expect(selecting.select.mock.calls).toEqual([
    [{ figure: 'unnamed', part: 'Held (No Production)', partGroup: '' }],
  ])
})

/** The causes and the coverage of the window and of the one before it. */
function serveBefore(before: typeof causes, coverageBefore = 99) {
  const isBefore = (path: string) =>
    new URL(path, 'http://page').searchParams.get('start_date') !== scope.filter.startDate
  return serve((path) =>
    path.startsWith('/api/day_summary') || path.includes('day-summary')
      ? Response.json({
          metrics: wireMetrics({ coverage: isBefore(path) ? coverageBefore : 99 }),
          ...{ groupedData: [], tableData: [] },
        })
      : answerOf(path, unnamed(isBefore(path) ? before : causes)),
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
  const requested = serveRows(unnamed(causes))
  open()
  await screen.findByText('Product in jaw')
  expect(requested.filter(({ path }) => !path.startsWith('/api/admin/reasons/'))).toHaveLength(1)
  expect(screen.queryByRole('columnheader', { name: 'Before' })).toBeNull()
})

test('what people said comes in the place of the cause; planned stops stand last, in no share', async () => {
  const none = { reason: null, group: '', cause: '' }
  serveRows([
    { kind: 'plan', ...none, seconds: 9_000, count: 4, lostPacks: 700 },
    {
      kind: 'planned',
      ...none,
      reason: reasonIds.cleaning,
      seconds: 5_000,
      count: 1,
      lostPacks: 9,
    },
    { kind: 'unplanned', ...none, reason: reasonIds.jam, seconds: 750, count: 2, lostPacks: 80 },
    { kind: 'micro', ...none, seconds: 50, count: 12, lostPacks: 3 },
    ...unnamed([{ group: 'Film', cause: 'Film snapped', seconds: 200, count: 1, lostPacks: 8 }]),
  ])
  open()
  await screen.findByText('Product jam')
  expect(named()).toEqual([
    'Product jam',
    'FIFilm snappedFilm',
    'Micro-stops',
    'Breaks, closed time, other modes',
    'CleaningPlanned',
  ])
  const [, jam, film, micro, plan] = screen.getAllByRole('row')
  expect(jam?.textContent).toContain('75.0 %')
  expect(film?.textContent).toContain('95.0 %')
  expect(micro?.textContent).toContain('100.0 %')
  expect(plan?.textContent).toMatch(/planned.*2h 30m.*–$/)
  for (const [name, selection] of [
    [/^Product jam/, { figure: 'reason', part: reasonIds.jam, partGroup: '' }],
    [/^Cleaning/, { figure: 'plannedReason', part: reasonIds.cleaning, partGroup: '' }],
    [/^Micro/, { figure: 'micro', part: '', partGroup: '' }],
    [/^Breaks/, { figure: 'plan', part: '', partGroup: '' }],
  ] as const) {
    await userEvent.click(screen.getByRole('button', { name }))
    expect(selecting.select).toHaveBeenLastCalledWith(selection)
  }
})

test('by alarm each cause has one row, whatever people said; its stops are those of the cause', async () => {
  const requested = serve((path) =>
    answerOf(path, path.includes('by=alarm') ? alarms(causes) : unnamed(causes)),
  )
  open()
  await screen.findByText('Product in jaw')
  await userEvent.click(screen.getByRole('button', { name: 'By alarm' }))
  await waitFor(() => expect(requested.some(({ path }) => path.includes('by=alarm'))).toBe(true))
  await userEvent.click(await screen.findByRole('row', { name: /Product in jaw/ }))
  expect(selecting.select).toHaveBeenLastCalledWith({
    ...{ figure: 'cause', part: 'Product in jaw', partGroup: 'Jaws' },
  })
})

test('a window with too many stops for their reasons is shown by alarm, and says so', async () => {
  serve((path) => {
    if (!path.includes('by=reason')) return answerOf(path, alarms(causes))
    return refusal(400, 'answer.tooManyRows', 'Too many.')
  })
  open()
  await screen.findByText('Product in jaw')
  expect(screen.getByText(/Too many stops to read their reasons/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'By alarm' }).getAttribute('aria-pressed')).toBe('true')
})

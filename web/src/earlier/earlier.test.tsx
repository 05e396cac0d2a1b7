import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { wireMetrics } from '../../testing/productionAnswers.ts'
import { person } from '../../testing/wireAnswers.ts'
import { type Ghost, ghostAt } from '../charts/packsData.ts'
import { openFilter } from '../filter/filter.ts'
import { asOfNow } from '../filter/filterWire.ts'
import { type Metrics, readMetrics } from '../kpis/metrics.ts'
import { earlierAsOf } from './earlierAsOf.ts'
import { metricDelta } from './MetricChange.tsx'
import './parts.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T14:32:08Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const metrics = (over: Parameters<typeof wireMetrics>[0] = {}): Metrics => ({
  ...readMetrics({ ...wireMetrics(), qualityBasis: 'measured', targetSource: 'recipe' }),
  ...over,
})

describe('a change', () => {
  test('of a share is in points, of anything else in percent; idle is better when it is less', () => {
    const now = metrics({ packs: 1_032, oeee: 77, idle: 900 })
    const before = metrics({ packs: 1_000, oeee: 80, idle: 1_000 })
    expect(metricDelta('packs', now, before)).toEqual({
      change: 3.2,
      verdict: 'better',
      doubt: null,
    })
    expect(metricDelta('oeee', now, before)).toEqual({ change: -3, verdict: 'worse', doubt: null })
    expect(metricDelta('idle', now, before)).toEqual({
      change: -10,
      verdict: 'better',
      doubt: null,
    })
    expect(metricDelta('oeee', now, metrics({ oeee: null }))).toBeNull()
  })

  test('is left out where either was observed below 80 %, coverages are apart, or targets have other sources', () => {
    const now = metrics({ coverage: 97 })
    const low = metrics({ coverage: 79.9, lowCoverage: true })
    expect(metricDelta('packs', low, low)?.doubt).toBe('sparse')
    expect(metricDelta('packs', metrics({ coverage: 80 }), low)?.doubt).toBe('sparse')
    expect(metricDelta('packs', now, metrics({ coverage: 83 }))?.doubt).toBe('coverage')
    expect(metricDelta('packs', now, metrics({ coverage: 91.9 }))?.doubt).toBe('coverage')
    expect(metricDelta('packs', now, metrics({ coverage: 92 }))?.doubt).toBeNull()
    const estimated = metrics({ coverage: 97, targetSource: 'estimated' })
    expect(metricDelta('oeee', now, estimated)?.doubt).toBe('target')
    expect(metricDelta('packs', now, estimated)?.doubt).toBeNull()
  })
})

test('a window that runs is compared as of the same time of day; the preset does not move the other one', () => {
  const today = {
    ...{ startDate: '2026-11-21', startTime: '00:00', endDate: '2026-11-21', endTime: '23:59' },
    zone: 'UTC',
  }
  const asOf = asOfNow({ ...openFilter(today, []), preset: 'Today' })
  expect(asOf.until).toBe('2026-11-21T14:32:00.000Z')
  const earlier = earlierAsOf(asOf, 'before', null)
  expect(earlier?.until).toBe('2026-11-20T14:32:00.000Z')
  expect(earlier?.filter).toMatchObject({ startDate: '2026-11-20', endDate: '2026-11-20' })
  expect(earlier?.filter.preset).toBeUndefined()
  expect(earlierAsOf(asOf, 'shift', null)).toBeNull()
})

test('a window that runs names what of the earlier one it is compared with', async () => {
  answers()
  const today = 'from=2026-11-21&to=2026-11-21&start=00:00&end=23:59&zone=UTC'
  await openPage(`/admin/day-summary?${today}&with=before`, person())
  const named = /Compared with 20-11-2026 00:00 – 20-11-2026 14:32$/
  expect(await screen.findByText(named, {}, { timeout: 15_000 })).toBeTruthy()
})

test('the ghost at a moment is its nearest point within a step, and a gap stays a gap', () => {
  const ghost: Ghost = { at: [0, 60, 120], ppm: [100, null, 140], word: '' }
  expect(ghostAt(ghost, 10, 60)).toBe(100)
  expect(ghostAt(ghost, 55, 60)).toBeNull()
  expect(ghostAt(ghost, 130, 60)).toBe(140)
  expect(ghostAt(ghost, 181, 60)).toBeNull()
})

/** The packs of a day are more the later it is. */
const answers = () =>
  serve((path) => {
    const url = new URL(path, 'http://page')
    if (url.pathname !== '/api/admin/day-summary') return undefined
    const day = url.searchParams.get('start_date') ?? ''
    const packs = day === '2026-11-20' ? 1_032 : day === '2026-11-19' ? 1_000 : 1_290
    return Response.json({
      metrics: wireMetrics({ 'Packs Produced': packs, OEEE: packs / 20 }),
      groupedData: [],
      tableData: [],
    })
  })

const ofDay = 'from=2026-11-20&to=2026-11-20&start=06:00&end=14:00&zone=UTC'
const startsOf = (requested: readonly { path: string }[], part: string) =>
  requested
    .filter(({ path }) => path.startsWith(part))
    .map(({ path }) => new URL(path, 'http://page').searchParams.get('start_date'))

const card = (name: string) => screen.findByRole('article', { name })

test.each([
  ['production', '/admin/productionData/1/FW-101'],
  ['day summary', '/admin/day-summary'],
])(
  'the %s page asks the same call for the other window, only when it is compared',
  async (_, to) => {
    const requested = answers()
    const { router } = await openPage(`${to}?${ofDay}`, person())
    expect((await card('Packs Produced')).textContent).not.toContain('%')
    expect(startsOf(requested, '/api/admin/day-summary')).toEqual(['2026-11-20'])
    const user = userEvent.setup()
    const field = await screen.findByRole('combobox', { name: 'Compare with' }, { timeout: 15_000 })
    await user.click(field)
    await user.click(await screen.findByRole('option', { name: /a week before/ }))
    await waitFor(() => expect(router.state.location.search).toMatchObject({ with: 'week' }))
    // 1,032 against 1,290 of the week before.
    await waitFor(async () =>
      expect((await card('Packs Produced')).textContent).toContain('−20.0 %'),
    )
    expect(within(await card('OEEE')).getByText(/−12.9 pt/).dataset.verdict).toBe('worse')
    expect(startsOf(requested, '/api/admin/day-summary')).toEqual(['2026-11-20', '2026-11-13'])
    expect(screen.getByText(/Compared with 13-11-2026 06:00 – 13-11-2026 14:00/)).toBeTruthy()
  },
)

test('the speed line is asked for the other window, too; another filter keeps what is compared', async () => {
  const requested = answers()
  const { router } = await openPage(`/admin/productionData/1/FW-101?${ofDay}&with=before`, person())
  await waitFor(() =>
    expect(startsOf(requested, '/api/prod_chart_data/speed_per_min').toSorted()).toEqual([
      '2026-11-19',
      '2026-11-20',
    ]),
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: 'Clear' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ with: 'before' }))
})

test('what has no counterpart says so, and nothing is asked', async () => {
  const requested = answers()
  await openPage(`/admin/day-summary?${ofDay}&with=shift`, person())
  expect(await screen.findByText(/has none to compare with/, {}, { timeout: 15_000 })).toBeTruthy()
  expect(startsOf(requested, '/api/admin/day-summary')).toEqual(['2026-11-20'])
})

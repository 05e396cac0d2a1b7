import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve } from '../../testing/openPage.tsx'
import { wireMetrics } from '../../testing/productionAnswers.ts'
import { person } from '../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

const window = 'from=2026-11-20&to=2026-11-20&start=06:00&end=13:59&zone=UTC'
const at = (clock: string) => Date.parse(`2026-11-20T${clock}:00.000Z`)
const begin = at('06:00')
const ms = (clock: string) => at(clock) - begin

const minute = 60_000
const lane = (machineId: string, pieces: number[][]) => ({
  ...{ machineId, lineName: 'Line 1', pieces },
  ...{ speed: [], alarms: [], targetPpm: 160, end: { state: 10, ppm: 142, product: 'Bars' } },
})
const answer = {
  from: new Date(begin).toISOString(),
  to: new Date(at('14:00')).toISOString(),
  stepMs: 28_800,
  speedStepMs: 120_000,
  lanes: [
    lane('FW-101', [
      [0, ms('08:00'), 10],
      [0, 30 * minute, 5],
      [0, 90 * minute, 10],
      [0, 40 * minute, 3],
    ]),
    lane('FW-102', [[ms('09:00'), 5 * minute, 21]]),
  ],
}

async function openTimeline(address = `/admin/timeline?${window}`) {
  const requested = serve((path) =>
    path.startsWith('/api/admin/timeline') ? Response.json(answer) : undefined,
  )
  const page = await openPage(address, person())
  const slider = await screen.findByRole('slider')
  return { ...page, requested, slider }
}

test('the arrows go from stop to stop and to the other machine, and Enter opens the stop of it', async () => {
  const { slider, router, pathname } = await openTimeline()
  slider.focus()
  expect(slider.getAttribute('aria-valuetext')).toBe('No stop chosen')
  const keys = userEvent.setup()
  await keys.keyboard('{ArrowRight}')
  expect(slider.getAttribute('aria-valuetext')).toBe('FW-101: Stopped, 0h 30m 00s')
  await keys.keyboard('{ArrowRight}')
  expect(slider.getAttribute('aria-valuetext')).toBe('FW-101: Aborted, 0h 40m 00s')
  await keys.keyboard('{ArrowLeft}{ArrowDown}')
  expect(slider.getAttribute('aria-valuetext')).toBe('FW-102: Film Snap, 0h 05m 00s')
  await keys.keyboard('{Enter}')
  await waitFor(() => expect(pathname()).toBe('/admin/productionData/1/FW-102'))
  expect(router.state.location.search).toMatchObject({
    ...{ from: '2026-11-20', start: '08:55', end: '09:10', of: 'all' },
    stop: '2026-11-20T09:00:00.000Z',
  })
})

test('the longest stops are ways to them; each name leads to its machine in this window', async () => {
  const { requested } = await openTimeline()
  const stop = await screen.findByRole('link', { name: /^FW-101 07:46/ })
  expect(stop.textContent).toBe('FW-101 07:46, 35m 48s, Product in jaw')
  expect(stop.getAttribute('href')).toMatch(
    /^\/admin\/productionData\/1\/FW-101\?.*start=07%3A41.*stop=(%22)?2026-11-20T07%3A46%3A10/,
  )
  const query = requested.find(({ path }) => path.startsWith('/api/admin/stops?'))?.path ?? ''
  expect(Object.fromEntries(new URL(query, 'http://page').searchParams)).toMatchObject({
    ...{ machineId: 'All', sort: 'seconds', order: 'descending', micro: 'false' },
    // What is planned of a stop does not make it long.
    figure: 'unplanned',
  })
  const link = screen.getByRole('link', { name: 'FW-101' })
  expect(link.getAttribute('href')).toMatch(/^\/admin\/productionData\/1\/FW-101\?.*start=06/)
})

test('a window that is over has figures in the place of what machines do now', async () => {
  const figures = { metrics: wireMetrics({ OEEE: 84.9, 'Packs Produced': 1_234 }) }
  serve((path) => {
    if (path.startsWith('/api/admin/timeline')) return Response.json(answer)
    if (!path.startsWith('/api/admin/compare?')) return undefined
    const own = { ...figures, stopSeconds: 0, stops: 0, mtbfSeconds: null, mttrSeconds: null }
    const all = {
      ...own,
      lostPacks: 0,
      ...{ unplannedStops: null, betweenStopsSeconds: null, meanStopSeconds: null, faults: null },
      microStops: null,
      changeovers: null,
      changeoverSeconds: null,
    }
    return Response.json({
      rows: [{ key: 'FW-101', from: null, to: null, figures: all, previous: null }],
      total: { figures: all, previous: null },
      ...{ previousPeriod: null, stopLengths: 'none' },
    })
  })
  await openPage(`/admin/timeline?${window}`, person())
  const machine = (await screen.findByRole('link', { name: 'FW-101' })).closest('li')
  await waitFor(() => expect(machine?.textContent).toContain('OEEE 84.9 %'))
  expect(machine?.textContent).toContain('1,234packs')
  expect(machine?.textContent).not.toContain('Execute')
})

test('its window goes on to the list of all stops', async () => {
  await openTimeline()
  const panel = within(screen.getByRole('region', { name: 'Timeline' }))
  const link = panel.getByRole('link', { name: 'Stops' })
  expect(link.getAttribute('href')).toMatch(/^\/admin\/stops\?.*from=2026-11-20.*client=1/)
})

test('+ shows half of the window, it is in the address, and 0 shows the last 24 hours', async () => {
  const { slider, router } = await openTimeline()
  slider.focus()
  const keys = userEvent.setup()
  await keys.keyboard('+')
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ start: '08:00', end: '11:59' }),
  )
  await keys.keyboard('0')
  await waitFor(() => expect(router.state.location.search).toMatchObject({ preset: 'last24h' }))
})

test('a window that is too long says so and requests nothing', async () => {
  const requested = serve()
  await openPage('/admin/timeline?from=2026-01-01&to=2026-11-20&zone=UTC', person())
  expect(await screen.findByText('A timeline is at most 31 days long.')).toBeTruthy()
  expect(requested.filter(({ path }) => path.startsWith('/api/admin/timeline'))).toEqual([])
})

test('a failure is not an idle factory: it is marked and can be tried again', async () => {
  serve((path) =>
    path.startsWith('/api/admin/timeline')
      ? refusal(500, 'server.error', 'Server error!')
      : undefined,
  )
  await openPage(`/admin/timeline?${window}`, person())
  expect(await screen.findByText('No Data Found')).toBeTruthy()
})

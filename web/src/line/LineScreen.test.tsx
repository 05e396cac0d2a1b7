import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wireLineNow, wireLineStops } from '../../testing/lineAnswers.ts'
import { openPage, refusal, serve } from '../../testing/openPage.tsx'
import { lineMachines, serveLine } from '../../testing/serveLine.ts'
import { person } from '../../testing/wireAnswers.ts'

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(() => vi.unstubAllGlobals())

const now = '/admin/line?line=Line+1'

test('the root holds the line in its frame; a machine that waits leads to the stop of the root', async () => {
  serveLine()
  await openPage(now, person())
  const frame = await screen.findByRole('region', { name: 'Present stop' })
  expect(frame.textContent).toContain('CP-105, Flow Wrapper FW-3, holds Line 1')
  expect(frame.textContent).toContain('1 machine waits for it')
  expect(frame.textContent).toContain('1,507')
  const flow = screen.getByRole('region', { name: 'Flow of the line now' })
  const tile = within(flow).getByRole('link', { name: /FW-101/ })
  expect(tile.textContent).toContain('blocked by CP-105')
  expect(tile.getAttribute('href')).toContain('/admin/productionData/1/CP-105?')
  expect(within(flow).queryByText(/FW-201/)).toBeNull()
})

test('OEEE of the line stands beside the sum of machines; without a key station there is none', async () => {
  serveLine()
  const page = await openPage(now, person())
  const figures = await screen.findByRole('region', { name: 'Figures of the line' })
  expect(figures.textContent).toContain('90.5 %')
  expect(figures.textContent).toContain('sum of machines 84.2 %')
  page.unmount()
  serveLine({ now: wireLineNow({ line: null }) })
  const { router } = await openPage(now, person())
  await userEvent.click(
    await screen.findByRole('button', { name: 'No key station: no OEEE of the line' }),
  )
  await waitFor(() => expect(router.state.location.search).toMatchObject({ view: 'flow' }))
})

test('a line that runs has no frame, and neither has a stop that nobody waits for while the key station has enough', async () => {
  serveLine({ now: wireLineNow({ root: null }) })
  const page = await openPage(now, person())
  await screen.findByRole('region', { name: 'Flow of the line now' })
  expect(screen.queryByRole('region', { name: 'Present stop' })).toBeNull()
  page.unmount()
  serveLine({ now: wireLineNow({ root: { ...wireLineNow().root, waiting: [] } }) })
  await openPage(now, person())
  await screen.findByRole('region', { name: 'Flow of the line now' })
  expect(screen.queryByRole('region', { name: 'Present stop' })).toBeNull()
})

test('a machine that sends nothing is unknown, not running', async () => {
  const { stations, ...rest } = wireLineNow({ root: null })
  const silent = stations.map((station) => ({
    ...station,
    machines: station.machines.map((one) => ({ ...one, state: null, attribution: null })),
  }))
  serveLine({ now: { ...rest, stations: silent } })
  await openPage(now, person())
  const flow = await screen.findByRole('region', { name: 'Flow of the line now' })
  expect(within(flow).getByRole('link', { name: /CP-105 .*unknown, no data/ })).toBeTruthy()
})

test('without a flow nothing is attributed: the page says what to do', async () => {
  serveLine({
    now: wireLineNow({ hasFlow: false, stations: [], root: null, line: null }),
    stops: wireLineStops({ hasFlow: false, stops: [] }),
  })
  const { router } = await openPage(now, person())
  expect(await screen.findByRole('heading', { name: 'No flow declared' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Declare the flow' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ view: 'flow' }))
})

test('a line that is none of this client says so', async () => {
  serveLine()
  await openPage('/admin/line?line=Line+9', person())
  expect(await screen.findByText('There is no such line')).toBeTruthy()
})

test('a failure is said, with another try', async () => {
  serve((path) => {
    if (path.startsWith('/api/admin/client_machines/')) return Response.json(lineMachines)
    return path.startsWith('/api/admin/line/')
      ? refusal(500, 'server.failed', 'An error occurred')
      : undefined
  })
  await openPage(now, person())
  expect((await screen.findAllByText('Could not load.')).length).toBeGreaterThan(0)
})

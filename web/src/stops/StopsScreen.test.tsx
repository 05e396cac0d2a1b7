import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { wireStops } from '../../testing/productionAnswers.ts'
import { wireCoverage } from '../../testing/stopBookAnswers.ts'
import { person } from '../../testing/wireAnswers.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T14:32:08Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const window = 'from=2026-11-20&to=2026-11-20&start=06:00&end=14:30&zone=UTC'
const stops = wireStops.map((stop, index) => ({
  ...stop,
  machine: index === 0 ? 'FW-101' : 'FW-202',
}))

/** Two machines that stopped; one stop is found by its machine and an instant in it. */
function serveStops() {
  return serve((path) => {
    if (path.includes('/PROD/tool?')) return Response.json({ data: ['T45-B'] })
    if (!path.startsWith('/api/admin/stops?')) return undefined
    const query = new URL(path, 'http://page').searchParams
    const [at, machine] = [query.get('at'), query.get('machineId')]
    const found = stops.filter(
      (stop) =>
        (machine === 'All' || stop.machine === machine) &&
        (at === null || (stop.start <= at && at < stop.end)),
    )
    return Response.json({ stops: found, count: 120, reasons: wireCoverage })
  })
}

type Requested = readonly { path: string }[]
const queriesOf = (requested: Requested, call: string) =>
  requested
    .filter(({ path }) => path.startsWith(call))
    .map(({ path }) => Object.fromEntries(new URL(path, 'http://page').searchParams))
const list = async () => within(await screen.findByRole('region', { name: /^Stops: / }))

test('the stops of all machines are one list of 50 rows a page, without micro-stops, with the causes of all', async () => {
  const requested = serveStops()
  await openPage(`/admin/stops?${window}`, person())
  const rows = await list()
  await rows.findByText('120 stops')
  expect(queriesOf(requested, '/api/admin/stops?')[0]).toMatchObject({
    ...{ machineId: 'All', machine: 'All', pageSize: '50', page: '1', micro: 'false' },
  })
  expect(queriesOf(requested, '/api/admin/stop-causes')[0]).toMatchObject({ machineId: 'All' })
  expect(screen.queryByRole('combobox', { name: 'Rows per page' })).toBeNull()
  await userEvent.click(rows.getByRole('button', { name: 'Page 3' }))
  await waitFor(() => expect(queriesOf(requested, '/api/admin/stops?').at(-1)?.page).toBe('3'))
})

test('a row leads to its stop on the page of its machine', async () => {
  serveStops()
  await openPage(`/admin/stops?${window}`, person())
  const link = (await list()).findByRole('link', { name: 'FW-202' })
  expect((await link).getAttribute('href')).toMatch(
    /^\/admin\/productionData\/1\/FW-202\?.*start=05%3A55.*of=all&stop=(%22)?2026-11-20T06%3A00/,
  )
})

test('a stop opens beside the list with its reasons; its address names machine and instant', async () => {
  const requested = serveStops()
  const { router } = await openPage(`/admin/stops?${window}`, person())
  await userEvent.click(
    await (await list()).findByRole('button', { name: 'Open the stop of FW-202, 06:00:00' }),
  )
  expect(router.state.location.search).toMatchObject({
    ...{ stop: '2026-11-20T06:00:00.000Z', on: 'FW-202', from: '2026-11-20' },
  })
  const stop = within(await screen.findByRole('complementary', { name: 'The open stop' }))
  expect(await stop.findByRole('region', { name: 'Reason' })).toBeTruthy()
  expect(stop.getByRole('link', { name: /Open on the page of FW-202/ })).toBeTruthy()
  expect(queriesOf(requested, '/api/admin/stops?').at(-1)).toMatchObject({ machineId: 'FW-202' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('on'))
  expect(screen.getByRole('region', { name: 'Stops: all causes' })).toBeTruthy()
})

test('a cause narrows the list and is left again; a filter counts at once and Undo takes it back', async () => {
  const requested = serveStops()
  const { router } = await openPage(`/admin/stops?${window}`, person())
  const causes = within(await screen.findByRole('region', { name: 'Stop Causes' }))
  await userEvent.click(await causes.findByRole('button', { name: /Product in jaw/ }))
  await screen.findByRole('region', { name: 'Stops: Product in jaw' })
  await userEvent.click(screen.getByRole('button', { name: 'List all stops' }))
  await screen.findByRole('region', { name: 'Stops: all causes' })
  await userEvent.click(screen.getByRole('combobox', { name: 'Tool' }))
  await userEvent.click(await screen.findByRole('option', { name: 'T45-B' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ tool: 'T45-B' }))
  expect(queriesOf(requested, '/api/admin/stops?').at(-1)).toMatchObject({ tool: 'T45-B' })
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('tool'))
})

test('more than 31 days of all machines are said, and not requested; of one machine they are', async () => {
  const long = 'from=2026-09-01&to=2026-11-20&zone=UTC'
  const requested = serveStops()
  const { unmount } = await openPage(`/admin/stops?${long}`, person())
  expect((await screen.findByRole('alert')).textContent).toMatch(/at most 31 days/)
  expect(queriesOf(requested, '/api/admin/stop')).toEqual([])
  unmount()
  await openPage(`/admin/stops?${long}&machine=FW-101`, person())
  await list()
  expect(queriesOf(requested, '/api/admin/stops?')[0]).toMatchObject({ machineId: 'FW-101' })
})

test('without a window it is the last 24 hours; without premium several machines are compared with nothing', async () => {
  const requested = serveStops()
  const standard = person({ subscriptionLabel: 'standard' as const })
  const { router } = await openPage('/admin/stops?with=before', standard)
  await list()
  expect(router.state.location.search).toMatchObject({ preset: 'last24h' })
  await screen.findByRole('region', { name: 'Stop Causes' })
  expect(queriesOf(requested, '/api/admin/stop-causes')).toHaveLength(1)
  expect(screen.queryByRole('combobox', { name: 'Compare with' })).toBeNull()
})

test('the order of the list stands in the address: a reload and a filter keep it', async () => {
  const requested = serveStops()
  const { router } = await openPage(`/admin/stops?${window}&sort=-seconds`, person())
  const rows = await list()
  await rows.findByText('120 stops')
  expect(queriesOf(requested, '/api/admin/stops?')[0]).toMatchObject({
    ...{ sort: 'seconds', order: 'descending' },
  })
  await userEvent.click(rows.getByRole('button', { name: 'Cause' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ sort: 'cause' }))
  await userEvent.click(screen.getByRole('combobox', { name: 'Tool' }))
  await userEvent.click(await screen.findByRole('option', { name: 'T45-B' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ tool: 'T45-B' }))
  expect(router.state.location.search).toMatchObject({ sort: 'cause' })
  expect(queriesOf(requested, '/api/admin/stops?').at(-1)).toMatchObject({
    ...{ sort: 'cause', order: 'ascending' },
  })
})

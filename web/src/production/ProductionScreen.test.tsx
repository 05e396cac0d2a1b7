// @slow

import { addDays, localDate } from '@packboard/model'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve, type Wire } from '../../testing/openPage.tsx'
import { wireMetrics } from '../../testing/productionAnswers.ts'
import { admin, person, wireAnswer, wireMachines, wireRecord } from '../../testing/wireAnswers.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T14:32:08Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const address = '/admin/productionData/1/FW-101'
/** Of the day before: past in every zone. */
const shift = `${address}?from=2026-11-20&to=2026-11-20&start=06:00&end=14:30`

type Requested = readonly { path: string }[]
const requestedOf = (requested: Requested, part: string) =>
  requested
    .filter(({ path }) => path.includes(part))
    .map(({ path }) => Object.fromEntries(new URL(path, 'http://page').searchParams))

const products = 'products_pie_chart'
const legend = async (name: string) => within(await screen.findByRole('table', { name }))

test('the head tells the live state, and asks for no other machine', async () => {
  const requested = serve()
  await openPage(address, person())
  expect(await screen.findByText('Execute', { selector: 'span' })).toBeTruthy()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('FW-101')
  expect(screen.getByText('Line 1 · Flow Wrapper FW-3 · Choc Bar 45 g')).toBeTruthy()
  const live = requested.find(({ path }) => path === '/api/admin/machinesData')
  expect(live?.body).toMatchObject({ machinesIdArray: ['FW-101'], initialReq: 'yes' })
})

test('a machine whose dictionary no person confirmed says on its page that its figures are provisional', async () => {
  serve((path) => {
    if (!path.startsWith('/api/admin/client_machines/')) return undefined
    const [machine] = wireMachines('FW-101').machines
    return Response.json({ machines: [{ ...machine, isProvisional: true }] })
  })
  await openPage(address, person())
  expect(await screen.findByText(/ · Figures are provisional: nobody has confirmed/)).toBeTruthy()
})

test('a machine that is OFFLINE says so and names no product', async () => {
  serve((path) =>
    path === '/api/admin/machinesData'
      ? Response.json(wireAnswer({ dataArray: [wireRecord({ Status: 'OFFLINE' })] }))
      : undefined,
  )
  await openPage(address, person())
  expect(await screen.findByText('OFFLINE', { selector: 'span' })).toBeTruthy()
  expect(screen.getByText('Line 1 · Flow Wrapper FW-3')).toBeTruthy()
})

test('staff who come by the address have chosen its client, and the way back leads to its factory', async () => {
  serve()
  await openPage(address, admin)
  const bar = within(screen.getByRole('banner'))
  expect(await bar.findByText('Northfield Confectionery')).toBeTruthy()
  const crumb = within(screen.getByRole('navigation', { name: 'Breadcrumb' }))
  await userEvent.click(crumb.getByRole('link', { name: 'Overview' }))
  await waitFor(() => expect(screen.queryByText('Packs Produced')).toBeNull())
  expect(screen.queryByText('Select Client:')).toBeNull()
})

test("another client's machine looks as if it did not exist", async () => {
  serve((path) =>
    path.includes('client_machines')
      ? refusal(404, 'client.notFound', 'Client not found.')
      : undefined,
  )
  await openPage('/admin/productionData/9/FW-901', person())
  expect(await screen.findByRole('heading', { name: 'No Machines Found' })).toBeTruthy()
  expect(screen.queryByText('Packs Produced')).toBeNull()
})

test('the cards show the totals of exactly this machine', async () => {
  const requested = serve()
  await openPage(shift, person())
  const card = async (name: string) => within(await screen.findByRole('article', { name }))
  await screen.findByText('63,498')
  const idle = (await card('Idle Time Total')).getByText(/^0/)
  expect(idle.textContent).toBe('0h 39m')
  expect((await card('Run Time Total')).getByText('82.4 % of 8h 30m')).toBeTruthy()
  const oeee = await card('OEEE')
  expect(oeee.getByText('77.1')).toBeTruthy()
  expect(oeee.getByText('94.5 %')).toBeTruthy()
  expect(requestedOf(requested, 'day-summary')).toEqual([
    {
      clientId: '1',
      machine: 'FW-101',
      days: 'no',
      start_date: '2026-11-20',
      end_date: '2026-11-20',
      start_time: '06:00',
      end_time: '14:30',
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      product: 'All',
      tool: 'All',
      recipe: 'All',
    },
  ])
})

test('a page with its default window that stays open over midnight moves on to the new day', async () => {
  const requested = serve()
  const days = () =>
    requestedOf(requested, 'day-summary').map(({ start_date, end_date }) => [start_date, end_date])
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const today = localDate(new Date(), timeZone)
  await openPage(address, person())
  await waitFor(() => expect(days()).toEqual([[addDays(today, -1), today]]))
  vi.setSystemTime(Date.now() + 86_400_000)
  await waitFor(() => expect(days().at(-1)).toEqual([today, addDays(today, 1)]), {
    timeout: 5_000,
  })
})

test('what must be known before a figure is believed stands on its card; what is not known is a dash', async () => {
  serve((path) =>
    path.includes('day-summary')
      ? Response.json({
          metrics: wireMetrics({
            OEEE: null,
            performance: null,
            coverage: 71.2,
            lowCoverage: true,
            targetTooLow: true,
            ...{ packsAfterGap: 3_660, packsNotPlanned: 1_200, quality: -66.7 },
            targetSource: 'estimated',
            qualityBasis: 'not measured',
          }),
          groupedData: [],
          tableData: [],
        })
      : undefined,
  )
  await openPage(shift, person())
  await screen.findByText('Target speed too low?')
  const oeee = within(screen.getByRole('article', { name: 'OEEE' }))
  expect(oeee.getAllByText('–')).toHaveLength(2)
  expect(oeee.getByText('Low coverage: 71.2 % observed')).toBeTruthy()
  expect(oeee.getByText('3,660 packs read after a gap, not in OEEE')).toBeTruthy()
  expect(oeee.getByText('1,200 packs outside planned time, not in OEEE')).toBeTruthy()
  expect(oeee.getByText('Quality below 0: more rejects than packs')).toBeTruthy()
  expect(oeee.getByText('estimated target')).toBeTruthy()
  expect(oeee.getByText('not measured')).toBeTruthy()
})

test('packs without run make no product of three', async () => {
  serve((path) =>
    path.includes('day-summary')
      ? Response.json({
          metrics: wireMetrics({
            OEEE: 20,
            availability: 0,
            performance: null,
            'Run Time Total': 0,
          }),
          ...{ groupedData: [], tableData: [] },
        })
      : undefined,
  )
  await openPage(shift, person())
  expect(await screen.findByText('A × P × Q undefined: packs without run')).toBeTruthy()
})

test('every chart asks for the same window; without an address it is yesterday 06:00 to today 18:00', async () => {
  const requested = serve()
  await openPage(address, person())
  await legend('Machine State Distribution')
  for (const part of ['idle_run_alarm', products, 'groups', 'speed_per_min', 'state-bar-chart']) {
    expect(requestedOf(requested, part)).toMatchObject([
      { machineId: 'FW-101', start_time: '06:00', end_time: '18:00', tool: 'All' },
    ])
  }
})

test('alarms and states on the chart are asked for up to 24 hours and not beyond', async () => {
  const requested = serve()
  const { unmount } = await openPage(address, person())
  await legend('Machine State Distribution')
  expect(requestedOf(requested, 'alarm_chart_data')).toEqual([])
  unmount()
  await openPage(shift, person())
  expect(await screen.findByRole('list', { name: 'Alarm groups' })).toBeTruthy()
  expect(requestedOf(requested, 'alarm_chart_data')).toHaveLength(1)
  expect(requestedOf(requested, 'state-lane')).toHaveLength(1)
})

test('a click on a product filters the page by it, in the address; the back button undoes it', async () => {
  const requested = serve()
  const { router } = await openPage(shift, person())
  const chart = await legend('Products')
  await userEvent.click(chart.getByRole('button', { name: 'Choc Bar 45 g' }))
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ product: 'Choc Bar 45 g' }),
  )
  await waitFor(() =>
    expect(requestedOf(requested, 'day-summary').at(-1)).toMatchObject({
      product: 'Choc Bar 45 g',
    }),
  )
  const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Product' })
  expect(field().value).toBe('Choc Bar 45 g')
  act(() => router.history.back())
  await waitFor(() => expect(field().value).toBe('All'))
})

test('packs without a product are no filter', async () => {
  serve()
  const { router } = await openPage(shift, person())
  const before = router.state.location.href
  await userEvent.click((await legend('Products')).getByRole('button', { name: 'No product' }))
  expect(router.state.location.href).toBe(before)
})

test('a click on an alarm group filters by the stops that it caused; the chip in the bar takes it away', async () => {
  const requested = serve()
  const { router } = await openPage(shift, person())
  const chart = await legend('Alarms')
  await userEvent.click(chart.getByRole('button', { name: 'Film Feed' }))
  await waitFor(() =>
    expect(requestedOf(requested, 'state-bar-chart').at(-1)).toMatchObject({ recipe: 'Film Feed' }),
  )
  expect(router.state.location.search).toMatchObject({ recipe: 'Film Feed', from: '2026-11-20' })
  await userEvent.click(screen.getByRole('button', { name: 'Remove Film Feed' }))
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('recipe'))
})

test('a Duration recomputes its chart alone and is blank again when the filter changes', async () => {
  const requested = serve()
  await openPage(shift, person())
  await legend('Machine State Distribution')
  await legend('Products')
  const before = requested.length
  const duration = () =>
    screen.getByRole<HTMLInputElement>('combobox', { name: 'Duration of Products' })
  await userEvent.click(duration())
  await userEvent.click(await screen.findByRole('option', { name: 'Last Week' }))
  await waitFor(() => expect(requestedOf(requested, products)).toHaveLength(2))
  expect(requestedOf(requested, products)[1]).toMatchObject({
    start_date: '2026-11-09',
    end_date: '2026-11-15',
  })
  expect(requested).toHaveLength(before + 1)
  expect(duration().value).toBe('Last Week')

  await userEvent.click((await legend('Alarms')).getByRole('button', { name: 'Jaws' }))
  await waitFor(() => expect(duration().value).toBe(''))
  await waitFor(() =>
    expect(requestedOf(requested, products).at(-1)).toMatchObject({
      start_date: '2026-11-20',
      recipe: 'Jaws',
    }),
  )
})

const chartsFail: Wire = (path) =>
  /pie_chart|chart_data|state-|day-summary/.test(path)
    ? refusal(500, 'server.failed', 'An error occurred')
    : undefined

test('what fails reads as empty, with a mark and a way to try again; totals are zero with the same mark', async () => {
  let fails = true
  serve((path, body, init) => (fails ? chartsFail(path, body, init) : undefined))
  await openPage(shift, person())
  expect(await screen.findAllByText('No Data Found')).toHaveLength(5)
  const packs = within(screen.getByRole('article', { name: 'Packs Produced' }))
  expect(packs.getByText('0')).toBeTruthy()
  expect(packs.getByRole('alert').textContent).toContain('Could not load.')
  fails = false
  await userEvent.click(packs.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('63,498')).toBeTruthy()
  expect(screen.getAllByText('No Data Found')).toHaveLength(5)
})

test('a window without anything says so without a mark', async () => {
  serve((path) =>
    path.includes(products) ? Response.json({ data: { pieChunks: [] } }) : undefined,
  )
  await openPage(shift, person())
  expect(await screen.findByText('No packs, 06:00 to 14:30.')).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

const noSpeeds = (steps: readonly object[]): Wire => {
  return (path) =>
    path.includes('speed_per_min')
      ? Response.json({ data: { speed: [], nextMachine: [] }, aggregationInterval: 'as-is' })
      : path.includes('step-totals')
        ? Response.json({ steps, aggregationInterval: '5 minutes' })
        : undefined
}
const wireStep = {
  x: '2026-11-20T08:00:00.000Z',
  ...{ run: 240, idle: 0, alarm: 60, ancillary: 0, unknown: 0 },
  ...{ speed: null, packs: 600, rejects: null },
}

test('a machine that sends no speed keeps its lanes and says how to send it', async () => {
  serve(noSpeeds([wireStep]))
  await openPage(shift, person())
  const chart = within(await screen.findByRole('region', { name: 'Packs per minute' }))
  expect(await chart.findByText(/^No speed: this machine reported none/)).toBeTruthy()
  expect(chart.getByText('speed').tagName).toBe('CODE')
  expect(chart.getByRole('link', { name: 'How to send it' }).getAttribute('href')).toBe(
    '/docs/manual/send-records.html#fields',
  )
  expect(chart.queryByText('No Data Found')).toBeNull()
  // The axis of time can still be moved.
  expect(chart.getByRole('button', { name: 'Zoom in' })).toBeTruthy()
})

test('where filters leave nothing with a speed, the machine is not said to send none', async () => {
  serve(noSpeeds([wireStep]))
  await openPage(`${shift}&tool=T45-B`, person())
  expect(
    await screen.findByText(/^No speed was reported for what the filters leave\./),
  ).toBeTruthy()
  expect(screen.queryByText(/^No speed: this machine/)).toBeNull()
})

test('a time in which the machine sent nothing has no data, as specified', async () => {
  serve(noSpeeds([{ ...wireStep, run: 0, alarm: 0, packs: 0 }]))
  await openPage(shift, person())
  const chart = within(await screen.findByRole('region', { name: 'Packs per minute' }))
  expect(await chart.findByText('No Data Found')).toBeTruthy()
  expect(chart.getByText('Try a longer time period or clear the filters.')).toBeTruthy()
  expect(chart.queryByText(/^No speed/)).toBeNull()
})

test('what is on screen stays until the new answer is there', async () => {
  let answer = () => {}
  const waiting = new Promise<void>((done) => {
    answer = done
  })
  serve((path) =>
    path.includes(products) && path.includes('Film')
      ? waiting.then(() => Response.json({ data: { pieChunks: [{ x: 'Oat Bar 35 g', y: 7 }] } }))
      : undefined,
  )
  await openPage(shift, person())
  await legend('Products')
  await userEvent.click((await legend('Alarms')).getByRole('button', { name: 'Film Feed' }))
  await screen.findByRole('button', { name: 'Remove Film Feed' })
  expect((await legend('Products')).getByText('Choc Bar 45 g')).toBeTruthy()
  answer()
  expect(await (await legend('Products')).findByText('Oat Bar 35 g')).toBeTruthy()
  expect(screen.queryByText('Choc Bar 45 g')).toBeNull()
})

/** As after half a minute in the background: the clock went on and the page is looked at again. */
function wakeAfter(ms: number) {
  vi.setSystemTime(Date.now() + ms)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}
const packsOf = (packs: number): Wire => {
  return (path) =>
    path.includes('day-summary')
      ? Response.json({
          metrics: wireMetrics({ 'Packs Produced': packs }),
          groupedData: [],
          tableData: [],
        })
      : undefined
}
const lastUpdated = () => screen.getByText('Last Updated Time').parentElement?.textContent

test('a window that reaches to now is requested again; the stamp is the instant of its figures', async () => {
  let packs = 60_862
  const requested = serve((path, body, init) => packsOf(packs)(path, body, init))
  await openPage(
    `${address}?from=2026-11-21&to=2026-11-21&start=06:00&end=23:59&zone=UTC`,
    person(),
  )
  await screen.findByText('60,862')
  // Not the instant of the live state, 14:32:10.
  await waitFor(() => expect(lastUpdated()).toBe('Last Updated Time21-11-2026 14:32:00'))
  const first = requestedOf(requested, 'day-summary')
  expect(first.map(({ until }) => until)).toEqual(['2026-11-21T14:32:00.000Z'])

  packs = 60_940
  wakeAfter(31_000)
  await screen.findByText('60,940')
  await waitFor(() => expect(lastUpdated()).toBe('Last Updated Time21-11-2026 14:32:30'))
  for (const part of ['idle_run_alarm', products, 'groups', 'speed_per_min', 'stop-causes']) {
    await waitFor(() =>
      expect(requestedOf(requested, part).map(({ until }) => until)).toEqual([
        '2026-11-21T14:32:00.000Z',
        '2026-11-21T14:32:30.000Z',
      ]),
    )
  }
})

test('a hidden page and a window of the past request nothing again; a page that is seen does every 30 s', async () => {
  const every = vi.spyOn(window, 'setInterval')
  const requested = serve()
  const { unmount } = await openPage(shift, person())
  await legend('Machine State Distribution')
  await waitFor(() => expect(requestedOf(requested, 'stop-causes')).toHaveLength(1))
  wakeAfter(31_000)
  expect(requestedOf(requested, 'day-summary')).toHaveLength(1)
  unmount()

  await openPage(`${address}?preset=today&zone=UTC`, person())
  await legend('Machine State Distribution')
  const ticks = every.mock.calls.filter(([, ms]) => ms === 30_000).map(([tick]) => tick)
  const tick = ticks.at(-1)
  const seen = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  wakeAfter(31_000)
  if (typeof tick === 'function') tick()
  expect(requestedOf(requested, 'day-summary')).toHaveLength(2)
  seen.mockRestore()
  if (typeof tick === 'function') tick()
  await waitFor(() => expect(requestedOf(requested, 'day-summary')).toHaveLength(3))
  every.mockRestore()
})

test('a preset stays in the address and moves on with the clock; a filter that is being chosen stays', async () => {
  const requested = serve()
  const { router } = await openPage(`${address}?preset=last24h&zone=UTC`, person())
  await legend('Machine State Distribution')
  const last = () => requestedOf(requested, 'day-summary').at(-1)
  expect(last()).toMatchObject({
    start_date: '2026-11-20',
    start_time: '14:33',
    end_time: '14:33',
  })
  await userEvent.click(screen.getByRole('combobox', { name: 'Tool' }))
  await userEvent.click(await screen.findByRole('option', { name: 'T45-B' }))
  wakeAfter(5 * 60_000)
  await waitFor(() => expect(last()).toMatchObject({ start_time: '14:38', end_time: '14:38' }))
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Tool' }).value).toBe('T45-B')
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ preset: 'last24h', tool: 'T45-B', zone: 'UTC' }),
  )
})

test('values of a refresh that failed stay and say from when they are', async () => {
  let fails = false
  const requested = serve((path, body, init) => (fails ? chartsFail(path, body, init) : undefined))
  await openPage(
    `${address}?from=2026-11-21&to=2026-11-21&start=06:00&end=23:59&zone=UTC`,
    person(),
  )
  await screen.findByText('63,498')
  await legend('Products')
  fails = true
  wakeAfter(31_000)
  expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy()
  await waitFor(() => expect(requestedOf(requested, products)).toHaveLength(2))
  expect(screen.getByText('63,498')).toBeTruthy()
  expect(screen.queryByText('No Data Found')).toBeNull()
  expect(lastUpdated()).toContain('14:32:00')
})

test('the explanation of a figure is of the same instant as its card', async () => {
  const requested = serve()
  await openPage(
    `${address}?from=2026-11-21&to=2026-11-21&start=06:00&end=23:59&zone=UTC`,
    person(),
  )
  await screen.findByText('63,498')
  vi.setSystemTime(Date.now() + 20_000)
  await userEvent.click(screen.getByRole('button', { name: 'Explain this number: OEEE' }))
  await waitFor(() =>
    expect(requestedOf(requested, '/explain?')).toMatchObject([
      { figure: 'oeee', until: '2026-11-21T14:32:00.000Z' },
    ]),
  )
  // The card does not go on without its explanation.
  wakeAfter(31_000)
  expect(requestedOf(requested, 'day-summary')).toHaveLength(1)
})

test('under a filter by cause the cards are about its stops, and no OEEE is shown', async () => {
  serve()
  await openPage(`${shift}&recipe=Jaws`, person())
  const card = async (name: string) => (await screen.findByRole('article', { name })).textContent
  await screen.findByText('63,498')
  expect(await card('Stop time')).toContain('0h 07m')
  expect(await card('Stops')).toContain('1')
  expect(await card('Lost packs')).toContain('900')
  for (const name of ['OEEE', 'Run Time Total', 'Idle Time Total']) {
    expect(screen.queryByRole('article', { name })).toBeNull()
  }
})

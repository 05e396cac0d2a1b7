// @slow

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve, type Wire } from '../../testing/openPage.tsx'
import { admin, person } from '../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

const address = '/admin/day-summary'

const metrics = {
  'Packs Produced': 63_498,
  packsAfterGap: 0,
  'Idle Time Total': 2_340,
  'Run Time Total': 25_200,
  OEEE: 77.1,
  availability: 82.4,
  performance: 94.5,
  quality: 99.1,
  machineOeee: 80,
  coverage: 99,
  qualityBasis: 'measured',
  targetSource: 'recipe',
  lowCoverage: false,
  targetTooLow: false,
  rejects: 12,
  alarmSeconds: 540,
  ancillarySeconds: 2_520,
  unknownSeconds: 0,
  externalSeconds: 0,
  offlineSeconds: 0,
  windowSeconds: 30_600,
}

const day = (over: Record<string, unknown> = {}) => ({
  Day: '2026-11-21',
  Machine: 'FW-102',
  Product: 'Choc Bar 45 g',
  Tool: 'T45-B',
  'Run Time': 19_279,
  'Idle Time': 1_589,
  'Number of Packs Packed': 49_550.4,
  'Average Packs Per Minute': 154.43,
  ...over,
})

/** The requested number of days, each on a machine of its own. */
const days = (count: number) =>
  Array.from({ length: count }, (_, index) => day({ Machine: `FW-${101 + index}` }))

const details = {
  timeSeriesData: [
    { timestamp: '2026-11-21T08:00:00.000Z', speed: 150, isRecipeChange: false, recipe: 10 },
    { timestamp: '2026-11-21T08:01:10.000Z', speed: 0, isRecipeChange: true, recipe: 21 },
    { timestamp: '2026-11-21T08:01:00.000Z', speed: 20, isRecipeChange: false, recipe: 21 },
  ],
  barChartData: [
    { x: 'Execute', y: 70 },
    { x: 'Film Snap', y: 50 },
  ],
}

const summaryServer =
  (rows: readonly object[]): Wire =>
  (path) => {
    if (path === '/api/admin/day-summary-modal-data') return Response.json(details)
    if (path.startsWith('/api/admin/day-summary')) {
      return Response.json({ metrics, groupedData: rows, tableData: [] })
    }
    if (path.startsWith('/api/get_lookup_data')) {
      return Response.json({ data: ['FW-101', 'FW-102'] })
    }
    return undefined
  }

const table = async () => within(await screen.findByRole('table', { name: 'Per Day Summary' }))

test('an admin first picks a client, and only premium ones are offered', async () => {
  const requested = serve(summaryServer([day()]))
  await openPage(address, admin)
  expect(
    await screen.findByRole('heading', {
      name: 'Please select Client for which you want to view data:',
    }),
  ).toBeTruthy()
  expect(requested.some(({ path }) => path.startsWith('/api/admin/day-summary'))).toBe(false)
  await userEvent.click(await screen.findByPlaceholderText('Select Client...'))
  const offered = await screen.findAllByRole('option')
  expect(offered.map(({ textContent }) => textContent)).toEqual(['Northfield ConfectioneryLeeds'])
  await userEvent.click(offered[0]!)
  expect((await table()).getByText('FW-102')).toBeTruthy()
  const question = requested.find(({ path }) => path.startsWith('/api/admin/day-summary'))
  expect(question?.path).toContain('clientId=1&')
})

test.each([
  ['a distributor without a client', person({ role: 'distributor', clientId: null })],
  ['a user of a client without premium', person({ role: 'user', subscriptionLabel: 'standard' })],
])('%s reads Not Allowed', async (_who, session) => {
  const requested = serve(summaryServer([day()]))
  await openPage(address, session)
  expect(await screen.findByText('Not Allowed')).toBeTruthy()
  expect(requested.some(({ path }) => path.includes('day-summary'))).toBe(false)
})

test('a row tells day, machine, product, tool, whole minutes and whole packs', async () => {
  serve(summaryServer([day()]))
  await openPage(address, person())
  const rows = await table()
  expect(rows.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Day',
    'Machine',
    'Product',
    'Tool',
    'Idle Time (Mins)',
    'Packs Packed',
    'Run Time (Mins)',
    'Open',
  ])
  expect(rows.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
    '21-11-2026',
    'FW-102',
    'Choc Bar 45 g',
    'T45-B',
    '26',
    '49,550',
    '321',
    '',
  ])
  const totals = within(screen.getByRole('region', { name: 'Totals' }))
  expect(totals.getByText('63,498')).toBeTruthy()
})

test('the bar carries machine, tool and product, and begins with yesterday and today', async () => {
  const requested = serve(summaryServer([day()]))
  await openPage(address, person())
  await table()
  for (const label of ['Machine', 'Tool', 'Product']) {
    expect(screen.getByRole('combobox', { name: label })).toBeTruthy()
  }
  const path = requested.find((one) => one.path.startsWith('/api/admin/day-summary'))?.path ?? ''
  const query = new URLSearchParams(path.split('?')[1])
  expect([query.get('start_time'), query.get('end_time')]).toEqual(['00:00', '23:59'])
  const span = Date.parse(query.get('end_date') ?? '') - Date.parse(query.get('start_date') ?? '')
  expect(span).toBe(86_400_000)
})

test('days of a window that reaches to now are requested again every 30 s and on waking; those of the past are not', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-21T14:32:08Z'), toFake: ['Date'] })
  const every = vi.spyOn(window, 'setInterval')
  const seen = vi.spyOn(document, 'visibilityState', 'get')
  try {
    let packs = 100
    const requested = serve((path, body, init) =>
      summaryServer([day({ 'Number of Packs Packed': packs })])(path, body, init),
    )
    const instants = () =>
      requested
        .filter(({ path }) => path.startsWith('/api/admin/day-summary?'))
        .map(({ path }) => new URL(path, 'http://page').searchParams.get('until'))
    const wakeAfter = (ms: number) => {
      vi.setSystemTime(Date.now() + ms)
      act(() => void document.dispatchEvent(new Event('visibilitychange')))
    }
    const past = '?from=2026-11-19&to=2026-11-20&start=06:00&end=14:30&zone=UTC'
    const { unmount } = await openPage(`${address}${past}`, person())
    await table()
    const ofThePast = instants().length
    wakeAfter(31_000)
    expect(instants()).toHaveLength(ofThePast)
    unmount()

    await openPage(`${address}?preset=today&zone=UTC`, person())
    expect((await table()).getByText('100')).toBeTruthy()
    const before = instants()
    packs = 200
    wakeAfter(31_000)
    expect(await screen.findByText('200')).toBeTruthy()
    expect(instants().slice(before.length)).toHaveLength(1)
    expect(instants().at(-1)).not.toBe(before.at(-1))

    packs = 300
    const ticks = every.mock.calls.filter(([, ms]) => ms === 30_000).map(([tick]) => tick)
    const tick = ticks.at(-1)
    if (typeof tick !== 'function') throw new Error('Nothing is repeated every 30 s.')
    seen.mockReturnValue('hidden')
    tick()
    expect(instants()).toHaveLength(before.length + 1)
    seen.mockReturnValue('visible')
    tick()
    expect(await screen.findByText('300')).toBeTruthy()
  } finally {
    seen.mockRestore()
    every.mockRestore()
    vi.useRealTimers()
  }
})

test('ten rows a page; another filter begins on the first page and stands in the address', async () => {
  const requested = serve(summaryServer(days(23)))
  const { router } = await openPage(address, person())
  expect((await table()).getAllByRole('row')).toHaveLength(11)
  expect(screen.getByText('1–10 of 23')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Page 3' }))
  expect(await screen.findByText('21–23 of 23')).toBeTruthy()
  expect((await table()).getAllByRole('row')).toHaveLength(4)

  await userEvent.click(screen.getByRole('combobox', { name: 'Machine' }))
  await userEvent.click(await screen.findByRole('option', { name: 'FW-101' }))
  await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
  expect(await screen.findByText('1–10 of 23')).toBeTruthy()
  expect(router.state.location.search).toMatchObject({ machine: 'FW-101' })
  const last = requested.filter(({ path }) => path.startsWith('/api/admin/day-summary')).at(-1)
  expect(last?.path).toContain('machine=FW-101')
})

test('sorted, searched and turned, the table stands in the address; Back turns the page back', async () => {
  const some = days(23).map((row, index) => ({ ...row, 'Number of Packs Packed': 100 * index }))
  serve(summaryServer(some))
  const { router } = await openPage(address, person())
  const firsts = async () =>
    (await table())
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('cell')[1]?.textContent)
  expect((await firsts())[0]).toBe('FW-101')
  const packs = (await table()).getByRole('columnheader', { name: 'Packs Packed' })
  await userEvent.click(within(packs).getByRole('button', { name: 'Packs Packed' }))
  await waitFor(async () => expect((await firsts())[0]).toBe('FW-123'))
  expect(router.state.location.search).toMatchObject({ sort: '-packs' })
  await userEvent.click(screen.getByRole('button', { name: 'Page 2' }))
  await waitFor(() => expect(router.state.location.search).toMatchObject({ page: 2 }))
  expect((await firsts())[0]).toBe('FW-113')
  router.history.back()
  await waitFor(async () => expect((await firsts())[0]).toBe('FW-123'))

  const find = screen.getByRole('searchbox', { name: /^Find a day/ })
  await userEvent.type(find, '-12')
  expect(await screen.findByText('1–4 of 4')).toBeTruthy()
  expect(await firsts()).toEqual(['FW-123', 'FW-122', 'FW-121', 'FW-120'])
  await userEvent.type(find, 'x')
  expect(await screen.findByText(/^No row has this/)).toBeTruthy()
})

test('an address with order, search and page shows them', async () => {
  serve(summaryServer(days(23)))
  await openPage(`${address}?sort=-machine&find=FW&page=3`, person())
  expect((await table()).getAllByRole('row')).toHaveLength(4)
  const machine = (await table()).getByRole('columnheader', { name: 'Machine' })
  expect(machine.getAttribute('aria-sort')).toBe('descending')
  expect(screen.getByText('21–23 of 23')).toBeTruthy()
})

test('an address with a filter shows that filter', async () => {
  const requested = serve(summaryServer([day()]))
  await openPage(
    `${address}?from=2026-11-15&to=2026-11-21&start=00:00&end=23:59&tool=T45-B`,
    person(),
  )
  await table()
  const question =
    requested.find(({ path }) => path.startsWith('/api/admin/day-summary'))?.path ?? ''
  expect(question).toContain('start_date=2026-11-15&end_date=2026-11-21')
  expect(question).toContain('tool=T45-B')
})

test('no days read No Data Found', async () => {
  serve(summaryServer([]))
  await openPage(address, person())
  expect(await screen.findByText('No Data Found')).toBeTruthy()
})

test('a failure: totals are zero, the table is empty, and both say that they could not be loaded', async () => {
  const wire = summaryServer([day()])
  serve((path, body, init) =>
    path.startsWith('/api/admin/day-summary')
      ? refusal(500, 'server.failed', 'An error occurred')
      : wire(path, body, init),
  )
  await openPage(address, person())
  expect(await screen.findByText('No Data Found')).toBeTruthy()
  const totals = within(screen.getByRole('region', { name: 'Totals' }))
  expect(totals.getByRole('article', { name: 'Packs Produced' }).textContent).toContain('0')
  expect(screen.getAllByText('Could not load.').length).toBeGreaterThan(1)
})

test('a row opens its details and Close leads back to it', async () => {
  const requested = serve(summaryServer([day()]))
  await openPage(address, person())
  await table()
  const opener = screen.getByRole('button', { name: /^Details for 21-11-2026, FW-102/ })
  await userEvent.click(opener)
  const dialog = within(await screen.findByRole('dialog', { name: /^Details for 21-11-2026/ }))
  const stats = Object.fromEntries(
    dialog.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]),
  )
  expect(stats).toEqual({
    Day: '21-11-2026',
    Machine: 'FW-102',
    Product: 'Choc Bar 45 g',
    Tool: 'T45-B',
    'Run Time': '5h 21m',
    'Idle Time': '0h 26m',
    'Number of Packs Packed': '49,550',
    'Average Packs Per Minute': '154.4',
  })
  const chart = within(dialog.getByRole('region', { name: 'Speed and Machine State' }))
  expect(await chart.findByText(/, 2 minutes, 21-11-2026 .* Mean \d+ ppm/)).toBeTruthy()
  const bars = within(dialog.getByRole('region', { name: 'Machine State Distribution' }))
  expect(await bars.findByRole('rowheader', { name: 'Film Snap' })).toBeTruthy()
  expect(requested.find(({ path }) => path.endsWith('modal-data'))?.body).toMatchObject({
    clientId: 1,
    Day: '2026-11-21',
    Machine: 'FW-102',
    Product: 'Choc Bar 45 g',
    Tool: 'T45-B',
    start_time: '00:00',
    end_time: '23:59',
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

test('the rows beside it are reached without closing its details', async () => {
  const requested = serve(summaryServer(days(12)))
  await openPage(address, person())
  await userEvent.click((await table()).getByText('FW-110'))
  const dialog = within(await screen.findByRole('dialog', { name: /^Details for/ }))
  const machine = () =>
    dialog.getAllByRole('term').find((term) => term.textContent === 'Machine')?.nextSibling
      ?.textContent
  const next = dialog.getByRole('button', { name: 'Next row' })
  expect([machine(), dialog.getByText('10 of 12').textContent]).toEqual(['FW-110', '10 of 12'])
  await userEvent.click(next)
  expect(machine()).toBe('FW-111')
  await waitFor(() =>
    expect(requested.at(-1)).toMatchObject({ body: { Machine: 'FW-111', Day: '2026-11-21' } }),
  )
  await userEvent.click(next)
  // At the end the focus stays where it is.
  expect([machine(), next.getAttribute('aria-disabled')]).toEqual(['FW-112', 'true'])
  await userEvent.click(next)
  expect([machine(), document.activeElement === next]).toEqual(['FW-112', true])
  await userEvent.click(dialog.getByRole('button', { name: 'Previous row' }))
  expect(machine()).toBe('FW-111')
})

test('details that could not be loaded keep the figures of the row', async () => {
  const wire = summaryServer([day()])
  serve((path, body, init) =>
    path.endsWith('modal-data')
      ? refusal(500, 'server.failed', 'An error occurred')
      : wire(path, body, init),
  )
  await openPage(address, person())
  await userEvent.click((await table()).getByText('FW-102'))
  const dialog = within(await screen.findByRole('dialog', { name: /^Details for 21-11-2026/ }))
  expect(await dialog.findAllByText('No Data Found')).toHaveLength(2)
  expect(dialog.getAllByRole('alert')[0]?.textContent).toContain('Could not load.')
  expect(dialog.getByText('49,550')).toBeTruthy()
})

test('paper gets every row, the client, the period, the zone and the time of printing', async () => {
  serve(summaryServer(days(12)))
  const page = await openPage(address, person())
  expect((await table()).getAllByRole('row')).toHaveLength(11)
  fireEvent(window, new Event('beforeprint'))
  expect((await table()).getAllByRole('row')).toHaveLength(13)
  const head = page.container.querySelector('[data-print-only]')?.textContent
  expect(head).toContain('Northfield Confectionery')
  expect(head).toMatch(/Period\d\d-\d\d-\d{4} – \d\d-\d\d-\d{4}, 00:00 to 23:59/)
  expect(head).toContain(`Zone${Intl.DateTimeFormat().resolvedOptions().timeZone}`)
  expect(head).toMatch(/Printed\d\d-\d\d-\d{4} \d\d:\d\d$/)
  fireEvent(window, new Event('afterprint'))
  expect((await table()).getAllByRole('row')).toHaveLength(11)
})

test('under a filter by cause the day summary shows its stops and no OEEE', async () => {
  const requested = serve(summaryServer([day()]))
  await openPage(`${address}?recipe=Jaws`, person())
  await screen.findByText('900')
  expect(screen.getByRole('article', { name: 'Lost packs' }).textContent).toContain('900')
  expect(screen.queryByRole('article', { name: 'OEEE' })).toBeNull()
  const causes = requested.find(({ path }) => path.includes('stop-causes'))
  expect(causes?.path).toContain('machineId=All')
})

test('rows are grouped by line or machine, with the sums of the group over its rows; the choice is in the address', async () => {
  const machines = ['FW-101', 'FW-102', 'FW-103'].map((machineId, index) => ({
    machineId,
    lineName: index < 2 ? 'Line 2' : 'Line 1',
    machineType: { label: 'Flow Wrapper FW-3', imagePath: '/api/images/flow-wrapper.png' },
  }))
  serve((path) => {
    if (path.startsWith('/api/admin/client_machines/')) return Response.json({ machines })
    if (!path.startsWith('/api/admin/day-summary')) return undefined
    return Response.json({ metrics, groupedData: days(3), tableData: [] })
  })
  const { router } = await openPage(address, person())
  const heads = async () =>
    (await table())
      .getAllByRole('rowgroup')
      .flatMap((group) =>
        [...group.querySelectorAll('th[colspan]')].map((head) => head.textContent),
      )
  expect(await heads()).toEqual([])
  const choice = within(screen.getByRole('group', { name: 'Group by' }))
  await userEvent.click(choice.getByRole('button', { name: 'Line' }))
  await waitFor(async () => expect(await heads()).toHaveLength(2))
  const [first, second] = await heads()
  expect(first).toMatch(/^Line 11 row, 49,550 packs, run 321 min, idle 26 min$/)
  expect(second).toMatch(/^Line 22 rows, 99,101 packs, run 643 min, idle 53 min$/)
  expect(router.state.location.search).toMatchObject({ group: 'line' })
  await userEvent.click(choice.getByRole('button', { name: 'Machine' }))
  await waitFor(async () => expect(await heads()).toHaveLength(3))
})

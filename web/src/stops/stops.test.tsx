// @slow

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve } from '../../testing/openPage.tsx'
import { wireStops } from '../../testing/productionAnswers.ts'
import { namedPart, reasonIds, unnamedPart, wireCoverage } from '../../testing/stopBookAnswers.ts'
import { person } from '../../testing/wireAnswers.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T14:32:08Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Of the day before: past in every zone. */
const shift =
  '/admin/productionData/1/FW-101?from=2026-11-20&to=2026-11-20&start=06:00&end=14:30&zone=UTC'

type Requested = readonly { path: string }[]
const stopsOf = (requested: Requested) =>
  requested
    .filter(({ path }) => path.startsWith('/api/admin/stops?'))
    .map(({ path }) => Object.fromEntries(new URL(path, 'http://page').searchParams))
const listsOf = (requested: Requested) =>
  stopsOf(requested).filter(({ at, pageSize }) => at === undefined && pageSize === '10')

const list = async () => within(await screen.findByRole('region', { name: /^Stops: / }))
const causeButton = async () =>
  within(await screen.findByRole('region', { name: 'Stop Causes' })).findByRole('button', {
    name: /Product in jaw/,
  })

/** The server finds the stop that holds an instant. */
const byInstant = (path: string) => {
  const { searchParams } = new URL(path, 'http://page')
  const at = searchParams.get('at')
  if (!path.startsWith('/api/admin/stops?') || at === null) return undefined
  const stops = wireStops.filter(({ start, end }) => start <= at && at < end)
  return Response.json({ stops, count: stops.length, reasons: wireCoverage })
}

test('without a selection no stops are requested', async () => {
  const requested = serve()
  await openPage(shift, person())
  await causeButton()
  expect(stopsOf(requested)).toEqual([])
  expect(screen.queryByRole('region', { name: /^Stops: / })).toBeNull()
})

test('a row of Stop Causes opens its stops; the filter and the figures stay as they are', async () => {
  const requested = serve()
  const { router } = await openPage(shift, person())
  await userEvent.click(await causeButton())
  const stops = await list()
  const heading = stops.getByRole('heading', { name: 'Stops: Product in jaw' })
  await waitFor(() => expect(document.activeElement).toBe(heading))
  expect(router.state.location.search).toMatchObject({
    ...{ of: 'unnamed', part: 'Product in jaw', group: 'Jaws', from: '2026-11-20' },
  })
  expect(router.state.location.search).not.toHaveProperty('recipe')
  await stops.findByText('2 stops')
  expect(listsOf(requested)).toMatchObject([
    {
      ...{ figure: 'unnamed', part: 'Product in jaw', partGroup: 'Jaws', recipe: 'All' },
      ...{ sort: 'start', order: 'descending', page: '1', machineId: 'FW-101' },
    },
  ])
  expect(requested.filter(({ path }) => path.includes('idle_run_alarm'))).toHaveLength(1)
  const [, first, second] = stops.getAllByRole('row')
  for (const text of ['07:46:10', '35m 48s', 'Product in jaw', 'A. Kaur', '5,526', '100.0 %']) {
    expect(first?.textContent).toContain(text)
  }
  // A state is no cause, and what began before the window says so.
  for (const text of [
    'No alarm reported, began in Held (No Production)',
    'began before',
    '–',
    '75.0 %',
  ]) {
    expect(second?.textContent).toContain(text)
  }
})

test('Escape closes the list and gives the focus back; the same row again does so, too', async () => {
  serve()
  const { router } = await openPage(shift, person())
  const cause = await causeButton()
  await userEvent.click(cause)
  await list()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Stops: / })).toBeNull())
  expect(document.activeElement).toBe(await causeButton())
  expect(router.state.location.search).not.toHaveProperty('of')
  await userEvent.click(await causeButton())
  await list()
  await userEvent.click(await causeButton())
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Stops: / })).toBeNull())
})

test('a stop has an address of its own, and five minutes around it that Back undoes', async () => {
  const requested = serve(byInstant)
  const { router } = await openPage(shift, person())
  await userEvent.click(await causeButton())
  const stops = await list()
  await userEvent.click(await stops.findByRole('button', { name: 'Open the stop of 07:46:10' }))
  const stop = within(await screen.findByRole('complementary', { name: 'The open stop' }))
  await stop.findByText('5,526 lost packs')
  expect(router.state.location.search).toMatchObject({ stop: '2026-11-20T07:46:10.000Z' })
  expect(stopsOf(requested).some(({ at }) => at === '2026-11-20T07:46:10.000Z')).toBe(true)
  for (const text of ['T45-B', 'A. Kaur', 'Jaws', '20-11-2026 08:21:58', '31m 32s', '4m 16s']) {
    expect(stop.getAllByText((_, element) => element?.textContent === text).length).toBeGreaterThan(
      0,
    )
  }
  await userEvent.click(stop.getByRole('button', { name: 'Show the five minutes around it' }))
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({
      ...{ start: '07:41', end: '08:27', of: 'unnamed', stop: '2026-11-20T07:46:10.000Z' },
    }),
  )
  router.history.back()
  await waitFor(() =>
    expect(router.state.location.search).toMatchObject({ start: '06:00', end: '14:30' }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Close the stop' }))
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('stop'))
  expect(router.state.location.search).toHaveProperty('of')
})

test('an address shows its list and its stop again, and leaves the focus alone', async () => {
  serve(byInstant)
  await openPage(`${shift}&of=all&stop=2026-11-20T06:01:00.000Z`, person())
  const stop = within(await screen.findByRole('complementary', { name: 'The open stop' }))
  expect(await stop.findByText('lost packs unknown: no target speed')).toBeTruthy()
  expect(
    stop.getByText('It began before the window. Only its part in the window is counted.'),
  ).toBeTruthy()
  expect(await screen.findByRole('heading', { name: 'Stops: all causes' })).not.toBe(
    document.activeElement,
  )
})

test('a stop that the window does not hold is named as such', async () => {
  serve(byInstant)
  await openPage(`${shift}&stop=2026-11-20T12:00:00.000Z`, person())
  expect(await screen.findByText('This stop is not in the window that is shown.')).toBeTruthy()
})

test('a title sorts the list by its column, and another press turns the order', async () => {
  const requested = serve()
  await openPage(`${shift}&of=all`, person())
  const stops = await list()
  const sort = async (name: string) =>
    userEvent.click(await stops.findByRole('button', { name, hidden: true }))
  await sort('Length')
  await waitFor(() =>
    expect(listsOf(requested).at(-1)).toMatchObject({ sort: 'seconds', order: 'descending' }),
  )
  await sort('Length')
  await waitFor(() =>
    expect(listsOf(requested).at(-1)).toMatchObject({ sort: 'seconds', order: 'ascending' }),
  )
  await sort('Operator')
  await waitFor(() =>
    expect(listsOf(requested).at(-1)).toMatchObject({
      sort: 'user',
      order: 'ascending',
      page: '1',
    }),
  )
})

test('a kind of time and a state select their stops, a slice keeps its filter', async () => {
  const requested = serve()
  const { router } = await openPage(shift, person())
  const status = within(await screen.findByRole('table', { name: 'Machine Status' }))
  await userEvent.click(status.getByRole('button', { name: 'Alarm' }))
  await waitFor(() => expect(listsOf(requested).at(-1)).toMatchObject({ figure: 'alarm' }))
  // Run is no stop.
  expect(status.queryByRole('button', { name: 'Run' })).toBeNull()
  await userEvent.click(await screen.findByRole('button', { name: 'Stops in Film Snap' }))
  await waitFor(() =>
    expect(listsOf(requested).at(-1)).toMatchObject({ figure: 'state', part: 'Film Snap' }),
  )
  expect(screen.queryByRole('button', { name: 'Stops in Execute' })).toBeNull()
  expect(router.state.location.search).not.toHaveProperty('recipe')
})

const labelCall = '/api/admin/stops/label'
const everyStopOf = `${shift}&of=all`
const stopOfJam = wireStops[0]!

/** A stop book of one stop: what is sent changes it as the server would. */
function serveBook(parts: readonly object[], refuse?: () => Response) {
  const stop = { ...stopOfJam, parts }
  const sent: Record<string, unknown>[] = []
  const requested = serve((path, body) => {
    if (path === labelCall) {
      sent.push(body)
      return (
        refuse?.() ??
        Response.json({
          ...{ message: 'Success!', labelId: 8, by: 'amrit', at: '2026-11-21T14:32:00.000Z' },
        })
      )
    }
    if (path.startsWith('/api/admin/stops/labels?')) {
      const entry = {
        ...{ labelId: 7, from: stop.start, to: stop.end, untilRun: false, note: '' },
        ...{ reason: reasonIds.cleaning, by: 'P. Nowak', at: '2026-11-21T10:12:30.000Z' },
        ...{ replaces: [], voids: [] },
      }
      return Response.json({ labels: [entry] })
    }
    if (!path.startsWith('/api/admin/stops?')) return undefined
    return Response.json({ stops: [stop], count: 1, reasons: wireCoverage })
  })
  const changes = () => sent.map(({ change }) => change)
  return { sent, changes, requested }
}
const whole = unnamedPart(stopOfJam.start, stopOfJam.end, 2_148)
const detail = async () => within(await screen.findByRole('region', { name: 'Reason' }))

test('one press confirms the proposal for the whole stop', async () => {
  const { sent } = serveBook([whole])
  await openPage(everyStopOf, person())
  const stops = await list()
  await userEvent.click(await stops.findByRole('button', { name: /^Product jam: confirm/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    ...{ clientId: 1, machineId: 'FW-101' },
    change: {
      ...{ action: 'label', from: stopOfJam.start, to: stopOfJam.end, replaces: [] },
      ...{ reason: reasonIds.jam, note: '', untilRun: false },
    },
  })
  expect(sent[0]?.key).toMatch(/^[0-9a-f-]{36}$/)
  // The row was not opened by it.
  expect(screen.queryByRole('region', { name: 'Reason' })).toBeNull()
})

test('another reason is found by typing, and Enter takes it', async () => {
  const { changes } = serveBook([whole])
  await openPage(everyStopOf, person())
  const stops = await list()
  await userEvent.click(await stops.findByRole('button', { name: /^Set reason: stop/ }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByRole('searchbox'), 'CLEAN{Enter}')
  await waitFor(() => expect(changes()).toMatchObject([{ reason: reasonIds.cleaning }]))
})

test('who was first is named with time and reason', async () => {
  serveBook([whole], () =>
    refusal(409, 'label.taken', 'Somebody else said meanwhile why the machine stood here.'),
  )
  await openPage(everyStopOf, person())
  const stops = await list()
  await userEvent.click(await stops.findByRole('button', { name: /^Product jam: confirm/ }))
  const words = await screen.findByText(/was first at/)
  expect(words.textContent).toMatch(/^P\. Nowak was first at \d\d:12: Cleaning$/)
})

test('an open stop is confirmed, changed, noted, split, merged and taken back', async () => {
  const cut = '2026-11-20T08:00:00.000Z'
  const parts = [
    namedPart(stopOfJam.start, cut, reasonIds.jam, 4),
    namedPart(cut, stopOfJam.end, reasonIds.cleaning, 5, { note: 'Sugar' }),
  ]
  const { changes } = serveBook(parts)
  await openPage(`${everyStopOf}&stop=2026-11-20T07:50:00.000Z`, person())
  const book = await detail()
  expect(await book.findAllByText('Product jam')).toHaveLength(1)
  expect(book.getByText('Sugar')).toBeDefined()
  const [change] = book.getAllByRole('button', { name: /^Change/ })
  await userEvent.click(change!)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: /^Film break/ }))
  await waitFor(() => expect(changes()).toHaveLength(1))
  expect(changes()[0]).toMatchObject({
    ...{ action: 'label', to: cut, replaces: [4], reason: reasonIds.filmBreak },
  })

  await userEvent.click(book.getAllByRole('button', { name: /^Note/ })[1]!)
  await userEvent.type(book.getByRole('textbox', { name: 'Note' }), ' everywhere')
  await userEvent.click(book.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(changes()).toHaveLength(2))
  expect(changes()[1]).toMatchObject({
    ...{ action: 'label', from: cut, replaces: [5], reason: reasonIds.cleaning },
    note: 'Sugar everywhere',
  })

  await userEvent.click(book.getByRole('button', { name: 'Merge both: Product jam' }))
  await waitFor(() => expect(changes()).toHaveLength(3))
  expect(changes()[2]).toMatchObject({
    ...{ action: 'merge', from: stopOfJam.start, to: stopOfJam.end, replaces: [4, 5] },
    ...{ reason: reasonIds.jam, note: 'Sugar' },
  })

  await userEvent.click(book.getAllByRole('button', { name: /^Take Back/ })[0]!)
  await waitFor(() => expect(changes()).toHaveLength(4))
  expect(changes()[3]).toMatchObject({ action: 'takeBack', to: cut, replaces: [4] })

  await userEvent.click(book.getAllByRole('button', { name: /^Split/ })[0]!)
  expect(book.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  await userEvent.click(book.getByRole('button', { name: 'One second later' }))
  await userEvent.click(book.getByRole('button', { name: 'Set reason' }))
  const again = within(await screen.findByRole('dialog'))
  await userEvent.click(again.getByRole('button', { name: /^Cleaning/ }))
  await userEvent.click(book.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(changes()).toHaveLength(5))
  expect(changes()[4]).toMatchObject({
    ...{ action: 'label', from: '2026-11-20T07:53:06.000Z', to: cut, replaces: [4] },
    ...{ reason: reasonIds.cleaning, untilRun: false },
  })

  await userEvent.click(book.getByText('History'))
  expect(await book.findByText('P. Nowak')).toBeDefined()
})

test('a person who may not name stops reads their reasons alone', async () => {
  serveBook([whole])
  await openPage(
    everyStopOf,
    person({ permissions: { ...person().permissions, labelStops: false } }),
  )
  const stops = await list()
  expect(await stops.findByText('no reason')).toBeDefined()
  expect(stops.queryByRole('button', { name: /confirm|Set the reason/ })).toBeNull()
})

test('micro-stops are left out; a chip narrows the list to stops without a reason, another one brings them in', async () => {
  const { requested } = serveBook([whole])
  await openPage(everyStopOf, person())
  const stops = await list()
  await userEvent.click(await stops.findByRole('button', { name: 'Without reason, 1' }))
  await waitFor(() =>
    expect(listsOf(requested).at(-1)).toMatchObject({ withoutReason: 'true', micro: 'false' }),
  )
  await userEvent.click(await stops.findByRole('button', { name: 'Micro-stops too, 1' }))
  await waitFor(() =>
    expect(listsOf(requested).at(-1)).toMatchObject({ withoutReason: 'true', micro: 'true' }),
  )
  expect(listsOf(requested)[0]).toMatchObject({ withoutReason: 'false', micro: 'false' })
  expect(stops.getByText(/^Without reason/, { selector: 'p' }).textContent).toMatch(
    /^Without reason \d+\.\d %$/,
  )
})

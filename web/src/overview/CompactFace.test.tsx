import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { wireMetrics } from '../../testing/productionAnswers.ts'
import { person, wireAnswer, wireMachines, wireRecord } from '../../testing/wireAnswers.ts'
import './lines/parts.ts'
import { showDensity } from '../theme/density.ts'

const now = new Date('2026-11-21T14:32:12Z')

beforeEach(() => {
  vi.useFakeTimers({ now, shouldAdvanceTime: true })
})
afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

const row = (key: string, OEEE: number | null, over: Record<string, unknown> = {}) => ({
  ...{ key, from: null, to: null, previous: null },
  figures: {
    metrics: wireMetrics({ OEEE, ...over }),
    ...{ stopSeconds: 4_000, stops: 12, mtbfSeconds: 60, mttrSeconds: 60, lostPacks: 900 },
    ...{ unplannedStops: 4, betweenStopsSeconds: 60, meanStopSeconds: 60, faults: 4 },
    ...{ microStops: null, changeovers: null, changeoverSeconds: null },
  },
})

/** FW-102 was observed for less than 90 % of the time; FW-103 is silent. */
async function openCompact(over: Parameters<typeof person>[0] = {}) {
  showDensity('compact')
  const target = { product: 'Choc Bar 45 g', ppm: 160, source: 'recipe' }
  const { machines } = wireMachines('FW-101', 'FW-102', 'FW-103')
  const records = [
    wireRecord({ Recipe: 3, reason: 'Guard door 2 open', RecentSpeed: 142 }),
    wireRecord({ machineId: 'FW-102', Machine_ID: 'FW-102' }),
    wireRecord({ machineId: 'FW-103', Machine_ID: 'FW-103', Status: 'OFFLINE' }),
  ]
  const requested = serve((path) => {
    const url = new URL(path, 'http://packboard')
    if (url.pathname === '/api/admin/client_machines/1') {
      return Response.json({ machines: machines.map((machine) => ({ ...machine, target })) })
    }
    if (url.pathname === '/api/admin/compare') {
      const rows =
        url.searchParams.get('by') === 'machine'
          ? [row('FW-101', 88.4), row('FW-102', 70.1, { lowCoverage: true, coverage: 62 })]
          : [row('Line 1', 81)]
      const total = { figures: row('', 81).figures, previous: null }
      return Response.json({ rows, total, previousPeriod: null, stopLengths: 'none' })
    }
    if (path !== '/api/admin/machinesData') return undefined
    return Response.json(wireAnswer({ dataArray: records }))
  })
  await openPage('/admin/dashboard', person(over))
  await screen.findByRole('group', { name: 'Group by' }, { timeout: 15_000 })
  await pass(50)
  const byMachine = () => requested.filter(({ path }) => /by=machine(&|$)/.test(path))
  return { byMachine }
}

const card = (serialNo: string) =>
  screen.getByRole('article', { name: new RegExp(`^${serialNo}\\b`) })
const labels = (serialNo: string) =>
  [...card(serialNo).querySelectorAll('dt')].map((term) => term.textContent)

test('a compact card has shape and word of the state, since when, reason, speed of target, product, packs, times and strip', async () => {
  await openCompact()
  expect(card('FW-101').dataset.band).toBe('stop')
  expect(card('FW-101').querySelector('svg')).toBeTruthy()
  expect(card('FW-101').textContent).toContain('FW-101 for 2h 32m')
  expect(card('FW-101').textContent).toContain('Status AbortedGuard door 2 open')
  expect(card('FW-101').textContent).toContain('142 of 160')
  expect(labels('FW-101')).toEqual([
    ...['Speed (ppm)', 'Product', 'Total Packs'],
    ...['Run Time', 'Alarm Time', 'Idle Time', 'Ancillary Time'],
  ])
  expect(card('FW-101').textContent).toContain('7h 54m')
  const pictures = within(card('FW-101')).getAllByRole('img')
  expect(pictures.map((one) => one.getAttribute('aria-label'))).toEqual([
    'FW-101 states, last 8 hours',
  ])
  expect(card('FW-103').textContent).toBe('FW-103 OFFLINE')
})

test('its other fields are beside it under the pointer and on Space, and go with the focus', async () => {
  const { byMachine } = await openCompact()
  await waitFor(() => expect(byMachine()).toHaveLength(1), { timeout: 15_000 })
  const link = within(card('FW-102')).getByRole('link')
  const details = () =>
    screen.queryAllByRole('status').find((one) => one.textContent?.startsWith('Batch Packs'))
  expect(details()).toBeUndefined()
  act(() => link.focus())
  fireEvent.keyDown(link, { key: ' ' })
  expect(details()?.textContent).toMatch(
    /^Batch Packs61,817ToolT45-BUserM\. HughesDate\/Time2\d-11-2026 .*OEEE, since \d\d:\d\d70\.1 %, coverage 62\.0 %$/,
  )
  fireEvent.keyDown(link, { key: 'Escape' })
  expect(details()).toBeUndefined()
  fireEvent.keyDown(link, { key: ' ' })
  expect(details()).toBeTruthy()
  act(() => link.blur())
  expect(details()).toBeUndefined()
  fireEvent.pointerEnter(link, { pointerType: 'mouse' })
  expect(details()).toBeTruthy()
  fireEvent.pointerLeave(link)
  expect(details()).toBeUndefined()
  // A finger opens the page; an OFFLINE machine has no other fields.
  fireEvent.pointerEnter(link, { pointerType: 'touch' })
  fireEvent.keyDown(within(card('FW-103')).getByRole('link'), { key: ' ' })
  expect(details()).toBeUndefined()
})

test('with room around everything a card has OEEE with a mark of low coverage, without premium none and no refused request', async () => {
  const { byMachine } = await openCompact()
  await act(async () => showDensity('comfortable'))
  await waitFor(() => expect(card('FW-101').textContent).toContain('OEEE88.4 %'), {
    timeout: 15_000,
  })
  expect(byMachine()).toHaveLength(1)
  expect(card('FW-101').querySelector('dd[data-doubt="true"]')).toBeNull()
  expect(card('FW-102').querySelector('dd[data-doubt="true"]')?.textContent).toContain('70.1 %')
  expect(within(card('FW-102')).getByTitle(/coverage 62\.0 %$/)).toBeTruthy()
})

test('a client without premium has no OEEE on its cards, and no refused request', async () => {
  const { byMachine } = await openCompact({ subscriptionLabel: 'standard' })
  await act(async () => showDensity('comfortable'))
  await pass(100)
  expect(labels('FW-101')).toContain('Run Time')
  expect(labels('FW-101')).not.toContain('OEEE')
  expect(byMachine()).toEqual([])
})

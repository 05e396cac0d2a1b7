import { act, screen, waitFor, within } from '@testing-library/react'
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

test('a compact card has shape and word of the state, since when, reason, speed of target, packs, OEEE and strip, nothing else', async () => {
  const { byMachine } = await openCompact()
  await waitFor(() => expect(card('FW-101').textContent).toContain('88.4 %'), { timeout: 15_000 })
  expect(card('FW-101').dataset.band).toBe('stop')
  expect(card('FW-101').querySelector('svg')).toBeTruthy()
  expect(card('FW-101').textContent).toContain('FW-101 Line 1for 2h 32m')
  expect(card('FW-101').textContent).toContain('Status AbortedGuard door 2 open')
  expect(card('FW-101').textContent).toContain('142 of 160')
  expect(labels('FW-101').slice(0, 2)).toEqual(['Speed (ppm)', 'Total Packs'])
  expect(labels('FW-101')).toHaveLength(3)
  expect(labels('FW-101')[2]).toMatch(/^OEEE, since \d\d:\d\d$/)
  const pictures = within(card('FW-101')).getAllByRole('img')
  expect(pictures.map((one) => one.getAttribute('aria-label'))).toEqual([
    'FW-101 states, last 8 hours',
  ])
  // One question for all cards.
  expect(byMachine()).toHaveLength(1)
})

test('an OEEE of low coverage is marked and says its coverage; a silent machine says only OFFLINE', async () => {
  await openCompact()
  await waitFor(() => expect(card('FW-102').textContent).toContain('70.1 %'), { timeout: 15_000 })
  expect(card('FW-102').querySelector('[data-doubt="true"]')?.textContent).toBe('70.1')
  expect(within(card('FW-102')).getByTitle('coverage 62.0 %')).toBeTruthy()
  expect(card('FW-103').textContent).toBe('FW-103 Line 1OFFLINE')
})

test('a client without premium has no OEEE on its cards, and no refused request; room around everything asks for none', async () => {
  const { byMachine } = await openCompact({ subscriptionLabel: 'standard' })
  expect(labels('FW-101')).toEqual(['Speed (ppm)', 'Total Packs'])
  expect(byMachine()).toEqual([])
  await act(async () => showDensity('comfortable'))
  await pass(100)
  expect(labels('FW-101')).toContain('Run Time')
  expect(byMachine()).toEqual([])
})

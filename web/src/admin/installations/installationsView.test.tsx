import { configure, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../../testing/openPage.tsx'
import { admin, person } from '../../../testing/wireAnswers.ts'
import { installationState } from './InstallationsView.tsx'

configure({ defaultHidden: true })
afterEach(() => vi.unstubAllGlobals())

const clientAdmin = person({ id: 2 })
const engineer = person({ id: 5, role: 'engineer' })
const view = '/admin/panel?view=installations'
const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()

const installation = (name: string, reported: object = {}) => ({
  ...{ name, device: 'gateway', version: '0.1.0', heardAt: ago(12), address: '10.1.4.20' },
  ...{ queueRecords: 0, queueBytes: 0, maxBytes: 2_000_000_000, oldestAt: null },
  ...{ isFull: false, quarantined: 0, clockSkewMs: 300 },
  ...reported,
})
const serveThese = (...installations: object[]) =>
  serve((path) =>
    path === '/api/admin/installations/1'
      ? Response.json({ now: ago(0), installations })
      : undefined,
  )
const rows = async () => {
  const table = await screen.findByRole('table', { name: 'Installations' })
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
}

test('of each recorder it says its state, its queue, its clock and where it is', async () => {
  serveThese(
    installation('Hall 1'),
    installation('Hall 2', { queueRecords: 1_200, queueBytes: 41_900_000, oldestAt: ago(7_300) }),
    installation('Hall 3', { isFull: true, quarantined: 3 }),
    installation('Store', { heardAt: ago(300), isFull: true }),
  )
  await openPage(view, clientAdmin)
  const [first, second, third, fourth] = await rows()
  expect(first?.[0]).toBe('Hall 1Device gateway, version 0.1.0')
  expect(first?.[2]).toMatch(/^1\d s10\.1\.4\.20$/)
  expect(first?.slice(3)).toEqual(['00 kB of 2 GB', '–', '0', '0.3 s behind'])
  expect(second?.slice(3, 5)).toEqual(['1,20041.9 MB of 2 GB', '2 h'])
  expect(third?.[5]).toBe('3')
  expect([first, second, third, fourth].map((row) => row?.[1])).toEqual([
    'Connected',
    'Sending what waited',
    'Buffer full',
    'Silent',
  ])
})

test('a recorder is silent after two minutes, and whatever it said before', () => {
  const at = (seconds: number) => ({
    ...{ heardAt: new Date(0), isFull: true, oldestAt: null },
    now: seconds * 1_000,
  })
  const stateAfter = (seconds: number) => installationState(at(seconds), at(seconds).now)
  expect([stateAfter(120), stateAfter(121)]).toEqual(['full', 'silent'])
})

test('without one it says how to install it, with the address of this server', async () => {
  serveThese()
  await openPage(view, clientAdmin)
  const steps = within(await screen.findByRole('region', { name: 'Install an Edge Recorder' }))
  expect(steps.getAllByRole('listitem')).toHaveLength(5)
  expect(steps.getByText(/EDGE_SERVER_URL=/).textContent).toContain(window.location.origin)
  expect(steps.getByRole('link', { name: 'More in the manual' }).getAttribute('href')).toBe(
    '/docs/manual/edge.html',
  )
  expect(screen.getByText('No Edge Recorder Yet')).toBeDefined()
})

test('staff choose a client first; an engineer finds no such page', async () => {
  serveThese()
  await openPage(view, admin)
  expect(await screen.findByText('Select a client to see its edge recorders.')).toBeDefined()
  await openPage(view, engineer)
  await waitFor(() => expect(screen.queryAllByRole('link', { name: 'Installations' })).toEqual([]))
})

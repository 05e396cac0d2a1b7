import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wireLineNow } from '../../testing/lineAnswers.ts'
import { openPage, serve } from '../../testing/openPage.tsx'
import { person, wireAnswer, wireMachines, wireRecord } from '../../testing/wireAnswers.ts'

const now = new Date('2026-11-21T16:48:30Z')
beforeEach(() => {
  vi.useFakeTimers({ now, shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const head = {
  ...{ clientId: 1, clientName: 'Northfield Confectionery', zone: 'Europe/London' },
  ...{ from: '2026-11-21T06:00:00.000Z', oeee: null, openAlerts: 0 },
  ...{ colourScheme: 'dark', density: 'comfortable' },
}
const serialNos = ['FW-101', 'CP-105']

/** A client with a line that has a flow, and a neighbour line without one. */
function open(address: string, line: unknown = wireLineNow()) {
  const requested: string[] = []
  const machines = [
    ...wireMachines(...serialNos).machines.map((one) => ({ ...one, hasFlow: true })),
    ...wireMachines('FW-201').machines.map((one) => ({ ...one, lineName: 'Line 2' })),
  ]
  serve((path) => {
    requested.push(path)
    if (path.includes('/wall')) return Response.json(head)
    if (path.includes('client_machines')) return Response.json({ machines })
    if (path.startsWith('/api/admin/line/1/now')) return Response.json(line)
    if (path !== '/api/admin/machinesData') return undefined
    const dataArray = machines.map(({ machineId }) =>
      wireRecord({ machineId, Machine_ID: machineId, Recipe: 10 }),
    )
    return Response.json(wireAnswer({ dataArray }))
  })
  return openPage(address, person()).then((page) => ({ ...page, requested }))
}
const runs = { running: 1, machines: [] as Record<string, unknown>[] }

test('the wall of a line names what holds it, and how each machine stands to it', async () => {
  await open('/admin/wall?line=Line%201')
  expect(await screen.findByRole('heading', { name: 'CP-105 holds Line 1' })).toBeTruthy()
  const stations = screen.getByRole('list', { name: 'Stations in flow order' })
  const tiles = within(stations).getAllByRole('article')
  expect(tiles.map((tile) => tile.getAttribute('aria-label'))).toEqual([
    'FW-101, waits',
    'CP-105, root',
  ])
  expect(tiles.map((tile) => tile.dataset.role)).toEqual(['waits', 'root'])
  // Machines of the neighbour line are not on it.
  expect(screen.queryByText('FW-201')).toBeNull()
  expect(screen.getByText('90.5 %')).toBeTruthy()
})

test('a line that runs leads with its speed', async () => {
  const wire = wireLineNow({ root: null, speedPpm: 158 })
  const stations = wire.stations.map((station) => ({
    ...{ ...station, ...runs },
    machines: station.machines.map((one) => ({
      ...{ ...one, state: 10, since: null, attribution: null, speedPpm: 158 },
    })),
  }))
  await open('/wall?line=Line+1#T', { ...wire, stations })
  const title = await screen.findByRole('heading', { name: 'Line 1 runs' })
  expect(title.closest('section')?.textContent).toContain('158ppm')
  expect(screen.getAllByRole('article').map((tile) => tile.dataset.role)).toEqual(['runs', 'runs'])
})

test('a line without a flow, and one that is not there, are shown as tiles', async () => {
  const { requested } = await open('/admin/wall?line=Line%202')
  expect(await screen.findByRole('article', { name: /^FW-201,/ })).toBeTruthy()
  expect(screen.queryByRole('article', { name: /^FW-101,/ })).toBeNull()
  expect(requested.filter((path) => path.includes('/line/'))).toEqual([])
})

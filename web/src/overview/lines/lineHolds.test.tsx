import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wireLineNow } from '../../../testing/lineAnswers.ts'
import { openPage, serve } from '../../../testing/openPage.tsx'
import { person, wireAnswer, wireMachines, wireRecord } from '../../../testing/wireAnswers.ts'
import './parts.ts'

beforeEach(() => {
  localStorage.clear()
  vi.useFakeTimers({ now: new Date('2026-11-21T16:48:30Z'), shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Line 1 has a flow and is held by its case packer; Line 2, a neighbour, has none. */
async function openOverview() {
  const machines = [
    ...wireMachines('FW-101', 'CP-105').machines.map((one) => ({ ...one, hasFlow: true })),
    ...wireMachines('FW-201').machines.map((one) => ({ ...one, lineName: 'Line 2' })),
  ]
  const requested: string[] = []
  serve((path) => {
    requested.push(path)
    if (path.startsWith('/api/admin/client_machines/')) return Response.json({ machines })
    if (path.startsWith('/api/admin/line/1/now')) return Response.json(wireLineNow())
    if (path !== '/api/admin/machinesData') return undefined
    const dataArray = machines.map(({ machineId }) =>
      wireRecord({ machineId, Machine_ID: machineId }),
    )
    return Response.json(wireAnswer({ dataArray }))
  })
  await openPage('/admin/dashboard', person())
  await screen.findByRole('group', { name: 'Group by' }, { timeout: 15_000 })
  return requested
}

const card = (serialNo: string) =>
  screen.getAllByRole('article').find((one) => one.getAttribute('aria-label')?.startsWith(serialNo))

test('a card says that its machine holds the line, and for which one it waits', async () => {
  const requested = await openOverview()
  await waitFor(() => expect(card('CP-105')?.textContent).toContain('holds Line 1'), {
    timeout: 15_000,
  })
  expect(card('FW-101')?.textContent).toContain('waits for CP-105')
  expect(card('FW-201')?.textContent).not.toMatch(/waits|holds/)
  // OEEE of the line stands in its head beside the sum of machines.
  expect(screen.getByLabelText('Sums of Line 1').textContent).toContain('90.5 %')
  // A line without a flow is not requested.
  expect(requested.filter((path) => path.includes('line=Line+2'))).toEqual([])
})

import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '../../testing/openPage.tsx'
import { serveLine } from '../../testing/serveLine.ts'
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

const lane = (machineId: string) => ({
  ...{ machineId, lineName: 'Line 1', pieces: [[0, 36_000_000, 10]], speed: [], alarms: [] },
  ...{ targetPpm: 160, end: { state: 10, ppm: 158, product: 'Choc Bar 45 g' } },
})
const timeline = {
  ...{ from: '2026-11-21T06:00:00.000Z', to: '2026-11-21T16:48:20.000Z' },
  ...{ stepMs: 60_000, speedStepMs: 300_000, lanes: [lane('CP-105'), lane('FW-101')] },
}

test('lanes stand in flow order, with own, inherited and undecided time that make the stop time', async () => {
  serveLine({ timeline })
  await openPage('/admin/line?line=Line+1', person())
  const table = await screen.findByRole('table', { name: 'All machines in flow order' })
  await waitFor(() => {
    const rows = within(table).getAllByRole('row')
    expect(rows.map((row) => row.textContent?.slice(0, 6))).toEqual([
      ...['Machin', 'FW-101', 'CP-105', 'All ma'],
    ])
    expect(rows[1]?.textContent).toContain('0s4m 55s3m 14s8m 09s')
    expect(rows[3]?.textContent).toContain('left over 0')
  })
})

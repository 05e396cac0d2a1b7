import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { wireMetrics } from '../../testing/productionAnswers.ts'
import { person } from '../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

const figures = (OEEE: number) => ({
  ...{ metrics: wireMetrics({ OEEE }), stopSeconds: 3_600, stops: 12, lostPacks: 900 },
  ...{ unplannedStops: null, betweenStopsSeconds: null, meanStopSeconds: null, faults: null },
  ...{ mtbfSeconds: null, mttrSeconds: null, microStops: null, changeovers: null },
  changeoverSeconds: null,
})
const ofLine = (oeee: number | null, packs: number) => ({ oeee, plannedSeconds: 36_000, packs })
const row = (key: string, OEEE: number, line: object | null) => ({
  ...{ key, from: '2026-11-20T06:00:00.000Z', to: '2026-11-20T14:00:00.000Z', line },
  ...{ figures: figures(OEEE), previous: null },
})
const answer = {
  rows: [
    {
      ...row('Line 3', 71.4, { line: ofLine(84.2, 41_000), machines: ofLine(71.4, 120_000) }),
      previousLine: { line: ofLine(82.1, 40_000), machines: ofLine(70, 110_000) },
    },
    // A flow without a key station, and a neighbour line without a flow.
    row('Line 4', 90, { line: null, machines: ofLine(90, 9_000) }),
    row('Line 5', 95, null),
  ],
  total: { figures: figures(82), previous: null },
  ...{ previousPeriod: null, stopLengths: 'none' },
}

test('the OEEE of a line stands in a row of its own, beside the sum of its machines', async () => {
  serve((path) => (path.startsWith('/api/admin/compare') ? Response.json(answer) : undefined))
  const window = 'from=2026-11-20&to=2026-11-20&start=06:00&end=13:59&zone=UTC'
  await openPage(`/admin/compare?by=line&${window}`, person())
  const table = within(await screen.findByRole('table', { name: 'Figures of the rows' }))
  const heads = table.getAllByRole('rowheader').map(({ textContent }) => textContent)
  expect(heads).toEqual([
    'Line 3sum of machines',
    'Line 3 at its key station',
    'Line 4sum of machines',
    'Line 4 at its key stationno key station',
    'Line 5',
    'Total3 rows',
  ])
  const own = table.getByRole('row', { name: /^Line 3 at its key station/ })
  expect(own.textContent).toContain('84.2 %before: 82.1 %')
  expect(own.textContent).toContain('41,000')
  expect(table.getByRole('row', { name: /^Line 3 ?sum of machines/ }).textContent).toContain(
    '71.4 %',
  )
  expect(table.getByRole('row', { name: /^Line 4 at/ }).textContent).toContain('–')
})

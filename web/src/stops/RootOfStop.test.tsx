import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { wireStops } from '../../testing/productionAnswers.ts'
import { wireCoverage } from '../../testing/stopBookAnswers.ts'
import { person } from '../../testing/wireAnswers.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T14:32:08Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const root = {
  ...{ machineId: 'FW-301', from: '2026-11-20T05:58:00.000Z' },
  ...{ group: 'Film', cause: 'film' },
}
const outside = { machineId: null, from: null, group: '', cause: '' }

test('a stop of the list that waits leads to the stop of its root; one from outside leads nowhere', async () => {
  const waits = [root, outside, null]
  const stops = wireStops.map((stop, index) => ({
    ...{ ...stop, machine: 'FW-302', waitsFor: waits[index] ?? null },
  }))
  serve((path) =>
    path.startsWith('/api/admin/stops?')
      ? Response.json({ stops, count: stops.length, reasons: wireCoverage })
      : undefined,
  )
  await openPage(
    '/admin/stops?from=2026-11-20&to=2026-11-20&start=00:00&end=23:59&zone=UTC',
    person(),
  )
  const list = within(await screen.findByRole('region', { name: /^Stops: / }))
  const link = await list.findByRole('link', { name: 'waits for FW-301: film' })
  expect(link.getAttribute('href')).toMatch(
    /^\/admin\/productionData\/1\/FW-301\?.*stop=(%22)?2026-11-20T05%3A58/,
  )
  expect(list.getAllByText('waits from outside the line')).toHaveLength(1)
  expect(list.queryByRole('link', { name: /outside/ })).toBeNull()
})

import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queriesOf, serveBridge } from '../../testing/lossAnswers.ts'
import { renderPart } from '../../testing/renderPart.tsx'
import { openFilter } from '../filter/filter.ts'
import { SpeedLossLine } from './SpeedLossLine.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T14:32:08Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('below the causes stands what speed cost, and the way to all losses with the same filter', async () => {
  const requested = serveBridge()
  const filter = openFilter(
    {
      ...{ startDate: '2026-11-09', startTime: '00:00', endDate: '2026-11-15', endTime: '23:59' },
      zone: 'UTC',
    },
    [],
  )
  renderPart(<SpeedLossLine scope={{ clientId: 1, serialNo: 'FW-102', filter }} />)
  const link = await screen.findByRole('link', { name: 'Losses of OEEE, and why it changed' })
  expect(link.getAttribute('href')).toMatch(/^\/admin\/losses\?.*from=2026-11-09.*/)
  expect(link.getAttribute('href')).toContain('machine=FW-102')
  expect((await screen.findByText('Speed loss')).parentElement?.textContent).toContain(
    '40,000 lost packs',
  )
  expect(queriesOf(requested, '/api/admin/losses')[0]).toMatchObject({ by: 'alarm' })
})

import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage } from '../../testing/openPage.tsx'
import { serveLine } from '../../testing/serveLine.ts'
import { person } from '../../testing/wireAnswers.ts'
import { mostLimiting } from './Bottleneck.tsx'

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

const losses = '/admin/line?line=Line+1&view=losses'

test('the bottleneck is the station that limited the line for the largest share', async () => {
  serveLine()
  await openPage(losses, person())
  expect(
    await screen.findByText('Station 2 (CP-105) limited Line 1 most: 12.0 % of the time.'),
  ).toBeTruthy()
})

test('no station limited a line that ran', () => {
  const station = { station: 0, machines: ['FW-101'], rootShare: 0, limitingShare: 0 }
  expect(mostLimiting([station])).toBeNull()
  expect(mostLimiting([station, { ...station, station: 1, limitingShare: 0.2 }])?.station).toBe(1)
})

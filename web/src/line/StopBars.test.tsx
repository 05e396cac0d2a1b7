import { screen, within } from '@testing-library/react'
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

const losses = '/admin/line?line=Line+1&view=losses'

test('stop minutes of the key station by hour add up, each with its parts', async () => {
  serveLine()
  await openPage(losses, person())
  const bars = within(await screen.findByRole('list', { name: 'Per hour' })).getAllByRole(
    'listitem',
  )
  expect(bars).toHaveLength(11)
  expect(bars[5]?.textContent).toContain('own 0s + inherited 0s + not decided 3m 14s')
  expect(bars[10]?.textContent).toContain('own 0s + inherited 4m 55s + not decided 0s')
})

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wireLosses } from '../../testing/lineAnswers.ts'
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

test('rows are root machines, the sum closes, and causes open', async () => {
  serveLine()
  await openPage(losses, person())
  const table = await screen.findByRole('table', { name: 'What stopped Line 1' })
  expect(table.textContent).toContain('own 5m 00s + inherited 21m 00s + not decided 4m 00s')
  expect(table.textContent).toContain('left over 0')
  await userEvent.click(within(table).getByRole('button', { name: /CP-105/ }))
  expect(within(table).getByText('Aborted')).toBeTruthy()
})

test('parts that do not add up are not shown', async () => {
  serveLine({ losses: wireLosses({ stopSeconds: 3_001 }) })
  await openPage(losses, person())
  expect((await screen.findByRole('alert')).textContent).toContain('do not add up')
  expect(screen.queryByRole('table', { name: 'What stopped Line 1' })).toBeNull()
})

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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

const flow = '/admin/line?line=Line+1&view=flow'

test('a measured buffer is taken by a press, and all lines are stored with the version that was read', async () => {
  const requested = serveLine()
  await openPage(flow, person())
  await userEvent.click(await screen.findByRole('button', { name: 'Take 92 s' }))
  expect(screen.getByText('Root named for 212 of 219 stops.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Save from now on' }))
  await waitFor(() => {
    const stored = requested.find(({ body }) => body.version === 3)?.body as
      | { lines: { lineName: string; stations: { bufferSeconds: number }[] }[] }
      | undefined
    expect(stored?.lines.map(({ lineName }) => lineName)).toEqual(['Line 1', 'Line 2', 'Line 1'])
    expect(stored?.lines[2]?.stations[1]?.bufferSeconds).toBe(92)
  })
})

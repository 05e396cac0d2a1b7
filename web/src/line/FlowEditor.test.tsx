import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wireLineFlow } from '../../testing/lineAnswers.ts'
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

test('two key stations, or none: the second is said, the first cannot be made', async () => {
  serveLine()
  await openPage(flow, person())
  await userEvent.click(await screen.findByRole('combobox', { name: 'Key station' }))
  await userEvent.click(await screen.findByRole('option', { name: 'None' }))
  expect(await screen.findByText(/Without a key station there is no OEEE of the line/)).toBeTruthy()
})

test('what is stored with a fault is named by both stations, and saving is off', async () => {
  const stored = wireLineFlow()
  const [first] = stored.lines
  const twice = { machines: ['FW-101'], needs: 1, bufferSeconds: 0, key: false }
  serveLine({
    flow: { ...stored, lines: [{ ...first, stations: [...(first?.stations ?? []), twice] }] },
  })
  await openPage(flow, person())
  expect(await screen.findByText('A machine is in station 1 and in station 3.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save from now on' }).hasAttribute('disabled')).toBe(
    true,
  )
})

test('a user reads the flow and its versions, and edits nothing', async () => {
  serveLine()
  await openPage(flow, person({ role: 'user' }))
  expect(await screen.findByText('in force')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /move it/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /^Save from/ })).toBeNull()
})

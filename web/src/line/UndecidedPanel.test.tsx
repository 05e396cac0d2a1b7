import { screen, waitFor, within } from '@testing-library/react'
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

const losses = '/admin/line?line=Line+1&view=losses'

test('what cannot be decided says why, with both clocks; a person names the root', async () => {
  const requested = serveLine()
  await openPage(losses, person())
  await userEvent.click(await screen.findByRole('button', { name: 'Cannot be decided' }))
  const panel = await screen.findByRole('region', { name: 'Cannot be decided' })
  expect(panel.textContent).toContain('The clocks of FW-101 and CP-105 differ')
  expect(panel.textContent).toContain('58.0 s ahead')
  await userEvent.click(within(panel).getByRole('button', { name: 'Name the root' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('combobox', { name: 'Root machine' }))
  await userEvent.click(await screen.findByRole('option', { name: 'outside the line' }))
  await userEvent.type(dialog.getByLabelText('Note (optional)'), 'No pallets')
  await userEvent.click(dialog.getByRole('button', { name: 'Name the root' }))
  await waitFor(() =>
    expect(requested.find(({ path }) => path === '/api/admin/line/1/root')?.body).toEqual({
      ...{ machineId: 'FW-101', from: '2026-11-21T11:06:20.000Z' },
      ...{ rootMachineId: null, note: 'No pallets' },
    }),
  )
})

test('a user reads why and may not name the root', async () => {
  serveLine()
  await openPage(losses, person({ role: 'user' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cannot be decided' }))
  const panel = await screen.findByRole('region', { name: 'Cannot be decided' })
  expect(await within(panel).findByRole('button', { name: 'Close' })).toBeTruthy()
  expect(within(panel).queryByRole('button', { name: 'Name the root' })).toBeNull()
})

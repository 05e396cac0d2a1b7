import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openAccount } from '../../testing/accountPage.tsx'

afterEach(() => vi.unstubAllGlobals())

test('sessions have their browser, network and last use; each of the others can be ended', async () => {
  const { requested } = await openAccount((path, _body, { method }) =>
    path === '/api/account/sessions/2' && method === 'DELETE'
      ? Response.json({ message: 'Success!' })
      : undefined,
  )
  const panel = within(await screen.findByRole('region', { name: 'Sessions' }))
  expect(await panel.findByText('Firefox on Linux')).toBeDefined()
  expect(panel.getByText(/^192\.0\.2\.1, passkey, last used/)).toBeDefined()
  expect(panel.getByText('This one')).toBeDefined()
  await userEvent.click(panel.getByRole('button', { name: 'End Safari on iOS' }))
  await screen.findByText('The session was ended.')
  expect(requested.some(({ path }) => path === '/api/account/sessions/2')).toBe(true)
})

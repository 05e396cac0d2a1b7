import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openAccount, sentTo } from '../../testing/accountPage.tsx'
import { currentSession } from '../session/session.ts'

afterEach(() => vi.unstubAllGlobals())

test('one sees who one is, and changes the name in the bar with it', async () => {
  const { requested } = await openAccount((path, _body, { method }) =>
    path === '/api/account' && method === 'PUT'
      ? Response.json({ message: 'Success!' })
      : undefined,
  )
  expect(
    screen.getByText('marta.hughes, client administrator of Northfield Confectionery'),
  ).toBeDefined()
  const name = screen.getByLabelText<HTMLInputElement>('First Name')
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  await userEvent.clear(name)
  await userEvent.type(name, 'Anna')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(currentSession()?.firstName).toBe('Anna'))
  expect(sentTo(requested, '/api/account')).toContainEqual({
    firstName: 'Anna',
    lastName: 'Hughes',
  })
  expect(screen.getByRole('link', { name: 'My account: Anna' })).toBeDefined()
})

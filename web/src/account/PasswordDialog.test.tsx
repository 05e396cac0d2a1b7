import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openAccount, sentTo } from '../../testing/accountPage.tsx'
import { person } from '../../testing/wireAnswers.ts'
import { currentSession } from '../session/session.ts'

afterEach(() => vi.unstubAllGlobals())

test('a new password keeps the person here under its new token', async () => {
  const next = person({ accessToken: 'the-next-token' })
  const { requested } = await openAccount((path) =>
    path === '/api/account/password' ? Response.json(next) : undefined,
  )
  const signIn = within(screen.getByRole('region', { name: 'Sign-in' }))
  await userEvent.click(signIn.getByRole('button', { name: 'Change' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Present password'), 'old secret')
  await userEvent.type(dialog.getByLabelText('New password'), 'new secret')
  await userEvent.type(dialog.getByLabelText('Confirm Password'), 'other')
  await userEvent.click(dialog.getByRole('button', { name: 'Change' }))
  await dialog.findByText('Passwords do not match.')
  await userEvent.clear(dialog.getByLabelText('Confirm Password'))
  await userEvent.type(dialog.getByLabelText('Confirm Password'), 'new secret')
  await userEvent.click(dialog.getByRole('button', { name: 'Change' }))
  await waitFor(() => expect(currentSession()?.accessToken).toBe('the-next-token'))
  expect(sentTo(requested, '/api/account/password')).toEqual([
    { oldPassword: 'old secret', newPassword: 'new secret' },
  ])
})

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openAccount } from '../../testing/accountPage.tsx'
import { refusal } from '../../testing/openPage.tsx'
import { leaving } from '../session/companyTrip.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionStorage.clear()
})

test('a call that wants a confirmation asks who it is, and is made once more', async () => {
  let confirmed = false
  const { requested } = await openAccount((path, body, { method }) => {
    if (path === '/api/account/confirm/options') {
      return Response.json({ methods: ['password'], passkey: null })
    }
    if (path === '/api/account/confirm') {
      if (body.password !== 'secret') {
        return refusal(400, 'password.wrong', 'This password is wrong.')
      }
      confirmed = true
      return Response.json({ message: 'Confirmed.' })
    }
    if (path !== '/api/account/sessions' || method !== 'DELETE') return undefined
    return confirmed
      ? Response.json({ message: 'Success!', ended: 1 })
      : refusal(403, 'factor.confirm', 'Please confirm that it is you.')
  })
  await userEvent.click(await screen.findByRole('button', { name: 'End all others' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
  await userEvent.type(await dialog.findByLabelText('Password'), 'guess')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('This password is wrong.')
  await userEvent.clear(dialog.getByLabelText('Password'))
  await userEvent.type(dialog.getByLabelText('Password'), 'secret')
  await userEvent.click(dialog.getByRole('button', { name: 'Confirm' }))
  await screen.findByText('1 session was ended.')
  const calls = requested.filter(({ path }) => path === '/api/account/sessions')
  expect(calls.length).toBeGreaterThanOrEqual(3)
})

test('in a session of a company sign-in the company confirms', async () => {
  const went: string[] = []
  vi.spyOn(leaving, 'to').mockImplementation((to) => void went.push(to))
  await openAccount((path, _body, { method }) => {
    if (path === '/api/account/confirm/options') {
      return Response.json({ methods: ['company'], passkey: null })
    }
    if (path === '/api/account/confirm/company') {
      return Response.json({ address: 'https://login.northfield.example/auth' })
    }
    return path === '/api/account/sessions' && method === 'DELETE'
      ? refusal(403, 'factor.confirm', 'Please confirm that it is you.')
      : undefined
  })
  await userEvent.click(await screen.findByRole('button', { name: 'End all others' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Use the company sign-in' }))
  await vi.waitFor(() => expect(went).toEqual(['https://login.northfield.example/auth']))
})

test('who does not confirm reads why nothing happened', async () => {
  await openAccount((path, _body, { method }) => {
    if (path === '/api/account/confirm/options') {
      return Response.json({ methods: ['totp', 'recoveryCode'], passkey: null })
    }
    return path === '/api/account/sessions' && method === 'DELETE'
      ? refusal(403, 'factor.confirm', 'Please confirm that it is you.')
      : undefined
  })
  await userEvent.click(await screen.findByRole('button', { name: 'End all others' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it is you' }))
  await dialog.findByLabelText('Code of the app')
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
  await screen.findByText('Please confirm that it is you.')
})

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve } from '../../testing/openPage.tsx'
import { admin, person } from '../../testing/wireAnswers.ts'
import { currentSession } from '../session/session.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

const secret = 'x'.repeat(43)
const begun = (purpose: string, back: string | null) =>
  sessionStorage.setItem('packboard.companyTrip', JSON.stringify({ secret, purpose, back }))
const arrival = '/auth/company#code=abc'

test('fetches the session with the secret of this tab and opens the page that was wanted', async () => {
  begun('signIn', '/admin/stops')
  const signedIn = person({ role: 'user' })
  const requested = serve((path) =>
    path === '/api/auth/company/session' ? Response.json(signedIn) : undefined,
  )
  const page = await openPage(arrival, null)
  await vi.waitFor(() => expect(page.pathname()).toBe('/admin/stops'))
  expect(currentSession()).toEqual(signedIn)
  expect(requested.find(({ path }) => path === '/api/auth/company/session')?.body).toEqual({
    code: 'abc',
    secret,
  })
  // Nothing of it is left to be used again.
  expect(sessionStorage.getItem('packboard.companyTrip')).toBeNull()
})

test('a page of another origin is never opened', async () => {
  begun('signIn', 'https://evil.example/admin/stops')
  serve((path) => (path === '/api/auth/company/session' ? Response.json(admin) : undefined))
  const page = await openPage(arrival, null)
  await vi.waitFor(() => expect(page.pathname()).toBe('/admin/index'))
})

test('what the company refused is said in words, and one begins again', async () => {
  begun('signIn', null)
  serve()
  const page = await openPage('/auth/company#failed=company.nonce', null)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The answer of your company belongs to another sign-in. Please begin again.',
  )
  await userEvent.click(screen.getByRole('button', { name: 'Begin again' }))
  await vi.waitFor(() => expect(page.pathname()).toBe('/auth/login'))
})

test('a link that somebody else sent signs nobody in', async () => {
  const requested = serve()
  await openPage(arrival, null)
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This sign-in was begun in another tab or browser. Please begin again.',
  )
  expect(requested.some(({ path }) => path === '/api/auth/company/session')).toBe(false)
  expect(currentSession()).toBeNull()
})

test('a code that was used is said, too', async () => {
  begun('signIn', null)
  const message =
    'This sign-in was used already or took longer than 10 minutes. Please begin again.'
  serve((path) =>
    path === '/api/auth/company/session' ? refusal(400, 'company.stateUsed', message) : undefined,
  )
  await openPage(arrival, null)
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})

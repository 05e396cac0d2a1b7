import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve, type Wire } from '../../testing/openPage.tsx'
import { leaving } from '../session/companyTrip.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const installation =
  (company: unknown): Wire =>
  (path) =>
    path === '/api/provider'
      ? Response.json({ name: 'Packboard', links: [], signUp: true, outbox: false, company })
      : undefined

function watchLeaving() {
  const went: string[] = []
  vi.spyOn(leaving, 'to').mockImplementation((address) => void went.push(address))
  return went
}
const button = () => screen.findByRole('button', { name: 'Sign in with your company' })

test('without a company the login is as it was', async () => {
  serve(installation(null))
  await openPage('/auth/login', null)
  await screen.findByText('No account yet?', { exact: false })
  expect(screen.queryByRole('button', { name: 'Sign in with your company' })).toBeNull()
})

test('where there is one company, one press leads to it', async () => {
  const went = watchLeaving()
  serve(installation({ start: '/api/auth/oidc/7/start' }))
  await openPage('/auth/login', null)
  await userEvent.click(await button())
  await vi.waitFor(() => expect(went).toHaveLength(1))
  expect(went[0]).toMatch(/^\/api\/auth\/oidc\/7\/start\?challenge=[\w-]{43}$/)
})

test('where there are several, the address finds it by its domain', async () => {
  const went = watchLeaving()
  const requested = serve((path, body, init) => {
    if (path !== '/api/auth/company') return installation({ start: null })(path, body, init)
    return Response.json(
      body.email === 'ann@northfield.example' ? { start: '/api/auth/oidc/9/start' } : null,
    )
  })
  await openPage('/auth/login', null)
  await userEvent.click(await button())
  const field = await screen.findByLabelText('E-mail address')
  expect(document.activeElement).toBe(field)
  await userEvent.type(field, 'ann@elsewhere.example{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'No company sign-in is set up for this address.',
  )
  await userEvent.clear(field)
  await userEvent.type(field, 'ann@northfield.example{Enter}')
  await vi.waitFor(() => expect(went).toHaveLength(1))
  expect(requested.filter(({ path }) => path === '/api/auth/company')).toHaveLength(2)
})

test('who types a password for a forced domain reads why, and finds the address filled in', async () => {
  serve((path, body, init) =>
    path.endsWith('-signin')
      ? refusal(400, 'signin.company', 'Your company signs you in. Please use the button below.')
      : installation({ start: null })(path, body, init),
  )
  await openPage('/auth/login', null)
  await userEvent.type(screen.getByLabelText('Username'), 'ann@northfield.example')
  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}')
  await screen.findByText('Your company signs you in. Please use the button below.')
  await userEvent.click(await button())
  const field = await screen.findByLabelText<HTMLInputElement>('E-mail address')
  expect(field.value).toBe('ann@northfield.example')
})

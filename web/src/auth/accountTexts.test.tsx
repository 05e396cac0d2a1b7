import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openPage, refusal, serve, type Wire } from '../../testing/openPage.tsx'

afterEach(() => vi.unstubAllGlobals())

const type = async (label: string, text: string) => {
  if (text) await userEvent.type(screen.getByLabelText(label), text)
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function register() {
  await type('Username', 'nora')
  await type('Email', 'nora@northfield.example')
  await type('Password', 'abc')
  await press('Create account')
}
async function forgot() {
  await type('Email', 'nora@northfield.example')
  await press('Submit')
}
const reset = (password: string, confirmed: string, accept: boolean) => async () => {
  if (accept) await userEvent.click(screen.getByRole('checkbox'))
  await type('Password', password)
  await type('Confirm Password', confirmed)
  await press('Submit')
}

const said =
  (message: string): Wire =>
  (path) =>
    path.startsWith('/api/auth/') ? Response.json({ message }) : undefined
const refused =
  (message: string): Wire =>
  (path) =>
    path.startsWith('/api/auth/') ? refusal(400, 'request.invalid', message) : undefined
const silent: Wire = (path) => {
  if (path.startsWith('/api/auth/')) throw new TypeError('no network')
  return undefined
}

const invitation = '/auth/reset-password/token-1/create'
const link = '/auth/reset-password/token-1'
const old = 'This link is no longer valid. Please ask for a new one.'

describe('what stands in the alert of the account screens (specification §5 and §8)', () => {
  test.each<[text: string, address: string, wire: Wire, act: () => Promise<void>]>([
    [
      'Your account awaits approval.',
      '/auth/register',
      said('Your account awaits approval.'),
      register,
    ],
    [
      'This user name is already taken.',
      '/auth/register',
      refused('This user name is already taken.'),
      register,
    ],
    ['Server error!', '/auth/register', silent, register],
    [
      'A reset password link has been sent on the provided email!',
      '/auth/forgot-password',
      said('any'),
      forgot,
    ],
    [
      'Too many attempts. Please wait a moment.',
      '/auth/forgot-password',
      refused('Too many attempts. Please wait a moment.'),
      forgot,
    ],
    ['Server error!', '/auth/forgot-password', silent, forgot],
    [
      'Please check mark the Terms and Conditions!',
      invitation,
      said('any'),
      reset('abc', 'abc', false),
    ],
    ['Password cannot be empty or contain only spaces.', link, said('any'), reset('', '', false)],
    [
      'Password cannot be empty or contain only spaces.',
      link,
      said('any'),
      reset('    ', '    ', false),
    ],
    ['Password must be at least 3 characters long.', link, said('any'), reset('ab', 'ab', false)],
    ['Passwords do not match.', link, said('any'), reset('abc', 'abd', false)],
    ['Your password has been reset!', link, said('any'), reset('abc', 'abc', false)],
    ['Your password has been reset!', invitation, said('any'), reset('abc', 'abc', true)],
    [old, invitation, refused(old), reset('abc', 'abc', true)],
    ['Server error!', link, silent, reset('abc', 'abc', false)],
  ])('%s on %s', async (text, address, wire, act) => {
    serve(wire)
    await openPage(address, null)
    await act()
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })
})

test('an account is asked for without the privacy policy being ticked, and the sign-in page follows', async () => {
  const requested = serve(said('Your account awaits approval.'))
  const { pathname } = await openPage('/auth/register', null)
  expect(screen.getByText('password strength: strong')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox').required).toBe(false)
  expect(screen.getByLabelText<HTMLInputElement>('Email').type).toBe('email')
  await register()
  // The message is in an alert window; then the sign-in page follows.
  const window = within(await screen.findByRole('dialog', { name: 'Account requested' }))
  expect(window.getByRole('alert').textContent).toBe('Your account awaits approval.')
  expect(pathname()).toBe('/auth/register')
  await userEvent.click(window.getByRole('button', { name: 'OK' }))
  await screen.findByRole('button', { name: 'Sign In' })
  expect(pathname()).toBe('/auth/login')
  expect(requested.find(({ path }) => path.endsWith('signup'))?.body).toEqual({
    username: 'nora',
    email: 'nora@northfield.example',
    password: 'abc',
  })
})

test('a refused registration is an alert window and marks its fields', async () => {
  serve((path) =>
    path === '/api/auth/signup'
      ? Response.json(
          {
            message: 'Please check the highlighted fields.',
            code: 'request.invalid',
            requestId: 'r',
            errors: [{ field: 'username', message: 'Please fill in this field.' }],
          },
          { status: 400 },
        )
      : undefined,
  )
  await openPage('/auth/register', null)
  await press('Create account')
  const window = within(await screen.findByRole('dialog', { name: 'Account not created' }))
  expect(window.getByRole('alert').textContent).toBe('Please check the highlighted fields.')
  await userEvent.click(window.getByRole('button', { name: 'OK' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const field = screen.getByLabelText('Username')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Please fill in this field.')).toBeTruthy()
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).not.toBe('true')
})

test('Login and Back to Login are links to the sign-in page', async () => {
  serve()
  const page = await openPage('/auth/register', null)
  expect(screen.getByText(/Already have an account\?/)).toBeTruthy()
  await userEvent.click(screen.getByRole('link', { name: 'Login' }))
  expect(page.pathname()).toBe('/auth/login')
  page.unmount()
  const other = await openPage('/auth/forgot-password', null)
  await userEvent.click(screen.getByRole('link', { name: 'Back to Login' }))
  expect(other.pathname()).toBe('/auth/login')
})

test('the message of success takes the place of the form', async () => {
  serve(said('any'))
  await openPage(link, null)
  await reset('abc', 'abc', false)()
  await screen.findByText('Your password has been reset!')
  expect(screen.queryByLabelText('Password')).toBeNull()
})

test('nothing is sent while something is wrong, and the terms go along only with an invitation', async () => {
  const requested = serve(said('any'))
  const page = await openPage(link, null)
  await reset('ab', 'ab', false)()
  expect(requested.some(({ path }) => path.endsWith('resetPassword'))).toBe(false)
  expect(screen.queryByRole('checkbox')).toBeNull()
  page.unmount()
  await openPage(invitation, null)
  await reset('abc', 'abc', true)()
  await screen.findByText('Your password has been reset!')
  expect(requested.at(-1)?.body).toEqual({
    newPassword: 'abc',
    resetToken: 'token-1',
    termsAccepted: true,
  })
})

test('the terms have all their clauses, and Agree ticks them', async () => {
  serve()
  await openPage(invitation, null)
  await press('Terms and Conditions')
  const terms = await screen.findByRole('dialog', { name: 'Terms and Conditions' })
  for (const clause of [
    /Acceptance/,
    /18 or over/,
    /Data and privacy/,
    /Intellectual property/,
    /Disclaimer/,
    /limited to the amount paid for the service in the past 12 months/,
    /Changes/,
    /Termination/,
    /law of the United Kingdom/,
  ]) {
    expect(terms.textContent).toMatch(clause)
  }
  await press('Agree')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
})

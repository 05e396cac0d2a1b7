import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve, type Wire } from '../../testing/openPage.tsx'
import { admin } from '../../testing/wireAnswers.ts'
import { currentSession } from '../session/session.ts'

afterEach(() => vi.unstubAllGlobals())

const until = '2026-11-23T08:05:00.000Z'
const due = (...methods: string[]) =>
  Response.json({ secondFactor: { ticket: 'the-ticket', methods, until } })

async function signIn(wire: Wire) {
  const requested = serve(wire)
  const page = await openPage('/auth/login', null)
  await userEvent.type(screen.getByLabelText('Username'), 'marta')
  await userEvent.type(screen.getByLabelText('Password'), 'secret')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
  return { ...page, requested }
}

test('after the password the six digits are asked for, and sent as soon as they are there', async () => {
  const { requested } = await signIn((path, body) => {
    if (path.endsWith('-signin')) return due('totp', 'recoveryCode')
    if (path !== '/api/auth/second-factor') return undefined
    return body.code === '123456'
      ? Response.json(admin)
      : refusal(400, 'signIn.factorWrong', 'This code is wrong. Please try again.')
  })
  await screen.findByRole('heading', { name: 'Second step' })
  expect(currentSession()).toBeNull()
  const field = screen.getByLabelText<HTMLInputElement>('Code of the app')
  expect(document.activeElement).toBe(field)
  expect(field.autocomplete).toBe('one-time-code')
  await userEvent.type(field, '654321')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This code is wrong. Please try again.',
  )
  expect(field.value).toBe('')
  await userEvent.type(field, '123 456')
  await waitFor(() => expect(currentSession()).toEqual(admin))
  const sent = requested.filter(({ path }) => path === '/api/auth/second-factor')
  expect(sent.map(({ body }) => body)).toEqual([
    { ticket: 'the-ticket', code: '654321' },
    { ticket: 'the-ticket', code: '123456' },
  ])
})

test('a recovery code can be used in its place, and another person can begin anew', async () => {
  const { requested } = await signIn((path) => {
    if (path.endsWith('-signin')) return due('totp', 'recoveryCode')
    return path === '/api/auth/second-factor'
      ? refusal(400, 'signIn.ticketOver', 'This sign-in took too long.')
      : undefined
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  await userEvent.type(screen.getByLabelText('Recovery code'), '7k2m-9q4d')
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('alert')
  expect(requested.at(-1)?.body).toEqual({ ticket: 'the-ticket', recoveryCode: '7k2m-9q4d' })
  await userEvent.click(screen.getByRole('button', { name: 'Sign in as somebody else' }))
  expect(screen.getByLabelText<HTMLInputElement>('Username').value).toBe('')
})

test('whose passkeys do not work here and who has no code left reads what to do', async () => {
  await signIn((path) => (path.endsWith('-signin') ? due() : undefined))
  await screen.findByText(/Please ask your administrator to reset your second factor/)
})

test('after the grace the app is set up here, and its recovery codes are shown before the page opens', async () => {
  const codes = ['7k2m-9q4d-x3tz-0vhc-2wbn-8f6r', '1111-2222-3333-4444-5555-6666']
  await signIn((path) => {
    if (path.endsWith('-signin')) return due('setUp')
    if (path === '/api/auth/second-factor/set-up') {
      const uri = 'otpauth://totp/Packboard:marta?secret=ABCDEFGH&issuer=Packboard'
      return Response.json({ totp: { secret: 'ABCDEFGH', uri }, passkey: null })
    }
    if (path !== '/api/auth/second-factor') return undefined
    return Response.json({ ...admin, recoveryCodes: codes })
  })
  await screen.findByRole('img', { name: 'QR code of the secret' })
  await userEvent.click(screen.getByRole('button', { name: 'I cannot scan it' }))
  expect(screen.getByText('ABCD EFGH')).toBeDefined()
  await userEvent.type(screen.getByLabelText('Code of the app'), '123456')
  await screen.findByText('7k2m-9q4d-x3tz-0vhc-2wbn-8f6r')
  expect(currentSession()).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'I have kept them' }))
  await waitFor(() => expect(currentSession()).toEqual(admin))
})

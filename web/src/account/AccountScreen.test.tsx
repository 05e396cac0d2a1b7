import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve, type Wire } from '../../testing/openPage.tsx'
import { person } from '../../testing/wireAnswers.ts'
import { currentSession } from '../session/session.ts'

afterEach(() => vi.unstubAllGlobals())

const at = '2026-10-02T07:58:00.000Z'
const factors = (over: object = {}) => ({
  ...{ mode: 'optional', wanted: false, dueAt: null, totpSince: null, passkeys: [] },
  ...{ passkeysAt: null, passkeyObstacle: 'publicUrl', recoveryCodes: null },
  ...over,
})
const own = (over: object = {}) => ({
  ...{ username: 'marta.hughes', firstName: 'Marta', lastName: 'Hughes' },
  ...{ email: 'marta@northfield.example', pendingEmail: null, distributorName: null },
  ...{ hasPassword: true, passwordChangedAt: at, factors: factors() },
  ...over,
})
const session = (over: object) => ({
  ...{ id: 1, way: 'password', browser: 'Firefox', system: 'Linux', device: 'computer' },
  ...{ address: '192.0.2.1', network: '192.0.2.1', createdAt: at, lastSeenAt: at, current: false },
  ...over,
})

async function open(wire: Wire, account: object = own()) {
  const requested = serve((path, body, init) => {
    const answer = wire(path, body, init)
    if (answer) return answer
    if (path === '/api/account' && init.method === 'GET') return Response.json(account)
    if (path === '/api/account/sessions' && init.method === 'GET') {
      return Response.json({
        sessions: [
          session({ id: 3, current: true }),
          session({ id: 2, device: 'phone', browser: 'Safari', system: 'iOS', way: 'passkey' }),
        ],
      })
    }
    return undefined
  })
  const page = await openPage('/admin/account', person())
  await screen.findByRole('heading', { name: 'My account' })
  await screen.findByRole('heading', { name: 'Profile' })
  return { ...page, requested }
}
const sent = (requested: { path: string; body: object }[], path: string) =>
  requested.filter((each) => each.path === path).map(({ body }) => body)

test('one sees who one is, and changes the name in the bar with it', async () => {
  const { requested } = await open((path, _body, { method }) =>
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
  expect(sent(requested, '/api/account')).toContainEqual({ firstName: 'Anna', lastName: 'Hughes' })
  expect(screen.getByRole('link', { name: 'My account: Anna' })).toBeDefined()
})

test('a new password keeps the person here under its new token', async () => {
  const next = person({ accessToken: 'the-next-token' })
  const { requested } = await open((path) =>
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
  expect(sent(requested, '/api/account/password')).toEqual([
    { oldPassword: 'old secret', newPassword: 'new secret' },
  ])
})

test('a call that wants a confirmation asks who it is, and is made once more', async () => {
  let confirmed = false
  const { requested } = await open((path, body, { method }) => {
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

test('who does not confirm reads why nothing happened', async () => {
  await open((path, _body, { method }) => {
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

test('an authenticator app is set up by its picture and first code, then come the recovery codes', async () => {
  const codes = ['7k2m-9q4d-x3tz-0vhc']
  const { requested } = await open((path, _body, { method }) => {
    if (path === '/api/account/totp' && method === 'POST') {
      return Response.json({ secret: 'ABCDEFGH', uri: 'otpauth://totp/x?secret=ABCDEFGH' })
    }
    if (path === '/api/account/totp') return Response.json({ message: 'Success!' })
    if (path === '/api/account/recovery-codes') return Response.json({ codes })
    return undefined
  })
  await userEvent.click(screen.getByRole('button', { name: 'Set up' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Set up an authenticator app' }))
  await dialog.findByRole('img', { name: 'QR code of the secret' })
  await userEvent.type(dialog.getByLabelText('Code of the app'), '123456')
  await screen.findByText('7k2m-9q4d-x3tz-0vhc')
  expect(sent(requested, '/api/account/totp')).toContainEqual({ code: '123456' })
})

test('the page says why there are no passkeys, and what is wanted until when', async () => {
  await open(
    () => undefined,
    own({ factors: factors({ mode: 'staff', wanted: true, dueAt: at, passkeyObstacle: 'name' }) }),
  )
  expect(screen.getByText(/the address of this installation is a number/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).toBeNull()
  expect(screen.getByRole('note').textContent).toMatch(/from 02-10-2026/)
})

test('where factors are off, none is offered', async () => {
  await open(() => undefined, own({ factors: factors({ mode: 'off' }) }))
  expect(screen.getByText(/switched off in this installation/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Set up' })).toBeNull()
})

test('sessions have their browser, network and last use; each of the others can be ended', async () => {
  const { requested } = await open((path, _body, { method }) =>
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

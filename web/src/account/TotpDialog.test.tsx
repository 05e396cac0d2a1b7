import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openAccount, sentTo } from '../../testing/accountPage.tsx'

afterEach(() => vi.unstubAllGlobals())

test('an authenticator app is set up by its picture and first code, then come the recovery codes', async () => {
  const codes = ['7k2m-9q4d-x3tz-0vhc-2wbn-8f6r']
  const { requested } = await openAccount((path, _body, { method }) => {
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
  await screen.findByText('7k2m-9q4d-x3tz-0vhc-2wbn-8f6r')
  expect(sentTo(requested, '/api/account/totp')).toContainEqual({ code: '123456' })
})

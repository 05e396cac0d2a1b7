import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'

afterEach(() => vi.unstubAllGlobals())

test('a notice stands before the sign-in, and a passkey is offered at its own address alone', async () => {
  const provider = (passkeysAt: string | null) => ({
    ...{ name: 'Packboard', links: [], signUp: true, outbox: false },
    ...{ notice: 'Authorised use only.\nCalls are logged.', passkeysAt },
  })
  serve((path) =>
    path === '/api/provider' ? Response.json(provider('https://elsewhere.example')) : undefined,
  )
  const first = await openPage('/auth/login', null)
  await screen.findByText(/Authorised use only/)
  expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull()
  first.unmount()
  serve((path) =>
    path === '/api/provider' ? Response.json(provider(window.location.origin)) : undefined,
  )
  await openPage('/auth/login', null)
  await screen.findByRole('button', { name: 'Use a passkey' })
})

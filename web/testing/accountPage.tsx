import type { Account } from '@packboard/contract'
import { screen } from '@testing-library/react'
import { openPage, serve, type Wire } from './openPage.tsx'
import { person } from './wireAnswers.ts'

const at = '2026-10-02T07:58:00.000Z'

/** What a person signs in with, as the server says it. */
export const wireFactors = (over: object = {}) => ({
  ...{ mode: 'optional', wanted: false, dueAt: null, totpSince: null, passkeys: [] },
  ...{ passkeysAt: null, passkeyObstacle: 'publicUrl', recoveryCodes: null },
  ...over,
})

export const wireAccount = (over: Partial<Record<keyof Account, unknown>> = {}) => ({
  ...{ username: 'marta.hughes', firstName: 'Marta', lastName: 'Hughes' },
  ...{ email: 'marta@northfield.example', pendingEmail: null, distributorName: null },
  ...{ hasPassword: true, passwordChangedAt: at, factors: wireFactors() },
  ...over,
})

const session = (over: object) => ({
  ...{ id: 1, way: 'password', browser: 'Firefox', system: 'Linux', device: 'computer' },
  ...{ address: '192.0.2.1', network: '192.0.2.1', createdAt: at, lastSeenAt: at, current: false },
  ...over,
})

/** My account of a person with two sessions; the answers of a test come first. */
export async function openAccount(wire: Wire = () => undefined, account: object = wireAccount()) {
  const requested = serve((path, body, init) => {
    const answer = wire(path, body, init)
    if (answer) return answer
    if (path === '/api/account' && init.method === 'GET') return Response.json(account)
    if (path === '/api/account/identities') {
      return Response.json({ identities: [], providers: [] })
    }
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

/** What was sent to an address. */
export const sentTo = (requested: readonly { path: string; body: object }[], path: string) =>
  requested.filter((each) => each.path === path).map(({ body }) => body)

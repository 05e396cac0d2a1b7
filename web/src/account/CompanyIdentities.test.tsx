import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { configure, render, screen } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { serve } from '../../testing/openPage.tsx'
import { admin } from '../../testing/wireAnswers.ts'
import { needTexts } from '../i18n/language.ts'
import { leaving } from '../session/companyTrip.ts'
import { keepSession } from '../session/session.ts'
import { CompanyIdentities } from './CompanyIdentities.tsx'

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const linked = {
  id: 3,
  name: 'Northfield',
  issuer: 'https://login.northfield.example',
  email: 'ann@northfield.example',
  linkedAt: '2026-11-20T08:00:00.000Z',
  lastAt: null,
}

async function open(answer: object, hasOther = true) {
  const went: string[] = []
  vi.spyOn(leaving, 'to').mockImplementation((to) => void went.push(to))
  const requested = serve((path, _body, { method }) => {
    if (!path.startsWith('/api/account')) return undefined
    if (method === 'GET') return Response.json(answer)
    if (method === 'DELETE') return Response.json({ message: 'Success!' })
    return Response.json({ address: 'https://login.northfield.example/auth' })
  })
  keepSession(admin)
  await needTexts('machines', 'further', 'account')
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <CompanyIdentities hasOther={hasOther} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  return { went, requested }
}

test('a company is joined at the company itself', async () => {
  const { went, requested } = await open({
    identities: [],
    providers: [{ id: 7, name: 'Northfield' }],
  })
  await screen.findByText('No company is joined to this account.')
  await userEvent.click(screen.getByRole('button', { name: 'Link Northfield' }))
  await vi.waitFor(() => expect(went).toEqual(['https://login.northfield.example/auth']))
  expect(
    requested.find(({ path, body }) => path === '/api/account/identities' && body.challenge)?.body,
  ).toEqual({
    identityProviderId: 7,
    challenge: expect.stringMatching(/^[\w-]{43}$/),
  })
})

test('a company is parted after a question', async () => {
  const { requested } = await open({ identities: [linked], providers: [] })
  await screen.findByText('ann@northfield.example')
  await userEvent.click(screen.getByRole('button', { name: 'Unlink Northfield' }))
  await screen.findByText('Northfield will no longer open this account.')
  await userEvent.click(screen.getByRole('button', { name: 'Unlink' }))
  await vi.waitFor(() =>
    expect(requested.some(({ path }) => path === '/api/account/identities/3')).toBe(true),
  )
})

test('the last way into an account is parted with a warning', async () => {
  await open({ identities: [linked], providers: [] }, false)
  await userEvent.click(await screen.findByRole('button', { name: 'Unlink Northfield' }))
  await screen.findByText(/the only way into this account/)
  expect(screen.queryByText(/You can link it again/)).toBeNull()
})

import { screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openAccount, wireAccount, wireFactors } from '../../testing/accountPage.tsx'

afterEach(() => vi.unstubAllGlobals())

test('where factors are off, none is offered', async () => {
  await openAccount(() => undefined, wireAccount({ factors: wireFactors({ mode: 'off' }) }))
  expect(screen.getByText(/switched off in this installation/)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Set up' })).toBeNull()
  // No company is set up for the person: nothing is said of companies.
  expect(screen.queryByRole('heading', { name: 'Companies' })).toBeNull()
})

test('who can be joined to a company finds it on the page and in its list of parts', async () => {
  await openAccount((path) =>
    path === '/api/account/identities'
      ? Response.json({ identities: [], providers: [{ id: 7, name: 'Northfield' }] })
      : undefined,
  )
  await screen.findByRole('button', { name: 'Link Northfield' })
  const parts = within(screen.getByRole('navigation', { name: 'My account' }))
  expect(parts.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Profile',
    'Sign-in',
    'Companies',
    'Sessions2',
    'Notifications',
  ])
})

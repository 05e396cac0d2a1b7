import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'

vi.mock('./ParticleField.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

test('a page stays when its moving background cannot be loaded', async () => {
  serve(() => undefined)
  await openPage('/auth/login', null)
  const name = await screen.findByLabelText(/^Username/)
  // The background comes 200 ms after the page.
  await new Promise((done) => setTimeout(done, 500))
  expect(name.isConnected).toBe(true)
  expect(screen.queryByText('This page could not be loaded')).toBeNull()
})

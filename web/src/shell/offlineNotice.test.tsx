import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { person } from '../../testing/wireAnswers.ts'
import { noteAnswer, noteSilence } from '../api/serverContact.ts'

test('a page that is not live says that the server is lost and since when, until it answers', async () => {
  const requested = serve()
  await openPage('/admin/index', person())
  await screen.findByRole('button', { name: 'Logout' })
  // The last answer of the page would take the silence back.
  await waitFor(() =>
    expect(requested.some(({ path }) => path === '/api/admin/preferences')).toBe(true),
  )
  await act(() => new Promise((settled) => setTimeout(settled)))
  act(() => noteAnswer())
  expect(screen.queryByText(/^Offline/)).toBeNull()
  act(() => noteSilence())
  expect((await screen.findByText(/^Offline/)).textContent).toMatch(
    /^Offline since \d\d:\d\d:\d\d\.$/,
  )
  expect(screen.getByText(/What you see was loaded before\./)).toBeTruthy()
  act(() => noteAnswer())
  await waitFor(() => expect(screen.queryByText(/^Offline/)).toBeNull())
})

test('the live overview has its own banner and not this one', async () => {
  serve()
  await openPage('/admin/dashboard', person())
  await screen.findByRole('article', { name: /^FW-101/ })
  act(() => noteSilence())
  expect(screen.queryByText(/^Offline since/)).toBeNull()
  act(() => noteAnswer())
})

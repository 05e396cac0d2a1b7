import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { person } from '../../testing/wireAnswers.ts'

const words = /history is being written \((\d+) %\)/

test('while the past of the demo is written each page says so and how far it is, then no more', async () => {
  const demo = { name: 'Packboard', links: [], demo: true, signUp: false, outbox: false }
  const shares = [0.37, 0.38, null]
  serve((path) => {
    if (path !== '/api/provider') return undefined
    return Response.json({ ...demo, history: shares.length > 1 ? shares.shift() : shares[0] })
  })
  await openPage('/admin/dashboard', person())
  const notice = await screen.findByText(words)
  expect(notice.textContent).toMatch(words)
  // The page requests it again by itself.
  await waitFor(() => expect(screen.queryByText(words)).toBeNull(), { timeout: 15_000 })
}, 20_000)

test('a server that says nothing of it writes none', async () => {
  serve()
  await openPage('/admin/dashboard', person())
  await screen.findByRole('article', { name: /^FW-101/ })
  expect(screen.queryByText(words)).toBeNull()
})

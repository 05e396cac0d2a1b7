import { screen } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'

afterEach(() => vi.unstubAllGlobals())

test('opening the link of a report changes nothing; a press stops it, and another one wants it again', async () => {
  let isStopped = false
  const requested = serve((path, body, { method = 'GET' }) => {
    if (!path.startsWith('/api/report-link/')) return undefined
    if (method === 'POST') {
      isStopped = 'do' in body && body.do === 'stop'
      return Response.json({ message: 'Success!' })
    }
    const names = {
      reportName: 'Night shift',
      clientName: 'Northfield',
      recipient: 'boss@x.example',
    }
    return Response.json({ ...names, isStopped })
  })
  await openPage(`/report/${'T'.repeat(43)}`, null)
  expect(await screen.findByText('boss@x.example gets Night shift of Northfield.')).toBeDefined()
  expect(requested.some(({ body }) => 'do' in body)).toBe(false)
  await userEvents.click(screen.getByRole('button', { name: 'Stop this report' }))
  await userEvents.click(await screen.findByRole('button', { name: 'Get it again' }))
  expect(await screen.findByRole('button', { name: 'Stop this report' })).toBeDefined()
})

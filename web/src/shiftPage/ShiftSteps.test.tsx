import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../testing/openPage.tsx'
import { person } from '../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

test('‹ and › lead over missing shifts, because the server says which is next; Now leads to the running one', async () => {
  serve()
  const { router } = await openPage('/admin/shift?start=2026-11-20T20:00:00.000Z', person())
  await userEvent.click(await screen.findByRole('button', { name: 'Shift after (→)' }))
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ start: '2026-11-21T06:00:00.000Z' }),
  )
  await userEvent.click(screen.getByRole('button', { name: 'Now' }))
  await waitFor(() => expect(router.state.location.search).toEqual({}))
})

test('another day shows the shift that begins at the same time of its clock', async () => {
  serve()
  const { router } = await openPage('/admin/shift?start=2026-11-20T20:00:00.000Z', person())
  await userEvent.click(await screen.findByRole('button', { name: /choose another day/ }))
  await userEvent.click(await screen.findByRole('button', { name: '18 November 2026' }))
  await waitFor(() =>
    expect(router.state.location.search).toEqual({ start: '2026-11-18T18:00:00.000Z' }),
  )
})

test('an address that was typed wrongly shows the running shift', async () => {
  const requested = serve()
  await openPage('/admin/shift?start=yesterday', person())
  await screen.findByRole('heading', { name: 'Night' })
  const calls = requested.filter(({ path }) => path.startsWith('/api/admin/shift/'))
  expect(calls.map(({ path }) => path)).toEqual(['/api/admin/shift/1'])
})

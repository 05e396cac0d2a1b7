import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve } from '../../testing/openPage.tsx'
import { wireShiftPage } from '../../testing/shiftAnswers.ts'
import { person } from '../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

test('the page of the shift says its sentence, and each number in it opens what it was made from', async () => {
  serve((path) =>
    path.startsWith('/api/admin/shift/') ? Response.json(wireShiftPage()) : undefined,
  )
  await openPage('/admin/shift', person())
  const gap = await screen.findByRole('link', { name: '8,498 packs' })
  expect(gap.getAttribute('href')).toMatch(/^\/admin\/shift\?start=.*#against$/)
  const stop = screen.getByRole('link', { name: 'FW-102, front jaw, 1h 01m' })
  expect(stop.getAttribute('href')).toMatch(
    /^\/admin\/productionData\/1\/FW-102\?.*of=all&stop=2026-11-21T02%3A29%3A00.000Z$/,
  )
})

test('nothing is said while the shift cannot be read', async () => {
  const requested = serve((path) =>
    path.startsWith('/api/admin/shift/')
      ? refusal(500, 'server.error', 'Server error!')
      : undefined,
  )
  await openPage('/admin/shift', person())
  await waitFor(() => expect(requested.some(({ path }) => path.includes('/shift/1'))).toBe(true))
  expect(screen.queryByText(/packs/)).toBeNull()
})

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve, type Wire } from '../../testing/openPage.tsx'
import { person } from '../../testing/wireAnswers.ts'
import { keep } from '../session/kept.ts'
import { keepSession } from '../session/session.ts'
import { browserZone } from '../time/zone.ts'

afterEach(() => vi.unstubAllGlobals())

/** No run of the tests has this zone. */
const factory = 'Europe/Oslo'
const oslo: Wire = (path) =>
  path.startsWith('/api/admin/client-times/')
    ? Response.json({ timezone: factory, shifts: [], version: 0 })
    : undefined
const user = person({ role: 'user' })
const page = '/admin/productionData/1/FW-101'

/** The zones in which figures were requested. */
const zonesOf = (requested: readonly { path: string }[]) => [
  ...new Set(
    requested
      .map(({ path }) => new URLSearchParams(path.split('?')[1]).get('timezone'))
      .filter((zone) => zone !== null),
  ),
]
const footer = () => screen.getByRole('contentinfo').textContent

test('figures are asked for in the browser’s zone until somebody prefers the factory’s', async () => {
  const requested = serve(oslo)
  await openPage(page, user)
  await screen.findByRole('combobox', { name: 'Times in' })
  await waitFor(() => expect(zonesOf(requested)).toEqual([browserZone]))
  expect(footer()).toContain(browserZone)

  await userEvent.click(screen.getByRole('combobox', { name: 'Times in' }))
  await userEvent.click(await screen.findByRole('option', { name: `Factory time (${factory})` }))
  await waitFor(() => expect(zonesOf(requested)).toEqual([browserZone, factory]))
  expect(footer()).toContain(factory)
})

test('who prefers the factory’s time never asks in another zone', async () => {
  const requested = serve(oslo)
  keepSession(user)
  keep('times', 'factory')
  await openPage(page, user)
  await waitFor(() => expect(zonesOf(requested)).toEqual([factory]))
  expect(footer()).toContain(factory)
})

test('where the factory’s zone cannot be loaded the page tells the browser’s, and says so', async () => {
  const requested = serve((path) =>
    path.startsWith('/api/admin/client-times/')
      ? refusal(500, 'server.failed', 'An error occurred')
      : undefined,
  )
  keepSession(user)
  keep('times', 'factory')
  await openPage(page, user)
  await waitFor(() => expect(zonesOf(requested)).toEqual([browserZone]))
  expect(footer()).toContain(browserZone)
})

test('a link shows the same instants whoever opens it', async () => {
  const requested = serve(oslo)
  await openPage(
    `${page}?from=2026-11-20&to=2026-11-20&start=00:00&end=23:59&zone=Asia/Tokyo`,
    user,
  )
  await waitFor(() => expect(zonesOf(requested)).toEqual(['Asia/Tokyo']))
  expect(footer()).toContain('Asia/Tokyo')
  const field = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Times in' })
  expect(field.value).toBe('Time of the link (Asia/Tokyo)')
})

test('what somebody typed into an address breaks no clock', async () => {
  serve(oslo)
  await openPage('/admin/dashboard?zone=Europe/Atlantis', user)
  await waitFor(() => expect(footer()).toContain(browserZone))
})

test('the choice of a zone comes with the page, not after it', async () => {
  let answer: (answer: Response) => void = () => {}
  const requested = serve((path) =>
    path.startsWith('/api/admin/client-times/')
      ? new Promise<Response>((later) => {
          answer = later
        })
      : undefined,
  )
  await openPage(page, user)
  await waitFor(() =>
    expect(requested.some(({ path }) => path.includes('client-times'))).toBe(true),
  )
  expect(screen.queryByRole('button', { name: 'Apply' })).toBeNull()

  answer(Response.json({ timezone: factory, shifts: [], version: 0 }))
  await screen.findByRole('button', { name: 'Apply' })
  expect(screen.getByRole('combobox', { name: 'Times in' })).toBeTruthy()
})

test('a page does not wait long for a choice of zones, but for the factory’s time it does', async () => {
  const requested = serve((path) =>
    path.startsWith('/api/admin/client-times/') ? new Promise<Response>(() => {}) : undefined,
  )
  const { unmount } = await openPage(page, user)
  await waitFor(() => expect(zonesOf(requested)).toEqual([browserZone]), { timeout: 5_000 })
  unmount()

  requested.length = 0
  keep('times', 'factory')
  await openPage(page, user)
  await new Promise((done) => setTimeout(done, 1_500))
  expect(zonesOf(requested)).toEqual([])
})

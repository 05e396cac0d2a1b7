import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve } from '../../testing/openPage.tsx'
import { person, wireAnswer, wireRecord } from '../../testing/wireAnswers.ts'
import { noteAnswer, noteSilence } from '../api/serverContact.ts'

const now = new Date('2026-11-21T14:32:12Z')

beforeEach(() => {
  vi.useFakeTimers({ now, shouldAdvanceTime: true })
})
afterEach(() => {
  noteAnswer()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const lost = () => screen.queryByText(/^Connection lost/)?.textContent

/** A server that goes away and comes back, with the calls that it did not answer. */
function goingAway() {
  const server = { away: false, missed: [] as string[] }
  serve((path) => {
    if (!server.away) {
      return path === '/version.json' ? Response.json({ build: 'this' }) : undefined
    }
    server.missed.push(path)
    return Promise.reject(new TypeError('no network'))
  })
  return server
}

test.each(['/admin/index', '/admin/dashboard', '/admin/timeline'])(
  '%s says ten seconds after the server is lost from when its values are, until it answers',
  async (address) => {
    const server = goingAway()
    await openPage(address, person())
    await screen.findByRole('button', { name: 'Logout' })
    await pass(500)
    server.away = true
    act(() => noteSilence())
    await pass(9_000)
    expect(lost()).toBeUndefined()
    await pass(2_000)
    expect(lost()).toMatch(/^Connection lost\. Values are from \d\d:\d\d:1\d\.$/)
    expect(screen.getByText(/^Trying again in \d seconds\.$/)).toBeTruthy()
    // One notice, also where the page is live.
    expect(screen.getAllByText(/^Connection lost/)).toHaveLength(1)
    expect(server.missed.filter((path) => path === '/version.json')).toHaveLength(1)
    server.away = false
    fireEvent.click(screen.getByRole('button', { name: 'Retry now' }))
    await waitFor(() => expect(lost()).toBeUndefined())
  },
)

test('a break that is over within ten seconds is not shown', async () => {
  const server = goingAway()
  await openPage('/admin/compare', person())
  await screen.findByRole('button', { name: 'Logout' })
  await pass(500)
  act(() => noteSilence())
  await pass(3_100)
  expect(server.missed).toEqual([])
  await pass(10_000)
  expect(lost()).toBeUndefined()
})

test('where the network is back the server is looked for at once', async () => {
  const server = goingAway()
  await openPage('/admin/index', person())
  await screen.findByRole('button', { name: 'Logout' })
  await pass(500)
  server.away = true
  act(() => void window.dispatchEvent(new Event('offline')))
  await pass(11_000)
  expect(lost()).toBeTruthy()
  server.away = false
  act(() => void window.dispatchEvent(new Event('online')))
  await pass(200)
  expect(lost()).toBeUndefined()
})

test('how long a state lasts stands still while the server is lost, and goes on afterwards', async () => {
  const record = wireRecord({ Recipe: 3, stateSince: '2026-11-21T14:30:00.000Z' })
  serve((path) =>
    path === '/api/admin/machinesData'
      ? Response.json(wireAnswer({ dataArray: [record] }))
      : undefined,
  )
  await openPage('/admin/dashboard', person())
  const lasts = async () =>
    (await screen.findByRole('button', { name: /^FW-101 Aborted/ })).textContent
  await pass(3_000)
  const before = await lasts()
  expect(before).toMatch(/2m 1\ds$/)
  act(() => noteSilence())
  await pass(1_000)
  const still = await lasts()
  await pass(6_000)
  expect(await lasts()).toBe(still)
  act(() => noteAnswer())
  await pass(1_100)
  expect(await lasts()).not.toBe(still)
})

test('a server that answers without the values of the page is a trouble of this page alone', async () => {
  let fails = false
  serve((path) => {
    if (path !== '/api/admin/machinesData') return undefined
    return fails ? refusal(500, 'server.failed', 'An error occurred') : Response.json(wireAnswer())
  })
  const page = await openPage('/admin/dashboard', person())
  await screen.findByRole('article', { name: /^FW-101/ })
  fails = true
  await pass(30_000)
  expect(lost()).toBeUndefined()
  await pass(11_000)
  expect(lost()).toMatch(/^Connection lost\. Values are from \d\d:\d\d:10\.$/)
  await act(() => page.router.navigate({ to: '/admin/index' }))
  await waitFor(() => expect(lost()).toBeUndefined())
})

const words = /history is being written \((\d+) %\)/
const demo = { name: 'Packboard', links: [], demo: true, signUp: false, outbox: false }

test('while the past of the demo is written each page says so and how far it is, then no more', async () => {
  const shares = [0.37, 0.38, null]
  serve((path) => {
    if (path !== '/api/provider') return undefined
    return Response.json({ ...demo, history: shares.length > 1 ? shares.shift() : shares[0] })
  })
  await openPage('/admin/dashboard', person())
  expect((await screen.findByText(words)).textContent).toMatch(words)
  // The page requests it again by itself.
  await pass(6_000)
  await waitFor(() => expect(screen.queryByText(words)).toBeNull())
})

test('a server that says nothing of its past writes none', async () => {
  serve()
  await openPage('/admin/dashboard', person())
  await screen.findByRole('article', { name: /^FW-101/ })
  expect(screen.queryByText(words)).toBeNull()
})

import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openPage, refusal, serve, type Wire } from '../../testing/openPage.tsx'
import { admin, person, wireAnswer, wireMachines, wireRecord } from '../../testing/wireAnswers.ts'
import { currentSession } from '../session/session.ts'

const now = new Date('2026-11-21T14:32:12Z')
const token = 'T'.repeat(43)

beforeEach(() => {
  vi.useFakeTimers({ now, shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const tile = (serialNo: string) =>
  screen.queryByRole('article', { name: new RegExp(`^${serialNo},`) })

const head = {
  clientId: 1,
  clientName: 'Northfield Confectionery',
  zone: 'Europe/London',
  from: '2026-11-21T06:00:00.000Z',
  oeee: null,
  openAlerts: 0,
  colourScheme: 'dark',
  density: 'comfortable',
}

/** A client with so many machines, of which those of `states` are in another state than Execute. */
function hall(count: number, states: Record<string, number> = {}): Wire {
  const serialNos = Array.from({ length: count }, (_, index) => `FW-${101 + index}`)
  return (path) => {
    if (path.includes('/wall'))
      return Response.json({ ...head, oeee: path.includes('yes') ? 78.6 : null })
    if (path.includes('client_machines')) return Response.json(wireMachines(...serialNos))
    if (path !== '/api/admin/machinesData') return undefined
    const dataArray = serialNos.map((machineId) =>
      wireRecord({ machineId, Machine_ID: machineId, Recipe: states[machineId] ?? 10 }),
    )
    return Response.json(wireAnswer({ dataArray }))
  }
}

async function openWall(wire: Wire, address: string, session = person()) {
  const headers: (string | null)[] = []
  serve((path, body, init) => {
    if (!path.startsWith('/api/provider')) {
      headers.push(new Headers(init.headers).get('x-access-token'))
    }
    return wire(path, body, init)
  })
  const page = await openPage(address, session)
  await pass(100)
  return { ...page, headers }
}

test('a running tile leads with its speed, a stopped one with its minutes', async () => {
  await openWall(hall(2, { 'FW-102': 3 }), '/admin/wall')
  expect(tile('FW-101')?.textContent).toContain('158ppm')
  // Since 12:00 in its state, by the clock of the server.
  expect(tile('FW-102')?.textContent).toContain('152min')
  expect(tile('FW-102')?.dataset.fill).toBe('tile')
  expect(tile('FW-101')?.dataset.fill).toBe('none')
  expect(screen.getByText('150,756')).toBeTruthy()
  expect(screen.getByText('78.6 %')).toBeTruthy()
  expect(screen.getByText('Europe/London (UTC+0)')).toBeTruthy()
  expect(screen.getByText('14:32')).toBeTruthy()
})

test.each([
  ['2026-11-21T06:00:00.000Z', 'Packs since 06:00'],
  ['2026-11-20T22:00:00.000Z', 'Packs since 22:00 yesterday'],
])('the total says from when it counts: %s', async (from, words) => {
  const machines = hall(1)
  await openWall(
    (path, body, init) =>
      path.includes('/wall') ? Response.json({ ...head, from }) : machines(path, body, init),
    '/admin/wall',
  )
  expect(screen.getByText(words)).toBeTruthy()
})

test('staff find the wall of the client of the address again', async () => {
  await openWall(hall(1), '/admin/wall?client=1', admin)
  expect(tile('FW-101')).not.toBeNull()
})

test('nine machines take turns: eight for 20 seconds, then the ninth', async () => {
  await openWall(hall(9), '/admin/wall')
  expect(screen.getAllByRole('article')).toHaveLength(8)
  expect(screen.getByText('Page 1 of 2')).toBeTruthy()
  await pass(21_000)
  expect(screen.getAllByRole('article')).toHaveLength(1)
  expect(tile('FW-109')).toBeTruthy()
  await pass(20_000)
  expect(screen.getByText('Page 1 of 2')).toBeTruthy()
})

test('a page with a stop is held for 40 seconds', async () => {
  await openWall(hall(9, { 'FW-103': 3 }), '/admin/wall')
  await pass(35_000)
  expect(screen.getByText('Page 1 of 2')).toBeTruthy()
  await pass(6_000)
  expect(screen.getByText('Page 2 of 2')).toBeTruthy()
})

test('ten seconds after an answer is missing the values lose their colour and say from when they are', async () => {
  let away = false
  let requestedAt = 0
  const wire = hall(2, { 'FW-102': 3 })
  await openWall((...requested) => {
    if (away) return Promise.reject(new TypeError('no network'))
    if (requested[0] === '/api/admin/machinesData') requestedAt = Date.now()
    return wire(...requested)
  }, '/admin/wall')
  away = true
  // The next request is half a minute after the one before. The clock of the page goes on while
  // the page is drawn, so both moments count from that request, with seconds to spare.
  await pass(requestedAt + 36_000 - Date.now())
  expect(screen.queryByText(/^Connection lost/)).toBeNull()
  await pass(requestedAt + 43_000 - Date.now())
  expect(screen.getByText('Connection lost. Values are from 14:32:10.')).toBeTruthy()
  expect(tile('FW-102')?.dataset).toMatchObject({ stale: 'true', fill: 'none' })
  expect(within(tile('FW-102')!).getByText('as of 14:32')).toBeTruthy()
  // It is unknown whether it still stands: its minutes do not count on.
  await pass(3 * 60_000)
  expect(tile('FW-102')?.textContent).toContain('152min')
  away = false
  // The next request is half a minute after the one before; later the stream, which is silent here, is given up.
  await pass(31_000)
  expect(screen.queryByText(/^Connection lost/)).toBeNull()
  expect(tile('FW-102')?.dataset).toMatchObject({ stale: 'false', fill: 'tile' })
})

describe('a television with a link', () => {
  test('carries the token of its link, and not the session of somebody in the same browser', async () => {
    const { headers } = await openWall(hall(1), `/wall#${token}`, admin)
    expect(tile('FW-101')).toBeTruthy()
    expect(new Set(headers)).toEqual(new Set([`wall.${token}`]))
    expect(screen.queryAllByRole('link')).toEqual([])
    expect(screen.queryAllByRole('button')).toEqual([])
  })

  test('looks as its link says: its colours, and fifteen machines on a page', async () => {
    const wire = hall(9)
    await openWall(
      (...requested) =>
        requested[0].includes('/wall')
          ? Response.json({ ...head, colourScheme: 'light', density: 'compact' })
          : wire(...requested),
      `/wall#${token}`,
    )
    expect(tile('FW-101')).toBeTruthy()
    expect(tile('FW-109')).toBeTruthy()
    expect(localStorage.getItem('packboard.wallColours')).toBe('light')
    localStorage.removeItem('packboard.wallColours')
  })

  test('that is refused says so, shows nothing any more and ends nobody’s session', async () => {
    let revoked = false
    const wire = hall(1)
    const refused = () => refusal(401, 'session.required', 'Please sign in.')
    const { pathname } = await openWall(
      (...requested) => (revoked ? refused() : wire(...requested)),
      `/wall#${token}`,
      admin,
    )
    expect(tile('FW-101')).toBeTruthy()
    revoked = true
    await pass(31_000)
    expect(screen.getByText('This wall link is not valid')).toBeTruthy()
    expect(tile('FW-101')).toBeNull()
    expect(currentSession()).toEqual(admin)
    expect(pathname()).toBe('/wall')
    // A client that was disabled comes back, and its wall with it.
    revoked = false
    await pass(16_000)
    expect(tile('FW-101')).toBeTruthy()
  })

  test('that never reached the server says so and goes on trying', async () => {
    let away = true
    const wire = hall(1)
    await openWall(
      (...requested) => (away ? Promise.reject(new TypeError('no network')) : wire(...requested)),
      `/wall#${token}`,
    )
    expect(screen.getByText('Packboard cannot be reached')).toBeTruthy()
    away = false
    await pass(16_000)
    expect(tile('FW-101')).toBeTruthy()
  })
})

import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wireAlert } from '../../testing/alertAnswers.ts'
import { openPage, refusal, serve } from '../../testing/openPage.tsx'
import { person, wireMachines } from '../../testing/wireAnswers.ts'
import { currentSession } from '../session/session.ts'

const now = new Date('2026-11-21T14:32:10Z')
const token = 'T'.repeat(43)

beforeEach(() => {
  vi.useFakeTimers({ now, shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const openPath = '/api/admin/alerts/1?state=open'

/** A client with open alerts; acknowledging marks the first one. */
function open(alerts: readonly ReturnType<typeof wireAlert>[]) {
  let seen = false
  return serve((path, _body, init) => {
    if (path === '/api/admin/alerts/1/41/acknowledge' && init.method === 'POST') {
      seen = true
      return Response.json({ message: 'Success!' })
    }
    const shown = alerts.map((alert, index) =>
      seen && index === 0
        ? { ...alert, acknowledgedAt: now.toISOString(), acknowledgedBy: 'Amrit Kaur' }
        : alert,
    )
    const count = shown.filter(({ acknowledgedAt }) => acknowledgedAt === null).length
    if (path === openPath) return Response.json({ alerts: shown, next: null, open: count })
    if (path === '/api/admin/alerts/1/41') {
      return Response.json({
        ...shown[0],
        messages: [
          {
            ...{ step: 0, channel: 'push', to: 'Petra Nowak', state: 'sent', why: '' },
            ...{ dueAt: '2026-11-21T14:25:30.000Z', sentAt: '2026-11-21T14:25:31.000Z' },
          },
          {
            ...{ step: 1, channel: 'mail', to: 'M. Hughes', state: 'waiting', why: '' },
            ...{ dueAt: '2026-11-21T14:35:30.000Z', sentAt: null },
          },
        ],
      })
    }
    return undefined
  })
}

test('the bell counts what nobody has seen, in the title, too; a press notes it for all', async () => {
  const requested = open([wireAlert(), wireAlert({ id: 40, machineId: null, ruleName: 'Backup' })])
  await openPage('/admin/account', person())
  const bell = await screen.findByRole('button', { name: 'Alerts: 2 not seen' })
  await expect.poll(() => document.title).toMatch(/^\(2\) /)
  fireEvent.click(bell)
  const list = screen.getByRole('group', { name: 'Alerts: 2 not seen' })
  expect(list.textContent).toContain('FW-101: Stopped longer than 5 min 6m 41s')
  expect(list.textContent).toContain('Web break at unwind A')
  const [first] = within(list).getAllByRole('button', { name: /^I have seen it/ })
  if (first) fireEvent.click(first)
  expect(await screen.findByText(/seen by Amrit Kaur/)).toBeTruthy()
  await expect.poll(() => document.title).toMatch(/^\(1\) /)
  // One call for the bell, however many parts show alerts, and one after the press.
  expect(requested.filter(({ path }) => path === openPath)).toHaveLength(2)
})

test('the page of an alert says who was informed and what comes next', async () => {
  open([wireAlert()])
  await openPage('/admin/alerts/1/41', person())
  const trail = await screen.findByRole('region', { name: 'What happened' })
  expect(trail.textContent).toContain('Petra Nowak informed, app')
  expect(trail.textContent).toContain('M. Hughes, e-mail, if nobody has seen it by then')
  const card = screen.getByRole('region', { name: 'Alert' })
  expect(card.textContent).toContain('for 6m 4')
  expect(card.textContent).toContain('not seen yet')
  const foot = screen.getAllByRole('button', { name: 'I have seen it' }).at(-1)
  if (foot) fireEvent.click(foot)
  await expect.poll(() => card.textContent).toContain('seen by Amrit Kaur')
})

test('who was informed of a call for help says on its page that they come', async () => {
  const call = wireAlert({ origin: 'help', kind: 'helpCalled', raisedBy: 'Priya' })
  const requested = open([call])
  await openPage('/admin/alerts/1/41', person())
  fireEvent.click(await screen.findByRole('button', { name: 'On my way' }))
  await expect
    .poll(() => requested.some(({ path }) => path === '/api/admin/help-call/41/on-my-way'))
    .toBe(true)
})

test('the page of a link notes nothing by itself; the press does, without a session', async () => {
  let seenAt: string | null = null
  const requested = serve((path, _body, init) => {
    if (!path.startsWith(`/api/alert-link/${token}`)) return undefined
    if (init.method === 'POST') {
      seenAt = now.toISOString()
      return Response.json({ message: 'Success!' })
    }
    return Response.json({
      alert: wireAlert({ acknowledgedAt: seenAt, acknowledgedBy: seenAt && 'Petra Nowak' }),
      ...{ recipient: 'Petra Nowak', zone: 'Europe/London', canAcknowledge: true },
      clientName: 'Northfield Confectionery',
    })
  })
  await openPage(`/alert/${token}`, null)
  const press = await screen.findByRole('button', { name: 'I have seen it' })
  expect(screen.getByText(/in the name of Petra Nowak/)).toBeTruthy()
  expect(screen.getByText('Northfield Confectionery')).toBeTruthy()
  await pass(31_000)
  expect(seenAt).toBeNull()
  fireEvent.click(press)
  await expect.poll(() => screen.queryByRole('button', { name: 'I have seen it' })).toBeNull()
  expect(seenAt).not.toBeNull()
  expect(requested.every(({ path }) => !path.startsWith('/api/admin'))).toBe(true)
  expect(currentSession()).toBeNull()
})

test('a link that is over says so and leads to the sign-in', async () => {
  serve((path) =>
    path.startsWith('/api/alert-link')
      ? refusal(404, 'alertLink.notFound', 'This link is no longer valid.')
      : undefined,
  )
  await openPage(`/alert/${token}`, null)
  expect(await screen.findByText('This link is not valid any more')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy()
})

test('a wall of a signed-in person has the number of open alerts and no name', async () => {
  serve((path) => {
    if (path.includes('/wall')) {
      return Response.json({
        ...{ clientId: 1, clientName: 'Northfield Confectionery', zone: 'Europe/London' },
        ...{ from: '2026-11-21T06:00:00.000Z', oeee: null, colourScheme: 'dark' },
        ...{ density: 'comfortable', openAlerts: 1 },
      })
    }
    return path.includes('client_machines') ? Response.json(wireMachines('FW-101')) : undefined
  })
  await openPage('/admin/wall', person())
  expect(await screen.findByText('1 open alert')).toBeTruthy()
  expect(screen.queryByText(/Stopped longer/)).toBeNull()
})

test('the page of a link to a call for help offers to come, then that it is done', async () => {
  const answers: string[] = []
  serve((path, _body, init) => {
    if (!path.startsWith(`/api/alert-link/${token}`)) return undefined
    if (init.method === 'POST') {
      answers.push(path.split('?')[1] ?? '')
      return Response.json({ message: 'Success!' })
    }
    const comes = answers.length > 0
    return Response.json({
      alert: wireAlert({
        ...{ origin: 'help', kind: 'helpCalled', raisedBy: 'Priya' },
        ...{ onMyWayAt: comes ? now.toISOString() : null, onMyWayBy: comes ? 'Petra Nowak' : null },
        ...{ acknowledgedAt: comes ? now.toISOString() : null },
        clearedAt: answers.length > 1 ? now.toISOString() : null,
      }),
      ...{ recipient: 'Petra Nowak', zone: 'Europe/London', canAcknowledge: !comes },
      clientName: 'Northfield Confectionery',
    })
  })
  await openPage(`/alert/${token}`, null)
  fireEvent.click(await screen.findByRole('button', { name: 'On my way' }))
  expect(screen.queryByRole('button', { name: 'I have seen it' })).toBeNull()
  fireEvent.click(await screen.findByRole('button', { name: 'Done' }))
  await expect.poll(() => answers).toEqual(['answer=onMyWay', 'answer=done'])
  await expect.poll(() => screen.queryByRole('button', { name: /Done|On my way/ })).toBeNull()
})

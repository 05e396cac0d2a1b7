import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve } from '../../testing/openPage.tsx'
import { wireStops } from '../../testing/productionAnswers.ts'
import { lateShift, wireMachineProgress, wireProgress } from '../../testing/shiftAnswers.ts'
import { reasonIds, unnamedPart, wireCoverage } from '../../testing/stopBookAnswers.ts'
import { wireMachines } from '../../testing/wireAnswers.ts'

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })
const token = 'L'.repeat(43)
const names = [
  { id: 1, name: 'A. Berg' },
  { id: 2, name: 'P. Nowak' },
]
let linkId = 500

beforeEach(() => {
  linkId += 1
  localStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString()

/** A server with one link of two machines, the first of which stands. A pass is the number of its name, 43 times. */
function serveLink({ pin = '' } = {}) {
  const state = { revoked: false, off: false, waits: false }
  const sent: { credential: string; machineId: unknown }[] = []
  const choosing: string[] = []
  const requested = serve((path, body, { headers }) => {
    const credential = new Headers(headers).get('x-access-token') ?? ''
    if (state.revoked) return refusal(401, 'session.required', 'Please sign in.')
    const held = names.find(({ id }) => credential === `wall.${token}${String(id).repeat(43)}`)
    if (path === '/api/kiosk/operator') {
      return Response.json({
        ...{
          linkId,
          clientId: 1,
          clientName: 'Northfield',
          zone: 'Europe/London',
          label: 'Line 2',
        },
        ...{ pin: pin !== '', names, person: held ?? null },
      })
    }
    if (path === '/api/kiosk/operator/name') {
      choosing.push(credential)
      if (state.waits) {
        const message = 'Too many wrong PINs on this link. One more can be tried each 5 minutes.'
        const errors = [{ field: 'nextAt', message: '2026-11-20T14:35:10.000Z' }]
        const body = { code: 'kioskLink.pinWait', message, errors, requestId: 'r' }
        return Response.json(body, { status: 429 })
      }
      if (pin !== '' && body.pin !== pin) {
        return refusal(403, 'kioskLink.wrongPin', 'This PIN is wrong.')
      }
      return Response.json({ pass: String(body.nameId).repeat(43), name: 'any' })
    }
    if (!held) return refusal(401, 'session.required', 'Please sign in.')
    if (path.startsWith('/api/admin/client_machines/')) {
      return Response.json(wireMachines('FW-101', 'FW-102'))
    }
    if (path.startsWith('/api/admin/shift-progress/')) {
      return Response.json(
        wireProgress({ shift: lateShift, machines: [wireMachineProgress('FW-101')] }),
      )
    }
    if (path === '/api/admin/stops/label') {
      if (state.off) throw new TypeError('no network')
      sent.push({ credential, machineId: body.machineId })
      return Response.json({ message: 'Success!', labelId: 1, by: held.name, at: ago(0) })
    }
    if (path.startsWith('/api/admin/stops?')) {
      const [start, end] = [ago(400), ago(2)]
      const open = {
        ...{ ...wireStops[0], machine: 'FW-101', start, end, goesOn: true, open: true },
        parts: [unnamedPart(start, end, 398)],
        proposal: { reason: reasonIds.filmBreak, why: 'state' },
      }
      const stops = path.includes('FW-101') && !path.includes('withoutReason=true') ? [open] : []
      return Response.json({ stops, count: stops.length, reasons: wireCoverage })
    }
    return undefined
  })
  return { state, sent, choosing, requested }
}

const open = () => openPage(`/operator#${token}`, null)
const choose = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }, { timeout: 15_000 }))
const openStop = async () => within(await screen.findByRole('region', { name: 'Open stop' }))

test('a name is chosen once; the page has no way to other pages, and says how the shift goes', async () => {
  const { sent, requested } = serveLink()
  const page = await open()
  await choose('P. Nowak')
  const stop = await openStop()
  await userEvent.click(await stop.findByRole('button', { name: /Film break.*Confirm/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.credential).toBe(`wall.${token}${'2'.repeat(43)}`)
  const shift = await screen.findByRole('region', { name: 'Plan and actual: Late' })
  expect(shift.textContent).toContain('Due3,213Made3,000Forecast70,000 of 74,880')
  expect(screen.queryByRole('link', { name: /home/i })).toBeNull()
  expect(requested.some(({ path }) => path.includes('/api/auth/'))).toBe(false)
  page.unmount()
  await open()
  expect(await screen.findByRole('button', { name: /P\. Nowak: choose another/ })).toBeDefined()
})

test('a wrong PIN is said, and the digits begin anew', async () => {
  serveLink({ pin: '4711' })
  await open()
  await choose('A. Berg')
  const type = async (digits: string) => {
    for (const digit of digits) await userEvent.click(screen.getByRole('button', { name: digit }))
  }
  await type('0000')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect((await screen.findByRole('alert')).textContent).toContain('This PIN is wrong.')
  await waitFor(() => expect(screen.getByLabelText('PIN')).toHaveProperty('value', ''))
  await type('4711')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await openStop()).toBeDefined()
})

test('a tablet that has to wait says when the next PIN can be tried', async () => {
  const { state } = serveLink({ pin: '471100' })
  state.waits = true
  await open()
  await choose('A. Berg')
  for (const digit of '000000') {
    await userEvent.click(screen.getByRole('button', { name: digit }))
  }
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  const said = (await screen.findByRole('alert')).textContent
  expect(said).toContain('Too many wrong PINs on this link.')
  // On the clock of the client.
  expect(said).toContain('The next one can be tried at 14:35:10.')
})

test('another name is chosen with the pass of the one before: it says that the PIN was entered here', async () => {
  const { choosing } = serveLink({ pin: '471100' })
  await open()
  const pin = async () => {
    for (const digit of '471100') {
      await userEvent.click(screen.getByRole('button', { name: digit }))
    }
    await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  }
  await choose('P. Nowak')
  await pin()
  await choose('P. Nowak: choose another name')
  await choose('A. Berg')
  await pin()
  await screen.findByRole('button', { name: /A\. Berg: choose another/ })
  expect(choosing).toEqual([`wall.${token}`, `wall.${token}${'2'.repeat(43)}`])
})

test('after a reload a name that was left has to be chosen again', async () => {
  serveLink()
  const page = await open()
  await choose('P. Nowak')
  await choose('P. Nowak: choose another name')
  page.unmount()
  await open()
  expect(await screen.findByText('Who are you?', {}, { timeout: 15_000 })).toBeDefined()
})

test('what one person has tapped without a network is not sent in the name of the next', async () => {
  const { state, sent } = serveLink()
  await open()
  await choose('P. Nowak')
  const stop = await openStop()
  state.off = true
  await userEvent.click(await stop.findByRole('button', { name: /Film break.*Confirm/ }))
  await screen.findByText(/1 answer waits here|1 waiting to be sent/)
  await choose('P. Nowak: choose another name')
  await choose('A. Berg')
  state.off = false
  await openStop()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(
    await (await openStop()).findByRole('button', { name: /Film break.*Confirm/ }),
  ).toBeDefined()
  expect(sent).toEqual([])
  await choose('A. Berg: choose another name')
  await choose('P. Nowak')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.credential).toContain('2'.repeat(43))
})

test('a revoked link says so', async () => {
  const { state } = serveLink()
  state.revoked = true
  await open()
  expect(await screen.findByText('This link is not valid', {}, { timeout: 15_000 })).toBeDefined()
})

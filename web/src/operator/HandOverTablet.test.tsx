import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage, refusal, serve } from '../../testing/openPage.tsx'
import { wireShiftPage } from '../../testing/shiftAnswers.ts'
import { wireCoverage } from '../../testing/stopBookAnswers.ts'
import { person } from '../../testing/wireAnswers.ts'

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })

let userId = 700
beforeEach(() => {
  // What waits is that of a user, as long as the page is loaded.
  userId += 1
  localStorage.clear()
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function tablet(over: Record<string, unknown> = {}) {
  const network = { off: false, refuses: false }
  const sent: { path: string; body: Record<string, unknown> }[] = []
  serve((path, body) => {
    if (network.off) throw new TypeError('no network')
    if (path.startsWith('/api/admin/stops?')) {
      return Response.json({ stops: [], count: 0, reasons: wireCoverage })
    }
    if (/\/(note|hand-over)$/.test(path)) {
      if (network.refuses) return refusal(409, 'shift.signed', 'This side was signed already.')
      sent.push({ path: path.split('/').at(-1) ?? '', body })
      return Response.json(path.endsWith('/note') ? { id: 1 } : { isFixed: false })
    }
    return path.startsWith('/api/admin/shift/') ? Response.json(wireShiftPage(over)) : undefined
  })
  await openPage('/admin/operator?line=Line%201', person({ id: userId, role: 'user' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Hand over the shift' }))
  return { network, sent }
}

/** For longer than a second. */
async function hold(button: HTMLElement) {
  fireEvent.pointerDown(button)
  await new Promise((done) => setTimeout(done, 1_100))
  fireEvent.pointerUp(button)
}

test('a chip puts a machine into the note, and the note goes with the signature', async () => {
  const { sent } = await tablet()
  const note = within(await screen.findByRole('region', { name: 'What must the next shift know?' }))
  await userEvent.click(note.getByRole('button', { name: 'FW-101' }))
  await userEvent.type(note.getByRole('textbox'), 'watch it')
  await hold(screen.getByRole('button', { name: /hands over/ }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[0]).toMatchObject({ path: 'note', body: { text: 'FW-101: watch it' } })
  expect(sent[1]).toMatchObject({ path: 'hand-over', body: { side: 'over' } })
})

test('without a network it waits here with its own time, and is sent when the network is back', async () => {
  const { network, sent } = await tablet()
  const button = await screen.findByRole('button', { name: /hands over/ })
  network.off = true
  await hold(button)
  expect(await screen.findByText('waits to be sent')).toBeTruthy()
  const before = Date.now()
  network.off = false
  window.dispatchEvent(new Event('online'))
  await waitFor(() => expect(sent).toHaveLength(1))
  const at = Date.parse(String(sent[0]?.body.at))
  expect(before - at).toBeGreaterThanOrEqual(0)
})

test('a refusal is said in words and is no signature', async () => {
  const { network } = await tablet()
  network.refuses = true
  await hold(await screen.findByRole('button', { name: /hands over/ }))
  expect((await screen.findByRole('alert')).textContent).toContain('This side was signed already.')
  expect(screen.getByRole('button', { name: /hands over/ })).toBeTruthy()
})

test('the second name signs for itself, not the first one once more', async () => {
  const over = { by: 'J. Okafor', at: '2026-11-21T05:58:10.000Z' }
  const signed = { ...over, receivedAt: '2026-11-21T05:58:11.000Z' }
  const { sent } = await tablet({ signatures: { over: signed, takeover: null } })
  expect(await screen.findByText(/J. Okafor handed over/)).toBeTruthy()
  await hold(screen.getByRole('button', { name: /takes over/ }))
  await waitFor(() => expect(sent).toMatchObject([{ body: { side: 'takeover' } }]))
})

test('where no names are kept a person with an account must sign', async () => {
  await tablet({ maySign: 'noNames' })
  expect(await screen.findByText(/A person with an account signs/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /hands over/ })).toBeNull()
})

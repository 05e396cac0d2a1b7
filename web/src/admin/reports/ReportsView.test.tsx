import { configure, screen, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../../testing/openPage.tsx'
import { person } from '../../../testing/wireAnswers.ts'

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })

afterEach(() => vi.unstubAllGlobals())

const id = '95000000-0000-4000-8000-000000000001'
const wireReport = {
  ...{ id, name: 'Night shift', enabled: true, kind: 'shift', machines: 'all', language: 'en' },
  ...{ files: ['pdf', 'xlsx'], to: [{ channel: 'mail', to: 1 }], machineCount: 8 },
  unreached: [{ channel: 'mail', to: 1, name: 'boss@one.example', why: 'notConfirmed' }],
}
const stored = {
  ...{ version: 3, mayDays: true, reports: [wireReport] },
  recipients: {
    people: [{ id: 2, name: 'Ann Field', role: 2 }],
    roles: [4],
    mails: [{ id: 1, address: 'boss@one.example', confirmed: false }],
  },
}
const mail = { subject: 'On target: 465,000 packs.', html: '<p>On target</p>', text: 'On target' }

async function openReports() {
  const requested = serve((path, _body, { method = 'GET' }) => {
    if (!path.startsWith('/api/admin/reports/1')) return undefined
    if (path.includes('/sent')) {
      const sent = {
        ...{ id: 9, from: '2026-11-20T18:00:00.000Z', to: '2026-11-21T06:00:00.000Z' },
        ...{ fixedAt: '2026-11-21T06:15:00.000Z', subject: mail.subject },
        ...{ isCorrection: true, isTest: false },
        deliveries: [{ name: 'boss@one.example', state: 'failed', why: 'refused', sentAt: null }],
      }
      const moved = [{ figure: 'packs', fixed: 465_000, now: 466_000 }]
      return Response.json({
        sent: [sent],
        shown: path.includes('shown=9') ? { ...mail, moved } : null,
      })
    }
    if (path.endsWith('/send')) {
      return Response.json({ message: 'Success!', recipients: 1, preview: mail })
    }
    return Response.json(method === 'GET' ? stored : { message: 'Success!', version: 4 })
  })
  await openPage('/admin/panel?view=reports', person({ id: 2 }))
  await screen.findByText('Night shift')
  return requested
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))

test('a report of the next shift is added with one press, and says whom it does not reach', async () => {
  const requested = await openReports()
  expect(screen.getByText('boss@one.example: not confirmed yet')).toBeDefined()
  await press('Add Report')
  await userEvent.click((await dialog()).getByRole('button', { name: 'Add' }))
  await vi.waitFor(() => expect(requested.some(({ body }) => 'reports' in body)).toBe(true))
  const { body } = requested.find((one) => 'reports' in one.body) ?? { body: {} }
  expect(body).toMatchObject({
    version: 3,
    reports: [
      { id, name: 'Night shift' },
      { name: 'Shift', kind: 'shift', machines: 'all', files: ['pdf', 'xlsx'], to: [] },
    ],
  })
})

test('one is sent to me, looked at as it was sent, with what moved since', async () => {
  const requested = await openReports()
  await press('Send me one now')
  expect(await screen.findByText('It is on its way to you')).toBeDefined()
  expect(requested.find(({ path }) => path.endsWith('/send'))?.body).toEqual({ to: 'me' })
  await press('Sent: Night shift')
  expect(await screen.findByText('boss@one.example: refused by the mail server')).toBeDefined()
  await userEvent.click((await dialog()).getByRole('button', { name: mail.subject }))
  const frame = await screen.findByTitle<HTMLIFrameElement>(mail.subject)
  // Nothing in a mail may run or leave this page.
  expect(frame.getAttribute('sandbox')).toBe('')
  expect(frame.srcdoc).toBe(mail.html)
  expect(screen.getByText(/465,000 → 466,000/)).toBeDefined()
})

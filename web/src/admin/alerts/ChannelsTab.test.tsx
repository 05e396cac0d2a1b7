import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../../testing/openPage.tsx'
import { person } from '../../../testing/wireAnswers.ts'

afterEach(() => vi.unstubAllGlobals())

const hook = {
  ...{ id: 1, name: 'Maintenance desk', enabled: true, events: ['alert.opened'], kind: 'hook' },
  ...{ url: 'https://hooks.northfield.example/in', template: 'packboard', hasPassword: false },
  ...{ offSince: null, offWhy: '', lastSentAt: null, waiting: 1 },
}
const delivery = {
  ...{ id: 8, hookId: 1, event: 'alert.opened', about: 'FW-102', tries: 3, state: 'waiting' },
  ...{ createdAt: '2026-11-21T14:08:40.000Z', sentAt: null, status: 503, why: 'away' },
  nextTryAt: '2026-11-21T14:38:40.000Z',
}

async function openChannels(session = person(), deliveries: object[] = [delivery]) {
  const requested = serve((path, body) => {
    if (path === '/api/admin/hooks/1') {
      if ('hooks' in body) {
        const secrets = [{ id: 2, secret: 'whsec_shown_once' }]
        return Response.json({ message: 'Success!', version: 4, secrets })
      }
      return Response.json({
        ...{
          version: 3,
          hooks: [hook],
          mails: [],
          mailWorks: true,
          mailIsKept: true,
          pushWorks: true,
        },
      })
    }
    if (path.startsWith('/api/admin/hooks/1/deliveries')) {
      return path.endsWith('/send')
        ? Response.json({ message: 'Success!' })
        : Response.json({ deliveries, next: null })
    }
    return undefined
  })
  await openPage('/admin/panel?view=alerts#channels', session)
  await screen.findByRole('heading', { name: /Webhooks and brokers/ })
  return requested
}

test('the secret of a new webhook is shown once and stays until a button closes it', async () => {
  const requested = await openChannels()
  // Without a mail server e-mail works as far as its outbox.
  expect(screen.getByText(/e-mails stay in the outbox/)).toBeTruthy()
  expect(screen.queryByText(/E-mail does not work here/)).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Add Channel' }))
  const form = await screen.findByRole('dialog')
  const type = (label: string, value: string) =>
    fireEvent.change(within(form).getByRole('textbox', { name: label }), { target: { value } })
  type('Name', 'Line lamp')
  type('Address', 'ftp://hooks.northfield.example')
  fireEvent.click(within(form).getByRole('button', { name: 'Add' }))
  expect(await within(form).findAllByText('This is no address of this kind.')).not.toEqual([])
  type('Address', 'https://lamp.northfield.example/in')
  fireEvent.click(within(form).getByRole('button', { name: 'Add' }))
  const secret = await screen.findByRole('dialog', { name: /Secret of the webhook/ })
  expect(within(secret).getByDisplayValue('whsec_shown_once')).toBeTruthy()
  fireEvent.keyDown(secret, { key: 'Escape' })
  expect(screen.getByDisplayValue('whsec_shown_once')).toBeTruthy()
  const sent = requested.find(({ body }) => 'hooks' in body)?.body
  expect(sent).toMatchObject({
    version: 3,
    hooks: [{ id: 1 }, { kind: 'hook', name: 'Line lamp', template: 'packboard', enabled: true }],
  })
  // What the server alone knows is not sent back.
  expect(JSON.stringify(sent)).not.toContain('offSince')
})

test('what waits says its tries and the next one, and is sent now at a press', async () => {
  const requested = await openChannels()
  const row = await screen.findByRole('row', { name: /FW-102/ })
  expect(row.textContent).toContain('503')
  expect(row.textContent).toContain('after 3 tries')
  fireEvent.click(within(row).getByRole('button', { name: 'Send now: alert opened FW-102' }))
  await expect
    .poll(() => requested.map(({ path }) => path))
    .toContain('/api/admin/hooks/1/deliveries/8/send')
})

test('an engineer reads the channels and changes none', async () => {
  await openChannels(person({ role: 'engineer' }))
  expect(screen.getByText('You may read the channels, and not change them.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Add Channel|Test|Delete/ })).toBeNull()
})

test('the newest deliveries are shown, and older ones at a press', async () => {
  const many = Array.from({ length: 25 }, (_, index) => ({
    ...{ ...delivery, id: 100 - index, about: `FW-${index}`, state: 'sent' },
  }))
  await openChannels(person(), many)
  await screen.findByRole('row', { name: /FW-0/ })
  const count = () => screen.getAllByRole('row', { name: /FW-\d/ }).length
  expect(count()).toBe(10)
  fireEvent.click(screen.getByRole('button', { name: 'Older deliveries' }))
  expect(count()).toBe(20)
  fireEvent.click(screen.getByRole('button', { name: 'Older deliveries' }))
  expect(count()).toBe(25)
  expect(screen.queryByRole('button', { name: 'Older deliveries' })).toBeNull()
})

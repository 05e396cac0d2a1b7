import type { Session } from '@packboard/contract'
import { configure, screen, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../../testing/openPage.tsx'
import { admin, person } from '../../../testing/wireAnswers.ts'

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })

afterEach(() => vi.unstubAllGlobals())

async function openDevices(who: Session) {
  const requested = serve()
  await openPage('/admin/panel?view=devices', who)
  await screen.findByRole('table', { name: 'Devices' })
  await screen.findByText('gateway')
  return requested
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))
const choose = async (label: string, option: string) => {
  await userEvent.click((await dialog()).getByLabelText(label, { selector: 'input' }))
  await userEvent.click(await screen.findByRole('option', { name: option }))
}
const inDialog = async (name: string) =>
  userEvent.click((await dialog()).getByRole('button', { name }))

test('a device is added for machines of its client, and its token is shown once', async () => {
  const requested = await openDevices(admin)
  await press('Add Device')
  await userEvent.type((await dialog()).getByLabelText('Name'), 'hall')
  await choose('Client', 'Nova Snacks')
  await choose('Sends For', 'These machines')
  await userEvent.click((await dialog()).getByLabelText('Machines', { selector: 'input' }))
  const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(offered).toEqual(['FW-102', 'FW-103'])
  await userEvent.click(screen.getByRole('option', { name: 'FW-103' }))
  await inDialog('Add')
  const token = await screen.findByLabelText<HTMLInputElement>('Token of hall')
  expect(token.value).toBe('token-of-the-new-device')
  expect(requested.find(({ body }) => 'machines' in body)?.body).toEqual({
    clientId: 3,
    name: 'hall',
    machines: ['FW-103'],
  })
  await inDialog('Done')
  await vi.waitFor(() => expect(screen.queryByDisplayValue(/token-of/)).toBeNull())
})

test('a new token says until when the one before is valid', async () => {
  const requested = await openDevices(admin)
  await press('New token for FW-101')
  await inDialog('Make Token')
  expect(await screen.findByDisplayValue('token-of-the-next-day')).toBeTruthy()
  expect((await dialog()).getByText(/stays valid until/).textContent).toContain('22-11-2026')
  expect(requested.find(({ path }) => path === '/api/admin/device/1/token')?.body).toEqual({
    endOld: false,
  })
})

test('the machines of a device change, its name and client stay', async () => {
  const requested = await openDevices(admin)
  await press('Edit FW-101')
  for (const label of ['Name', 'Client']) {
    const field = (await dialog()).getByLabelText<HTMLInputElement>(label, { selector: 'input' })
    expect(field.readOnly).toBe(true)
  }
  await choose('Sends For', 'All machines')
  await inDialog('Update')
  await screen.findAllByText('Success!')
  expect(requested.find(({ path }) => path === '/api/admin/device/1')?.body).toEqual({
    machines: 'all',
    version: 2,
  })
})

test('deleting says what happens to records; a client administrator may do it, an engineer looks', async () => {
  await openDevices(person({ id: 2 }))
  expect(screen.queryByRole('button', { name: /^(Add|Edit|New token)/ })).toBeNull()
  await press('Delete FW-101')
  expect((await dialog()).getByText(/not stored\. Its stored records stay/)).toBeTruthy()
})

test('an engineer reads the list', async () => {
  await openDevices(person({ id: 5, role: 'engineer' }))
  expect(screen.queryByRole('button', { name: /^(Add|Edit|New token|Delete)/ })).toBeNull()
})

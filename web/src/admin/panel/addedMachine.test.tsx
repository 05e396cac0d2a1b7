import { act, configure, screen, waitFor, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../../testing/openPage.tsx'
import { admin, wireClients } from '../../../testing/wireAnswers.ts'
import { chooseClient } from '../../session/chosenClient.ts'
import { dropToast, shownToasts } from '../../ui/Toasts.tsx'

/** A machine that was added leads to its connection, and its form knows the client whose data are looked at. */

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })

beforeEach(() => act(() => chooseClient(null)))
afterEach(() => {
  vi.unstubAllGlobals()
  act(() => {
    for (const { key } of shownToasts()) dropToast(key)
  })
})

const machines = () => within(screen.getByRole('region', { name: 'Machines' }))
const dialog = async () => within(await screen.findByRole('dialog'))
const field = async (label: string) =>
  (await dialog()).getByLabelText<HTMLInputElement>(label, { selector: 'input' })

async function openForm(clients: object = wireClients) {
  const requested = serve((path, _body, { method }) => {
    if (path === '/api/admin/client-names') return Response.json(clients)
    return path === '/api/admin/machine' && method === 'POST'
      ? Response.json({ message: 'Success!', id: 77 })
      : undefined
  })
  const page = await openPage('/admin/panel', admin)
  await screen.findByText('FW-101')
  await userEvent.click(machines().getByRole('button', { name: 'Add Machine' }))
  await dialog()
  return { ...page, requested }
}

test('after Add Machine its connection is one press away', async () => {
  chooseClient({ id: 3, name: 'Nova Snacks', subscriptionLabel: 'standard' })
  const { requested, router } = await openForm()
  await waitFor(async () => expect((await field('Client')).value).toBe('Nova Snacks'))
  await userEvent.click(await field('Machine Type'))
  await userEvent.click(await screen.findByRole('option', { name: 'HFW-400' }))
  await userEvent.click(await field('Serial No'))
  await userEvent.paste('VF-700')
  await userEvent.click((await dialog()).getByRole('button', { name: 'Add' }))

  // As specified: the list is refreshed, the toast says it, the form closes.
  expect(await screen.findByText('Success!')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const sent = requested.find(({ body }) => body.machineId === 'VF-700')
  expect(sent?.body).toMatchObject({ clientId: 3, machineTypeId: 2 })
  expect(machines().getByText('VF-700 was added and waits for its first record.')).toBeTruthy()

  const scrolled = vi.spyOn(window, 'scrollTo')
  await userEvent.click(machines().getByRole('link', { name: 'Connect this machine' }))
  await waitFor(() => expect(router.state.location.search).toEqual({ machine: 77, client: 3 }))
  // It begins at its top, wherever the table was scrolled to.
  await waitFor(() => expect(scrolled).toHaveBeenCalledWith({ top: 0, left: 0 }))
  scrolled.mockRestore()
})

test('the note about a new machine can be closed', async () => {
  await openForm({ clients: wireClients.clients.slice(1) })
  // There is one client alone.
  await waitFor(async () => expect((await field('Client')).value).toBe('Nova Snacks'))
  await userEvent.click(await field('Machine Type'))
  await userEvent.click(await screen.findByRole('option', { name: 'HFW-400' }))
  await userEvent.click(await field('Serial No'))
  await userEvent.paste('VF-701')
  await userEvent.click((await dialog()).getByRole('button', { name: 'Add' }))
  await userEvent.click(await machines().findByRole('button', { name: 'Close this note' }))
  expect(machines().queryByRole('link', { name: 'Connect this machine' })).toBeNull()
})

test('each field that is missing says so, not the first alone', async () => {
  await openForm()
  await userEvent.click((await dialog()).getByRole('button', { name: 'Add' }))
  for (const label of ['Client', 'Machine Type', 'Serial No']) {
    expect((await dialog()).getAllByText(`${label} is required`).length).toBeGreaterThan(0)
    expect((await field(label)).getAttribute('aria-invalid')).toBe('true')
  }
})

test('without a chosen client, of several none is proposed', async () => {
  await openForm()
  expect((await field('Client')).value).toBe('')
})

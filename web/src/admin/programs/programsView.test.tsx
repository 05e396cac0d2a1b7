import type { Session } from '@packboard/contract'
import { configure, screen, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../../testing/openPage.tsx'
import { admin, person } from '../../../testing/wireAnswers.ts'

configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })

afterEach(() => vi.unstubAllGlobals())

const wireKey = {
  ...{ id: 7, name: 'Power BI', clientId: 1, clientName: 'Northfield Confectionery' },
  ...{ distributorId: null, distributorName: null, groups: ['figures', 'stops'] },
  ...{ createdBy: 'admin', createdAt: '2026-11-01T10:00:00.000Z' },
  ...{ expiresAt: '2027-11-01T10:00:00.000Z', lastUsedAt: null, lastAddress: '' },
  ...{ callsToday: 1204, oldUntil: null },
}
const newKey = `pbk_${'n'.repeat(43)}`

async function openPrograms(who: Session) {
  const requested = serve((path, _body, { method = 'GET' }) => {
    if (!path.startsWith('/api/admin/key')) return undefined
    if (method === 'GET') return Response.json({ keys: [wireKey] })
    if (method === 'DELETE') return Response.json({ message: 'Success!' })
    const made = { message: 'Success!', id: 8, key: newKey }
    return Response.json(
      path.endsWith('/rotate') ? { ...made, oldUntil: '2026-11-22T10:15:00.000Z' } : made,
    )
  })
  await openPage('/admin/panel?view=programs', who)
  await screen.findByText('Power BI')
  return requested
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))
const inDialog = async (name: string) =>
  userEvent.click((await dialog()).getByRole('button', { name }))
const chooseGroups = async (...names: string[]) => {
  await userEvent.click((await dialog()).getByLabelText('May read', { selector: 'input' }))
  for (const name of names) await userEvent.click(await screen.findByRole('option', { name }))
}

test('an admin makes a key for the whole installation, and it is shown once', async () => {
  const requested = await openPrograms(admin)
  await press('Add Key')
  await userEvent.type((await dialog()).getByLabelText('Name'), 'Warehouse')
  await userEvent.click((await dialog()).getByLabelText('Reads', { selector: 'input' }))
  await userEvent.click(await screen.findByRole('option', { name: 'The whole installation' }))
  await chooseGroups('Stops', 'Machines')
  await inDialog('Add')
  expect((await screen.findByLabelText<HTMLInputElement>('Key of Warehouse')).value).toBe(newKey)
  expect(requested.find(({ body }) => 'groups' in body)?.body).toEqual({
    name: 'Warehouse',
    groups: ['stops', 'machines'],
  })
  await userEvent.keyboard('{Escape}')
  expect(screen.getByDisplayValue(newKey)).toBeDefined()
  await inDialog('Done')
  await vi.waitFor(() => expect(screen.queryByDisplayValue(newKey)).toBeNull())
})

test('an administrator of a client makes keys of that client alone', async () => {
  const requested = await openPrograms(person({ id: 2 }))
  await press('Add Key')
  expect((await dialog()).queryByLabelText('Reads')).toBeNull()
  await userEvent.type((await dialog()).getByLabelText('Name'), 'Excel')
  await chooseGroups('Figures')
  await inDialog('Add')
  await screen.findByDisplayValue(newKey)
  expect(requested.find(({ body }) => 'groups' in body)?.body).toEqual({
    ...{ name: 'Excel', clientId: 1, groups: ['figures'] },
  })
})

test('a second key says until when the first one is valid; a revoked one is gone for good', async () => {
  const requested = await openPrograms(admin)
  await press('New key for Power BI')
  await inDialog('Make Key')
  await screen.findByDisplayValue(newKey)
  expect((await dialog()).getByText(/stays valid until/).textContent).toContain('22-11-2026')
  await inDialog('Done')
  await press('Delete Power BI')
  expect((await dialog()).getByText(/refused within five seconds/)).toBeTruthy()
  await inDialog('Confirm')
  await screen.findAllByText('Key revoked successfully')
  expect(requested.map(({ path }) => path)).toContain('/api/admin/key/7/rotate')
})

test('lines for curl, Python and Excel ask for what is chosen, and hold no key', async () => {
  await openPrograms(person({ id: 2 }))
  const lines = () => document.querySelector('pre')?.textContent ?? ''
  expect(lines()).toContain('/api/admin/export/stops/csv')
  expect(lines()).toContain('Authorization: Bearer $PACKBOARD_KEY')
  await press('Python')
  await press('Alarms')
  expect(lines()).toContain('export/alarm-info/csv')
  expect(lines()).toContain('os.environ["PACKBOARD_KEY"]')
  await press('Excel')
  await press('Machines')
  expect(lines()).toContain('RelativePath = "api/admin/client_machines/1"')
})

// @slow

import type { Session } from '@packboard/contract'
import { configure, screen, waitFor, within } from '@testing-library/react'
import userEvents from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openPage, serve } from '../../../testing/openPage.tsx'
import { wireUsers } from '../../../testing/panelAnswers.ts'
import { admin, person } from '../../../testing/wireAnswers.ts'

// Whether something is hidden is checked on every element above it, and this page has thousands.
configure({ defaultHidden: true })
const userEvent = userEvents.setup({ pointerEventsCheck: 0, delay: null })

afterEach(() => vi.unstubAllGlobals())

const clientAdmin = person({ id: 2 })
const distributor = person({
  id: 4,
  role: 'distributor',
  clientId: null,
  clientName: null,
  distributorId: 1,
})
const engineer = person({ id: 5, role: 'engineer' })

/** The other tables are empty here: these tests do not use them. */
const empty: Record<string, object> = {
  '/api/admin/machine': { machines: [] },
  '/api/admin/machineTypes': { machines: [] },
  '/api/admin/client': { clients: [] },
}

async function openPanel(who: Session) {
  const requested = serve((path, _body, { method }) => {
    const answer = method === 'GET' ? empty[path] : undefined
    return answer && Response.json(answer)
  })
  await openPage('/admin/panel', who)
  await screen.findByText('marta.hughes')
  return requested
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const dialog = async () => within(await screen.findByRole('dialog'))
const field = async (name: string) =>
  (await dialog()).getByLabelText<HTMLInputElement>(name, { selector: 'input' })
const choose = async (label: string, option: string) => {
  await userEvent.click(await field(label))
  const offered = await screen.findAllByRole('option')
  await userEvent.click(offered.find(({ textContent }) => textContent === option)!)
}
const headings = () =>
  screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
/** Whose row can be edited. */
const editable = () =>
  screen
    .queryAllByRole('button', { name: /^Edit / })
    .map((button) => button.getAttribute('aria-label')?.replace('Edit ', ''))
    .filter((name) => wireUsers.some(({ username }) => username === name))
const others = () =>
  screen
    .queryAllByRole('link', { name: /Lines|Products|Recently Deleted|Audit Log/ })
    .map((link) => link.textContent)

describe('what each role finds in the panel (specification §6)', () => {
  const managed = wireUsers.map(({ username }) => username)
  test.each([
    [
      'admin',
      admin,
      ['Distributors', 'Machines', 'Machine Types', 'Clients', 'Users'],
      managed.filter((name) => name !== 'marta.hughes'),
      ['Products and speeds', 'Recently Deleted', 'Audit Log'],
    ],
    [
      'distributor',
      distributor,
      ['Users'],
      ['a.kaur', 'p.nowak', 'l.ortega', 'new.face'],
      ['Products and speeds'],
    ],
    [
      'clientAdmin',
      clientAdmin,
      ['Users'],
      ['p.nowak', 'helen.marsh', 'l.ortega', 'new.face'],
      ['Products and speeds', 'Audit Log'],
    ],
    ['engineer', engineer, ['Users'], [], ['Lines', 'Products and speeds']],
  ] as const)('%s', async (role, who, tables, rows, views) => {
    await openPanel(who)
    expect(headings()).toEqual(tables)
    expect(editable()).toEqual(rows)
    expect(others()).toEqual(views)
    expect(screen.queryByRole('button', { name: 'Add User' }) !== null).toBe(role !== 'engineer')
  })
})

test('nobody acts on the own row', async () => {
  await openPanel(clientAdmin)
  const row = within(screen.getByRole('row', { name: /a\.kaur/ }))
  expect(row.getByText('You')).toBeTruthy()
  expect(row.queryAllByRole('button')).toEqual([])
})

test('picking a client takes the role back, and the distributor role takes the client back', async () => {
  const requested = await openPanel(admin)
  await press('Add User')
  const form = await dialog()
  await userEvent.type(form.getByLabelText('Username'), 'n.new')
  await userEvent.type(form.getByLabelText('First Name'), 'Nora')
  await userEvent.type(form.getByLabelText('Email'), 'nora@albion.example')
  await choose('Role', 'user')
  await choose('Client', 'Nova Snacks')
  expect((await field('Role')).value).toBe('')
  await choose('Role', 'distributor')
  expect((await field('Client')).value).toBe('')
  expect((await field('Client')).readOnly).toBe(true)
  await choose('Distributor', 'Nordpak Service')
  await userEvent.click(form.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Success!')).toBeTruthy()
  expect(requested.find(({ body }) => 'username' in body)?.body).toEqual({
    username: 'n.new',
    firstName: 'Nora',
    lastName: '',
    email: 'nora@albion.example',
    contactNumber: '',
    role: 6,
    clientId: null,
    distributorId: 2,
  })
})

test('an account of role device is a device: no password, and its token is shown', async () => {
  serve((path, _body, { method }) =>
    path === '/api/admin/user' && method === 'POST'
      ? Response.json({ message: 'Success!', id: 9, token: 'token-of-fw-9' })
      : undefined,
  )
  await openPage('/admin/panel', admin)
  await screen.findByText('marta.hughes')
  await press('Add User')
  const form = await dialog()
  await userEvent.type(form.getByLabelText('Username'), 'FW-9')
  await userEvent.type(form.getByLabelText('Password'), 'typed')
  await userEvent.type(form.getByLabelText('First Name'), 'FW-9')
  await userEvent.type(form.getByLabelText('Email'), 'fw-9@albion.example')
  await choose('Client', 'Nova Snacks')
  await choose('Role', 'device')
  expect([(await field('Password')).value, (await field('Password')).readOnly]).toEqual(['', true])
  await userEvent.click(form.getByRole('button', { name: 'Add' }))
  expect(await screen.findByDisplayValue('token-of-fw-9')).toBeTruthy()
})

test('an admin belongs to no client and to no distributor', async () => {
  await openPanel(admin)
  await press('Add User')
  await choose('Client', 'Nova Snacks')
  await choose('Distributor', 'Nordpak Service')
  await choose('Role', 'admin')
  const fields = [await field('Client'), await field('Distributor')]
  expect(fields.map(({ value, readOnly }) => [value, readOnly])).toEqual([
    ['', true],
    ['', true],
  ])
})

test('a client administrator adds to the own client, as client administrators', async () => {
  await openPanel(clientAdmin)
  await press('Add User')
  await waitFor(async () => expect((await field('Role')).value).toBe('clientAdmin'))
  expect((await field('Client')).value).toBe('Northfield Confectionery')
  expect([(await field('Client')).readOnly, (await field('Role')).readOnly]).toEqual([true, true])
  expect((await dialog()).queryByLabelText('Distributor')).toBeNull()
})

test('a distributor adds under the own name and gives only three roles', async () => {
  await openPanel(distributor)
  await press('Add User')
  expect((await field('Distributor')).value).toBe('Albion Packaging Systems')
  expect((await field('Distributor')).readOnly).toBe(true)
  await userEvent.click(await field('Role'))
  const offered = await screen.findAllByRole('option')
  expect(offered.map(({ textContent }) => textContent)).toEqual(['clientAdmin', 'user', 'device'])
})

test('an address that awaits confirmation is named; who may not give the role does not change it (D82)', async () => {
  await openPanel(clientAdmin)
  await press('Edit l.ortega')
  const form = await dialog()
  expect(form.getByText(/luis@northfield\.example awaits confirmation/)).toBeTruthy()
  expect(form.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true)
})

test('an update keeps user name, password, client and role', async () => {
  const requested = await openPanel(admin)
  await press('Edit p.nowak')
  const form = await dialog()
  for (const label of ['Username', 'Password', 'Client', 'Distributor', 'Role']) {
    expect(form.getByLabelText<HTMLInputElement>(label).readOnly).toBe(true)
  }
  await userEvent.click(form.getByRole('button', { name: 'Update' }))
  await screen.findAllByText('Success!')
  expect(requested.find(({ path }) => path === '/api/admin/user/3')?.body).toEqual({
    firstName: 'Piotr',
    lastName: 'Nowak',
    email: 'p.nowak@northfield.example',
    contactNumber: '',
    version: 3,
  })
})

test('an account that awaits approval is given client and role by an admin', async () => {
  const requested = await openPanel(admin)
  await press('Edit new.face')
  await choose('Client', 'Nova Snacks')
  await choose('Role', 'user')
  await userEvent.click((await dialog()).getByRole('button', { name: 'Update' }))
  await screen.findAllByText('Success!')
  expect(requested.find(({ path }) => path === '/api/admin/user/7')?.body).toMatchObject({
    role: 3,
    clientId: 3,
  })
})

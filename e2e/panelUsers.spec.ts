// @slow form

import { expect, test } from '@playwright/test'
import {
  choose,
  dialog,
  done,
  fill,
  findRow,
  isLocked,
  offered,
  openForm,
  press,
  refused,
  remove,
  restore,
  section,
  select,
} from './panel.ts'
import { enter } from './people.ts'

const person = (username: string) => ({
  Username: username,
  Password: 'packboard',
  'First Name': 'Nora',
  Email: `${username}@people.example`,
})

test('an admin adds, changes, deletes and restores a user', async ({ page }) => {
  test.setTimeout(240_000)
  await enter(page, 'admin', '/admin/panel')
  await openForm(page, 'Add User', 'Add User')
  await refused(page, 'Add', 'Please check the highlighted fields.')
  await fill(page, person('nora'))
  await refused(page, 'Add', 'Please check the highlighted fields.')
  await choose(page, 'Role', 'user')
  await refused(page, 'Add', 'Client is required')

  // Another client takes the role back; a role without a client takes the client back, and locks it.
  await choose(page, 'Client', 'Nova Snacks')
  await expect(select(page, 'Role')).toHaveValue('')
  await choose(page, 'Role', 'distributor')
  await expect(select(page, 'Client')).toHaveValue('')
  await isLocked(page, 'Client')
  await refused(page, 'Add', 'Distributor is required')
  await choose(page, 'Role', 'user')
  await choose(page, 'Client', 'Nova Snacks')
  await choose(page, 'Role', 'engineer')
  await done(page, 'Add', 'Success!')
  const row = await findRow(page, 'Users', 'nora@people.example')
  await expect(row).toContainText('Nova Snacks')
  await expect(row).toContainText('engineer')

  await openForm(page, 'Edit nora', 'Update User')
  await isLocked(page, 'Username', 'Password', 'Client', 'Role')
  await fill(page, { 'Last Name': 'Quist' })
  await done(page, 'Update', 'Success!')
  await expect(row).toContainText('Quist')

  await remove(page, 'User', 'nora', 'User deleted successfully')
  await expect(row).toHaveCount(0)
  await restore(page, 'nora')
  await expect(await findRow(page, 'Users', 'nora@people.example')).toHaveCount(1)
  await remove(page, 'User', 'nora', 'User deleted successfully')
})

test('an admin sees five tables and may do nothing with the own row', async ({ page }) => {
  await enter(page, 'admin', '/admin/panel')
  for (const title of ['Distributors', 'Machines', 'Machine Types', 'Clients', 'Users']) {
    await expect(section(page, title)).toBeVisible()
  }
  const own = await findRow(page, 'Users', 'Lindqvist')
  await expect(own).toContainText('You')
  await expect(own.getByRole('button')).toHaveCount(0)
  await expect(page.getByText('Tutorials')).toBeHidden()
  await expect(page.locator('a', { hasText: 'Tutorials' })).toHaveCount(1)
})

test('a distributor adds people to its clients, with restricted roles', async ({ page }) => {
  await enter(page, 'distributor', '/admin/panel')
  await expect(section(page, 'Users')).toBeVisible()
  await expect(page.getByRole('region', { name: /^(Distributors|Machines|Clients)$/ })).toHaveCount(
    0,
  )
  const own = await findRow(page, 'Users', 'Calder')
  await expect(own.getByRole('button')).toHaveCount(0)

  await openForm(page, 'Add User', 'Add User')
  await isLocked(page, 'Distributor')
  await expect(select(page, 'Distributor')).toHaveValue('Alder Packaging Services')
  expect(await offered(page, 'Role')).toEqual(['clientAdmin', 'user', 'device'])
  const clients = await offered(page, 'Client')
  expect(clients).toEqual(expect.arrayContaining(['Northfield Confectionery', 'Nova Snacks']))
  expect(clients).not.toContain('Norsk Kjeks AS')
  await fill(page, person('dora'))
  await choose(page, 'Client', 'Nova Snacks')
  await choose(page, 'Role', 'clientAdmin')
  await done(page, 'Add', 'Success!')
  await expect(await findRow(page, 'Users', 'dora@people.example')).toContainText('Nova Snacks')
  await openForm(page, 'Edit dora', 'Update User')
  await fill(page, { 'First Name': 'Dora' })
  await done(page, 'Update', 'Success!')
  await remove(page, 'User', 'dora', 'User deleted successfully')
  await expect(await findRow(page, 'Users', 'dora@people.example')).toHaveCount(0)
})

test('a client administrator adds administrators of the own client, and nobody else', async ({
  page,
}) => {
  await enter(page, 'clientadmin', '/admin/panel')
  await expect(section(page, 'Users').getByText('Norsk Kjeks AS')).toHaveCount(0)
  const own = await findRow(page, 'Users', 'Ward')
  await expect(own.getByRole('button')).toHaveCount(0)

  await openForm(page, 'Add User', 'Add User')
  await isLocked(page, 'Client', 'Role')
  await expect(select(page, 'Client')).toHaveValue('Northfield Confectionery')
  await expect(select(page, 'Role')).toHaveValue('clientAdmin')
  await expect(select(page, 'Distributor')).toHaveCount(0)
  await fill(page, person('cleo'))
  await done(page, 'Add', 'Success!')
  await expect(await findRow(page, 'Users', 'cleo@people.example')).toContainText('clientAdmin')
  await openForm(page, 'Edit cleo', 'Update User')
  await fill(page, { 'First Name': 'Cleo' })
  await done(page, 'Update', 'Success!')
  await remove(page, 'User', 'cleo', 'User deleted successfully')
})

test('an engineer reads the users and changes none', async ({ page }) => {
  await enter(page, 'engineer', '/admin/panel')
  const users = section(page, 'Users')
  await expect(await findRow(page, 'Users', 'Ward')).toHaveCount(1)
  await expect(users.getByRole('button', { name: /^(Add|Edit|Delete)/ })).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Audit Log' })).toHaveCount(0)
})

test('role user has no panel and is sent home, which is the dashboard', async ({ page }) => {
  await enter(page, 'user', '/admin/panel')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByText('Last Updated Time')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Management Panel' })).toHaveCount(0)
})

test('Adding... and Deleting... are said while they last', async ({ page }) => {
  await enter(page, 'clientadmin', '/admin/panel')
  let go = () => {}
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/api/admin/user', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  await openForm(page, 'Add User', 'Add User')
  await fill(page, person('late'))
  await press(page, 'Add')
  await expect(dialog(page).getByRole('button', { name: 'Adding...' })).toBeDisabled()
  go()
  await expect(dialog(page)).toHaveCount(0)

  let goOn = () => {}
  const heldToo = new Promise<void>((resolve) => {
    goOn = resolve
  })
  await page.route('**/api/admin/user/*', async (route) => {
    await heldToo
    await route.continue()
  })
  await findRow(page, 'Users', 'late@people.example')
  await openForm(page, 'Delete late', 'Delete User')
  await press(page, 'Confirm')
  await expect(dialog(page).getByRole('button', { name: 'Deleting...' })).toBeDisabled()
  goOn()
  await expect(dialog(page)).toHaveCount(0)
})

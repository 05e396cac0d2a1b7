// @slow form

import {
  addClient,
  addMachine,
  addUser,
  deleteClient,
  machineTypes,
  managedClients,
} from '@packboard/contract'
import { expect, test } from '@playwright/test'
import {
  choose,
  done,
  fill,
  findRow,
  isLocked,
  openForm,
  press,
  refused,
  remove,
  restore,
  says,
  section,
  select,
} from './panel.ts'
import { ask, enter } from './people.ts'

test('an admin adds, changes, deletes and restores a client with its machine and its person', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await enter(page, 'admin', '/admin/panel')
  await openForm(page, 'Add Client', 'Add Client')
  await refused(page, 'Add', 'Subscription is required')
  await fill(page, { Name: 'Trent Bakery' })
  await refused(page, 'Add', 'Subscription is required')
  await choose(page, 'Subscription', 'standard')
  await done(page, 'Add', 'Success!')
  await expect(await findRow(page, 'Clients', 'Trent Bakery')).toContainText('Yes')

  await openForm(page, 'Edit Trent Bakery', 'Update Client')
  await isLocked(page, 'Client Id', 'Name')
  await expect(select(page, 'Enabled')).toHaveValue('Yes')
  // A second choice of the same item removes it.
  await choose(page, 'Enabled', 'Yes')
  await refused(page, 'Update', 'Please select Enabled value!')
  await choose(page, 'Enabled', 'No')
  await fill(page, { Location: 'Nottingham' })
  await done(page, 'Update', 'Success!')
  const row = await findRow(page, 'Clients', 'Trent Bakery')
  await expect(row).toContainText('Nottingham')
  await expect(row).toContainText('No')

  const { clients } = await ask('admin', managedClients)
  const id = clients.find(({ name }) => name === 'Trent Bakery')?.id ?? 0
  const [type] = (await ask('admin', machineTypes)).machines
  const machine = { clientId: id, machineTypeId: type?.id, machineId: 'TB-1', lineName: 'A' }
  await ask('admin', addMachine, { body: machine })
  const toby = { username: 'trent', firstName: 'Toby', email: 'toby@trent.example', role: 3 }
  await ask('admin', addUser, { body: { ...toby, password: 'packboard', clientId: id } })
  await page.reload()
  await expect(await findRow(page, 'Machines', 'TB-1')).toHaveCount(1)
  await expect(await findRow(page, 'Users', 'trent')).toHaveCount(1)

  // Clients, users and machines are requested again, and the distributors are not.
  await findRow(page, 'Clients', 'Trent Bakery')
  const requested: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'GET') requested.push(new URL(request.url()).pathname)
  })
  await openForm(page, 'Delete Trent Bakery', 'Delete Client')
  await expect(page.getByText(/its 1 machine/)).toBeVisible()
  await expect(page.getByText(/its 1 user/)).toBeVisible()
  await done(page, 'Confirm', 'Client deleted successfully')
  for (const [title, text] of [
    ['Clients', 'Trent Bakery'],
    ['Machines', 'TB-1'],
    ['Users', 'trent'],
  ] as const) {
    await expect(await findRow(page, title, text)).toHaveCount(0)
  }
  for (const list of ['client', 'user', 'machine']) {
    expect(requested).toContain(`/api/admin/${list}`)
  }
  expect(requested).not.toContain('/api/admin/distributor')

  await restore(page, 'Trent Bakery')
  await expect(await findRow(page, 'Clients', 'Trent Bakery')).toHaveCount(1)
  await expect(await findRow(page, 'Machines', 'TB-1')).toHaveCount(1)
  await expect(await findRow(page, 'Users', 'trent')).toHaveCount(1)
  await remove(page, 'Client', 'Trent Bakery', 'Client deleted successfully')
})

test('the first client cannot be deleted', async ({ page }) => {
  await enter(page, 'admin', '/admin/panel')
  const button = page.getByRole('button', { name: 'Delete Northfield Confectionery' })
  await expect(button).toBeDisabled()
})

test('of two administrators who edit one client, the second is told and nothing is lost', async ({
  page,
  context,
}) => {
  const { id } = await ask('admin', addClient, { body: { name: 'Ouse Foods', subscriptionId: 1 } })
  await enter(page, 'admin', '/admin/panel')
  const second = await context.newPage()
  await enter(second, 'admin', '/admin/panel')
  for (const one of [page, second]) {
    await findRow(one, 'Clients', 'Ouse Foods')
    await openForm(one, 'Edit Ouse Foods', 'Update Client')
  }
  await fill(page, { Location: 'Ely' })
  await done(page, 'Update', 'Success!')
  await fill(second, { Location: 'Lewes' })
  const conflict = 'Somebody else changed this meanwhile. Please look again.'
  await refused(second, 'Update', conflict)
  await says(second, conflict)
  await expect(await findRow(page, 'Clients', 'Ouse Foods')).toContainText('Ely')
  await press(second, 'Cancel')
  await second.reload()
  await expect(await findRow(second, 'Clients', 'Ouse Foods')).toContainText('Ely')
  await expect(section(second, 'Clients').getByText('Lewes')).toHaveCount(0)
  await ask('admin', deleteClient, { id })
})

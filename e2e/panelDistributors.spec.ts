// @slow form

import { expect, test } from '@playwright/test'
import {
  dialog,
  done,
  field,
  fill,
  findRow,
  isLocked,
  openForm,
  press,
  refused,
  remove,
  restore,
  says,
} from './panel.ts'
import { enter } from './people.ts'

test('an admin adds, changes, deletes and restores a distributor', async ({ page }) => {
  await enter(page, 'admin', '/admin/panel')
  await openForm(page, 'Add Distributor', 'Add Distributor')
  const missing = 'Please fill in all required fields: '
  await refused(page, 'Add', `${missing}Name, Contact Name, Contact Email, Contact Number`)
  await fill(page, { Name: 'Severn Wrap', 'Contact Email': 'ines@severn.example' })
  await refused(page, 'Add', `${missing}Contact Name, Contact Number`)
  await fill(page, { 'Contact Name': 'Ines Prior', 'Contact Number': '+44 117 496 0999' })
  await done(page, 'Add', 'Distributor added successfully')
  await expect(await findRow(page, 'Distributors', 'Severn Wrap')).toContainText('Ines Prior')

  await openForm(page, 'Edit Severn Wrap', 'Update Distributor')
  await isLocked(page, 'Name')
  await fill(page, { 'Contact Name': '' })
  await refused(page, 'Update', `${missing}Contact Name`)
  await fill(page, { 'Contact Name': 'Ada Prior', Location: 'Bristol' })
  await done(page, 'Update', 'Distributor updated successfully')
  await expect(await findRow(page, 'Distributors', 'Severn Wrap')).toContainText('Ada Prior')

  await remove(page, 'Distributor', 'Severn Wrap', 'Distributor deleted successfully')
  await expect(await findRow(page, 'Distributors', 'Severn Wrap')).toHaveCount(0)
  await restore(page, 'Severn Wrap')
  await expect(await findRow(page, 'Distributors', 'Severn Wrap')).toContainText('Ada Prior')
  await remove(page, 'Distributor', 'Severn Wrap', 'Distributor deleted successfully')
})

test('a distributor with clients stays, and the question says why', async ({ page }) => {
  await enter(page, 'admin', '/admin/panel')
  const name = 'Alder Packaging Services'
  await openForm(page, `Delete ${name}`, 'Delete Distributor')
  await press(page, 'Confirm')
  await says(page, 'Failed to delete distributor')
  await expect(dialog(page).getByRole('alert')).toHaveText(/still has \d+ clients/)
  await press(page, 'Cancel')
  await expect(await findRow(page, 'Distributors', name)).toHaveCount(1)
})

test('what the server finds wrong stands at its field, and the form stays open', async ({
  page,
}) => {
  await enter(page, 'admin', '/admin/panel')
  await openForm(page, 'Add Distributor', 'Add Distributor')
  await fill(page, {
    Name: 'Wye Wrap',
    'Contact Name': 'Ned',
    'Contact Email': 'nowhere',
    'Contact Number': '1',
  })
  await press(page, 'Add')
  await says(page, 'Please check the highlighted fields.')
  await expect(field(page, 'Contact Email')).toHaveAttribute('aria-invalid', 'true')
  await expect(field(page, 'Name')).toHaveValue('Wye Wrap')
})

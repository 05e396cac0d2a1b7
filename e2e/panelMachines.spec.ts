// @slow form

import { expect, test } from '@playwright/test'
import {
  choose,
  dialog,
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
import { enter } from './people.ts'

test('an admin adds, changes, deletes and restores a machine, and names its line', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await enter(page, 'admin', '/admin/panel')
  await openForm(page, 'Add Machine', 'Add Machine')
  await refused(page, 'Add', 'Client is required')
  await choose(page, 'Client', 'Nova Snacks')
  await refused(page, 'Add', 'Machine Type is required')
  await choose(page, 'Machine Type', 'VFFS V-240')
  await refused(page, 'Add', 'Serial No is required')
  await fill(page, { 'Serial No': 'VF-629', Line: 'Line 2', 'Target Speed (ppm)': 'fast' })
  await refused(page, 'Add', 'Target Speed (ppm) must be a number')
  await fill(page, { 'Target Speed (ppm)': '72' })
  await done(page, 'Add', 'Success!')
  const row = await findRow(page, 'Machines', 'VF-629')
  await expect(row).toContainText('Nova Snacks')
  await expect(row.locator('img')).toHaveJSProperty('complete', true)

  await openForm(page, 'Edit VF-629', 'Update Machine')
  await isLocked(page, 'Client')
  await expect(select(page, 'Client')).toHaveValue('Nova Snacks')
  await fill(page, { 'Target Speed (ppm)': '75.5' })
  await done(page, 'Update', 'Success!')
  await expect(row).toContainText('75.5')

  await openForm(page, 'Edit line of VF-629', 'Update Line')
  await isLocked(page, 'Machine Name')
  await fill(page, { 'Line Name': 'Line 7' })
  await done(page, 'Update', 'Success!')
  await expect(row).toContainText('Line 7')

  await remove(page, 'Machine', 'VF-629', 'Machine deleted successfully')
  await expect(await findRow(page, 'Machines', 'VF-629')).toHaveCount(0)
  await restore(page, 'VF-629')
  await expect(await findRow(page, 'Machines', 'VF-629')).toContainText('Line 7')
  await remove(page, 'Machine', 'VF-629', 'Machine deleted successfully')
})

test('a serial number that is taken is refused, and the form keeps what was typed', async ({
  page,
}) => {
  await enter(page, 'admin', '/admin/panel')
  await openForm(page, 'Add Machine', 'Add Machine')
  await choose(page, 'Client', 'Nova Snacks')
  await choose(page, 'Machine Type', 'VFFS V-240')
  await fill(page, { 'Serial No': 'FW-101' })
  await press(page, 'Add')
  await expect(dialog(page).getByRole('alert').first()).toContainText('FW-101')
  await expect(select(page, 'Client')).toHaveValue('Nova Snacks')
})

test('the machines have pages of ten, of another size, an order and a search', async ({ page }) => {
  await enter(page, 'admin', '/admin/panel')
  const machines = section(page, 'Machines')
  await expect(machines.getByRole('row')).toHaveCount(11)
  await machines.getByRole('button', { name: 'Page 2', exact: true }).click()
  await expect(machines.getByText(/^11–/)).toBeVisible()
  await machines.getByRole('combobox', { name: 'Rows per page' }).click()
  await page.getByRole('option', { name: '20', exact: true }).click()
  await expect(machines.getByRole('row')).toHaveCount(21)
  await machines.getByRole('button', { name: 'Serial No' }).click()
  await expect(machines.getByRole('row').nth(1)).toContainText('CP-105')
  await expect(await findRow(page, 'Machines', 'FW-522')).toHaveCount(1)
  await machines.getByRole('searchbox').fill('no such machine')
  await expect(machines.getByText('Not Available')).toBeVisible()
})

test('an engineer names the lines of the own client and nothing else of a machine', async ({
  page,
}) => {
  await enter(page, 'engineer', '/admin/panel?view=lines')
  const lines = section(page, 'Lines')
  const row = await findRow(page, 'Lines', 'VF-402')
  await expect(row).toContainText('Line 4')
  await expect(lines.getByRole('button', { name: /^(Add|Edit VF|Delete)/ })).toHaveCount(0)
  await expect(lines.getByText('Nova Snacks')).toHaveCount(0)
  for (const name of ['Line 9', 'Line 4']) {
    await openForm(page, 'Edit line of VF-402', 'Update Line')
    await fill(page, { 'Line Name': name })
    await done(page, 'Update', 'Success!')
    await expect(row).toContainText(name)
  }
  await says(page, 'Success!')
})

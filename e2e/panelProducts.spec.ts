// @slow form

import { readFile } from 'node:fs/promises'
import { addClient, deleteClient, recipes } from '@packboard/contract'
import { expect, type Page, test } from '@playwright/test'
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
  section,
} from './panel.ts'
import { ask, enter } from './people.ts'

const file = (text: string) => ({
  name: 'products.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
})

async function openProducts(page: Page, client: string) {
  await enter(page, 'admin', '/admin/panel?view=products')
  await page.getByRole('main').getByRole('combobox', { name: 'Client' }).click()
  await page.getByRole('option', { name: client }).click()
}

test('an admin adds, changes and imports the products of a client, after a dry run', async ({
  page,
}) => {
  test.setTimeout(240_000)
  // Products are not deleted one by one: they go with their client.
  const { id } = await ask('admin', addClient, { body: { name: 'Dart Dairy', subscriptionId: 1 } })
  await openProducts(page, 'Dart Dairy')
  await expect(section(page, 'Products').getByText('Not Available')).toBeVisible()
  await openForm(page, 'Add Product', 'Add Product')
  await refused(page, 'Add', 'Product is required')
  await fill(page, { Product: 'Butter 250 g', 'Target Speed (ppm)': '55', Tare: '2.5' })
  await done(page, 'Add', 'Success!')
  const butter = await findRow(page, 'Products', 'Butter 250 g')
  await expect(butter).toContainText('55')

  await openForm(page, 'Edit Butter 250 g', 'Update Product')
  await isLocked(page, 'Product')
  await fill(page, { 'Target Speed (ppm)': '58' })
  await done(page, 'Update', 'Success!')
  await expect(butter).toContainText('58')

  await openForm(page, 'Import CSV', 'Import Products')
  await expect(field(page, 'CSV File')).toHaveAttribute('accept', '.csv')
  await field(page, 'CSV File').setInputFiles(
    file('Product_e,ProductTargetSpeed\r\nCheddar 200 g,40\r\nQuark 500 g,fast\r\n'),
  )
  await press(page, 'Check')
  await expect(dialog(page).getByRole('status')).toContainText('1 line cannot be taken')
  await expect(dialog(page).getByRole('list', { name: 'Refused lines' })).toContainText('Line 3')
  await expect(dialog(page).getByRole('button', { name: 'Import' })).toHaveCount(0)

  await field(page, 'CSV File').setInputFiles(
    file('Product_e,ProductTargetSpeed\r\nCheddar 200 g,40\r\nButter 250 g,60\r\n'),
  )
  await press(page, 'Check')
  await expect(dialog(page).getByRole('status')).toContainText('1 new, 1 changed')
  expect((await ask('admin', recipes, { id })).recipes).toHaveLength(1)
  await done(page, 'Import', 'Success!')
  await expect(await findRow(page, 'Products', 'Cheddar 200 g')).toContainText('40')
  await expect(await findRow(page, 'Products', 'Butter 250 g')).toContainText('60')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  const taken = await readFile(await (await download).path(), 'utf8')
  expect(taken).toMatch(/^Product_e,ProductTargetSpeed,/)
  expect(taken).toContain('Butter 250 g,60,')
  await ask('admin', deleteClient, { id })
})

test('an engineer changes a product of the own client, and has no client to choose', async ({
  page,
}) => {
  await enter(page, 'engineer', '/admin/panel?view=products')
  await expect(page.getByRole('main').getByRole('combobox', { name: 'Client' })).toHaveCount(0)
  const row = await findRow(page, 'Products', 'Fudge Bites')
  await openForm(page, 'Edit Fudge Bites 120 g', 'Update Product')
  const before = await field(page, 'Tolerance').inputValue()
  await fill(page, { Tolerance: '7.25' })
  await done(page, 'Update', 'Success!')
  await expect(row).toContainText('7.25')
  await openForm(page, 'Edit Fudge Bites 120 g', 'Update Product')
  await fill(page, { Tolerance: before })
  await done(page, 'Update', 'Success!')
  await expect(row).not.toContainText('7.25')
})

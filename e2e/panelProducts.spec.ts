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

const products = 'Products and speeds'

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
  await expect(section(page, products).getByText('Not Available')).toBeVisible()
  await openForm(page, 'Add Product', 'Add Product')
  await refused(page, 'Add', 'Product is required')
  await fill(page, { Product: 'Butter 250 g', 'Target Speed (ppm)': '55', Tare: '2.5' })
  await done(page, 'Add', 'Success!')
  const butter = await findRow(page, products, 'Butter 250 g')
  await expect(butter).toContainText('55')

  await openForm(page, 'Edit Butter 250 g', 'Update Product')
  await isLocked(page, 'Product')
  // The speed has a date: it is changed in its cell.
  await expect(field(page, 'Target Speed (ppm)')).toHaveCount(0)
  await fill(page, { Tare: '2.6' })
  await done(page, 'Update', 'Success!')
  await butter.getByRole('button', { name: /^Butter 250 g on all machines/ }).click()
  const editor = page.getByRole('complementary', { name: 'Butter 250 g on all machines' })
  await editor.getByLabel('Target Speed (ppm)').fill('58')
  await editor.getByLabel('Reason for Change').fill('Trial')
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toHaveCount(0)
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
  await expect(await findRow(page, products, 'Cheddar 200 g')).toContainText('40')
  await expect(await findRow(page, products, 'Butter 250 g')).toContainText('60')

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
  await expect(await findRow(page, products, 'Fudge Bites')).toBeVisible()
  await openForm(page, 'Edit Fudge Bites 120 g', 'Update Product')
  const before = await field(page, 'Tolerance').inputValue()
  for (const tolerance of ['7.25', before]) {
    await fill(page, { Tolerance: tolerance })
    await done(page, 'Update', 'Success!')
    await openForm(page, 'Edit Fudge Bites 120 g', 'Update Product')
    await expect(field(page, 'Tolerance')).toHaveValue(tolerance)
  }
})

test('another speed of one machine from a later day, by keys alone; the past after a preview', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await enter(page, 'engineer', '/admin/panel?view=products')
  const row = await findRow(page, products, 'Fudge Bites')
  const opener = row.getByRole('button', { name: /^Set the speed of Fudge Bites/ })
  await opener.focus()
  await page.keyboard.press('Enter')
  const editor = page.getByRole('complementary', { name: 'Fudge Bites 120 g' })
  await expect(editor.getByRole('combobox', { name: 'For' })).toBeFocused()
  await page.keyboard.type('FW-102')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await editor.getByLabel('Target Speed (ppm)').fill('75')
  await editor.getByLabel('Reason for Change').fill('Worn belt')
  await editor.getByRole('radio', { name: 'From a later day' }).check()
  await editor.getByLabel('Day', { exact: true }).fill('04-01-2099')
  await editor.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(editor).toHaveCount(0)
  await expect(row).toContainText('FW-102: – → 75 from 04-01-2099')
  // The focus is where it was.
  await expect(opener).toBeFocused()

  await row.getByRole('button', { name: /^Fudge Bites 120 g on all machines/ }).click()
  const past = page.getByRole('complementary', { name: 'Fudge Bites 120 g on all machines' })
  await past.getByLabel('Target Speed (ppm)').fill('82')
  await past.getByLabel('Reason for Change').fill('Acceptance run gave 82')
  await past.getByRole('radio', { name: 'Apply from an earlier day' }).check()
  // The demo has two days of records: an earlier day would be before the first.
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  await past.getByLabel('Day', { exact: true }).fill(day.split('-').reverse().join('-'))
  await past.getByRole('button', { name: 'Show what moves' }).click()
  await past.getByRole('button', { name: /^Apply to/ }).click()
  await expect(past.getByText('Done. All days are computed.')).toBeVisible({ timeout: 120_000 })
  await past.getByRole('button', { name: 'Close' }).click()
  await expect(past).toHaveCount(0)
  await expect(row).toContainText('82')
})

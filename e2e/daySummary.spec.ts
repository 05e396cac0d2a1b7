import { expect, type Page, test } from '@playwright/test'
import { enter } from './people.ts'

const open = (page: Page, who: string) => enter(page, who, '/admin/day-summary')

const table = (page: Page) => page.getByRole('table', { name: 'Per Day Summary' })

test('an admin picks one of the premium clients and reads its days', async ({ page }) => {
  await open(page, 'admin')
  await expect(
    page.getByText('Please select Client for which you want to view data:'),
  ).toBeVisible()
  await page.getByPlaceholder('Select Client...').click()
  await expect(page.getByRole('option', { name: /Norsk Kjeks AS/ })).toBeVisible()
  await expect(page.getByRole('option', { name: /Nova Snacks|Nonna Biscotti/ })).toHaveCount(0)
  await page.getByRole('option', { name: /Northfield/ }).click()

  for (const name of ['Packs Produced', 'Idle Time Total', 'Run Time Total', 'OEEE']) {
    await expect(page.getByRole('article', { name, exact: true })).toContainText(/\d/)
  }
  for (const name of [
    'Day',
    'Machine',
    'Product',
    'Tool',
    'Idle Time (Mins)',
    'Packs Packed',
    'Run Time (Mins)',
  ]) {
    await expect(table(page).getByRole('columnheader', { name, exact: true })).toBeVisible()
  }
  await expect(table(page).getByRole('row')).toHaveCount(11)
})

test('a row opens the details of its day', async ({ page }) => {
  await open(page, 'clientadmin')
  const row = table(page).getByRole('row').nth(1)
  const [day = ''] = (await row.innerText()).split(/\s/)
  await row.click()
  const modal = page.getByRole('dialog', { name: `Details for ${day}` })
  for (const name of ['Day', 'Machine', 'Product', 'Tool', 'Run Time', 'Idle Time']) {
    await expect(modal.getByText(name, { exact: true })).toBeVisible()
  }
  await expect(modal.getByText('Number of Packs Packed')).toBeVisible()
  await expect(modal.getByText('Average Packs Per Minute')).toBeVisible()
  await expect(modal.getByText('Speed and Machine State')).toBeVisible()
  await expect(modal.getByText('Machine State Distribution')).toBeVisible()
  await modal.getByRole('button', { name: 'Close' }).last().click()
  await expect(modal).toHaveCount(0)
})

test('one machine and one day narrow the table', async ({ page }) => {
  await open(page, 'clientadmin')
  await expect(table(page).getByRole('row')).toHaveCount(11)
  await page.getByRole('combobox', { name: 'Machine' }).click()
  await page.getByRole('option', { name: 'VF-401' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(/machine=VF-401/)
  await expect(table(page).getByText('FW-101')).toHaveCount(0)
  await expect(table(page).getByText('VF-401').first()).toBeVisible()
})

test('a client without premium is not allowed', async ({ page }) => {
  await open(page, 'distributor')
  await expect(page.getByText('Not Allowed')).toBeVisible()
})

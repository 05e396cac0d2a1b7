// @slow form

import { expect, test } from '@playwright/test'
import { dialogAlone, expectAccessible } from './axe.ts'
import { enter } from './people.ts'

test('a comparison is saved and shared, found by another person in the palette, and deleted', async ({
  page,
  browser,
}) => {
  const name = `Shifts ${Date.now()}`
  await enter(page, 'clientadmin', '/admin/compare?preset=last7d&by=shift')
  await expect(page.getByRole('table', { name: 'Figures of the rows' })).toBeVisible()
  await page.getByRole('button', { name: 'Saved views' }).click()
  const dialog = page.getByRole('dialog', { name: 'Saved Views' })
  await dialog.getByLabel('Save this page as').fill(name)
  await dialog.getByLabel('Everybody who sees this client finds it').check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('link', { name })).toBeVisible()
  await expectAccessible(page, 'saved views', dialogAlone)

  const other = await (await browser.newContext()).newPage()
  await enter(other, 'user', '/admin/dashboard')
  await expect(other.getByText('Last Updated Time')).toBeVisible()
  await other.keyboard.press('Control+k')
  await expect(other.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  await other.keyboard.type(name)
  await other.getByRole('option', { name: new RegExp(`^${name}`) }).click()
  await expect(other).toHaveURL(/\/admin\/compare\?preset=last7d&by=shift/)
  await other.context().close()

  await dialog.getByRole('button', { name: `Delete ${name}` }).click()
  await expect(dialog.getByRole('link', { name })).toHaveCount(0)
})

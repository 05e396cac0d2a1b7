// @slow form

import { expect, test } from '@playwright/test'
import { address, enter, openOverview } from './people.ts'

test.use({ serviceWorkers: 'block' })

test('a new version is offered and never loads by itself; what was typed stays until Reload', async ({
  page,
}) => {
  await enter(page, 'admin')
  await page.getByRole('combobox', { name: 'Select Client:' }).fill('Nor')
  await page.route('**/version.json', (route) => route.fulfill({ json: { build: 'another' } }))
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(page.getByText('A new version is available.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Select Client:' })).toHaveValue('Nor')
  await page.unroute('**/version.json')
  const loaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Reload' }).click()
  await loaded
  await expect(page.getByText('A new version is available.')).toHaveCount(0)
})

test('keys lead everywhere, a label says what its figure means, and the tour shows on request', async ({
  page,
}) => {
  await enter(page, 'admin')
  await openOverview(page, 'Northfield Confectionery')
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await expect(page).toHaveURL(/\/admin\/day-summary/)
  const tip = page.getByRole('button', { name: 'What is OEEE?' })
  await tip.focus()
  await page.keyboard.press('Enter')
  const said = page.getByRole('status').filter({ hasText: 'Availability × Performance × Quality' })
  await expect(said).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(said).toHaveCount(0)
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Help' })
  await help.getByRole('button', { name: 'Show the tour' }).click()
  await expect(page.getByRole('dialog', { name: 'Every card is a machine' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(new URL(page.url()).origin).toBe(address())
})

// @slow axe

import { expect, test } from '@playwright/test'
import { dialogAlone, expectAccessible, settled } from './axe.ts'
import { partOf } from './depth.ts'
import { address, card, enter, openOverview } from './people.ts'

/** The first pages of each role, the tour and the help: every screen, and every dialog and menu on it, checked by axe under the rules of WCAG 2.2 AA. */

/** Both workers share it. */
test.describe.configure({ mode: 'parallel' })

const client = 'Northfield Confectionery'
const machine = '/admin/productionData/1/FW-102'

test('the client picker, home and the overview of staff', async ({ page }) => {
  await enter(page, 'admin')
  await expect(page.getByRole('combobox', { name: 'Select Client:' })).toBeVisible()
  await expectAccessible(page, 'client picker')
  await page.getByRole('combobox', { name: 'Select Client:' }).click()
  await expect(page.getByRole('option', { name: new RegExp(client) })).toBeVisible()
  await expectAccessible(page, 'open client picker')
  await page.keyboard.press('Escape')
  await openOverview(page, client)
  await expect(card(page, 'FW-101')).toBeVisible()
  await expectAccessible(page, 'overview')
  await page.getByRole('button', { name: 'By machine' }).click()
  await expectAccessible(page, 'overview by machine')
})

for (const who of partOf(['distributor', 'clientadmin', 'engineer', 'user'], 2)) {
  test(`the main screens of ${who}`, async ({ page }) => {
    await enter(page, who, '/')
    await page.waitForURL(/\/admin\//)
    await settled(page)
    await expectAccessible(page, `first page of ${who}`)
    for (const path of ['/admin/dashboard', '/admin/day-summary', '/admin/panel']) {
      await page.goto(address() + path)
      await settled(page)
      await expectAccessible(page, `${path} of ${who}`)
    }
  })
}

test('each step of the tour, the help with its keys, and what a label means', async ({ page }) => {
  // axe reads eight pages and dialogs.
  test.setTimeout(180_000)
  await enter(page, 'clientadmin', '/admin/dashboard')
  await expect(card(page, 'FW-101')).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Help' })
  await expect(help.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessible(page, 'help', dialogAlone)
  await help.getByRole('button', { name: 'Show the tour' }).click()
  for (const step of [1, 2, 3, 4]) {
    await expect(page.getByText(`${step} of 4`)).toBeVisible()
    await expectAccessible(page, `tour ${step}`, step === 1 ? undefined : dialogAlone)
    await page.getByRole('button', { name: step < 4 ? 'Next' : 'Done' }).click()
  }
  await page.goto(address() + machine)
  await page.getByRole('button', { name: 'What is OEEE?' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Availability × Performance × Quality' }),
  ).toHaveCount(1)
  await expectAccessible(page, 'meaning of OEEE')
})

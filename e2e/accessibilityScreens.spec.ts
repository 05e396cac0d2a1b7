// @slow axe

import { addKioskLink } from '@packboard/contract'
import { expect, test } from '@playwright/test'
import { dialogAlone, expectAccessible, settled } from './axe.ts'
import { address, ask, enter } from './people.ts'

/** The wall, and the pages on a phone: every screen, and every dialog and menu on it, checked by axe under the rules of WCAG 2.2 AA. */

/** Both workers share it. */
test.describe.configure({ mode: 'parallel' })

const machine = '/admin/productionData/1/FW-102'

test('the wall of a person, of a link, and of a link that is none', async ({ page, browser }) => {
  await enter(page, 'clientadmin', '/admin/wall')
  await expect(page.getByRole('article', { name: /^FW-101,/ })).toBeVisible()
  await expectAccessible(page, 'wall')
  const { address: link } = await ask('clientadmin', addKioskLink, {
    body: { clientId: 1, label: `Hall ${Date.now()}` },
  })
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const screen = await context.newPage()
  await screen.goto(address() + link)
  await expect(screen.getByRole('article', { name: /^FW-101,/ })).toBeVisible()
  await expectAccessible(screen, 'wall of a link')
  await screen.goto('about:blank')
  await screen.goto(`${address()}/wall#nothing`)
  await expect(screen.getByRole('heading', { name: 'This wall link is not valid' })).toBeVisible()
  await expectAccessible(screen, 'wall of no link')
  await context.close()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('overview, menu, production, the sheet of the filters, records and day summary', async ({
    page,
  }) => {
    await enter(page, 'clientadmin', '/admin/dashboard')
    await expect(page.getByRole('button', { name: /All fields/ }).first()).toBeVisible()
    await expectAccessible(page, 'phone overview')
    await page
      .getByRole('button', { name: /All fields/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expectAccessible(page, 'phone menu')
    await page.goto(address() + machine)
    await expect(page.getByRole('img', { name: /^Packs per minute/ })).toBeVisible()
    await settled(page)
    await expectAccessible(page, 'phone production')
    await page.getByRole('button', { name: /^Filters:/ }).click()
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
    await expectAccessible(page, 'phone filters', dialogAlone)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Alarms Info' }).click()
    await expect(page.getByRole('dialog', { name: /Alarm Info/ })).toBeVisible()
    await settled(page)
    await expectAccessible(page, 'phone alarms', dialogAlone)
    await page.getByRole('button', { name: 'Statistics' }).click()
    await expect(page.getByRole('table', { name: 'Alarm statistics' })).toBeVisible()
    await expectAccessible(page, 'phone alarm statistics', dialogAlone)
    await page.goto(`${address()}/admin/day-summary`)
    await settled(page)
    await expectAccessible(page, 'phone day summary')
  })
})

// @slow axe

import { expect, test } from '@playwright/test'
import { dialogAlone, expectAccessible, settled } from './axe.ts'
import { address, enter } from './people.ts'

/** The pages of machines and days: every screen, and every dialog and menu on it, checked by axe under the rules of WCAG 2.2 AA. */

/** Both workers share it. */
test.describe.configure({ mode: 'parallel' })

const client = 'Northfield Confectionery'
const machine = '/admin/productionData/1/FW-102'

test('the production page and everything that opens over it', async ({ page }) => {
  test.setTimeout(600_000)
  await enter(page, 'admin', machine)
  await expect(page.getByRole('img', { name: /^Packs per minute/ })).toBeVisible()
  await settled(page)
  await expectAccessible(page, 'production')
  for (const name of ['Audit Data', 'Alarms Info', 'Explain this number: OEEE']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await settled(page)
    await expectAccessible(page, name, dialogAlone)
    if (name === 'Alarms Info') {
      await page.getByRole('button', { name: 'Statistics' }).click()
      const total = page.getByRole('columnheader', { name: 'Total time' })
      await expect(total).toHaveAttribute('aria-sort', 'descending')
      await expectAccessible(page, 'alarm statistics', dialogAlone)
    }
    if (name === 'Explain this number: OEEE') {
      await page.getByRole('button', { name: 'One window, five definitions' }).click()
      await page.getByRole('button', { name: 'Enter your earlier system' }).click()
      await settled(page)
      await expectAccessible(page, 'definitions', dialogAlone)
    }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.getByRole('button', { name: /^Time Period/ }).click()
  await expect(page.getByRole('button', { name: 'Yesterday', exact: true })).toBeVisible()
  await expectAccessible(page, 'date picker')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Tool' }).click()
  await expect(page.getByRole('option', { name: 'All' })).toBeVisible()
  await expectAccessible(page, 'open list of tools')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Export Packs per minute' }).click()
  await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible()
  await expectAccessible(page, 'export menu')
})

test('the day summary and the details of a day', async ({ page }) => {
  await enter(page, 'clientadmin', '/admin/day-summary')
  await settled(page)
  await expectAccessible(page, 'day summary')
  await page
    .getByRole('button', { name: /^Details for/ })
    .first()
    .click()
  await expect(page.getByRole('img', { name: /^Speed and state of/ })).toBeVisible()
  await expectAccessible(page, 'day details', dialogAlone)
})

test('the client selector of the day summary', async ({ page }) => {
  await enter(page, 'admin', '/admin/day-summary')
  await page.getByPlaceholder('Select Client...').click()
  await expect(page.getByRole('option', { name: new RegExp(client) })).toBeVisible()
  await expectAccessible(page, 'client selector')
})

test('No Machines Found, Not Allowed and a failure', async ({ page }) => {
  await enter(page, 'engineer', '/admin/productionData/1/NOBODY')
  await expect(page.getByText('No Machines Found')).toBeVisible()
  await expectAccessible(page, 'no machine')
  await page.route('**/api/**chart**', (route) => route.abort())
  await page.route('**/api/admin/day-summary**', (route) => route.abort())
  await page.goto(address() + machine)
  await expect(page.getByText('Could not load.').first()).toBeVisible()
  await expectAccessible(page, 'failed charts')
})

/** Half the width of what a glove hits (48 px), less the rounding of a pixel. */
const halfTarget = 23

test('on a tablet what is small to look at is large enough for a glove', async ({ page }) => {
  await page.setViewportSize({ width: 820, height: 1180 })
  await enter(page, 'clientadmin', machine)
  await expect(page.getByRole('img', { name: /^Packs per minute/ })).toBeVisible()
  await settled(page)
  const small = page.getByRole('button', { name: /^(What is|Explain this number|More about)/ })
  expect(await small.count()).toBeGreaterThan(20)
  const tooSmall = await small.evaluateAll((buttons, half) => {
    const hit = (button: Element, x: number, y: number) =>
      document.elementFromPoint(x, y)?.closest('button') === button
    return buttons
      .filter((button) => {
        button.scrollIntoView({ block: 'center' })
        const { left, top, width, height } = button.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        const within = [x - half, x + half, y - half, y + half]
        return !within.every((at, side) => (side < 2 ? hit(button, at, y) : hit(button, x, at)))
      })
      .map((button) => button.getAttribute('aria-label'))
  }, halfTarget)
  expect(tooSmall).toEqual([])
})

// @slow way

import { expect, test } from '@playwright/test'
import { expectAccessible, settled } from './axe.ts'
import { partOf } from './depth.ts'
import { enter } from './people.ts'

/** Is it better than a week ago? */

for (const [width, height, colorScheme] of partOf(
  [
    [1440, 900, 'dark'],
    [820, 1180, 'light'],
    [390, 844, 'dark'],
  ] as const,
  1,
)) {
  test(`production and days are compared in two selections each, the overview in three, at ${width} px`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: width < 1000,
      timezoneId: 'Europe/London',
      colorScheme,
    })
    const page = await context.newPage()
    for (const [path, kind, where] of [
      // The demo of the journeys has two days of history.
      ['/admin/productionData/1/FW-102?preset=today', 'The period before', 'before'],
      ['/admin/day-summary?preset=today', 'The period before', 'before'],
      ['/admin/dashboard?group=line', 'The same shift the day before', 'shift'],
    ] as const) {
      await enter(page, 'clientadmin', path)
      let selections = 0
      const select = async (what: ReturnType<typeof page.getByRole>) => {
        await what.click()
        selections += 1
      }
      // The choices of the overview are behind one button.
      const isOverview = path.includes('dashboard')
      if (isOverview) await select(page.getByRole('button', { name: 'View', exact: true }))
      await select(page.getByRole('combobox', { name: 'Compare with' }))
      await select(page.getByRole('option', { name: kind }))
      await expect(page).toHaveURL(new RegExp(`with=${where}`))
      await expect(page.getByText(/^Compared with \d\d-\d\d-\d{4}/)).toBeVisible()
      const figure = isOverview
        ? page.getByLabel('Sums of Line 1')
        : page.getByRole('article', { name: 'OEEE' })
      await expect(figure).toContainText(/(?:[+−]\d+\.\d pt|±0)/)
      expect(selections).toBe(isOverview ? 3 : 2)
      await settled(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      await expectAccessible(page, `${where} at ${width}`)
    }
    // The choice is the address: a reload keeps it.
    await page.reload()
    await expect(page.getByLabel('Sums of Line 1')).toContainText(/(?:[+−]\d+\.\d pt|±0)/)
    await context.close()
  })
}

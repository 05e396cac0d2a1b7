import { expect, type Page, test } from '@playwright/test'
import { largeCount, longAlarm, longProduct, stretchAnswers } from './extremes.ts'
import { faultsInPage } from './inPage.mjs'
import { address, signIn } from './people.ts'

/** Nothing is cut off without a way to read it, nothing lies over anything else, and no page scrolls sideways. */

test('the longest texts are as long as they are said to be', () => {
  expect(longAlarm).toHaveLength(279)
  expect(longAlarm).toContain('\n')
  expect(longProduct).toHaveLength(40)
  expect(String(largeCount)).toHaveLength(12)
})

const faults = (page: Page) => page.evaluate(faultsInPage)

for (const width of [390, 820, 1440, 1920, 2560]) {
  test.describe(`${width} px`, () => {
    test.use({ viewport: { width, height: 900 } })

    test('overview, production, alarms and day summary hold the longest texts and largest counts', async ({
      page,
    }) => {
      test.setTimeout(240_000)
      await stretchAnswers(page)
      await signIn(page, 'clientadmin')
      await page.waitForURL(/\/admin\//)
      await page.goto(`${address()}/admin/dashboard`)
      await expect(page.getByText(longProduct).first()).toBeVisible()
      expect.soft(await faults(page), 'overview').toEqual([])
      await page.goto(`${address()}/admin/productionData/1/FW-102`)
      await expect(
        page.getByRole('table', { name: 'Products' }).getByText('999,999,999,999'),
      ).toBeVisible()
      await expect(page.getByText('Loading...')).toHaveCount(0)
      expect.soft(await faults(page), 'production').toEqual([])
      await page.getByRole('button', { name: 'Alarms Info' }).click()
      await expect(page.getByRole('dialog').getByText('Guard door 2').first()).toBeVisible()
      expect.soft(await faults(page), 'alarms').toEqual([])
      await page.goto(`${address()}/admin/day-summary`)
      await expect(page.getByText('999,999,999,999').first()).toBeVisible()
      expect.soft(await faults(page), 'day summary').toEqual([])
    })
  })
}

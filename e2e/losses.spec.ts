// @slow way

import { expect, test } from '@playwright/test'
import { expectAccessible, settled } from './axe.ts'
import { partOf } from './depth.ts'
import { address, enter } from './people.ts'

/** Why is this week below the last one? */

for (const [width, height, colorScheme] of partOf(
  [
    [1440, 900, 'dark'],
    [820, 1180, 'light'],
    [390, 844, 'dark'],
  ] as const,
  1,
)) {
  test(`from the page of the shift to the stops of the longest bar at ${width} px`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: width < 1000,
      timezoneId: 'Europe/London',
      colorScheme,
    })
    const page = await context.newPage()
    await enter(page, 'clientadmin', '/admin/shift')
    await page.getByRole('link', { name: 'Losses of OEEE' }).click()
    await expect(page).toHaveURL(/\/admin\/losses/)
    await expect(page.getByRole('heading', { level: 1, name: 'Losses' })).toBeVisible()
    const tree = page.getByRole('table', { name: 'Where planned time went' })
    await expect(tree).toBeVisible()
    await expect(page.getByText(/left over 0\.000 s/)).toBeVisible()

    // The last 24 hours of one machine against the 24 before: the demo of the journeys has two days.
    await page.goto(`${address()}/admin/losses?preset=last24h&machine=FW-102`)
    const bars = page.getByRole('group', { name: /^From .* in \d+ bars$/ })
    await expect(bars).toBeVisible()
    await settled(page)
    // The page is never moved sideways.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expect(page.getByText(/left over/).first()).toBeVisible()
    await expectAccessible(page, `losses at ${width}`)

    const speed = bars.getByRole('button', { name: /^Speed loss: / })
    await speed.click()
    const detail = page.getByRole('complementary', { name: 'Speed loss' })
    await expect(detail.getByRole('columnheader', { name: 'Product' }).first()).toBeVisible()
    await expectAccessible(page, `a bar at ${width}`)
    await speed.focus()
    await page.keyboard.press('Escape')
    await expect(detail).toBeHidden()
    // The arrows walk the bars, Enter opens one.
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect(
      page.getByRole('complementary').getByRole('button', { name: 'Close the bar' }),
    ).toBeVisible()
    await context.close()
  })
}

test('a filter by a cause, and little data, have no bridge and say so', async ({ page }) => {
  await enter(page, 'clientadmin', '/admin/losses?preset=last24h&recipe=Film')
  await expect(page.getByText('The filter is about a cause.', { exact: false })).toBeVisible()
  await page.goto(`${address()}/admin/losses?from=2020-01-01&to=2020-01-07`)
  await expect(page.getByText('There is no planned time', { exact: false })).toBeVisible()
})

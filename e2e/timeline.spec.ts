import { expect, test } from '@playwright/test'
import { expectAccessible, settled } from './axe.ts'
import { partOf } from './depth.ts'
import { enter } from './people.ts'

/** Which machine stopped when, and what stopped with it? */

for (const [width, height] of partOf(
  [
    [1440, 900],
    [390, 844],
  ] as const,
  1,
)) {
  test(`the timeline zooms, Back undoes it, and a stop leads to its machine at ${width} px`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: width < 1000,
      timezoneId: 'Europe/London',
    })
    const page = await context.newPage()
    await enter(page, 'clientadmin', '/admin/timeline?preset=last24h')
    const lanes = page.getByRole('slider')
    await lanes.waitFor()
    await settled(page)
    await expectAccessible(page, `timeline at ${width}`)
    await lanes.focus()
    await page.keyboard.press('+')
    await expect(page).toHaveURL(/[?&]start=/)
    await page.goBack()
    await expect(page).toHaveURL(/preset=last24h/)
    await lanes.focus()
    await page.keyboard.press('ArrowRight')
    await expect(lanes).toHaveAttribute('aria-valuetext', /^\S+: .+, \d+h \d\dm \d\ds$/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/productionData\/1\//)
    await context.close()
  })
}

// @slow way

import { expect, test } from '@playwright/test'
import { expectAccessible, settled } from './axe.ts'
import { partOf } from './depth.ts'
import { enter } from './people.ts'

/** The engineer's question: what was changed before it got worse? */

for (const [width, height] of partOf(
  [
    [1440, 900],
    [390, 844],
  ] as const,
  1,
)) {
  test(`what was changed is at the end of the page, and leads to its half hours at ${width} px`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: width < 1000,
      timezoneId: 'Europe/London',
    })
    const page = await context.newPage()
    await enter(page, 'clientadmin', '/admin/productionData/1/FW-102?preset=last24h')
    const changed = page.getByRole('region', { name: 'What Changed' })
    await changed.scrollIntoViewIfNeeded()
    const rows = changed.getByRole('row').filter({ has: page.locator('td') })
    await expect(rows.first()).toContainText(/\S → \S/)
    await settled(page)
    await expectAccessible(page, `what changed at ${width}`)
    const time = rows.first().getByRole('button')
    const [, clock = ''] = /(\d\d:\d\d):\d\d$/.exec((await time.innerText()).trim()) ?? []
    await time.click()
    await expect(page).toHaveURL(/[?&]start=/)
    const { searchParams } = new URL(page.url())
    const minutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3, 5))
    const before = (minutes(clock) - minutes(searchParams.get('start') ?? '') + 1440) % 1440
    expect(before).toBe(30)
    await page.goBack()
    await expect(page).toHaveURL(/preset=last24h/)
    await context.close()
  })
}

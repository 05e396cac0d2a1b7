// @slow form

import { expect, type Page, test } from '@playwright/test'
import { deep } from './depth.ts'
import { largeCount, longAlarm, longProduct, stretchAnswers } from './extremes.ts'
import { faultsInPage } from './inPage.mjs'
import { address, enter } from './people.ts'

/** Every text that is cut off can be read in full, nothing overlaps anything else, and no page scrolls sideways. */

test('the longest texts are as long as they are said to be', () => {
  expect(longAlarm).toHaveLength(279)
  expect(longAlarm).toContain('\n')
  expect(longProduct).toHaveLength(40)
  expect(String(largeCount)).toHaveLength(12)
})

const faults = (page: Page) => page.evaluate(faultsInPage)
/** Every fault is reported, not only those of the first screen and width. */
const softly = expect.configure({ soft: true })

const widths = [390, 820, 1440, 1920, 2560]

/** Each page is loaded once for all widths; in the deep run of the journeys, each width loads it again. */
for (const shown of deep ? widths.map((width) => [width]) : [widths]) {
  test(`overview, production, alarms and day summary hold the longest texts and largest counts at ${shown.join(', ')} px`, async ({
    page,
  }) => {
    const expectNoFaults = async (what: string) => {
      for (const width of shown) {
        await page.setViewportSize({ width, height: 900 })
        await softly.poll(() => faults(page), `${what} at ${width} px`).toEqual([])
      }
    }
    await page.setViewportSize({ width: shown[0]!, height: 900 })
    await stretchAnswers(page)
    await enter(page, 'clientadmin', '/admin/dashboard')
    await expect(page.getByText(longProduct).filter({ visible: true }).first()).toBeVisible()
    await expectNoFaults('overview')
    await page.goto(`${address()}/admin/productionData/1/FW-102`)
    // On a phone the rings are folded.
    const folded = page
      .getByRole('region', { name: 'Products' })
      .getByRole('button', { name: /packs$/ })
    await expect(page.getByRole('region', { name: 'Products' })).toContainText(/packs/)
    if (await folded.isVisible()) await folded.click()
    await expect(
      page.getByRole('table', { name: 'Products' }).getByText('999,999,999,999'),
    ).toBeVisible()
    await expect(page.getByText('Loading...')).toHaveCount(0)
    await expectNoFaults('production')
    await page.getByRole('button', { name: 'Alarms Info' }).click()
    await expect(page.getByRole('dialog').getByText('Guard door 2').first()).toBeVisible()
    await expectNoFaults('alarms')
    await page.goto(`${address()}/admin/day-summary`)
    await expect(page.getByText('999,999,999,999').first()).toBeVisible()
    await expectNoFaults('day summary')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}

// @slow form

import { expect, type Locator, type Page, test } from '@playwright/test'
import { enter } from './people.ts'

/** What a finger and the narrow glass of a phone need: measured in pixels, at 390 px. */

const phone = { width: 390, height: 844 }
test.use({ viewport: phone, hasTouch: true })

const machine = '/admin/productionData/1/FW-102?preset=last24h'
/** Half of the place that a finger covers, in px. */
const fingerRadius = 22

async function boxOf(shown: Locator) {
  const box = await shown.boundingBox()
  if (!box) throw new Error(`${shown} is not drawn`)
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

/** Taps the chart near its edges and in its middle, while it stands at the foot of the screen and at its head. */
async function expectTipBesideFinger(page: Page, chart: Locator) {
  for (const block of ['end', 'start'] as const) {
    for (const share of [0.18, 0.5, 0.8]) {
      await chart.evaluate((element, at) => element.scrollIntoView({ block: at }), block)
      const { x, y, width, height } = await boxOf(chart)
      const finger = { x: x + width * share, y: y + height * 0.6 }
      await page.touchscreen.tap(finger.x, finger.y)
      const shown = chart.locator('[data-chart-tip]')
      await expect(shown, `tapped at ${share}, ${block}`).toBeVisible()
      const tip = await boxOf(shown)
      const where = `${await chart.getAttribute('aria-label')} at ${share}, ${block}`
      expect.soft(tip.x, `left, ${where}`).toBeGreaterThanOrEqual(0)
      expect.soft(tip.right, `right, ${where}`).toBeLessThanOrEqual(phone.width)
      expect.soft(tip.y, `top, ${where}`).toBeGreaterThanOrEqual(0)
      expect.soft(tip.bottom, `bottom, ${where}`).toBeLessThanOrEqual(phone.height)
      const isBeside =
        tip.right <= finger.x - fingerRadius ||
        tip.x >= finger.x + fingerRadius ||
        tip.bottom <= finger.y - fingerRadius ||
        tip.y >= finger.y + fingerRadius
      expect
        .soft(isBeside, `beside the finger, ${where}: ${JSON.stringify({ tip, finger })}`)
        .toBe(true)
    }
  }
}

test('the tooltip of each chart lies on the glass and not under the finger', async ({ page }) => {
  await enter(page, 'clientadmin', machine)
  const packs = page.getByRole('img', { name: /^Packs per minute, [1-9]/ })
  await expect(packs).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  await expectTipBesideFinger(page, packs)

  await enter(page, 'clientadmin', '/admin/dashboard')
  await page.getByText('Combined', { exact: true }).tap()
  const speed = page.getByRole('img', { name: /^Speed\/Min of/ })
  await expect(speed).toBeVisible()
  await expectTipBesideFinger(page, speed)

  await enter(page, 'clientadmin', '/admin/day-summary')
  await page
    .getByRole('button', { name: /^Details for/ })
    .first()
    .tap()
  const day = page.getByRole('dialog').getByRole('img', { name: /^Speed and state of/ })
  await expect(day).toBeVisible()
  await expectTipBesideFinger(page, day)
})

test('the selects of audit trail and alarms fill their columns', async ({ page }) => {
  await enter(page, 'clientadmin', machine)
  for (const opener of ['Audit Data', 'Alarms Info']) {
    await page.setViewportSize(phone)
    await page.getByRole('button', { name: opener }).click()
    const dialog = page.getByRole('dialog')
    for (const width of [phone.width, 820, 1440]) {
      await page.setViewportSize({ width, height: phone.height })
      for (const name of ['Select Group', 'Select Description']) {
        const field = dialog.getByRole('combobox', { name })
        // Beside the column its neighbours and the gaps: the select is as wide as its own cell.
        await expect
          .poll(
            () =>
              field.evaluate((input) => {
                const cell = input.closest('[data-field]')
                if (!cell) throw new Error('the select stands in no field')
                return cell.getBoundingClientRect().width - input.getBoundingClientRect().width
              }),
            { message: `${opener}: free px beside ${name} at ${width} px` },
          )
          .toBeLessThanOrEqual(1)
      }
    }
    await page.setViewportSize(phone)
    await dialog.getByRole('button', { name: 'Close' }).first().click()
    await expect(dialog).toHaveCount(0)
  }
})

/** So many screens of a phone the page of a machine has at most, whatever its alarms and states are. */
const mostScreens = 6.5
const statesShown = 10
const slicesShown = 7

test('the page of a machine is short: ten states and seven slices, and the rest on demand', async ({
  page,
}) => {
  await enter(page, 'clientadmin', machine)
  const states = page.getByRole('region', { name: 'Machine State Distribution' })
  await expect(states.getByRole('row')).not.toHaveCount(0)
  await expect(page.getByText('Loading...')).toHaveCount(0)
  const all = await states.getByRole('row').count()
  expect(all).toBeGreaterThan(statesShown + 1)
  const drawn = states.getByRole('img')
  const short = (await boxOf(drawn)).height
  const tall = await page.evaluate(() => document.documentElement.scrollHeight)
  expect(tall, 'px of the page').toBeLessThanOrEqual(mostScreens * phone.height)
  // The rings are folded; opened, one shows its largest slices.
  const alarms = page.getByRole('region', { name: 'Alarms', exact: true })
  await expect(alarms.getByRole('row')).toHaveCount(0)
  await alarms.getByRole('button', { name: /alarms$/ }).click()
  await expect(alarms.getByRole('row')).toHaveCount(slicesShown)
  await states.getByRole('button', { name: `Show all ${all}` }).click()
  expect((await boxOf(drawn)).height / short, 'all states beside ten').toBeGreaterThan(
    (all - 1) / statesShown,
  )
})

// @slow form

import { expect, type Page, test } from '@playwright/test'
import { dialogAlone, expectAccessible, settled } from './axe.ts'
import { address, enter } from './people.ts'

/** The light colours: chosen, kept, there from the first paint, and readable on every screen. */

test.describe.configure({ mode: 'parallel' })

const ground = { light: 'rgb(243, 245, 248)', dark: 'rgb(9, 11, 14)' }
const groundOf = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
const choose = (page: Page) =>
  page.evaluate(() => localStorage.setItem('packboard.colourScheme', 'light'))

test('light colours are chosen on the sign-in page and are there after a reload, from the first paint on', async ({
  page,
}) => {
  await page.goto(`${address()}/auth/login`)
  expect(await groundOf(page)).toBe(ground.dark)
  await page.getByRole('button', { name: 'Colours: Dark' }).click()
  await page.getByRole('button', { name: 'Light' }).click()
  await expect.poll(() => groundOf(page)).toBe(ground.light)
  await expectAccessible(page, 'sign-in in light colours')

  // Without the screens the page is as it is before they are loaded.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  await expect.poll(() => groundOf(page)).toBe(ground.light)
  await expect(page.getByLabel('Username')).toHaveCount(0)
})

/** Whether a chart that is named so has a dot of exactly this colour. */
const hasColour = (page: Page, name: RegExp, colour: string) =>
  page
    .getByRole('img', { name })
    .first()
    .locator('canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement, wanted) => {
      // A chart that is being drawn anew has no size yet.
      if (canvas.width === 0 || canvas.height === 0) return false
      const dots = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data
      const [red, green, blue] = [1, 3, 5].map((at) =>
        Number.parseInt(wanted.slice(at, at + 2), 16),
      )
      for (let at = 0; dots && at < dots.length; at += 4) {
        if (dots[at] === red && dots[at + 1] === green && dots[at + 2] === blue) return true
      }
      return false
    }, colour)

test('as the device: they follow it while the page is open; charts are drawn anew', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await enter(page, 'clientadmin', '/admin/productionData/1/FW-102')
  const charts = [
    [/^Machine Status/, { light: '#2b9a66', dark: '#2fa36d' }],
    // Its line.
    [/^Packs per minute/, { light: '#1f272f', dark: '#e6ebf0' }],
  ] as const
  await page.getByRole('button', { name: 'Colours: Dark' }).click()
  await page.getByRole('button', { name: 'As the device' }).click()
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await expect.poll(() => groundOf(page)).toBe(ground[scheme])
    for (const [name, colour] of charts) {
      await expect.poll(() => hasColour(page, name, colour[scheme]), String(name)).toBe(true)
    }
  }
})

test('overview, production with an explanation, day summary and its details', async ({ page }) => {
  await enter(page, 'clientadmin', '/admin/dashboard')
  await choose(page)
  await page.reload()
  await expect(page.getByRole('article', { name: /^FW-101,/ })).toBeVisible()
  await expectAccessible(page, 'overview in light colours')
  await page.goto(`${address()}/admin/productionData/1/FW-102`)
  await expect(page.getByRole('img', { name: /^Packs per minute/ })).toBeVisible()
  await settled(page)
  await expectAccessible(page, 'production in light colours')
  await page.getByRole('button', { name: 'Alarms Info' }).click()
  await expect(page.getByRole('dialog', { name: /Alarm Info/ })).toBeVisible()
  await settled(page)
  await expectAccessible(page, 'alarms in light colours', dialogAlone)
  await page.goto(`${address()}/admin/day-summary`)
  await settled(page)
  await expectAccessible(page, 'day summary in light colours')
})

test('the panel and a form of it; the wall stays dark', async ({ page }) => {
  await enter(page, 'admin', '/admin/panel')
  await choose(page)
  await page.reload()
  await settled(page)
  await expectAccessible(page, 'panel in light colours')
  await page.getByRole('button', { name: 'Add Machine', exact: true }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'a form in light colours', dialogAlone)
  await enter(page, 'clientadmin', '/admin/wall')
  await expect(page.getByRole('article', { name: /^FW-101,/ })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
})

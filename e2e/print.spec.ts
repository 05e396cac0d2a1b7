// @slow form

import { expect, test } from '@playwright/test'
import { enter } from './people.ts'

for (const path of [
  '/admin/productionData/1/FW-102?preset=last24h',
  '/admin/timeline?preset=last24h',
]) {
  test(`${path} on paper: its head, no bar, and a PDF of A4`, async ({ page }) => {
    await enter(page, 'clientadmin', path)
    await expect(page.locator('canvas').first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    const head = page.locator('[data-print-only]')
    await expect(head).toBeVisible()
    await expect(head).toContainText('Northfield Confectionery')
    await expect(page.getByRole('banner')).toBeHidden()
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
    expect(pdf.startsWith('%PDF-')).toBe(true)
    // A4 landscape in points.
    const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(pdf) ?? []
    expect([Math.round(Number(width)), Math.round(Number(height))]).toEqual([842, 595])
  })
}

test('Print or PDF of the palette opens the dialog of the browser', async ({ page }) => {
  await enter(page, 'clientadmin', '/admin/timeline?preset=last24h')
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await page.getByRole('button', { name: 'Search and commands', exact: true }).click()
  await page.getByRole('combobox', { name: 'Search and commands' }).fill('pdf')
  await page.keyboard.press('Enter')
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes')
})

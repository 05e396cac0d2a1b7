// @slow form

import { setReports } from '@packboard/contract'
import { expect, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { address, ask, enter } from './people.ts'

/** A new person sends the next shift to the boss, looks at how it would be, and sends one to itself. */

const panel = '/admin/panel?view=reports&client=1'

test.describe.configure({ mode: 'serial' })
test.afterAll(async () => {
  await ask('clientadmin', setReports, { id: 1, body: { reports: [] } })
})

test('the shift comes by mail: set up, looked at, sent', async ({ page }) => {
  await enter(page, 'clientadmin', panel)
  await page.getByRole('button', { name: 'Add Report' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('A further address').fill('boss@northfield.example')
  await expectAccessible(page, 'form of a report')
  await form.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('boss@northfield.example: not confirmed yet')).toBeVisible()
  await expectAccessible(page, 'reports')
  await page.getByRole('button', { name: 'Send me one now' }).click()
  await expect(page.getByText('It is on its way to you')).toBeVisible()
  await page.getByRole('button', { name: 'Sent: Shift' }).click()
  await page.getByRole('button', { name: 'Preview' }).click()
  const mail = page.frameLocator('iframe')
  await expect(mail.getByRole('heading', { level: 1 })).toBeVisible({ timeout: 30_000 })
  await expect(mail.getByRole('heading', { name: /^What cost most/ })).toBeVisible()
})

test('the page of the shift has a way to send it', async ({ page }) => {
  await enter(page, 'clientadmin', '/admin/shift?client=1')
  await page.getByRole('button', { name: 'Send to me' }).click()
  await expect(page.getByText('It is on its way to you')).toBeVisible({ timeout: 30_000 })
})

test('a link of a report that nobody was sent shows nothing', async ({ page }) => {
  await page.goto(`${address()}/report/${'x'.repeat(43)}`)
  await expect(page.getByText('This link is no longer valid.')).toBeVisible()
  await expectAccessible(page, 'link of a report that is over')
})

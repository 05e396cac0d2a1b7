// @slow form

import { setAlertRules } from '@packboard/contract'
import { expect, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { address, ask, enter } from './people.ts'
import { prepareReasons, sendSamples, stopBookClient } from './stoppingMachine.ts'

/** A rule is made and tested against the past, an alert opens, is seen behind the bell and acknowledged. */

const serialNo = 'FW-812'
const rules = `/admin/panel?view=alerts&client=${stopBookClient}`

test.describe.configure({ mode: 'serial' })

test.beforeAll(prepareReasons)
test.afterAll(async () => {
  await ask('admin', setAlertRules, { id: stopBookClient, body: { rules: [] } })
})

test('a rule is made in one go, with its back-test beside it', async ({ page }) => {
  await enter(page, 'admin', rules)
  await page.getByRole('button', { name: 'Add Rule' }).click()
  const back = page.getByRole('region', { name: 'Back-test, last 30 days' })
  await expect(back).toContainText('Would have opened')
  await page.getByRole('textbox', { name: 'Time', exact: true }).fill('60 s')
  await page.getByRole('combobox', { name: 'When it counts' }).click()
  await page.getByRole('option', { name: 'always' }).click()
  // What a longer rule would have done is faded until the answer for this one is there.
  await expect(back).toHaveAttribute('aria-busy', 'false')
  await expectAccessible(page, 'editor of a rule')
  // A plant with many short stops wants a word more.
  const anyway = page.getByRole('checkbox', { name: /^Save anyway/ })
  if (await anyway.isVisible()) await anyway.check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Stopped longer than 1 min' })).toBeVisible()
})

test('a machine that stands opens an alert: behind the bell, on its page, seen by a press', async ({
  page,
}) => {
  const now = Date.now()
  await sendSamples(
    serialNo,
    [120, 90, 60, 30, 1].map((ago) => ({
      ...{ time: now - ago * 1_000, state: ago === 120 ? 'Execute' : 'Film Snap' },
    })),
  )
  await enter(page, 'admin', `/admin/dashboard?client=${stopBookClient}`)
  const bell = page.getByRole('button', { name: /^Alerts: / })
  await expect(bell).toBeVisible({ timeout: 90_000 })
  await expect(page).toHaveTitle(/^\(\d+\) /)
  await bell.click()
  await page
    .getByRole('link', { name: new RegExp(`${serialNo}: Stopped longer`) })
    .first()
    .click()
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('Stopped longer')
  await expectAccessible(page, 'page of an alert')
  await page.locator('main').getByRole('button', { name: 'I have seen it' }).click()
  await expect(page.getByRole('region', { name: 'Alert', exact: true })).toContainText('seen by')
})

test('a link that nobody sent shows nothing', async ({ page }) => {
  await page.goto(`${address()}/alert/${'x'.repeat(43)}`)
  await expect(page.getByRole('heading', { name: 'This link is not valid any more' })).toBeVisible()
  await expectAccessible(page, 'link that is over')
})

// @slow form

import { addKioskLink } from '@packboard/contract'
import { expect, type Page, test } from '@playwright/test'
import { address, ask, enter } from './people.ts'

/** The administrative audit log is narrowed by days and by client (D42). */

const northfield = 'Northfield Confectionery'
const norsk = 'Norsk Kjeks AS'

const log = (page: Page) => page.getByRole('table', { name: 'Audit Log' })
const about = (page: Page, label: string) => log(page).getByRole('row').filter({ hasText: label })

async function choose(page: Page, field: string, option: string) {
  await page.getByRole('combobox', { name: field }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

async function choosePreset(page: Page, preset: string) {
  await page.getByRole('button', { name: /^Date range/ }).click()
  await page.getByRole('button', { name: preset, exact: true }).click()
}

test('the days and the client narrow the log; everybody else reads the own client alone', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000)
  const label = `Hall ${Date.now()}`
  for (const [clientId, where] of [
    [1, 'Leeds'],
    [2, 'Oslo'],
  ] as const) {
    await ask('admin', addKioskLink, { body: { clientId, label: `${label} ${where}` } })
  }
  await enter(page, 'admin', '/admin/panel?view=log')
  await choose(page, 'Action', 'created')
  await expect(about(page, `${label} Leeds`)).toHaveCount(1)
  await expect(about(page, `${label} Oslo`)).toHaveCount(1)

  await choose(page, 'Client', norsk)
  await expect(about(page, `${label} Leeds`)).toHaveCount(0)
  await expect(about(page, `${label} Oslo`)).toContainText(norsk)
  const clients = await log(page).getByRole('row').filter({ hasText: 'created' }).all()
  for (const row of clients) await expect(row).toContainText(norsk)

  await choosePreset(page, 'Yesterday')
  await expect(page.getByText('Not Available')).toBeVisible()
  await choosePreset(page, 'Today')
  await expect(about(page, `${label} Oslo`)).toHaveCount(1)
  await choose(page, 'Client', 'All')
  await expect(about(page, `${label} Leeds`)).toContainText(northfield)

  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const own = await context.newPage()
  await enter(own, 'clientadmin', '/admin/panel?view=log')
  await choose(own, 'Action', 'created')
  await expect(about(own, `${label} Leeds`)).toHaveCount(1)
  await expect(own.getByRole('combobox', { name: 'Client' })).toHaveCount(0)
  await expect(about(own, `${label} Oslo`)).toHaveCount(0)
  await expect(own.getByText(norsk)).toHaveCount(0)
  expect(new URL(own.url()).origin).toBe(address())
  await context.close()
})

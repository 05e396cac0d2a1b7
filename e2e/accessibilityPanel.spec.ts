// @slow axe

import { addKioskLink } from '@packboard/contract'
import { expect, test } from '@playwright/test'
import { dialogAlone, expectAccessible, settled } from './axe.ts'
import { partOf } from './depth.ts'
import { address, ask, enter } from './people.ts'
import { quarantineRecords } from './quarantineRecords.ts'

/** The management panel: every screen, and every dialog and menu on it, checked by axe under the rules of WCAG 2.2 AA. */

/** Both workers share it. */
test.describe.configure({ mode: 'parallel' })

test('the management panel: every table, every view, adding, changing and deleting', async ({
  page,
}) => {
  test.setTimeout(600_000)
  await enter(page, 'admin', '/admin/panel')
  await settled(page)
  await expectAccessible(page, 'panel')
  let first = true
  for (const name of [/^Add /, /^(Edit|Update) /, /^Delete /]) {
    const labels = await page
      .getByRole('button', { name })
      .evaluateAll((buttons) =>
        buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent ?? ''),
      )
    expect(labels.length).toBeGreaterThan(0)
    // One of each table: their words begin alike, and what follows is a name.
    const kinds = new Map(labels.map((label) => [label.split(' ').slice(0, 2).join(' '), label]))
    for (const label of partOf([...kinds.values()].slice(0, 6), 2)) {
      await page.getByRole('button', { name: label, exact: true }).first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      // The first dialog shows that the page behind it is out of reach.
      await expectAccessible(page, `panel: ${label}`, first ? undefined : dialogAlone)
      first = false
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
    }
  }
  const views = await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => link.getAttribute('href') ?? '').filter((href) => href.includes('view=')),
    )
  expect(views.length).toBeGreaterThan(1)
  for (const view of partOf(views, 3)) {
    await page.goto(address() + view)
    await settled(page)
    await expectAccessible(page, `panel: ${view}`)
  }
})

test('the views of the panel about one client, filled in, and what they ask', async ({ page }) => {
  test.setTimeout(240_000)
  const label = `Rules ${Date.now()}`
  await ask('clientadmin', addKioskLink, { body: { clientId: 1, label } })
  const view = async (name: string) => {
    await page.goto(`${address()}/admin/panel?view=${name}`)
    await settled(page)
  }
  const dialog = page.getByRole('dialog')
  await enter(page, 'clientadmin', '/admin/panel?view=shifts')
  await settled(page)
  await page.getByRole('button', { name: 'Add Shift' }).click()
  await expectAccessible(page, 'shifts')
  await page.getByRole('button', { name: 'Update' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'refused shifts')

  await view('walls')
  await expectAccessible(page, 'wall links')
  await page.getByRole('button', { name: 'Add Wall Link' }).click()
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'add a wall link', dialogAlone)
  await dialog.getByLabel('Name').fill(`${label} b`)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByLabel('Open this address on the television')).toBeVisible()
  await expectAccessible(page, 'made wall link', dialogAlone)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: `Revoke ${label}`, exact: true }).click()
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'revoke a wall link', dialogAlone)

  await view('companySignIn')
  await page.getByRole('button', { name: 'Add Company Sign-In' }).click()
  await expect(dialog).toBeVisible()
  await dialog.getByRole('button', { name: 'Add Row' }).click()
  await dialog.getByRole('button', { name: 'only with the company' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'add a company sign-in', dialogAlone)
  await page.keyboard.press('Escape')

  await view('erasure')
  await page.getByRole('textbox', { name: 'Operator’s Name' }).fill('Nobody at all')
  await page.getByRole('button', { name: 'Count Records' }).click()
  await page.getByRole('button', { name: 'Erase...' }).click()
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'erase a name', dialogAlone)

  await enter(page, 'engineer', '/admin/panel?view=products')
  await settled(page)
  await page.getByRole('button', { name: /^Milk Bar 45 g on all machines/ }).click()
  await page.getByLabel('Target Speed (ppm)').fill('194')
  await page.getByLabel('Reason for Change').fill('Acceptance run')
  await page.getByRole('radio', { name: 'Apply from an earlier day' }).check()
  const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Day', { exact: true }).fill(day.split('-').reverse().join('-'))
  await page.getByRole('button', { name: 'Show what moves' }).click()
  await page.getByRole('button', { name: /^Apply to/ }).waitFor()
  await expectAccessible(page, 'what a speed would move')
  await view('lines')
  await page
    .getByRole('button', { name: /^Settings of/ })
    .first()
    .click()
  await expect(dialog.getByRole('table', { name: 'Settings' })).toBeVisible()
  await expectAccessible(page, 'settings of a machine', dialogAlone)
  await dialog.getByRole('button', { name: 'Change: Hold limit' }).click()
  await expectAccessible(page, 'a setting of a machine', dialogAlone)
  await page.keyboard.press('Escape')
  await enter(page, 'clientadmin', '/admin/panel?view=products')
  await settled(page)
  await expectAccessible(page, 'products and machines of who reads them')
  await page
    .getByRole('button', { name: /^Settings of/ })
    .first()
    .click()
  await expect(dialog.getByRole('table', { name: 'Settings' })).toBeVisible()
  await expectAccessible(page, 'settings of a machine of who reads them', dialogAlone)
  await page.keyboard.press('Escape')
  await enter(page, 'clientadmin', '/admin/panel?view=walls')

  await quarantineRecords('FW-101', { serialNo: 'FW-101', state: 'Nonsense' })
  await view('quarantine')
  await expectAccessible(page, 'received records')
  await page
    .getByRole('button', { name: /^Open the record of / })
    .first()
    .click()
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'a record that was kept aside', dialogAlone)

  await view('log')
  await expectAccessible(page, 'audit log')
  await page.getByRole('button', { name: /^Date range/ }).click()
  await expect(page.getByRole('button', { name: 'Yesterday', exact: true })).toBeVisible()
  await expectAccessible(page, 'days of the audit log')
})

import { addKioskLink } from '@packboard/contract'
import { expect, type Page, test } from '@playwright/test'
import { dialogAlone, expectAccessible } from './axe.ts'
import { partOf } from './depth.ts'
import { refusedSources, watchRefusals } from './inPage.mjs'
import { address, ask, card, enter, openOverview, signIn } from './people.ts'
import { quarantineRecords } from './quarantineRecords.ts'

/** Every screen, and every dialog and menu on it, checked by axe under the rules of WCAG 2.2 AA. */

/** This file takes a third of the time of all journeys, so both workers share it. */
test.describe.configure({ mode: 'parallel' })

const client = 'Northfield Confectionery'
const machine = '/admin/productionData/1/FW-102'

/** A page may announce its content before it is there: no part of the page still says that it loads. */
const settled = (page: Page) => expect(page.getByText('Loading...')).toHaveCount(0)

for (const [name, path] of [
  ['login', '/auth/login'],
  ['register', '/auth/register'],
  ['forgot password', '/auth/forgot-password'],
  ['reset password', '/auth/reset-password/some-token'],
  ['a new account', '/auth/reset-password/some-token/create'],
  ['outbox', '/auth/outbox'],
] as const) {
  test(`the account screen: ${name}`, async ({ page }) => {
    await page.addInitScript(watchRefusals)
    await page.goto(address() + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expectAccessible(page, name)
    // axe itself requests nothing that the page may not do.
    expect(await page.evaluate(refusedSources)).toEqual([])
  })
}

test('the terms over the page of a new account, and a refused sign-in', async ({ page }) => {
  await page.goto(`${address()}/auth/reset-password/some-token/create`)
  await page.getByRole('button', { name: /Terms and Conditions/ }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expectAccessible(page, 'terms')
  await signIn(page, 'admin', 'wrong')
  await expect(page.getByText('Invalid username or password!')).toBeVisible()
  await expectAccessible(page, 'refused sign-in')
})

test('the client picker, home and the overview of staff', async ({ page }) => {
  await enter(page, 'admin')
  await expect(page.getByRole('combobox', { name: 'Select Client:' })).toBeVisible()
  await expectAccessible(page, 'client picker')
  await page.getByRole('combobox', { name: 'Select Client:' }).click()
  await expect(page.getByRole('option', { name: new RegExp(client) })).toBeVisible()
  await expectAccessible(page, 'open client picker')
  await page.keyboard.press('Escape')
  await openOverview(page, client)
  await expect(card(page, 'FW-101')).toBeVisible()
  await expectAccessible(page, 'overview')
  await page.getByRole('button', { name: 'By machine' }).click()
  await expectAccessible(page, 'overview by machine')
})

for (const who of partOf(['distributor', 'clientadmin', 'engineer', 'user'], 2)) {
  test(`the main screens of ${who}`, async ({ page }) => {
    await enter(page, who, '/')
    await page.waitForURL(/\/admin\//)
    await settled(page)
    await expectAccessible(page, `first page of ${who}`)
    for (const path of ['/admin/dashboard', '/admin/day-summary', '/admin/panel']) {
      await page.goto(address() + path)
      await settled(page)
      await expectAccessible(page, `${path} of ${who}`)
    }
  })
}

test('the production page and everything that opens over it', async ({ page }) => {
  test.setTimeout(600_000)
  await enter(page, 'admin', machine)
  await expect(page.getByRole('img', { name: /^Packs per minute/ })).toBeVisible()
  await settled(page)
  await expectAccessible(page, 'production')
  for (const name of ['Audit Data', 'Alarms Info', 'Explain this number: OEEE']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await settled(page)
    await expectAccessible(page, name, dialogAlone)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await page.getByRole('button', { name: /^Time Period/ }).click()
  await expect(page.getByRole('button', { name: 'Yesterday', exact: true })).toBeVisible()
  await expectAccessible(page, 'date picker')
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: 'Tool' }).click()
  await expect(page.getByRole('option', { name: 'All' })).toBeVisible()
  await expectAccessible(page, 'open list of tools')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Export Packs per minute' }).click()
  await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible()
  await expectAccessible(page, 'export menu')
})

test('the day summary and the details of a day', async ({ page }) => {
  await enter(page, 'clientadmin', '/admin/day-summary')
  await settled(page)
  await expectAccessible(page, 'day summary')
  await page
    .getByRole('button', { name: /^Details for/ })
    .first()
    .click()
  await expect(page.getByRole('img', { name: /^Speed and state of/ })).toBeVisible()
  await expectAccessible(page, 'day details', dialogAlone)
})

test('the client selector of the day summary', async ({ page }) => {
  await enter(page, 'admin', '/admin/day-summary')
  await page.getByPlaceholder('Select Client...').click()
  await expect(page.getByRole('option', { name: new RegExp(client) })).toBeVisible()
  await expectAccessible(page, 'client selector')
})

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

  await view('erasure')
  await page.getByRole('textbox', { name: 'Operator’s Name' }).fill('Nobody at all')
  await page.getByRole('button', { name: 'Count Records' }).click()
  await page.getByRole('button', { name: 'Erase...' }).click()
  await expect(dialog).toBeVisible()
  await expectAccessible(page, 'erase a name', dialogAlone)

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

test('the wall of a person, of a link, and of a link that is none', async ({ page, browser }) => {
  await enter(page, 'clientadmin', '/admin/wall')
  await expect(page.getByRole('article', { name: /^FW-101,/ })).toBeVisible()
  await expectAccessible(page, 'wall')
  const { address: link } = await ask('clientadmin', addKioskLink, {
    body: { clientId: 1, label: `Hall ${Date.now()}` },
  })
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  const screen = await context.newPage()
  await screen.goto(address() + link)
  await expect(screen.getByRole('article', { name: /^FW-101,/ })).toBeVisible()
  await expectAccessible(screen, 'wall of a link')
  await screen.goto('about:blank')
  await screen.goto(`${address()}/wall#nothing`)
  await expect(screen.getByRole('heading', { name: 'This wall link is not valid' })).toBeVisible()
  await expectAccessible(screen, 'wall of no link')
  await context.close()
})

test('each step of the tour, the help with its keys, and what a label means', async ({ page }) => {
  // axe reads eight pages and dialogs.
  test.setTimeout(180_000)
  await enter(page, 'clientadmin', '/admin/dashboard')
  await expect(card(page, 'FW-101')).toBeVisible()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Help' })
  await expect(help.getByRole('heading', { name: 'Keyboard shortcuts' })).toBeVisible()
  await expectAccessible(page, 'help', dialogAlone)
  await help.getByRole('button', { name: 'Show the tour' }).click()
  for (const step of [1, 2, 3, 4]) {
    await expect(page.getByText(`${step} of 4`)).toBeVisible()
    await expectAccessible(page, `tour ${step}`, step === 1 ? undefined : dialogAlone)
    await page.getByRole('button', { name: step < 4 ? 'Next' : 'Done' }).click()
  }
  await page.goto(address() + machine)
  await page.getByRole('button', { name: 'What is OEEE?' }).click()
  await expect(
    page.getByRole('status').filter({ hasText: 'Availability × Performance × Quality' }),
  ).toHaveCount(1)
  await expectAccessible(page, 'meaning of OEEE')
})

test('No Machines Found, Not Allowed and a failure', async ({ page }) => {
  await enter(page, 'engineer', '/admin/productionData/1/NOBODY')
  await expect(page.getByText('No Machines Found')).toBeVisible()
  await expectAccessible(page, 'no machine')
  await page.route('**/api/**chart**', (route) => route.abort())
  await page.route('**/api/admin/day-summary**', (route) => route.abort())
  await page.goto(address() + machine)
  await expect(page.getByText('Could not load.').first()).toBeVisible()
  await expectAccessible(page, 'failed charts')
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })

  test('overview, menu, production, the sheet of the filters, records and day summary', async ({
    page,
  }) => {
    await enter(page, 'clientadmin', '/admin/dashboard')
    await expect(page.getByRole('button', { name: /All fields/ }).first()).toBeVisible()
    await expectAccessible(page, 'phone overview')
    await page
      .getByRole('button', { name: /All fields/ })
      .first()
      .click()
    await page.getByRole('button', { name: 'Menu' }).click()
    await expectAccessible(page, 'phone menu')
    await page.goto(address() + machine)
    await expect(page.getByRole('img', { name: /^Packs per minute/ })).toBeVisible()
    await settled(page)
    await expectAccessible(page, 'phone production')
    await page.getByRole('button', { name: /^Filters:/ }).click()
    await expect(page.getByRole('dialog', { name: 'Filters' })).toBeVisible()
    await expectAccessible(page, 'phone filters', dialogAlone)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Alarms Info' }).click()
    await expect(page.getByRole('dialog', { name: /Alarm Info/ })).toBeVisible()
    await settled(page)
    await expectAccessible(page, 'phone alarms', dialogAlone)
    await page.goto(`${address()}/admin/day-summary`)
    await settled(page)
    await expectAccessible(page, 'phone day summary')
  })
})

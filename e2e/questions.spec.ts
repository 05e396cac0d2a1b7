// @slow form

import { type Browser, expect, type Page, test } from '@playwright/test'
import { partOf } from './depth.ts'
import { hand } from './hand.ts'
import { address, card, enter } from './people.ts'

/**
 * The questions that Packboard is there for, each in at most four selections from where its person begins, on a desk, a tablet and a
 * phone. What is read without a hand, by scrolling, is no selection; typing a name is none, its button is one.
 */

const most = 4
const sizes = [
  [1440, 900],
  [820, 1180],
  [390, 844],
] as const

async function open(browser: Browser, [width, height]: readonly [number, number]) {
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: width < 1000,
    timezoneId: 'Europe/London',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  return { context, page: await context.newPage() }
}

const rowsOf = (page: Page, name: string | RegExp) =>
  page
    .getByRole('table', { name })
    .getByRole('row')
    .filter({ has: page.locator('td') })

/** By the bar, which a small screen keeps behind its menu. */
async function goBy(page: Page, { select }: ReturnType<typeof hand>, name: string) {
  const menu = page.getByRole('button', { name: 'Menu' })
  const link = page.getByRole('banner').getByRole('link', { name, exact: true })
  await expect(menu.or(link).first()).toBeVisible()
  if (!(await link.isVisible())) await select(menu)
  await select(link)
}

for (const size of partOf(sizes, 1)) {
  const at = `at ${size[0]} px`

  test(`operator: why did it stop most this morning, and what did it cost ${at}`, async ({
    browser,
  }) => {
    const { context, page } = await open(browser, size)
    await enter(page, 'user', '/admin/dashboard')
    await expect(card(page, 'FW-102')).toBeVisible()
    const person = hand(`why did it stop most ${at}`)
    await person.select(card(page, 'FW-102'))
    await person.select(page.getByRole('button', { name: 'Shift', exact: true }))
    await expect(page).toHaveURL(/preset=thisShift/)
    const causes = page.getByRole('region', { name: 'Stop Causes', exact: true })
    const first = rowsOf(page, 'Stop Causes').first()
    const none = causes.getByText('No stops in this time period.')
    await expect(first.or(none)).toBeVisible()
    // The shift may have begun a minute ago.
    if (await none.isVisible()) {
      await person.select(page.getByRole('button', { name: '24 hours', exact: true }))
    }
    await expect(first).toContainText(/\d+m/)
    await person.select(first.getByRole('button'))
    await expect(page).toHaveURL(/of=(unnamed|reason|micro)/)
    const list =
      size[0] < 641 ? page.getByRole('dialog') : page.getByRole('region', { name: /^Stops: / })
    const stop = list
      .getByRole('row')
      .filter({ has: page.locator('td') })
      .first()
    await expect(stop).toContainText(/\d\d-\d\d-\d{4} \d\d:\d\d:\d\d/)
    person.answered()
    expect(person.selections).toBeLessThanOrEqual(most)
    await context.close()
  })

  test(`manager: this week against last week, the worst line, and send it ${at}`, async ({
    browser,
  }) => {
    const { context, page } = await open(browser, size)
    await enter(page, 'clientadmin', '/admin/dashboard')
    await expect(card(page, 'FW-102')).toBeVisible()
    const person = hand(`which line is worst, sent ${at}`)
    await goBy(page, person, 'Compare')
    // The overview has a button of this name, too.
    await expect(page.getByRole('heading', { level: 1, name: 'Compare' })).toBeVisible()
    await person.select(page.getByRole('button', { name: 'Line', exact: true }))
    const rows = rowsOf(page, 'Figures of the rows')
    await expect(rows.first().getByRole('rowheader')).toContainText(/^Line \d/)
    const worst = await rows.first().getByRole('rowheader').getByRole('link').innerText()
    const oeee = (await rows.locator('td:has(button):nth-of-type(2) b').allInnerTexts())
      .slice(0, -1)
      .map((text) => Number.parseFloat(text.replace(/[^\d.]/g, '')))
    expect(oeee).toEqual(oeee.toSorted((a, b) => a - b))
    await person.select(page.getByRole('button', { name: 'Copy the link of this page' }))
    await expect(page.getByText('The link is on the clipboard.')).toBeVisible()
    person.answered()
    expect(person.selections).toBeLessThanOrEqual(most)

    // Who receives it signs in and sees the same period.
    const link = await page.evaluate('navigator.clipboard.readText()')
    expect(link).toMatch(/\/admin\/compare\?.*from=\d{4}-\d\d-\d\d.*by=line|by=line.*from=/)
    const { context: other, page: boss } = await open(browser, size)
    await boss.addInitScript("localStorage.setItem('packboard.tour', 'seen')")
    await boss.goto(String(link))
    await boss.getByLabel('Username').fill('clientadmin')
    await boss.getByLabel('Password', { exact: true }).fill('packboard')
    await boss.keyboard.press('Enter')
    const found = rowsOf(boss, 'Figures of the rows').first().getByRole('rowheader')
    await expect(found.getByRole('link')).toHaveText(worst)
    await Promise.all([context.close(), other.close()])
  })

  test(`engineer: what was changed before the rejects went up ${at}`, async ({ browser }) => {
    const { context, page } = await open(browser, size)
    await enter(page, 'engineer', '/admin/dashboard')
    await expect(card(page, 'FW-102')).toBeVisible()
    const person = hand(`what was changed before ${at}`)
    await person.select(card(page, 'FW-102'))
    const changed = page.getByRole('region', { name: 'What Changed' })
    await changed.scrollIntoViewIfNeeded()
    const change = rowsOf(page, 'What Changed').first()
    await expect(change).toContainText(/%/)
    await person.select(change.getByRole('button').first())
    // Rejects, states and the change on one axis.
    await expect(page).toHaveURL(/from=.*start=/)
    await expect(page.getByRole('img', { name: /^Packs per minute, [1-9]/ })).toBeVisible()
    person.answered()
    expect(person.selections).toBeLessThanOrEqual(most)
    await context.close()
  })

  test(`admin: how is this machine wired, and is it heard ${at}`, async ({ browser }) => {
    const { context, page } = await open(browser, size)
    await enter(page, 'admin')
    const person = hand(`how is it wired ${at}`)
    await person.select(page.getByRole('main').getByRole('link', { name: /Management Panel/ }))
    await person.select(page.getByRole('link', { name: 'Connection of FW-511' }))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('FW-511')
    await expect(page.getByRole('status').filter({ hasText: 'Connected' })).toBeVisible()
    await expect(page.locator('pre')).toContainText('FW-511')
    person.answered()
    expect(person.selections).toBeLessThanOrEqual(most)
    await context.close()
  })

  test(`the television: a link to the wall ${at}`, async ({ browser }) => {
    const { context, page } = await open(browser, size)
    await enter(page, 'clientadmin')
    const person = hand(`a wall for the television ${at}`)
    // The shortest way on a phone, too.
    await person.select(page.getByRole('button', { name: 'Search and commands' }))
    await page.getByRole('dialog').getByRole('combobox').fill('wall links')
    await person.select(page.getByRole('option', { name: /Wall Links/ }))
    await person.select(page.getByRole('button', { name: 'Add Wall Link' }))
    const form = page.getByRole('dialog', { name: 'Add Wall Link' })
    await form.getByLabel('Name').fill(`Hall ${size[0]} ${Date.now()}`)
    await person.select(form.getByRole('button', { name: 'Add' }))
    const made = page.getByRole('dialog', { name: /^Wall Link/ })
    await expect(made.getByText('Copied')).toBeVisible()
    person.answered()
    expect(person.selections).toBeLessThanOrEqual(most)
    const link = String(await page.evaluate('navigator.clipboard.readText()'))
    await page.goto(link)
    await expect(page.getByRole('article', { name: /^FW-102,/ })).toBeVisible()
    await context.close()
  })

  test(`newcomer: how are things ${at}`, async ({ browser }) => {
    const { context, page } = await open(browser, size)
    await page.addInitScript("localStorage.setItem('packboard.tour', 'seen')")
    await page.goto(`${address()}/auth/login`)
    const person = hand(`how are things ${at}`)
    await person.select(page.getByRole('button', { name: /^User/ }))
    for (const serialNo of ['FW-101', 'VF-402']) {
      await expect(card(page, serialNo)).toContainText(/ppm|of \d|Offline/i)
    }
    await expect(page.getByText(/running or ready|^All \d+ run$/)).toBeVisible()
    person.answered()
    expect(person.selections).toBeLessThanOrEqual(most)
    await context.close()
  })
}

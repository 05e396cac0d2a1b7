// @slow form

import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, settled } from './axe.ts'
import { enter } from './people.ts'
import { prepareReasons, sendStops, stopBookClient } from './stoppingMachine.ts'

/** The stop book at a desk: reasons in the panel, and why a machine stood in its list of stops. */

const production = `/admin/productionData/${stopBookClient}/FW-813?preset=last24h&of=all`
const list = (page: Page) => page.getByRole('region', { name: /^Stops: / })
const book = (page: Page) => page.getByRole('region', { name: 'Reason', exact: true })

test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  await prepareReasons()
  await sendStops('FW-813', 4, Date.now(), false)
})

test('a planned reason moves OEEE and a line says so; taken back, the figure is as before', async ({
  page,
}) => {
  await enter(page, 'admin', production)
  const card = page.getByRole('article', { name: 'OEEE' })
  const figure = card.locator('p').first()
  const line = page.getByText(/^Changed from .*: 1 stop reason by admin$/)
  await expect(figure).toHaveText(/^[1-9][\d.]* %$/)
  const before = Number.parseFloat(await figure.innerText())
  await expect(line).toHaveCount(0)

  await list(page)
    .getByRole('button', { name: /^Open the stop of/ })
    .nth(1)
    .click()
  await book(page)
    .getByRole('button', { name: /^Other reason|^Set reason/i })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cleaning/ })
    .click()
  await expect(line).toHaveCount(1)
  const [, was = '', is = ''] = /^Changed from ([\d.]+) % to ([\d.]+) %: /.exec(
    await line.innerText(),
  )!
  expect(Number(is)).toBeGreaterThan(Number(was))
  expect(Math.abs(Number(was) - before)).toBeLessThan(1)
  await expect(figure).toHaveText(`${is} %`)
  await page.getByRole('button', { name: 'Explain this number: OEEE' }).click()
  const panel = page.getByRole('dialog', { name: 'OEEE' })
  await expect(panel.getByText(/^Changed from .*: 1 stop reason by admin/)).toBeVisible()
  await expect(panel.getByText('Under planned reasons').first()).toBeVisible()
  await expectAccessible(page, 'a figure that a reason moved', '[role="dialog"]')
  await page.keyboard.press('Escape')

  await book(page)
    .getByRole('button', { name: /^Take Back/ })
    .click()
  await expect(line).toHaveCount(0)
  expect(Math.abs(Number.parseFloat(await figure.innerText()) - before)).toBeLessThan(1)
})

test('a stop is confirmed with one press, another one named by typing', async ({ page }) => {
  await enter(page, 'admin', production)
  const stops = list(page)
  const confirm = stops.getByRole('button', { name: /^Film break: confirm/ })
  await expect(confirm).toHaveCount(4)
  await settled(page)
  await expectAccessible(page, 'a list of stops without reasons')
  await confirm.first().click()
  await expect(confirm).toHaveCount(3)
  await expect(
    stops
      .locator('span')
      .filter({ hasText: /^Film break$/ })
      .first(),
  ).toBeVisible()

  await stops
    .getByRole('button', { name: /^Set reason: stop/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await expectAccessible(page, 'the choice of reasons', '[role="dialog"]')
  await page.keyboard.type('clean')
  await page.keyboard.press('Enter')
  await expect(confirm).toHaveCount(2)
  await expect(stops.getByText('Cleaning')).toBeVisible()

  await stops.getByRole('button', { name: /^Without reason, 2/ }).click()
  await expect(stops.getByText('2 stops', { exact: true })).toBeVisible()
})

test('a stop is split, noted, merged and taken back, and its history says who', async ({
  page,
}) => {
  await enter(page, 'admin', production)
  await list(page)
    .getByRole('button', { name: /^Open the stop of/ })
    .last()
    .click()
  await book(page)
    .getByRole('button', { name: /Film break.*Confirm/ })
    .click()
  await expect(book(page).getByText(/^Set by admin/)).toBeVisible()

  await book(page)
    .getByRole('button', { name: /^Split/ })
    .click()
  await book(page).getByRole('slider').press('ArrowRight')
  await book(page).getByRole('button', { name: 'Set reason' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Cleaning/ })
    .click()
  await expectAccessible(page, 'a stop that is split')
  await book(page).getByRole('button', { name: 'Save' }).click()
  await expect(book(page).getByRole('listitem')).toHaveCount(2)

  await book(page).getByRole('button', { name: /^Note/ }).last().click()
  await book(page).getByRole('textbox', { name: 'Note' }).fill('Cartridge 2 replaced.')
  await book(page).getByRole('button', { name: 'Save' }).click()
  await expect(book(page).getByText('Cartridge 2 replaced.')).toBeVisible()

  await book(page).getByRole('button', { name: 'Merge both: Film break' }).click()
  await expect(book(page).getByRole('listitem')).toHaveCount(1)
  await book(page)
    .getByRole('button', { name: /^Take Back/ })
    .click()
  await expect(book(page).getByRole('button', { name: /Film break.*Confirm/ })).toBeVisible()
  await book(page).getByText('History').click()
  await expect(book(page).getByText('took the reason back')).toBeVisible()
  await expectAccessible(page, 'the history of a stop')
})

test('two pages on one stop: the second one reads who was first', async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: 'Europe/London' })
  const [first, second] = [await context.newPage(), await context.newPage()]
  for (const page of [first, second]) await enter(page, 'admin', production)
  const confirm = (page: Page) =>
    list(page)
      .getByRole('button', { name: /^Film break: confirm/ })
      .last()
  await expect(confirm(first)).toBeVisible()
  await expect(confirm(second)).toBeVisible()
  await confirm(first).click()
  await expect(first.getByText('Reason saved')).toBeVisible()
  await confirm(second).click()
  await expect(second.getByText(/^admin was first at \d\d:\d\d: Film break$/).first()).toBeVisible()
  await context.close()
})

test('reasons are added, moved, renamed per language and retired in the panel', async ({
  page,
}) => {
  await enter(page, 'admin', '/admin/panel?view=reasons')
  await page.getByRole('combobox', { name: 'Client' }).click()
  await page.getByRole('option', { name: 'Stop Book Packing' }).click()
  const reasons = page.getByRole('list', { name: 'Reasons' })
  await expect(reasons.getByRole('button', { name: 'Film break' })).toBeVisible()
  await settled(page)
  await expectAccessible(page, 'reasons')

  await page.getByRole('button', { name: 'Add Reason' }).click()
  await expect(page.getByLabel('Name, English')).toBeFocused()
  await page.keyboard.type('Repair')
  await page.getByText('4 more languages').click()
  await page.getByLabel('Name, Deutsch').fill('Reparatur')
  await page.getByRole('radio', { name: 'Wrench' }).check()
  await expectAccessible(page, 'a reason that is edited')
  const repair = reasons.getByRole('button', { name: 'Repair' })
  await repair.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(repair).toBeFocused()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Reasons saved')).toBeVisible()
  await expect(reasons.getByRole('button')).toHaveText([
    ...['Film', 'Film break', 'Film change', 'Cleaning', 'Repair', 'No product'],
  ])

  await reasons.getByRole('button', { name: 'Film break' }).click()
  await expect(page.getByText(/can be retired, not removed/)).toBeVisible()
  await reasons.getByRole('button', { name: 'Repair' }).click()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(reasons.getByRole('button')).toHaveCount(5)
})

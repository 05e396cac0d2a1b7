// @slow walk

import { expect, type Locator, type Page, test } from '@playwright/test'
import { settled } from './axe.ts'
import { focusInPart, hasFocus, leaveFocus, outlinesOfFocus } from './inPage.mjs'
import { address, enter } from './people.ts'

/** Every main feature without a mouse: only Tab, arrows, Enter, Space and Escape, as a person without one goes. */

/** Goes forward with Tab until this has the focus; how far that may be is how far a person would go. */
async function tabTo(page: Page, target: Locator, most = 120) {
  await expect(target).toBeVisible()
  for (let steps = 0; steps < most; steps++) {
    if (await target.evaluate(hasFocus)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} is not reached with ${most} steps of Tab`)
}

/** Where the focus is can be seen. */
async function expectRing(page: Page) {
  expect(await page.evaluate(outlinesOfFocus)).toContain('solid')
}

async function press(page: Page, target: Locator, key = 'Enter', most?: number) {
  await tabTo(page, target, most)
  await expectRing(page)
  await page.keyboard.press(key)
}

const focused = (page: Page) => page.locator(':focus')

test('sign in, pick a client, open a machine, filter, explain, page, export, read a day, sign out', async ({
  page,
}) => {
  test.setTimeout(240_000)
  await page.goto(`${address()}/auth/login`)
  await tabTo(page, page.getByLabel('Username'))
  await page.keyboard.type('admin')
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type('packboard')
  await page.keyboard.press('Enter')

  const picker = page.getByRole('combobox', { name: 'Select Client:' })
  await tabTo(page, picker)
  await page.keyboard.type('Northf')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await press(page, page.getByRole('main').getByRole('link', { name: /Dashboard/ }))

  // The first stop of a page leads past the bar at its top.
  await expect(page.getByText('Last Updated Time')).toBeVisible()
  // The cards of a line are one stop; arrows lead from one to the next.
  const cards = page.getByRole('main').getByRole('link')
  await tabTo(page, cards.filter({ hasText: /^FW-101\b/ }))
  await page.keyboard.press('ArrowRight')
  await expect(cards.filter({ hasText: /^FW-102\b/ })).toBeFocused()
  await expectRing(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/admin\/productionData\/1\/FW-102/)
  await expect(page.getByRole('article', { name: 'Packs Produced' })).toContainText(/\d/)

  await press(page, page.getByRole('button', { name: /^Time Period/ }))
  const presets = page.getByRole('list', { name: 'Presets' })
  await press(page, presets.getByRole('button', { name: 'Last 24 hours', exact: true }), 'Space')
  const tool = page.getByRole('combobox', { name: 'Tool' })
  await tabTo(page, tool)
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { name: 'All' })).toBeVisible()
  await page.keyboard.press('Escape')
  await press(page, page.getByRole('button', { name: 'Apply' }))
  await expect(page).toHaveURL(/preset=last24h/)

  const explain = page.getByRole('button', { name: 'Explain this number: Packs Produced' })
  await press(page, explain)
  const panel = page.getByRole('dialog', { name: 'Packs Produced' })
  await expect(panel.getByText('Formula')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(explain).toBeFocused()

  const asTable = page.getByRole('button', { name: 'Show Packs per minute as table' })
  await press(page, asTable, 'Space')
  await expect(page.getByRole('table', { name: 'Packs per minute' })).toBeVisible()
  await page.keyboard.press('Space')
  await expect(page.getByRole('img', { name: /^Packs per minute/ })).toBeVisible()

  const along = page
    .getByRole('region', { name: 'Packs per minute' })
    .getByRole('slider', { name: 'Values by arrow keys' })
  await tabTo(page, along)
  await expectRing(page)
  await page.keyboard.press('End')
  const last = (await along.getAttribute('aria-valuetext')) ?? ''
  expect(last).toMatch(/^\d\d-\d\d-\d{4} \d\d:\d\d.*, /)
  await page.keyboard.press('ArrowLeft')
  await expect(along).not.toHaveAttribute('aria-valuetext', last)
  await page.keyboard.press('Escape')
  await expect(along).toHaveAttribute('aria-valuetext', 'No moment chosen')

  await page.locator('#main').focus()
  await press(page, page.getByRole('button', { name: 'Export Packs per minute' }))
  const download = page.waitForEvent('download')
  await expect(page.getByRole('menuitem', { name: 'CSV' })).toBeVisible()
  await expect(focused(page)).toHaveRole('menuitem')
  await page.keyboard.press('Enter')
  expect((await download).suggestedFilename()).toMatch(/speed.*\.csv$/)

  await page.locator('#main').focus()
  const records = page.getByRole('button', { name: 'Alarms Info' })
  // Past all figures and rings; each of these groups is one stop.
  await press(page, records, 'Enter', 42)
  const modal = page.getByRole('dialog', { name: /Alarm Info/ })
  await expect(modal.getByRole('table', { name: 'Alarm Info' })).toBeVisible()
  const next = modal.getByRole('button', { name: 'Next page' })
  if (await next.isEnabled()) {
    // The pages are one stop; the arrows lead from one to the next, End to the last.
    await tabTo(page, modal.getByRole('button', { name: 'Page 1', exact: true }))
    await page.keyboard.press('End')
    await expect(next).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(modal.getByRole('button', { name: 'Page 2' })).toHaveAttribute(
      'aria-current',
      'page',
    )
  }
  await page.keyboard.press('Escape')
  await expect(modal).toHaveCount(0)
  await expect(records).toBeFocused()

  await page.goto(`${address()}/admin/day-summary`)
  const client = page.getByPlaceholder('Select Client...')
  const day = page.getByRole('button', { name: /^Details for/ }).first()
  await expect(client.or(day)).toBeVisible()
  if (await client.isVisible()) {
    await tabTo(page, client)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
  }
  await press(page, day)
  await expect(page.getByRole('dialog', { name: /^Details for/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(day).toBeFocused()

  await page.reload()
  await press(page, page.getByRole('button', { name: 'Logout' }))
  await expect(page).toHaveURL(/\/auth\/login$/)
})

/** Each of these has panels with lists. */
const pagesWithParts = [
  ['/admin/productionData/1/FW-102?preset=last24h', 'What Changed'],
  ['/admin/dashboard', 'Line 4'],
  ['/admin/day-summary', 'Per Day Summary'],
  ['/admin/compare', 'Stop time by hour and weekday'],
  ['/admin/timeline?preset=last24h', 'Timeline'],
  ['/admin/stops', 'Stop Causes'],
  ['/admin/line?client=2&line=Line%203&view=losses', 'Bottleneck'],
  ['/admin/panel', 'Users'],
] as const
/** So many presses of Tab lead to any panel, and out of it again. */
const mostTabs = 15

for (const [path, last] of pagesWithParts) {
  test(`at most ${mostTabs} presses of Tab to any panel of ${path}, and through it`, async ({
    page,
  }) => {
    // The line with a flow is that of another client.
    await enter(page, path.includes('client=2') ? 'admin' : 'clientadmin', path)
    await expect(page.locator('main section').first()).toBeVisible()
    await settled(page)
    const opener = page.getByRole('button', { name: 'Parts of this page' })
    const list = page.getByRole('navigation', { name: 'Parts of this page' }).getByRole('listitem')
    const through = new Map<string, number>()
    let place = 0
    for (let count = 1; place < count; place += 1) {
      await page.locator('body').evaluate(leaveFocus)
      let tabs = 0
      for (; tabs < mostTabs && !(await opener.evaluate(hasFocus)); tabs += 1) {
        await page.keyboard.press('Tab')
      }
      expect(tabs).toBeLessThanOrEqual(2)
      await page.keyboard.press('Enter')
      count = await list.count()
      for (let step = 0; step < place; step += 1) await page.keyboard.press('ArrowDown')
      const name = await page.locator(':focus').innerText()
      await page.keyboard.press('Enter')
      const part = page.locator('main section:focus')
      await expect(part).toHaveCount(1)
      let inside = 0
      while (inside <= mostTabs) {
        await page.keyboard.press('Tab')
        if (!(await page.evaluate(focusInPart, name))) break
        inside += 1
      }
      through.set(name, inside)
    }
    console.log(`packboard: stops of Tab in the parts of ${path}: ${[...through].join(' · ')}`)
    expect([...through.keys()]).toContain(last)
    expect([...through].filter(([, inside]) => inside > mostTabs)).toEqual([])
  })
}

test('the first Tab of a page offers the way past the bar', async ({ page }) => {
  await page.goto(`${address()}/auth/login`)
  await page.getByLabel('Username').fill('user')
  await page.getByLabel('Password', { exact: true }).fill('packboard')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Last Updated Time')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Last Updated Time')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('#main')).toBeFocused()
})

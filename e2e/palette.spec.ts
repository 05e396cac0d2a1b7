// @slow form

import { expect, test } from '@playwright/test'
import { dialogAlone, expectAccessible } from './axe.ts'
import { address, enter } from './people.ts'

const name = 'Search and commands'

for (const scheme of ['dark', 'light'] as const) {
  test(`a machine over a period by keys alone, and again from what was chosen lately, in the ${scheme} colours`, async ({
    page,
  }) => {
    await enter(page, 'clientadmin', '/admin/dashboard')
    await page.evaluate((kept) => localStorage.setItem('packboard.colourScheme', kept), scheme)
    await page.reload()
    await expect(page.getByText('Last Updated Time')).toBeVisible()
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name })
    await expect(field).toBeFocused()
    await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
    await expectAccessible(page, `palette, ${scheme}`, dialogAlone)
    await page.keyboard.type('fw-102 last 24')
    await expect(page.getByRole('option')).toHaveCount(1)
    await expectAccessible(page, `palette with a query, ${scheme}`, dialogAlone)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/productionData\/1\/FW-102\?preset=last24h/)
    await expect(page.getByRole('article', { name: 'Packs Produced' })).toContainText(/\d/)
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('group', { name: 'Chosen lately' }).getByRole('option')).toHaveText(
      ['FW-102 · Last 24 hours'],
    )
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
}

test('the key counts while what opens over the page is still loading', async ({ page }) => {
  await enter(page, 'clientadmin')
  const until = Promise.withResolvers<void>()
  await page.route('**/assets/Overlays-*.js', async (route) => {
    await until.promise
    await route.continue()
  })
  await page.goto(`${address()}/admin/dashboard`)
  await expect(page.getByText('Last Updated Time')).toBeVisible()
  await page.keyboard.press('Control+k')
  until.resolve()
  await expect(page.getByRole('combobox', { name })).toBeFocused()
})

test('opened again while it closes, it is there and empty', async ({ page }) => {
  await enter(page, 'clientadmin', '/admin/dashboard')
  await expect(page.getByText('Last Updated Time')).toBeVisible()
  const field = page.getByRole('combobox', { name })
  for (let round = 0; round < 3; round += 1) {
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await expect(field).toHaveValue('')
    await page.keyboard.type('fw')
    await page.keyboard.press('Escape')
  }
})

test('staff change the client and find the pages of the panel', async ({ page }) => {
  await enter(page, 'admin', '/admin/dashboard?client=1')
  await expect(page.getByText('Last Updated Time')).toBeVisible()
  const open = async (typed: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    await expect(page.getByRole('combobox', { name })).toBeFocused()
    await page.keyboard.type(typed)
    await page.getByRole('option').first().click()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await open('norsk')
  await expect(page).toHaveURL(/dashboard\?client=[^1]/)
  await expect(page.getByRole('button', { name: /^Change client: Norsk/ })).toBeVisible()
  await open('received records')
  await expect(page).toHaveURL(/\/admin\/panel\?view=quarantine/)
  await expect(page.getByRole('heading', { name: 'Received Records' })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
  test('the button of the bar opens it, and a finger chooses', async ({ page }) => {
    await enter(page, 'clientadmin', '/admin/dashboard')
    await page.getByRole('button', { name, exact: true }).tap()
    await expect(page.getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
    await expectAccessible(page, 'palette on a phone', dialogAlone)
    await page.getByRole('option', { name: /^FW-101/ }).tap()
    await expect(page).toHaveURL(/\/admin\/productionData\/1\/FW-101/)
  })
})

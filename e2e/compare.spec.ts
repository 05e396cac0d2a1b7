// @slow way

import { expect, test } from '@playwright/test'
import { dialogAlone, expectAccessible, settled } from './axe.ts'
import { partOf } from './depth.ts'
import { enter } from './people.ts'

/** Which machine was worst last week, and why? */

for (const [width, height, colorScheme] of partOf(
  [
    [1440, 900, 'dark'],
    [820, 1180, 'light'],
    [390, 844, 'dark'],
  ] as const,
  1,
)) {
  test(`from the overview to the worst machine of the week and its stops in three selections at ${width} px`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: width < 1000,
      timezoneId: 'Europe/London',
      colorScheme,
    })
    const page = await context.newPage()
    await enter(page, 'clientadmin', '/admin/dashboard')
    let selections = 0
    const select = async (what: ReturnType<typeof page.getByRole>) => {
      await what.click()
      selections += 1
    }
    const menu = page.getByRole('button', { name: 'Menu' })
    const compare = page.getByRole('link', { name: 'Compare' })
    await expect(menu.or(compare).first()).toBeVisible()
    if (!(await compare.isVisible())) await select(menu)
    await select(compare)
    const table = page.getByRole('table', { name: 'Figures of the rows' })
    await table.waitFor()
    await settled(page)
    // The page is never moved sideways, its table is.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectAccessible(page, `comparison at ${width}`)

    const worst = table.locator('tbody tr').first()
    const serialNo = await worst.getByRole('rowheader').getByRole('link').innerText()
    const first = worst.getByRole('cell').getByRole('button').first()
    const oeee = Number.parseFloat((await first.locator('b').innerText()).replace(/[^\d.]/g, ''))
    await select(first)
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('Availability × performance × quality')
    await expectAccessible(page, `a cell at ${width}`, dialogAlone)
    await select(dialog.getByRole('link', { name: `Open ${serialNo} in this window` }))
    await expect(page).toHaveURL(new RegExp(`/admin/productionData/1/${serialNo}`))
    // The same figure on its own page, and what the machine stood for; the demo runs on meanwhile.
    const card = page.getByRole('article', { name: 'OEEE' })
    await expect
      .poll(async () =>
        Math.abs(
          Number.parseFloat((await card.innerText()).match(/[\d.]+(?=\s*%)/)?.[0] ?? 'NaN') - oeee,
        ),
      )
      .toBeLessThan(0.35)
    await expect(page.getByRole('heading', { name: 'Stop Causes' })).toBeVisible()
    // Why, against the week before: the comparison came along.
    await expect(page).toHaveURL(/with=before/)
    await expect(page.getByRole('columnheader', { name: 'Before' })).toBeAttached()
    // The demo of the journeys has two days of history: of the week before too little is known.
    await expect(page.getByRole('region', { name: 'Stop Causes' })).toContainText(
      'Not comparable: less than 80 % of a period has data.',
    )
    expect(selections).toBeLessThanOrEqual(4)
    await context.close()
  })
}

test('sorting by keys, another kind of rows, reload and Back keep to the address', async ({
  page,
}) => {
  await enter(page, 'clientadmin', '/admin/compare')
  const table = page.getByRole('table', { name: 'Figures of the rows' })
  await table.getByRole('button', { name: 'Stop time' }).press('Enter')
  await expect(page).toHaveURL(/sort=-stopTime/)
  await expect(table.getByRole('columnheader', { name: 'Stop time' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await page.getByRole('button', { name: 'Product', exact: true }).click()
  await expect(page).toHaveURL(/by=product/)
  const product = table.getByRole('columnheader', { name: 'Product' })
  await expect(product).toBeVisible()
  const products = await table.getByRole('rowheader').allInnerTexts()
  await page.reload()
  await expect(product).toBeVisible()
  expect(await table.getByRole('rowheader').allInnerTexts()).toEqual(products)
  await page.goBack()
  await expect(page).toHaveURL(/sort=-stopTime/)
  await expect(table.getByRole('columnheader', { name: 'Machine' })).toBeVisible()
})

test('micro-stops and changeover time are two columns more, and the link of the page has them', async ({
  page,
}) => {
  await enter(page, 'clientadmin', '/admin/compare')
  const table = page.getByRole('table', { name: 'Figures of the rows' })
  await table.waitFor()
  await page
    .getByRole('group', { name: 'Micro-stops, mean times and changeovers' })
    .getByRole('button', { name: 'Show' })
    .click()
  const microStops = table.getByRole('columnheader', { name: 'Micro-stops' })
  await expect(microStops).toBeVisible()
  await expect(page).toHaveURL(/lengths=yes/)
  await page.reload()
  await expect(microStops).toBeVisible()
  await settled(page)
  await expectAccessible(page, 'comparison with micro-stops')
  // Of the demo's week each machine has some, and less than its stops.
  const figures = await table
    .locator('tbody tr')
    .first()
    .getByRole('cell')
    .filter({ has: page.getByRole('button') })
    .allInnerTexts()
  const [stops = '', micro = ''] = figures.slice(7, 9)
  const count = (text: string) => Number.parseInt(text.replaceAll(/[^\d\n]/g, ''), 10)
  expect(count(micro)).toBeGreaterThan(0)
  expect(count(micro)).toBeLessThanOrEqual(count(stops))
})

import { setOverviewArrangement } from '@packboard/contract'
import { expect, test } from '@playwright/test'
import { expectAccessible, settled } from './axe.ts'
import { partOf } from './depth.ts'
import { ask, card, enter, openOverview } from './people.ts'
import { commandPlant } from './plantCommands.ts'

test('an admin signs in, picks a client and sees its eight machines move', async ({ page }) => {
  await enter(page, 'admin')
  await openOverview(page, 'Northfield Confectionery')

  const cards = page.getByRole('main').getByRole('link', { name: /^(FW|VF)-\d+/ })
  await expect(cards).toHaveCount(8)
  for (const label of ['Product', 'Batch Packs', 'Total Packs', 'Tool', 'User', 'Date/Time']) {
    await expect(card(page, 'FW-101').getByText(label, { exact: true })).toBeVisible()
  }

  const before = await cards.allInnerTexts()
  await expect
    .poll(
      async () => {
        const now = await cards.allInnerTexts()
        return now.filter((text, index) => text !== before[index]).length
      },
      { timeout: 45_000 },
    )
    .toBeGreaterThanOrEqual(6)
})

test('a machine that falls silent says only OFFLINE after its hold limit, and comes back', async ({
  page,
}) => {
  await enter(page, 'admin')
  await openOverview(page, 'Northfield Confectionery')
  await expect(card(page, 'VF-402').getByText('Total Packs')).toBeVisible()

  await commandPlant('silence VF-402')
  // Its hold limit is 10 s (seedRecordedMachine.ts).
  await expect(card(page, 'VF-402')).toContainText('OFFLINE', { timeout: 110_000 })
  await expect(card(page, 'VF-402').getByText('Total Packs')).toHaveCount(0)

  await commandPlant('resume VF-402')
  await expect(card(page, 'VF-402').getByText('Total Packs')).toBeVisible({ timeout: 30_000 })
})

test('a state that an operator sets is on the open overview without a refresh', async ({
  page,
}) => {
  await enter(page, 'admin')
  await openOverview(page, 'Northfield Confectionery')
  await expect(card(page, 'FW-301').getByText('Total Packs')).toBeVisible()
  await commandPlant('state FW-301 3')
  await expect(card(page, 'FW-301')).toContainText('Aborted')
  // It stands among those that need attention, and leads to its card.
  const bar = page.getByRole('list', { name: 'Needs attention' })
  const chip = bar.getByRole('button', { name: 'FW-301' })
  await expect(chip).toContainText(/^FW-301 Aborted \d/)
  await chip.click()
  await expect(card(page, 'FW-301')).toBeFocused()
  await commandPlant('resume FW-301')
})

test('clicking a card opens the production address of that client and machine', async ({
  page,
}) => {
  await enter(page, 'admin')
  await openOverview(page, 'Northfield Confectionery')
  await card(page, 'FW-102').click()
  await expect(page).toHaveURL(/\/admin\/productionData\/1\/FW-102$/)
  await expect(page.getByRole('heading', { name: 'FW-102', level: 1 })).toBeVisible()
  await expect(page.getByRole('article', { name: 'Packs Produced', exact: true })).toBeVisible()
})

test('another client shows its own machines and no other', async ({ page }) => {
  await enter(page, 'admin')
  // No other journey adds a machine to this client.
  await openOverview(page, 'Norsk Kjeks')
  await expect(card(page, 'FW-511')).toBeVisible()
  await expect(
    page.getByRole('main').getByRole('link', { name: /^(FW|VF|CT|CP|PL)-\d+/ }),
  ).toHaveCount(9)
})

for (const [width, height, colorScheme] of partOf(
  [
    [1440, 900, 'dark'],
    [820, 1180, 'light'],
    [390, 844, 'dark'],
  ] as const,
  1,
)) {
  test(`which line is behind is seen without a selection, and a card is at its own place in four at ${width} px`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: width < 1000,
      timezoneId: 'Europe/London',
      colorScheme,
    })
    const page = await context.newPage()
    // The only journeys that arrange the cards of this person; each begins with none of the one before.
    await ask('clientadmin', setOverviewArrangement, {
      id: 1,
      body: { grouping: null, order: [], favourites: [] },
    })
    await enter(
      page,
      'clientadmin',
      width < 640 ? '/admin/dashboard?group=line' : '/admin/dashboard',
    )
    let selections = 0
    const select = async (what: ReturnType<typeof page.getByRole>) => {
      await what.click()
      selections += 1
    }
    const lineSums = page.getByLabel('Sums of Line 1')
    await expect(lineSums).toContainText(/OEEE, \w+ shift\s*\d+\.\d %/)
    await expect(lineSums).toContainText(/Shift target [\d,]+/)
    await expect(lineSums).toContainText(/(ahead|behind)/)
    await expect(page.getByLabel('Sums of all machines')).toContainText(/OEEE/)
    // Two machines in one line pack the same goods: the sum says of how many machines it is.
    await expect(page.getByLabel('Sums of all machines')).toContainText(
      /^Packs of 8 machines since/,
    )
    await expect(card(page, 'FW-101')).toContainText(/of \d+/)
    expect(selections).toBe(0)
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await expectAccessible(page, `lines at ${width}`)

    await select(page.getByRole('button', { name: 'View', exact: true }))
    await select(page.getByRole('button', { name: 'Machine type' }))
    await expect(page).toHaveURL(/group=type/)
    await expect(page.getByRole('heading', { name: 'VFFS V-240' })).toBeVisible()
    await expect(page.getByLabel('Sums of VFFS V-240')).toContainText(/OEEE, \w+ shift\s*\d+\.\d %/)
    if (width < 640) {
      await context.close()
      return
    }
    const cards = page.getByRole('main').getByRole('link', { name: /^(FW|VF)-\d+/ })
    const order = () =>
      cards.evaluateAll((links) => links.map((link) => (link.textContent ?? '').slice(0, 6)))
    await expect.poll(order).toContain('FW-101')
    const [first = '', second = '', third = ''] = await order()
    await select(page.getByRole('button', { name: 'Arrange' }))
    const handle = (name: string) => page.getByRole('button', { name: `Move ${name},` })
    await expect(handle(first)).toBeVisible()
    await handle(first).focus()
    await expectAccessible(page, `arranged at ${width}`)
    await page.keyboard.press('ArrowRight')
    await expect.poll(order).toEqual(expect.arrayContaining([first, second, third]))
    expect((await order()).slice(0, 3)).toEqual([second, first, third])
    await expect(handle(first)).toBeFocused()
    // By hand: the third is taken to the place of the first.
    const [from, to] = [await handle(third).boundingBox(), await handle(second).boundingBox()]
    if (!from || !to) throw new Error('A card has no place.')
    await page.mouse.move(from.x + from.width / 2, from.y + 40)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width / 2, to.y + 60, { steps: 12 })
    await page.mouse.up()
    await expect.poll(async () => (await order()).slice(0, 3)).toEqual([third, second, first])
    await select(page.getByRole('button', { name: `Favourite: ${first}` }))
    await expect.poll(async () => (await order()).slice(0, 3)).toEqual([first, third, second])
    expect(selections).toBe(4)
    await page.reload()
    await expect.poll(async () => (await order()).slice(0, 3)).toEqual([first, third, second])
    await context.close()
  })
}

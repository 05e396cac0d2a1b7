import { expect, test } from '@playwright/test'
import { card, enter, openOverview } from './people.ts'
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
  await expect(page.getByRole('main').getByRole('link', { name: /^(FW|VF)-\d+/ })).toHaveCount(6)
})

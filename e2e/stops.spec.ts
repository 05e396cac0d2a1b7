// @slow way

import { expect, type Locator, type Page, test } from '@playwright/test'
import { expectAccessible, settled, toTop } from './axe.ts'
import { partOf } from './depth.ts'
import { enter } from './people.ts'

/** From a cause to its stops: why did it stop most, when, with whom, and what it cost. */

const machine = '/admin/productionData/1/FW-102'
const list = (page: Page) => page.getByRole('region', { name: /^Stops: / })
const causes = (page: Page) => page.getByRole('region', { name: 'Stop Causes', exact: true })
const rows = (shown: Locator) => shown.getByRole('row').filter({ has: shown.page().locator('td') })

/** Presses, and counts them. */
function hand() {
  let presses = 0
  return {
    async press(what: Locator) {
      presses += 1
      await what.click()
    },
    get presses() {
      return presses
    },
  }
}

for (const [width, height] of partOf(
  [
    [1440, 900],
    [820, 1180],
    [390, 844],
  ] as const,
  1,
)) {
  test(`why did it stop most: at most two selections at ${width} px`, async ({ browser }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: width < 1000,
      timezoneId: 'Europe/London',
    })
    const page = await context.newPage()
    await enter(page, 'clientadmin', machine)
    await expect(rows(causes(page)).first()).toBeVisible()
    const hands = hand()

    await hands.press(page.getByRole('button', { name: '24 hours', exact: true }))
    await expect(page).toHaveURL(/preset=last24h/)
    await expect(rows(causes(page)).first()).toBeVisible()
    const top = rows(causes(page)).first().getByRole('button')
    const name = ((await top.innerText()).split('\n').at(-1) ?? '').trim()
    await hands.press(top)
    await expect(page).toHaveURL(/of=(unnamed|reason|micro)/)
    expect(hands.presses).toBeLessThanOrEqual(2)

    const shown = width < 641 ? page.getByRole('dialog') : list(page)
    const stop = rows(shown).first()
    await expect(stop).toContainText(/\d\d-\d\d-\d{4} \d\d:\d\d:\d\d/)
    await expect(stop).toContainText(/\d+[ms]/)
    expect(name).not.toBe('')
    await expect(shown.getByText(/^\d+ stops?$/)).toBeVisible()
    await settled(page)
    await toTop(page)
    await expectAccessible(page, `stops at ${width}`)
    await context.close()
  })
}

test('the list adds up to its cause; a stop is opened, shown with five minutes around it, and shared', async ({
  page,
}) => {
  await enter(page, 'clientadmin', `${machine}?preset=last24h`)
  const top = rows(causes(page)).first()
  await expect(top).toBeVisible()
  await top.getByRole('button').click()
  const counted = (await top.getByRole('cell').nth(2).innerText()).match(/\d+/)?.[0]
  await expect(list(page)).toBeVisible()
  // They are listed on demand.
  await list(page)
    .getByRole('button', { name: /^Micro-stops too/ })
    .click()
  if (counted) {
    // One that began before the window is listed, too, and counts in no number.
    const before = await list(page).getByText('began before').count()
    await expect(list(page).getByText(/^\d+ stops?$/)).toHaveText(
      new RegExp(`^(${Number(counted)}|${Number(counted) + Math.max(1, before)}) stops?$`),
    )
  }

  await list(page)
    .getByRole('button', { name: /^Open the stop of/ })
    .first()
    .click()
  const open = page.getByRole('complementary', { name: 'The open stop' })
  await expect(open.getByText('Time in each state')).toBeVisible()
  await expect(page).toHaveURL(/stop=/)
  await settled(page)
  await expectAccessible(page, 'an open stop')

  const address = page.url()
  await page.reload()
  await expect(open.getByText('Time in each state')).toBeVisible()
  expect(page.url()).toBe(address)

  await open.getByRole('button', { name: 'Show the five minutes around it' }).click()
  await expect(page).not.toHaveURL(/preset=/)
  await expect(page).toHaveURL(/stop=/)
  await expect(open.getByText('Time in each state')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/preset=last24h/)
  await page.goBack()
  await expect(open).toHaveCount(0)
  await expect(list(page)).toBeVisible()
})

test('by keyboard: arrows walk the causes, Enter selects, Escape closes and gives the focus back', async ({
  page,
}) => {
  await enter(page, 'clientadmin', `${machine}?preset=last24h`)
  const first = rows(causes(page)).first().getByRole('button')
  await expect(first).toBeVisible()
  await first.focus()
  await page.keyboard.press('ArrowDown')
  const second = rows(causes(page)).nth(1).getByRole('button')
  await expect(second).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(list(page).getByRole('heading', { level: 2 })).toBeFocused()
  await expect(second).toHaveAttribute('aria-pressed', 'true')
  await list(page)
    .getByRole('button', { name: /^Open the stop of/ })
    .first()
    .press('Enter')
  await expect(page.getByRole('complementary', { name: 'The open stop' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('complementary')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(list(page)).toHaveCount(0)
  await expect(second).toBeFocused()
})

test('a piece of the state lane opens its stop', async ({ page }) => {
  await enter(page, 'clientadmin', `${machine}?preset=last24h&of=all`)
  const chart = page.getByRole('img', { name: /^Packs per minute, [1-9]/ })
  await expect(chart).toBeVisible()
  await expect(list(page).getByRole('row').nth(1)).toBeVisible()
  // The longest stop is wide enough to be hit.
  await list(page).getByRole('button', { name: 'Length' }).click()
  const longest = rows(list(page)).first()
  await expect(list(page).getByRole('columnheader', { name: 'Length' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await settled(page)
  const opened = await longest
    .getByRole('button', { name: /^Open the stop/ })
    .getAttribute('aria-label')
  await longest.getByRole('button', { name: /^Open the stop/ }).click()
  await expect(page).toHaveURL(/stop=/)
  const at = Date.parse(
    decodeURIComponent(/stop=([^&]+)/.exec(page.url())?.[1] ?? '').replaceAll('"', ''),
  )
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/stop=/)
  const over = await chart.locator('.u-over').boundingBox()
  if (!over) throw new Error('the chart is not drawn')
  const now = Date.now()
  // The axis holds the last 24 hours; a minute more or less is inside of a long stop.
  const x = over.x + (over.width * (at + 30_000 - (now - 86_400_000))) / 86_400_000
  await chart.scrollIntoViewIfNeeded()
  const box = await chart.locator('.u-over').boundingBox()
  if (!box) throw new Error('the chart is not drawn')
  // The lane of states lies under that of rejects.
  await page.mouse.click(Math.min(x + 2, box.x + box.width - 2), box.y + box.height + 59)
  await expect(page).toHaveURL(/stop=/)
  await expect(page.getByRole('complementary', { name: 'The open stop' })).toBeVisible()
  expect(opened).toMatch(/^Open the stop of/)
})

test('which machine of the plant stopped longest, and why: from the timeline in two selections', async ({
  page,
}) => {
  await enter(page, 'clientadmin', '/admin/timeline?preset=last24h')
  const lanes = page.getByRole('region', { name: 'Timeline' })
  const longest = lanes.getByRole('listitem').filter({ has: page.getByRole('link') })
  await expect(longest.first()).toContainText(/^[A-Z]{2}-\d+ .*\d\d:\d\d, \d+m \d\ds, \S/)
  const named = (await longest.first().innerText()).split(' ')[0] ?? ''
  await lanes.getByRole('link', { name: 'Stops' }).click()
  await expect(page).toHaveURL(/\/admin\/stops\?.*preset=last24h/)
  await expect(causes(page)).toBeVisible()
  await expect(rows(list(page))).toHaveCount(50)
  await list(page).getByRole('button', { name: 'Length' }).click()
  // Its longest one: the list has the stops in closed time, too, which are not among those of the timeline.
  const first = rows(list(page)).filter({ hasText: named }).first()
  await expect(first).toBeVisible()
  await settled(page)
  await expectAccessible(page, 'the stops of the plant')

  await first.getByRole('button', { name: /^Open the stop/ }).click()
  const open = page.getByRole('complementary', { name: 'The open stop' })
  await expect(open.getByText('Time in each state')).toBeVisible()
  await expect(page).toHaveURL(/stop=.*on=|on=.*stop=/)
  await page.reload()
  await expect(open.getByText('Time in each state')).toBeVisible()
  await open.getByRole('link', { name: `Open on the page of ${named}` }).click()
  await expect(page).toHaveURL(new RegExp(`/admin/productionData/1/${named}\\?.*stop=`))
  await expect(open.getByText('Time in each state')).toBeVisible()
})

test('what counts at once is taken back by Undo, and by Back', async ({ page }) => {
  await enter(page, 'clientadmin', '/admin/stops')
  await expect(page).toHaveURL(/preset=last24h/)
  await page.getByRole('button', { name: '7 days', exact: true }).click()
  await expect(page).toHaveURL(/preset=last7d/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page).toHaveURL(/preset=last24h/)
  await page.getByRole('button', { name: 'Day', exact: true }).click()
  await expect(page).toHaveURL(/preset=today/)
  await page.goBack()
  await expect(page).toHaveURL(/preset=last24h/)
})

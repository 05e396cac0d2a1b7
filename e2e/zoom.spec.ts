// @slow way

import { expect, type Locator, type Page, test } from '@playwright/test'
import { dialogAlone, expectAccessible, settled } from './axe.ts'
import { enter } from './people.ts'

/** One axis of time for all lanes of a machine, moved by mouse, wheel, fingers and keys. */

const machine = '/admin/productionData/1/FW-102'
const panel = (page: Page) => page.locator('#packs-per-minute')
const plot = (page: Page) => panel(page).locator('.u-over')
const reset = (page: Page) => panel(page).getByRole('button', { name: 'Reset zoom' })
/** From the top of the plot up to the lane of alarms, in px. */
const alarmsAbove = 71
const lengthOf = (page: Page) => {
  const search = new URL(page.url()).searchParams
  const at = (day: string, time: string) =>
    Date.parse(`${search.get(day)}T${search.get(time) ?? '00:00'}:00Z`) / 60_000
  return at('to', 'end') - at('from', 'start')
}

async function placeOf(what: Locator) {
  await what.scrollIntoViewIfNeeded()
  const box = await what.boundingBox()
  if (!box) throw new Error('the chart is not on the screen')
  return { ...box, middle: box.y + box.height / 2 }
}

test('dragging, wheel and keys zoom into the address; Back undoes, a link shows', async ({
  page,
}) => {
  await enter(page, 'clientadmin', `${machine}?preset=last24h`)
  await expect(plot(page)).toBeVisible()
  await settled(page)
  const { x, middle, width } = await placeOf(plot(page))
  await page.mouse.move(x + width * 0.25, middle)
  await page.mouse.down()
  await page.mouse.move(x + width * 0.5, middle, { steps: 4 })
  await page.mouse.up()
  // A quarter of 24 hours, in whole minutes.
  await expect(page).toHaveURL(/whole=last24h/)
  await expect(reset(page)).toBeVisible()
  expect(Math.abs(lengthOf(page) - 360)).toBeLessThan(10)
  const link = page.url()
  await page.goBack()
  await expect(page).toHaveURL(/preset=last24h/)
  await expect(reset(page)).toBeHidden()
  await page.goto(link)
  await expect(reset(page)).toBeVisible()
  await settled(page)

  const before = lengthOf(page)
  await placeOf(plot(page))
  await plot(page).hover()
  await page.keyboard.down('Control')
  await page.mouse.wheel(0, -100)
  await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  await expect.poll(() => lengthOf(page)).toBeLessThan(before * 0.75)

  const cursor = panel(page).getByRole('slider')
  await cursor.focus()
  const closer = lengthOf(page)
  await page.keyboard.press('-')
  await expect.poll(() => lengthOf(page)).toBeGreaterThan(closer * 1.5)
  const moved = page.url()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(() => page.url()).not.toBe(moved)
  await page.keyboard.press('0')
  await expect(page).toHaveURL(/preset=last24h/)
  await expect(reset(page)).toBeHidden()
})

test('beyond 24 hours the page says which lanes are not there, shows the state of each step, and offers the window', async ({
  page,
}) => {
  await enter(page, 'clientadmin', `${machine}?preset=last7d`)
  await expect(plot(page)).toBeVisible()
  await expect(panel(page).getByText('Single alarms and next machine show up to')).toBeVisible()
  await expect(panel(page).getByRole('list', { name: 'Kinds of time' })).toBeVisible()
  const cursor = panel(page).getByRole('slider')
  await cursor.focus()
  await page.keyboard.press('End')
  // Exact seconds of each kind of time of the newest hour in which the machine ran.
  await expect
    .poll(async () => {
      const words = await cursor.getAttribute('aria-valuetext')
      if (!words?.includes('Run ')) await page.keyboard.press('ArrowLeft')
      return words
    })
    .toMatch(/Run (\d+m )?\d+s/)
  await settled(page)
  await expectAccessible(page, 'seven days')
  await panel(page).getByRole('button', { name: 'Last 24 hours of this period' }).click()
  await expect(panel(page).getByRole('list', { name: 'Alarm groups' })).toBeVisible()
  await expect(reset(page)).toBeVisible()
  expect(lengthOf(page)).toBe(1_440)

  // Several alarms of one chip: their list, not the stops of the first one's group.
  const list = page.getByRole('dialog')
  for (let share = 0; share < 1 && !(await list.isVisible()); share += 0.02) {
    // A press on a single alarm opens its stops, and moves the page.
    const { x, y, width } = await placeOf(plot(page))
    await page.mouse.click(x + width * share, y - alarmsAbove)
    // A list that opens is not to be closed by the next press.
    await list.waitFor({ timeout: 500 }).catch(() => undefined)
  }
  await expect(list.getByRole('heading')).toHaveText(/^\d+ alarms$/)
  const counted = Number.parseInt((await list.getByRole('heading').textContent()) ?? '', 10)
  await expect(list.getByRole('listitem')).toHaveCount(counted)
  await settled(page)
  await expectAccessible(page, 'the alarms of one chip', dialogAlone)
  await list.getByRole('button', { name: 'Open the stop' }).first().click()
  await expect(page).toHaveURL(/stop=/)
})

test('two fingers zoom on a phone, and the page still scrolls by one', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    colorScheme: 'light',
  })
  const page = await context.newPage()
  await enter(page, 'clientadmin', `${machine}?preset=last24h`)
  await expect(plot(page)).toBeVisible()
  await settled(page)
  const { x, middle, width } = await placeOf(plot(page))
  const tab = await context.newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', shares: readonly number[]) =>
    tab.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: shares.map((share, id) => ({ x: x + width * share, y: middle, id })),
    })
  await touch('touchStart', [0.4, 0.6])
  await touch('touchMove', [0.3, 0.7])
  await touch('touchMove', [0.2, 0.8])
  await touch('touchEnd', [])
  await expect(page).toHaveURL(/whole=last24h/)
  expect(Math.abs(lengthOf(page) - 480)).toBeLessThan(30)
  await expect(reset(page)).toBeVisible()
  await settled(page)
  await expectAccessible(page, 'zoomed on a phone, light')
  await context.close()
})

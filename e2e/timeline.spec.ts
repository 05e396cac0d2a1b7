// @slow way

import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, settled } from './axe.ts'
import { partOf } from './depth.ts'
import { enter } from './people.ts'

/** Which machine stopped when, and what stopped with it? */

for (const [width, height] of partOf(
  [
    [1440, 900],
    [390, 844],
  ] as const,
  1,
)) {
  test(`the timeline zooms, Back undoes it, and a stop leads to its machine at ${width} px`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: width < 1000,
      timezoneId: 'Europe/London',
    })
    const page = await context.newPage()
    await enter(page, 'clientadmin', '/admin/timeline?preset=last24h')
    const lanes = page.getByRole('slider')
    await lanes.waitFor()
    await settled(page)
    await expectAccessible(page, `timeline at ${width}`)
    await lanes.focus()
    await page.keyboard.press('+')
    await expect(page).toHaveURL(/[?&]start=/)
    await page.goBack()
    await expect(page).toHaveURL(/preset=last24h/)
    await lanes.focus()
    await page.keyboard.press('ArrowRight')
    await expect(lanes).toHaveAttribute('aria-valuetext', /^\S+: .+, \d+h \d\dm \d\ds$/)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/admin\/productionData\/1\//)
    await context.close()
  })
}

test('a card says what a time was, with a mouse beside it and with a finger below the lanes', async ({
  browser,
}) => {
  for (const hasTouch of [false, true]) {
    const context = await browser.newContext({
      viewport: { width: 820, height: 1180 },
      hasTouch,
      timezoneId: 'Europe/London',
    })
    const page = await context.newPage()
    await enter(page, 'clientadmin', '/admin/timeline?preset=last24h')
    await page.getByRole('slider').waitFor()
    await settled(page)
    const { x, y } = await widestStop(page)
    if (hasTouch) await page.touchscreen.tap(x, y)
    else await page.mouse.move(x, y, { steps: 3 })
    const open = page.getByRole('button', { name: 'Open the stop' })
    await expect(open).toBeVisible()
    const facts = page.locator('dl').filter({ hasText: 'Lost packs' })
    // A cause may have several lines.
    await expect(facts).toContainText(/Cause.+Operator.+Lost packs\s*[\d,–]+$/s)
    await expectAccessible(page, `a stop of the timeline, ${hasTouch ? 'touched' : 'pointed at'}`)
    if (!hasTouch) {
      // It stays while the pointer is in it.
      await open.hover()
      await expect(open).toBeVisible()
    }
    const before = new URL(page.url()).search
    await page.getByRole('button', { name: 'Zoom to it' }).click()
    await expect(page).toHaveURL(/[?&]start=/)
    expect(new URL(page.url()).search).not.toBe(before)
    await page.getByRole('button', { name: 'Reset zoom' }).click()
    await expect(page).toHaveURL(/preset=last24h/)
    await context.close()
  }
})

test('dragging marks a window over the lanes: Escape drops it, letting go zooms to it', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await enter(page, 'clientadmin', `/admin/timeline?${yesterday()}`)
  await page.getByRole('slider').waitFor()
  await settled(page)
  const lanes = await page.locator('main canvas').boundingBox()
  if (!lanes) throw new Error('no lanes')
  const mark = page.locator('[data-dragged]')
  const at = (share: number) => lanes.x + share * lanes.width
  const drag = async () => {
    await page.mouse.move(at(0.25), lanes.y + 150)
    await page.mouse.down()
    await page.mouse.move(at(0.75), lanes.y + 170, { steps: 5 })
  }
  await expect(mark).toBeHidden()
  await drag()
  const marked = await mark.boundingBox()
  expect(marked?.x).toBeCloseTo(at(0.25), 0)
  expect(marked?.width).toBeCloseTo(lanes.width / 2, 0)
  await page.keyboard.press('Escape')
  await expect(mark).toBeHidden()
  await page.mouse.up()
  await expect(page).toHaveURL(/from=/)
  expect(page.url()).not.toContain('start=')
  await drag()
  await page.mouse.up()
  await expect(page).toHaveURL(/start=06%3A00.*end=18%3A00|start=06:00.*end=18:00/)
  await expect(mark).toBeHidden()
  await context.close()
})

test('heads of lines have the figures of Compare for the same window', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Europe/London',
  })
  const page = await context.newPage()
  const answer = page.waitForResponse((response) =>
    /\/api\/admin\/compare\?.*by=line/.test(response.url()),
  )
  await enter(page, 'clientadmin', `/admin/timeline?${yesterday()}`)
  const { rows } = (await (await answer).json()) as {
    rows: { key: string; figures: { metrics: Record<string, number> } }[]
  }
  expect(rows.length).toBeGreaterThan(1)
  for (const { key, figures } of rows) {
    const head = page.getByRole('heading', { name: key, exact: true }).locator('..')
    const packs = Math.round(figures.metrics['Packs Produced'] ?? 0).toLocaleString('en')
    expect(packs).not.toBe('0')
    await expect(head).toContainText(`${packs} packs`)
  }
  await context.close()
})

const dayMs = 86_400_000

/** The whole of yesterday: its figures do not move while they are compared. */
function yesterday(): string {
  const day = new Date(Date.now() - dayMs).toISOString().slice(0, 10)
  return `from=${day}&to=${day}`
}

/** The middle of a time in the colour of a stop that is at least eight pixels wide, on the screen. */
async function widestStop(page: Page): Promise<{ x: number; y: number }> {
  const box = await page.locator('main canvas').boundingBox()
  const found: unknown = await page.evaluate(`(() => {
    const canvas = document.querySelector('main canvas')
    const ratio = devicePixelRatio
    const { data, width, height } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    let best = { long: 0, x: 0, y: 0 }
    for (let y = Math.round(100 * ratio); y < height - 200 * ratio; y += 3) {
      for (let x = 0, long = 0; x < width; x += 1) {
        const [red, green, blue] = data.slice((y * width + x) * 4, (y * width + x) * 4 + 3)
        long = red > 190 && green < 120 && blue < 130 ? long + 1 : 0
        if (long > best.long) best = { long, x: x - long / 2, y }
      }
    }
    return best.long < 8 ? null : { x: best.x / ratio, y: best.y / ratio }
  })()`)
  const at = found as { x: number; y: number } | null
  if (!box || !at) throw new Error('no stop is wide enough')
  return { x: box.x + at.x, y: box.y + at.y }
}

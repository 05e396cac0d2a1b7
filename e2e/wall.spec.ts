// @slow walk

import { type Browser, expect, type Page, test } from '@playwright/test'
import { partOf } from './depth.ts'
import { address, enter } from './people.ts'
import { arcMinutes, limitOf, textsOfWall } from './wallTexts.ts'

test.use({ viewport: { width: 1920, height: 1080 } })

const machines = ['FW-101', 'FW-102', 'FW-201', 'FW-202', 'FW-301', 'FW-302', 'VF-401', 'VF-402']

/** Makes a link in the panel, as a person does, and answers its address. */
async function makeLink(page: Page, label: string) {
  await page.goto(`${address()}/admin/panel?view=walls`)
  await page.getByRole('button', { name: 'Add Wall Link' }).click()
  const form = page.getByRole('dialog', { name: 'Add Wall Link' })
  await form.getByLabel('Name').fill(label)
  const client = form.getByRole('combobox', { name: 'Client' })
  if ((await client.count()) > 0) {
    await client.click()
    await page.getByRole('option', { name: 'Northfield Confectionery' }).click()
  }
  await form.getByRole('button', { name: 'Add' }).click()
  const made = page.getByRole('dialog', { name: /^Wall Link/ })
  const link = await made.getByLabel('Open this address on the television').inputValue()
  await made.getByRole('button', { name: 'Done' }).click()
  return link
}

/** A television: another browser without a session. */
async function television(browser: Browser, link: string) {
  const context = await browser.newContext({
    viewport: { width: 1920, height: 1080 },
    timezoneId: 'America/New_York',
    reducedMotion: 'reduce',
  })
  // It runs as any clock does, until a journey puts it forward.
  await context.clock.install()
  const screen = await context.newPage()
  await screen.goto(link)
  return { context, screen }
}

const tile = (screen: Page, serialNo: string) =>
  screen.getByRole('article', { name: new RegExp(`^${serialNo},`) })

test('a television shows the wall by its link until that is revoked', async ({ page, browser }) => {
  test.slow()
  await enter(page, 'admin')
  await expect(page).toHaveURL(/\/admin\/index$/)
  const label = `Packing hall ${Date.now()}`
  const link = await makeLink(page, label)
  expect(link).toMatch(/\/wall#[\w-]{43}$/)

  const { context, screen } = await television(browser, link)
  for (const serialNo of machines) await expect(tile(screen, serialNo)).toBeVisible()
  await expect(screen.getByRole('heading', { name: 'Northfield Confectionery' })).toBeVisible()
  // The hall's own zone, independent of the television's.
  await expect(screen.getByText('Europe/London')).toBeVisible()
  await expect(screen.getByText(/^Updated \d\d:\d\d:\d\d$/)).toBeVisible()
  // It shows the wall and nothing else: no link, no session, no scrolling.
  await expect(screen.getByRole('link')).toHaveCount(0)
  await expect(screen.getByRole('button')).toHaveCount(0)
  // When the server answered last, for the page without it; nothing of the link.
  expect(await screen.evaluate('Object.keys(localStorage)')).toEqual(['packboard.answered'])
  expect(await screen.evaluate('document.documentElement.scrollHeight <= window.innerHeight')).toBe(
    true,
  )

  await page.reload()
  const row = page.getByRole('row', { name: new RegExp(label) })
  await expect(row.getByText('Shown now')).toBeVisible()
  await row.getByRole('button', { name: `Revoke ${label}` }).click()
  await page
    .getByRole('dialog', { name: 'Revoke Wall Link' })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await expect(screen.getByRole('heading', { name: 'This wall link is not valid' })).toBeVisible()
  await expect(screen.getByRole('article')).toHaveCount(0)
  await screen.reload()
  await expect(screen.getByRole('heading', { name: 'This wall link is not valid' })).toBeVisible()
  await expect(row.getByText('Revoked', { exact: true })).toBeVisible()
  await context.close()
})

test('a link that somebody made up shows nothing', async ({ page }) => {
  for (const guess of ['', '#', `#${'A'.repeat(43)}`, '#1']) {
    await page.goto('about:blank')
    await page.goto(`${address()}/wall${guess}`)
    await expect(page.getByRole('heading', { name: 'This wall link is not valid' })).toBeVisible()
  }
})

test('without a network the wall says so, and comes back by itself', async ({ page, browser }) => {
  await enter(page, 'clientadmin')
  await expect(page).toHaveURL(/\/admin\/index$/)
  const { context, screen } = await television(browser, await makeLink(page, 'Night'))
  await expect(tile(screen, 'FW-101')).toBeVisible()
  await context.setOffline(true)
  // Values are old ten seconds after the network is lost.
  await screen.clock.fastForward(15_000)
  const lost = screen.getByText(/^Connection lost\. Values are from \d\d:\d\d:\d\d\.$/)
  await expect(lost).toBeVisible()
  for (const serialNo of machines) {
    await expect(tile(screen, serialNo)).toHaveAttribute('data-stale', 'true')
  }
  await context.setOffline(false)
  await expect(lost).toHaveCount(0, { timeout: 90_000 })
  await expect(tile(screen, 'FW-101')).toHaveAttribute('data-stale', 'false')
  await context.close()
})

test('the wall of a signed-in person has the same tiles and a way back', async ({ page }) => {
  await enter(page, 'user', '/')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'Wall', exact: true }).click()
  await expect(page).toHaveURL(/\/admin\/wall$/)
  for (const serialNo of machines) await expect(tile(page, serialNo)).toBeVisible()
  await expect(page.getByRole('link', { name: 'Wall links for televisions' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to the overview' }).click()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})

for (const [width, height] of partOf(
  [
    [1920, 1080],
    [3840, 2160],
  ] as const,
  1,
)) {
  test(`on 55 inches at ${width} × ${height} every text is read from its distance`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await enter(page, 'user', '/admin/wall')
    for (const serialNo of machines) await expect(tile(page, serialNo)).toBeVisible()
    await expect(page.getByText(/^Updated \d\d:\d\d:\d\d$/)).toBeVisible()
    const texts = await textsOfWall(page)
    const rows = texts.map((text) => ({
      text: text.text.slice(0, 28),
      kind: text.kind,
      'font px': text.fontPx,
      'capital px': Number(text.capitalPx.toFixed(1)),
      "5 m, '": Number(arcMinutes(text.capitalPx, width, 500).toFixed(1)),
      "3 m, '": Number(arcMinutes(text.capitalPx, width, 300).toFixed(1)),
    }))
    console.table(rows)
    for (const kind of ['id', 'state', 'value'] as const) {
      expect(texts.filter((text) => text.kind === kind).length, kind).toBeGreaterThanOrEqual(
        kind === 'value' ? 4 : machines.length,
      )
    }
    const tooSmall = texts.filter(({ kind, capitalPx }) => {
      const { centimetres, least } = limitOf(kind)
      return arcMinutes(capitalPx, width, centimetres) < least
    })
    expect(tooSmall).toEqual([])
  })
}

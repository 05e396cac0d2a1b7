// @slow way

import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { partOf } from './depth.ts'
import { address, enter, openOverview } from './people.ts'

/** The documentation: from Help, through the search, under the policy of the server, in both colours, on a phone. */

const docs = () => `${address()}/docs/`

/** What a browser refused to load or run, and what failed, while a page was used. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return complaints
}

test('Help leads to it; the search finds a section, by keyboard alone', async ({ page }) => {
  await enter(page, 'admin')
  await openOverview(page, 'Northfield Confectionery')
  await page.keyboard.press('?')
  const opened = page.waitForEvent('popup', { timeout: 30_000 })
  await page
    .getByRole('dialog', { name: 'Help' })
    .getByRole('link', { name: 'Documentation' })
    .click()
  const documentation = await opened
  await expect(documentation.getByRole('heading', { level: 1 })).toHaveText('Packboard')

  const complaints = complaintsOf(documentation)
  await documentation.reload()
  await documentation.keyboard.press('/')
  await documentation.keyboard.type('quarantined rec')
  const found = documentation.getByRole('region', { name: 'Found' })
  await expect(found.getByRole('link').first()).toContainText('Quarantined records')
  await expectAccessible(documentation, 'what the documentation search found')
  await documentation.keyboard.press('ArrowDown')
  await documentation.keyboard.press('Enter')
  await expect(documentation).toHaveURL(/\/docs\/operations\/data\.html#quarantined-records$/)
  await expect(documentation.locator('#quarantined-records')).toBeInViewport()
  expect(complaints).toEqual([])
})

for (const width of partOf([1440, 390], 1)) {
  test(`its pages are whole in both colours at ${width} px`, async ({ browser }) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } })
    const page = await context.newPage()
    const complaints = complaintsOf(page)
    await page.goto(`${docs()}manual/connect.html`)
    const scheme = () => page.evaluate(() => document.documentElement.dataset.mantineColorScheme)
    expect(await scheme()).toBe('dark')
    await expectAccessible(page, `documentation, dark, ${width}`)
    await page.getByRole('button', { name: 'Light colours' }).click()
    expect(await scheme()).toBe('light')
    await expectAccessible(page, `documentation, light, ${width}`)
    await page.goto(`${docs()}rules/decisions.html`)
    expect(await scheme()).toBe('light')
    // What is wide scrolls on its own.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    await page.getByRole('searchbox').fill('backup')
    const found = page.getByRole('region', { name: 'Found' })
    await expect(found.getByRole('link').first()).toContainText('Backups')
    const { x = -1, width: wide = 0 } = (await found.boundingBox()) ?? {}
    expect([x >= 0, x + wide <= width]).toEqual([true, true])
    await page.keyboard.press('Escape')
    await expect(found).toBeHidden()
    if (width === 390) {
      await page.getByText('Pages', { exact: true }).click()
      await page.locator('.menu').getByText('Run it').click()
      await page.locator('.menu').getByRole('link', { name: 'What is protected' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('What is protected, and how')
    }
    expect(complaints).toEqual([])
    await context.close()
  })
}

test('no link of the site is dead, and none leads to a heading that is not there', async () => {
  const pages = new Map<string, string>()
  const dead: string[] = []
  const files = new Map<string, number>()
  const waiting = [docs()]
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    if (pages.has(at)) continue
    const answer = await fetch(at)
    pages.set(at, await answer.text())
    if (answer.status !== 200) dead.push(`${answer.status} ${at}`)
    for (const target of linksIn(pages.get(at) ?? '', at)) {
      if (target.endsWith('.html')) waiting.push(target)
      else if (!files.has(target)) files.set(target, (await fetch(target)).status)
    }
  }
  for (const [at, html] of pages) {
    for (const link of anchorsIn(html, at)) {
      const id = decodeURIComponent(link.hash.slice(1))
      link.hash = ''
      const known = pages.get(link.href) ?? ''
      if (!known.includes(` id="${id}"`)) dead.push(`${at}: ${link.href}#${id}`)
    }
  }
  for (const [file, status] of files) if (status !== 200) dead.push(`${status} ${file}`)
  expect(dead).toEqual([])
  expect(pages.size).toBeGreaterThan(60)
  expect(files.size).toBeGreaterThan(30)
})

const targets = (html: string, at: string) =>
  [...html.matchAll(/ (?:href|src)="([^"]+)"/g)]
    .map(([, target = '']) => new URL(target.replaceAll('&amp;', '&'), at))
    .filter((target) => target.href.startsWith(docs()))

function linksIn(html: string, at: string): string[] {
  return targets(html, at).map((target) => {
    target.hash = ''
    return target.href
  })
}

const anchorsIn = (html: string, at: string) =>
  targets(html, at).filter((target) => target.hash !== '' && target.hash !== '#content')

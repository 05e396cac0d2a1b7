// @slow way

import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, settled } from './axe.ts'
import { faultsInPage } from './inPage.mjs'
import { multiplyMachines } from './manyMachines.ts'
import { enter } from './people.ts'

/** How many machines a screen holds, and that no label of a card and no client's name is broken or cut. */

const wideScreen = { width: 1440, height: 900 }
const languages = ['en', 'de', 'fr', 'es', 'it'] as const

/** As it looks for a person who chose so; other journeys of this person keep theirs. */
async function look(page: Page, density: 'comfortable' | 'compact') {
  await page.route('**/api/admin/preferences', (route) =>
    route.fulfill({ json: { colourScheme: null, density } }),
  )
  await page.addInitScript((chosen) => localStorage.setItem('packboard.density', chosen), density)
}

const cardsOf = (page: Page) => page.getByRole('main').locator('article[data-band]')

/** Cards of which no edge is outside of the window. */
const wholeCards = (page: Page) =>
  cardsOf(page).evaluateAll(
    (cards) =>
      cards.filter((card) => {
        const { top, bottom } = card.getBoundingClientRect()
        return top >= 0 && bottom <= window.innerHeight
      }).length,
  )

test('comfortable, eight whole machines are in sight at 1440 × 900, all cards of one width', async ({
  page,
}) => {
  await look(page, 'comfortable')
  await page.setViewportSize(wideScreen)
  await enter(page, 'clientadmin', '/admin/dashboard?group=line')
  await expect(cardsOf(page)).toHaveCount(8)
  await expect(cardsOf(page).first()).toContainText(/OEEE\d+\.\d %/)
  // While the demo writes its past a notice stands over every page.
  await expect(page.getByText(/history is being written/)).toHaveCount(0, { timeout: 120_000 })
  await settled(page)
  expect(await wholeCards(page)).toBe(8)
  const widths = await cardsOf(page).evaluateAll((cards) =>
    cards.map((card) => Math.round(card.getBoundingClientRect().width)),
  )
  expect(new Set(widths).size).toBe(1)
  expect(await page.evaluate(faultsInPage)).toEqual([])
})

for (const [count, size] of [
  [24, 'with their times'],
  [50, 'small'],
] as const) {
  test(`compact, ${count} whole machines are in sight at 1920 × 1080, ${size}`, async ({
    page,
  }) => {
    await look(page, 'compact')
    await page.setViewportSize({ width: 1920, height: 1080 })
    await multiplyMachines(page, count)
    await enter(page, 'clientadmin', '/admin/dashboard?group=none')
    await expect(cardsOf(page)).toHaveCount(count)
    await settled(page)
    expect(await wholeCards(page)).toBe(count)
    expect(await page.evaluate(faultsInPage)).toEqual([])
  })
}

for (const group of ['line', 'none']) {
  test(`compact, at least 20 of 100 machines are in sight at 1440 × 900, grouped by ${group}`, async ({
    page,
  }) => {
    await look(page, 'compact')
    await multiplyMachines(page, 100)
    await enter(page, 'clientadmin', `/admin/dashboard?group=${group}`)
    await expect(cardsOf(page)).toHaveCount(100)
    const first = cardsOf(page).first()
    await settled(page)
    await expect.poll(() => wholeCards(page)).toBeGreaterThanOrEqual(20)
    await expect(first.locator('svg').first()).toBeVisible()
    await expect(first).toContainText(/Speed \(ppm\)\d+ of \d+/)
    await expect(first.getByRole('img', { name: 'FW-101 states, last 8 hours' })).toBeVisible()
    // The other fields are one key away.
    await first.getByRole('link').focus()
    await page.keyboard.press('Space')
    await expect(page.getByRole('status').filter({ hasText: /^Batch Packs/ })).toContainText(/Tool/)
    await page.keyboard.press('Escape')
    expect(await page.evaluate(faultsInPage)).toEqual([])
    if (group === 'line') await expectAccessible(page, 'compact overview')
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
}

/** Labels of cards that take more than one line, and those that reach into the one beside them or out of the card. */
const brokenLabels = (page: Page) =>
  cardsOf(page).evaluateAll((cards) => {
    const found: string[] = []
    for (const list of cards.flatMap((card) => [...card.querySelectorAll('dl')])) {
      const end = list.closest('article')?.getBoundingClientRect().right ?? 0
      const labels = [...list.querySelectorAll('dt')]
      const rowHeight = 20
      const boxes = labels.map((label) => label.getBoundingClientRect())
      for (const [place, label] of labels.entries()) {
        const box = boxes[place]!
        const next = boxes[place + 1]
        const width = label.scrollWidth - label.clientWidth
        const isBeside = next === undefined || next.top > box.bottom || next.left >= box.right
        if (box.height > rowHeight || width > 1 || !isBeside || box.right > end) {
          found.push(label.textContent ?? '')
        }
      }
    }
    return [...new Set(found)]
  })

for (const language of languages) {
  test(`in ${language} each label of a card takes one line, and the name of the client is whole`, async ({
    page,
  }) => {
    await look(page, 'comfortable')
    await page.addInitScript((chosen) => {
      localStorage.setItem('packboard.language', chosen)
    }, language)
    await page.setViewportSize(wideScreen)
    await enter(page, 'clientadmin', '/admin/dashboard?group=none')
    await expect(cardsOf(page)).toHaveCount(8)
    await settled(page)
    const name = page.getByRole('banner').getByText('Northfield Confectionery')
    expect(await name.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
    // Also who one is, and all ways beside them.
    const person = page.getByRole('banner').getByText('Helen', { exact: true })
    await expect(person).toBeVisible()
    expect(await person.evaluate((text) => text.scrollWidth - text.clientWidth)).toBe(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(wideScreen.width)
    for (const width of [820, 1024, 1376, 1440, 1920]) {
      await page.setViewportSize({ ...wideScreen, width })
      await expect.poll(() => brokenLabels(page), `at ${width} px`).toEqual([])
    }
  })
}

test('a client’s name that has no room is cut at its end and whole in its title', async ({
  page,
}) => {
  const long = 'Northfield Confectionery and Biscuit Manufacturing of the North'
  await enter(page, 'clientadmin')
  await page.evaluate((clientName) => {
    const session = JSON.parse(localStorage.getItem('packboard.session') ?? '{}')
    localStorage.setItem('packboard.session', JSON.stringify({ ...session, clientName }))
  }, long)
  await page.goto(new URL('/admin/dashboard', page.url()).href)
  const name = page.getByRole('banner').getByTitle(long)
  await expect(name).toHaveText(long)
  const text = name.getByText(long)
  await expect(text).toHaveCSS('text-overflow', 'ellipsis')
  expect(await text.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeGreaterThan(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(wideScreen.width)
})

import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.2 up to level AA, by axe's tags. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The page is there, and no part of it still says that it loads, or shows what was before, faded. */
export async function settled(page: Page) {
  // An empty document says nothing of loading, either.
  await expect(page.locator('h1').first()).toBeVisible()
  await expect(page.getByText('Loading...')).toHaveCount(0)
  await expect(page.locator('[data-old="true"]')).toHaveCount(0)
}

/** To the top: a button that lies half under the bar of a scrolled page would count as a small one. */
export const toTop = (page: Page) => page.evaluate(() => window.scrollTo(0, 0))

/** What opens over a page that was checked before: the page behind it is the same. */
export const dialogAlone = '[role="dialog"]'

/**
 * Nothing on the page as it is now, or in the parts `within` alone, breaks a rule of WCAG 2.2 AA; a violation is reported
 * with its place and the reason.
 */
export async function expectAccessible(page: Page, what: string, within?: string) {
  // Only violations are collected, in the page itself: collecting every part that keeps the rules took most of the time.
  const axe = new AxeBuilder({ page })
    .options({ runOnly: tags, resultTypes: ['violations'], preload: { assets: ['media'] } })
    .setLegacyMode()
  if (within !== undefined) axe.include(within)
  const { violations } = await axe.analyze()
  const broken = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect.soft(broken, what).toEqual([])
}

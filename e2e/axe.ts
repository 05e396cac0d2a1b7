import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.2 up to level AA, by axe's tags. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Nothing on the page as it is now breaks a rule of WCAG 2.2 AA; a violation is reported with its place and the reason. */
export async function expectAccessible(page: Page, what: string) {
  // Only violations are collected, in the page itself: collecting every part that keeps the rules took most of the time.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: tags, resultTypes: ['violations'], preload: { assets: ['media'] } })
    .setLegacyMode()
    .analyze()
  const broken = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect.soft(broken, what).toEqual([])
}

import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** WCAG 2.2 up to level AA, as axe names its parts. */
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Nothing on the page as it is now breaks a rule of WCAG 2.2 AA; what does is named with its place and the reason. */
export async function expectAccessible(page: Page, what: string) {
  // Only what breaks a rule is asked for, in the page itself: naming every part that keeps the rules took most of the time.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: tags, resultTypes: ['violations'], preload: { assets: ['media'] } })
    .setLegacyMode()
    .analyze()
  const broken = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
  )
  expect.soft(broken, what).toEqual([])
}

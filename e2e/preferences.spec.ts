// @slow form

import { type BrowserContextOptions, expect, type Page, test } from '@playwright/test'
import { groundOf, particleFrames, watchParticles } from './inPage.mjs'
import { address, enter } from './people.ts'

/** Preferences that a user set in the system: less motion, and colours of their own. */

/** Frames of the particles within so many milliseconds, once they are there and were drawn. */
async function framesIn(page: Page, ms: number) {
  await expect(page.locator('#particles canvas')).toBeAttached()
  await expect.poll(async () => (await page.evaluate(particleFrames)).frames).toBeGreaterThan(0)
  // The first frames are still those of the beginning.
  await page.waitForTimeout(3_000)
  await page.evaluate(particleFrames)
  await page.waitForTimeout(ms)
  return page.evaluate(particleFrames)
}

test.describe('motion', () => {
  const requested = (reducedMotion: BrowserContextOptions['reducedMotion']) => ({
    contextOptions: { reducedMotion: reducedMotion! },
  })

  test.describe('reduced', () => {
    test.use(requested('reduce'))
    test('the particles are drawn once and not one frame more, also on the next page', async ({
      page,
    }) => {
      await page.addInitScript(watchParticles)
      await page.goto(`${address()}/auth/login`)
      expect((await framesIn(page, 3_000)).frames).toBe(0)
      await enter(page, 'clientadmin', '/admin/dashboard')
      await expect(page.getByText('Last Updated Time')).toBeVisible()
      expect((await framesIn(page, 3_000)).frames).toBe(0)
    })
  })

  test.describe('as usual', () => {
    test.use(requested('no-preference'))
    test('the particles move, with at most 40 frames a second, and rest behind data', async ({
      page,
    }) => {
      await page.addInitScript(watchParticles)
      await page.goto(`${address()}/auth/login`)
      const { frames, ms } = await framesIn(page, 5_000)
      console.log(`particles: ${((frames / ms) * 1_000).toFixed(1)} frames a second`)
      expect(frames).toBeGreaterThan(0)
      // One more, for the frame in which the counting began.
      expect(frames).toBeLessThanOrEqual((ms / 1_000) * 40 + 1)
      await enter(page, 'clientadmin', '/admin/dashboard')
      await expect(page.getByText('Last Updated Time')).toBeVisible()
      expect((await framesIn(page, 3_000)).frames).toBe(0)
    })
  })
})

test.describe('the colours of the system', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } })

  test('no particles; drawn charts keep their ground, what is chosen stands out', async ({
    page,
  }) => {
    test.setTimeout(180_000)
    await enter(page, 'clientadmin', '/admin/dashboard')
    const strip = page.getByRole('img', { name: 'FW-101 states, last 8 hours' })
    await expect(strip).toHaveCSS('forced-color-adjust', 'none', { timeout: 60_000 })
    await expect(page.locator('#particles')).toBeHidden()
    const chosen = await page.getByRole('button', { name: 'Combined' }).evaluate(groundOf)
    const other = await page.getByRole('button', { name: 'By machine' }).evaluate(groundOf)
    expect(chosen).not.toBe(other)
  })
})

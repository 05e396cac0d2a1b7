import { type Browser, expect, type Page } from '@playwright/test'
import { type CardRecord, watchStillness } from '../../scripts/watchStillness.mjs'
import { openBrowser, signInByForm } from './browser.ts'
import { serve } from './measure.ts'

const cards = 8
const mostFrames = 40
const mostShare = 0.03
/** Of one core: the main thread of the production page, refreshes of its figures included. */
const mostOfProduction = 0.01
const warmUpMs = 30_000

/**
 * Eight live cards of the demo on one open overview in Chromium, for 60 minutes unless the arguments name another
 * duration: layout shifts, cards that go or lose a value, frames of the particles a second and what Chromium's
 * processes spend on them. The same page with reduced motion, a sixth of that time, is what all motion, that of the
 * particles and of the rest, is measured against. After that the production page of one machine, as long.
 */
export async function main([minutes = '60']: string[]) {
  const ms = Number(minutes) * 60_000
  await using demo = await serve('live', { days: '1', env: { PLANT: 'faults' } })
  await demo.historySent
  await using browser = await openBrowser()
  const moving = await look(browser, demo.url, 'no-preference', ms)
  const still = await look(browser, demo.url, 'reduce', ms / 6)
  const production = await look(browser, demo.url, 'no-preference', ms / 6, openMachine)
  for (const one of [moving, still]) {
    for (const sign of new Set([...one.shifted, ...one.flickers])) console.log(`seen: ${sign}`)
  }
  const share = moving.cpu - still.cpu
  console.log(`with particles:      ${sentence(moving)}`)
  console.log(`with reduced motion: ${sentence(still)}`)
  console.log(`all that moves, particles and the rest: ${percent(share)} of one core`)
  console.log(`production page:     main thread ${percent(production.mainThread)} of one core`)
  const isStill = [moving, still].every((one) => one.shifts === 0 && one.flickers.length === 0)
  const isCalm = moving.mostFrames <= mostFrames && still.frames === 0
  process.exitCode =
    isStill && isCalm && share <= mostShare && production.mainThread <= mostOfProduction ? 0 : 1
}

type Seen = CardRecord & {
  readonly minutes: number
  /** Of one core: all processes of the browser. */
  readonly cpu: number
  /** Of one core: the main thread of the page. */
  readonly mainThread: number
}

async function look(
  browser: Browser,
  url: string,
  reducedMotion: 'no-preference' | 'reduce',
  ms: number,
  goOn: (page: Page) => Promise<void> = async () => {},
): Promise<Seen> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion,
  })
  await context.addInitScript("localStorage.setItem('packboard.tour', 'seen')")
  const page = await context.newPage()
  await openOverview(page, url)
  await goOn(page)
  await page.waitForTimeout(warmUpMs)
  const processes = await browser.newBrowserCDPSession()
  const spent = async () => {
    const { processInfo } = await processes.send('SystemInfo.getProcessInfo')
    return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
  }
  const tab = await context.newCDPSession(page)
  // CPU time, not wall-clock time.
  await tab.send('Performance.enable', { timeDomain: 'threadTicks' })
  const busy = async () => {
    const { metrics } = await tab.send('Performance.getMetrics')
    return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  }
  await page.evaluate(watchStillness)
  const before = { spent: await spent(), busy: await busy(), at: performance.now() }
  await page.waitForTimeout(ms)
  const seconds = (performance.now() - before.at) / 1_000
  const cpu = ((await spent()) - before.spent) / seconds
  const mainThread = ((await busy()) - before.busy) / seconds
  const record = await page.evaluate<CardRecord>('window.cardRecord')
  await context.close()
  return { ...record, minutes: seconds / 60, cpu, mainThread }
}

function sentence(seen: Seen): string {
  const {
    minutes,
    shifts,
    worstShift,
    boxes,
    changes,
    flickers,
    frames,
    mostFrames: most,
    cpu,
    mainThread,
  } = seen
  return (
    `${minutes.toFixed(1)} min, ${changes} changes of cards, layout shift ${shifts} ` +
    `(worst together ${worstShift}, boxes that moved ${boxes}), ` +
    `flickers ${flickers.length}, ` +
    `particle frames ${frames} (at most ${most} in a second), ` +
    `browser ${percent(cpu)} and page's main thread ${percent(mainThread)} of one core`
  )
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`

async function openOverview(page: Page, url: string) {
  await signInByForm(page, url, 'clientadmin')
  await page
    .getByRole('main')
    .getByRole('link', { name: /Dashboard/ })
    .first()
    .click()
  await expect(page.locator('main [data-band]')).toHaveCount(cards, { timeout: 30_000 })
}

async function openMachine(page: Page) {
  await page.locator('main [data-band]').first().click()
  await expect(page.getByRole('article', { name: 'Packs Produced' })).toBeVisible()
}

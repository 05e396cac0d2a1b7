// `npm run watch:figures`: leaves the production page of a running machine open for an hour and, at ten random instants
// and at the end, compares every figure on it with a fresh load of the page that asks for the same instant. `-- 10 5` takes ten minutes
// and five looks; PACKBOARD_URL names a demo that runs already, MACHINE another machine. Ends with 1 if one differs.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { startPackboard } from '../scripts/demo.mjs'
import { buildScreens, checkNode, findChromium, installPackages } from '../scripts/steps.mjs'

checkNode()
await installPackages()
const [minutes = 60, looks = 10] = process.argv.slice(2).map(Number)
const ofWindow = ['start_date', 'start_time', 'end_date', 'end_time', 'timezone', 'until']
const machine = process.env.MACHINE ?? 'FW-101'
const demo = process.env.PACKBOARD_URL
  ? { url: process.env.PACKBOARD_URL, stop: async () => {} }
  : await startDemo()
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
})
const open = await signedIn()
await openProduction(open)

const random = () => Math.random() * minutes * 60_000
// The last look is at the end, so that the page is open for all of the time.
const end = minutes * 60_000
const instants = [...Array.from({ length: looks }, random), end].sort((one, other) => one - other)
const begin = Date.now()
let differing = 0
for (const instant of instants) {
  await new Promise((done) => setTimeout(done, Math.max(0, begin + instant - Date.now())))
  const { question, shown } = await figuresOf(open)
  const fresh = await signedIn()
  await fresh.route(/[?&]until=/, (route) => {
    const address = new URL(route.request().url())
    for (const [name, value] of Object.entries(question)) address.searchParams.set(name, value)
    return route.continue({ url: address.href })
  })
  await openProduction(fresh)
  const loaded = await figuresOf(fresh)
  await fresh.context().close()
  const differences = shown
    .map((line, index) => [line, loaded.shown[index]])
    .filter(([here, there]) => here !== there)
  const same = differences.length === 0 && shown.length === loaded.shown.length
  if (!same) differing += 1
  const minute = ((Date.now() - begin) / 60_000).toFixed(1)
  console.log(
    `minute ${minute}, figures of ${question.until}: ${shown.length} lines, ${same ? 'equal' : 'DIFFERENT'}`,
  )
  for (const [here, there] of differences.slice(0, 5))
    console.log(`  open: ${here}\n  fresh: ${there}`)
}
await browser.close()
await demo.stop()
console.log(`${instants.length - differing} of ${instants.length} equal after ${minutes} minutes`)
process.exit(differing === 0 ? 0 : 1)

async function signedIn() {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    timezoneId: 'Europe/London',
    locale: 'en-GB',
    serviceWorkers: 'block',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  await page.addInitScript(() => localStorage.setItem('packboard.tour', 'seen'))
  await page.goto(`${demo.url}/auth/login`)
  await page.getByLabel('Username').fill('clientadmin')
  await page.getByLabel('Password', { exact: true }).fill('packboard')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.waitForURL('**/admin/**')
  return page
}

/** The last 24 hours: a window that always reaches to now. */
async function openProduction(page) {
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (!pathname.includes('/day-summary') || !searchParams.has('until')) return
    page.question = Object.fromEntries(ofWindow.map((name) => [name, searchParams.get(name)]))
  })
  await page.goto(`${demo.url}/admin/productionData/1/${machine}?preset=last24h`)
  await page.getByRole('article').first().waitFor()
}

/** The window that was question for, and every line of the cards and of the legends once they stand still. */
async function figuresOf(page) {
  let before = ''
  for (;;) {
    const { question } = page
    await page.waitForTimeout(1_500)
    const shown = await page.locator('main').evaluate((main) => {
      const waits = main.querySelector('[class*="_skeleton_"], [class*="_coming"]') !== null
      const parts = [...main.querySelectorAll('article, tbody tr')]
      // The window of the fresh load may begin a minute later; its figures are requested for that of the open page.
      const span = /\d\d-\d\d \d\d:\d\d to \d\d-\d\d \d\d:\d\d/
      return waits ? null : parts.map((part) => part.textContent.replace(span, ''))
    })
    const now = JSON.stringify(shown)
    if (question && shown && question === page.question && now === before)
      return { question, shown }
    before = now
  }
}

async function startDemo() {
  const data = mkdtempSync(join(tmpdir(), 'packboard-watch-'))
  buildScreens()
  let complete
  const historyIsThere = new Promise((done) => {
    complete = done
  })
  const started = await startPackboard({
    env: { PORT: '0', MQTT_PORT: '0', PACKBOARD_DATA: data, DAYS: '2', LOG_LEVEL: 'warn' },
    onPlant: (message) => message.type === 'history' && complete(),
  })
  await historyIsThere
  return {
    url: started.url,
    stop: async () => {
      await started.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

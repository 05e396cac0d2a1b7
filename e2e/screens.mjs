// `npm run screens`: takes a picture of every screen and state into docs/screens, and those of README and manual into
// docs/manual/pictures, so that they are never older than the code. `-- overview login` takes some; PACKBOARD_URL names a
// demo that runs already; WIDTHS=390,1440 takes some widths.
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { startPackboard } from '../scripts/demo.mjs'
import { buildScreens, checkNode, findChromium, installPackages, root } from '../scripts/steps.mjs'
import { scenes } from './scenes.mjs'

const sizes = { 390: 844, 820: 1180, 1440: 900, 1920: 1080 }
const widths = (process.env.WIDTHS ?? Object.keys(sizes).join(',')).split(',').map(Number)
const asked = process.argv.slice(2)
const folder = join(root, 'docs', 'screens')
const manual = join(root, 'docs', 'manual', 'pictures')
/** A4 landscape between margins of 10 mm, in CSS px. */
const paper = { width: 1047, height: 718 }

checkNode()
installPackages()
for (const each of [folder, manual]) mkdirSync(each, { recursive: true })
const demo = process.env.PACKBOARD_URL
  ? { url: process.env.PACKBOARD_URL, stop: async () => {} }
  : await startDemo()
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
})
const sessions = new Map()
const missed = []

for (const width of widths) {
  for (const scene of scenes) {
    if (asked.length > 0 && !asked.includes(scene.name)) continue
    if (scene.only && !scene.only.includes(width)) continue
    await picture(scene, width).catch((error) => {
      missed.push(`${scene.name} at ${width}: ${String(error.message).split('\n')[0]}`)
    })
  }
}
await browser.close()
await demo.stop()

const sum = readdirSync(folder).reduce((all, file) => all + statSync(join(folder, file)).size, 0)
console.log(`packboard: ${readdirSync(folder).length} pictures, ${(sum / 1e6).toFixed(1)} MB`)
for (const line of missed) console.log(`packboard: missed ${line}`)
process.exitCode = missed.length > 0 ? 1 : 0

async function picture(scene, width) {
  const context = await browser.newContext({
    viewport: { width, height: sizes[width] ?? 900 },
    timezoneId: 'Europe/London',
    locale: 'en-GB',
    hasTouch: width < 1000,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  try {
    const stored = {
      ...scene.stored,
      ...(!scene.tour && { 'packboard.tour': 'seen' }),
      ...(scene.who && {
        'packboard.session': JSON.stringify({
          ...(await sessionOf(context, scene.who)),
          ...scene.session,
        }),
      }),
    }
    await context.addInitScript((entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value)
    }, stored)
    const page = await context.newPage()
    const quiet = followRequests(page)
    page.setDefaultTimeout(60_000)
    if (scene.clock) await page.clock.install()
    for (const [address, answer] of Object.entries(scene.wire ?? {})) {
      await page.route(address, answer)
    }
    const path = typeof scene.path === 'function' ? scene.path() : scene.path
    await page.goto(demo.url + path)
    // What is not there in this version leads elsewhere.
    if (scene.optional && new URL(page.url()).pathname !== path) return
    // The particles lie elsewhere each time.
    await page.addStyleTag({ content: '#particles { visibility: hidden }' })
    if (scene.waits === false) await page.locator('main h1, main h2').first().waitFor()
    else await settled(page, quiet)
    await scene.act?.(page)
    if (scene.act && scene.waits !== false) await settled(page, quiet)
    if (scene.paper) {
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
      await page.emulateMedia({ media: 'print' })
      await page.setViewportSize(paper)
    }
    await page.waitForTimeout(scene.after ?? 700)
    const shot = await page.screenshot({ fullPage: scene.full !== false })
    await keep(shot, scene, width)
  } finally {
    await context.close()
  }
}

/** Counts what is on its way, the live stream aside; answers when nothing was for a while. */
function followRequests(page) {
  const underWay = new Set()
  const isStream = (request) => request.url().includes('machines-live')
  page.on('request', (request) => !isStream(request) && underWay.add(request))
  for (const end of ['requestfinished', 'requestfailed']) {
    page.on(end, (request) => underWay.delete(request))
  }
  return async () => {
    const until = Date.now() + 15_000
    for (let still = 0; still < 5 && Date.now() < until; ) {
      await page.waitForTimeout(150)
      still = underWay.size === 0 ? still + 1 : 0
    }
  }
}

/** Nothing is still to come: no request, no skeleton, no spoken wait, the typeface there. */
async function settled(page, quiet) {
  await page.locator('main, h1').first().waitFor()
  await quiet()
  await page.waitForFunction(
    () =>
      document.querySelector('[class*="_skeleton_"], [class*="_coming"]') === null &&
      ![...document.querySelectorAll('[role="status"]')].some((one) =>
        one.textContent?.includes('Loading...'),
      ),
  )
  await quiet()
  await page.evaluate(() => document.fonts.ready.then(() => true))
}

/** WebP at this quality shows 12 px text without a blur at a fifth of the size of a PNG. */
async function keep(shot, { name, manual: shown = [] }, width) {
  const file = `${name}-${width}.webp`
  await sharp(shot).webp({ quality: 82, effort: 5 }).toFile(join(folder, file))
  if (shown.includes(width)) copyFileSync(join(folder, file), join(manual, file))
}

async function sessionOf(context, username) {
  if (!sessions.has(username)) {
    const answer = await context.request.post(`${demo.url}/api/auth/packboard-signin`, {
      data: { username, password: 'packboard', browserSaved: true },
    })
    if (!answer.ok()) throw new Error(`${username} could not sign in: ${await answer.text()}`)
    sessions.set(username, await answer.json())
  }
  return sessions.get(username)
}

/** A demo of its own with two days behind it and something for every band: a stop, a hold, a jam, a silent machine. */
async function startDemo() {
  buildScreens()
  const data = mkdtempSync(join(tmpdir(), 'packboard-screens-'))
  let complete
  const historyIsThere = new Promise((done) => {
    complete = done
  })
  const started = await startPackboard({
    env: { PORT: '0', MQTT_PORT: '0', PACKBOARD_DATA: data, DAYS: '2', LOG_LEVEL: 'warn' },
    onPlant: (message) => message.type === 'history' && complete(),
  })
  await historyIsThere
  const commands = [
    'state FW-301 3',
    'state FW-202 13',
    'state VF-401 21',
    'stop-connection VF-402',
  ]
  for (const command of commands) started.plant.send(command)
  // Longer than the hold limit: the silent machine is OFFLINE by then.
  await new Promise((done) => setTimeout(done, 110_000))
  return {
    url: started.url,
    async stop() {
      await started.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

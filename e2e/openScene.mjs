// What the pictures (screens.mjs) and the texts read aloud (spoken.mjs) share: a demo, its people's sessions, and a
// scene opened in Chromium until everything is loaded.
import { chromium } from '@playwright/test'
import { checkNode, findChromium, installPackages } from '../scripts/steps.mjs'
import { browserArguments, startPictureDemo } from './pictureDemo.mjs'
import { scenes } from './scenes.mjs'

const heights = { 390: 844, 820: 1180, 1180: 820, 1440: 900, 1920: 1080 }

/** The requested widths (WIDTHS=390,1440), or these. */
export const widthsOr = (usual) => (process.env.WIDTHS?.split(',') ?? usual).map(Number)

/**
 * Opens every scene whose name is on the command line, or all, and gives each page to `look`. Every failure is reported
 * at the end and makes the command fail. PACKBOARD_URL names a demo that runs already;
 * SCHEME=light shows them in the light colours.
 */
export async function openScenes({ widthsOf, before = async () => {}, look }) {
  checkNode()
  await installPackages()
  const requested = process.argv.slice(2)
  const demo = process.env.PACKBOARD_URL
    ? { url: process.env.PACKBOARD_URL, stop: async () => {} }
    : await startDemo()
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: browserArguments,
  })
  const ask = asker(demo.url)
  const missed = []
  const shown =
    requested.length > 0 ? scenes.filter(({ name }) => requested.includes(name)) : scenes
  for (const scene of shown) {
    for (const width of widthsOf(scene)) {
      await open({ scene, width, browser, url: demo.url, ask, before, look }).catch((error) => {
        missed.push(`${scene.name} at ${width}: ${String(error.message).split('\n')[0]}`)
      })
    }
  }
  await browser.close()
  await demo.stop()
  for (const line of missed) console.log(`packboard: missed ${line}`)
  process.exitCode = missed.length > 0 ? 1 : 0
}

async function open({ scene, width, browser, url, ask, before, look }) {
  const context = await browser.newContext({
    viewport: { width, height: heights[width] ?? 900 },
    timezoneId: scene.timezone ?? 'Europe/London',
    locale: 'en-GB',
    hasTouch: width < 1200,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  try {
    const session = scene.who && { ...(await ask.sessionOf(scene.who)), ...scene.session }
    const stored = {
      ...scene.stored,
      ...(!scene.tour && { 'packboard.tour': 'seen' }),
      ...(process.env.SCHEME && { 'packboard.colourScheme': process.env.SCHEME }),
      ...(session && { 'packboard.session': JSON.stringify(session) }),
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
    await before(page)
    const path = typeof scene.path === 'function' ? await scene.path(ask) : scene.path
    await page.goto(url + path)
    // A scene that this version does not have is redirected.
    if (scene.optional && new URL(page.url()).pathname !== path) return
    if (scene.waits === false) await page.locator('main h1, main h2').first().waitFor()
    else await settled(page, quiet)
    await scene.act?.(page)
    if (scene.act && scene.waits !== false) await settled(page, quiet)
    await look(page, scene, width)
  } finally {
    await context.close()
  }
}

/** Counts running requests without the live stream; resolves when there was none for a while. */
export function followRequests(page) {
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

/** Everything is loaded: no request, no skeleton, no announced wait, and the typeface is there. */
export async function settled(page, quiet) {
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

/** Sends a request as one of the demo's users; each signs in once. */
export function asker(url) {
  const sessions = new Map()
  async function post(path, body, headers = {}) {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  async function sessionOf(username) {
    if (!sessions.has(username)) {
      const body = { username, password: 'packboard', browserSaved: true }
      sessions.set(username, await post('/api/auth/packboard-signin', body))
    }
    return sessions.get(username)
  }
  return {
    sessionOf,
    async post(username, path, body) {
      const { accessToken } = await sessionOf(username)
      return post(path, body, { 'x-access-token': accessToken })
    },
  }
}

/** The demo's factory, with a line that is held up and a silent machine. */
async function startDemo() {
  const demo = await startPictureDemo()
  // FW-302 holds up its line; VF-401 is silent.
  const commands = ['state FW-302 18', 'state FW-301 19', 'stop-connection VF-401']
  for (const command of commands) demo.plant.send(command)
  // Longer than the hold limit: the silent machine is OFFLINE by then.
  await new Promise((done) => setTimeout(done, 110_000))
  return demo
}

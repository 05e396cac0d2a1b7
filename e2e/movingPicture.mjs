// `npm run screens:moving`: films the way from a machine that stops to the interval of a stop, on a demo of its own, and
// writes the moving picture of README into docs/manual/pictures. FOLDER=… writes it there, with each frame as a PNG.
import { mkdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { checkNode, findChromium, installPackages, root } from '../scripts/steps.mjs'
import { asker, followRequests, settled } from './openScene.mjs'
import { browserArguments, startPictureDemo } from './pictureDemo.mjs'

const elsewhere = process.env.FOLDER
const folder = elsewhere ?? join(root, 'docs', 'manual', 'pictures')
const file = join(folder, 'a-stop-960.webp')
const page = { width: 1200, height: 750 }
const shown = { width: 960, height: 600 }
/** What README may weigh with it: the picture is loaded by everybody who opens the page. */
const largest = 1_500_000
const machine = 'FW-302'
/** The code of Pack Block. */
const stopped = 18

checkNode()
await installPackages()
mkdirSync(folder, { recursive: true })
const demo = await startPictureDemo()
const browser = await chromium.launch({
  executablePath: await findChromium(),
  args: browserArguments,
})
try {
  const camera = await openCamera(await browser.newPage(await pageOptions()))
  await film(camera)
  await write(camera.frames)
} finally {
  await browser.close()
  await demo.stop()
}

async function pageOptions() {
  const session = await asker(demo.url).sessionOf('clientadmin')
  const stored = { 'packboard.tour': 'seen', 'packboard.session': JSON.stringify(session) }
  return {
    viewport: page,
    baseURL: demo.url,
    timezoneId: 'Europe/London',
    locale: 'en-GB',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    storageState: {
      cookies: [],
      origins: [
        {
          origin: new URL(demo.url).origin,
          localStorage: Object.entries(stored).map(([name, value]) => ({ name, value })),
        },
      ],
    },
  }
}

/** The story: what happens, and the words under it. */
async function film(camera) {
  const card = camera.tab
    .getByRole('main')
    .getByRole('link', { name: new RegExp(`^${machine}\\b`) })
  await camera.open('/admin/dashboard')
  await card.filter({ hasText: 'Execute' }).waitFor({ timeout: 300_000 })
  await camera.show(card, 190)
  await camera.say(`Eight machines of a factory, live. ${machine} runs.`)
  await camera.point(card)
  await camera.hold(2_000)

  demo.plant.send(`state ${machine} ${stopped}`)
  await card.filter({ hasText: 'Pack Block' }).waitFor()
  await camera.say('It stops. Its card says so within a second.')
  await camera.hold(2_600)
  await camera.press(card)

  const causes = camera.tab.getByRole('region', { name: 'Stop Causes', exact: true })
  const cause = causes.getByRole('row').nth(1).getByRole('button')
  await camera.settled()
  await camera.say('Its page: packs, time and OEEE since yesterday.')
  await camera.hold(2_200)
  await camera.show(causes)
  await camera.say('Why? What stopped it first, the most expensive at the top.')
  await camera.point(cause, { x: 0.15, y: 0.5 })
  await camera.hold(2_400)
  await camera.press(cause, { x: 0.15, y: 0.5 })

  const stops = camera.tab.getByRole('region', { name: /^Stops: / })
  const stop = stops.getByRole('button', { name: /^Open the stop of/ }).nth(1)
  await camera.settled()
  await camera.show(stops)
  await camera.say('Every stop of this cause: when, how long, packs lost.')
  await camera.point(stop)
  await camera.hold(2_400)
  await camera.press(stop)

  const detail = camera.tab.getByRole('complementary', { name: 'The open stop' })
  const around = detail.getByRole('button', { name: 'Show the five minutes around it' })
  await detail.getByText('Time in each state').waitFor()
  await camera.settled()
  await camera.say('One stop: its first alarm, its states, what it cost.')
  await camera.point(detail.getByText('Time in each state'))
  await camera.hold(2_600)
  await camera.press(around)

  const chart = camera.tab.getByRole('img', { name: /^Packs per minute/ })
  await camera.settled()
  await camera.show(chart, 110)
  await camera.say('The interval itself: alarm, speed and state on one axis of time.')
  // Five minutes before the stop and five after it: it is in the middle.
  await camera.point(chart, { x: 0.53, y: 0.62 })
  await camera.hold(3_600)
}

/** A page with a marked pointer and a line of words on it, and the frames that were taken of it. */
async function openCamera(tab) {
  tab.setDefaultTimeout(60_000)
  const quiet = followRequests(tab)
  const frames = []
  let words = ''
  let pointer = { x: page.width * 0.5, y: page.height * 0.55 }

  async function take(ms, pressed = false) {
    await tab.evaluate(drawOver, { words, pointer, pressed })
    frames.push({ ms, shot: await tab.screenshot() })
  }

  /** `at`: where in it, as shares of its width and height. */
  async function point(what, at = { x: 0.5, y: 0.5 }) {
    const box = await what.boundingBox()
    if (!box) throw new Error(`${what} is not on the page`)
    const from = pointer
    const to = { x: box.x + box.width * at.x, y: box.y + box.height * at.y }
    for (const part of [0.15, 0.4, 0.7, 0.92, 1]) {
      pointer = { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }
      await take(70)
    }
    await tab.mouse.move(pointer.x, pointer.y)
  }

  return {
    tab,
    frames,
    point,
    say: async (text) => {
      words = text
    },
    hold: (ms) => take(ms),
    settled: () => settled(tab, quiet),
    async open(path) {
      await tab.goto(path)
      await settled(tab, quiet)
      // The particles lie elsewhere in each frame, which would be most of its bytes.
      await tab.addStyleTag({ content: '#particles { visibility: hidden }' })
    },
    async press(what, at) {
      await point(what, at)
      await take(350, true)
      await tab.mouse.click(pointer.x, pointer.y)
    },
    async show(what, below = 70) {
      await what.evaluate((element, y) => {
        window.scrollTo({ top: element.getBoundingClientRect().top + window.scrollY - y })
      }, below)
      await settled(tab, quiet)
    },
  }
}

/** Runs in the page. */
function drawOver({ words, pointer, pressed }) {
  const part = (id) => {
    const known = document.getElementById(id)
    if (known) return known
    const made = document.createElement('div')
    made.id = id
    made.setAttribute('aria-hidden', 'true')
    document.documentElement.append(made)
    return made
  }
  const line = part('film-words')
  line.textContent = words
  Object.assign(line.style, {
    position: 'fixed',
    inset: 'auto 0 0 0',
    zIndex: '2147483646',
    padding: '15px 0 17px',
    background: '#f4f5f6',
    color: '#101418',
    font: '600 25px/1.2 "Inter Variable", sans-serif',
    textAlign: 'center',
    pointerEvents: 'none',
  })
  const mark = part('film-pointer')
  const size = pressed ? 30 : 44
  Object.assign(mark.style, {
    position: 'fixed',
    left: `${pointer.x - size / 2}px`,
    top: `${pointer.y - size / 2}px`,
    width: `${size}px`,
    height: `${size}px`,
    boxSizing: 'border-box',
    zIndex: '2147483647',
    borderRadius: '50%',
    border: '4px solid #ff2d9b',
    background: pressed ? '#ff2d9b' : 'rgb(255 45 155 / 22%)',
    pointerEvents: 'none',
  })
}

async function write(frames) {
  const small = await Promise.all(
    frames.map(({ shot }) => sharp(shot).resize(shown).removeAlpha().png().toBuffer()),
  )
  await sharp(small, { join: { animated: true } })
    .webp({ quality: 80, effort: 5, loop: 0, delay: frames.map(({ ms }) => ms), minSize: true })
    .toFile(file)
  if (elsewhere) {
    await Promise.all(
      small.map((frame, index) =>
        sharp(frame).toFile(join(folder, `frame-${String(index).padStart(2, '0')}.png`)),
      ),
    )
  }
  const bytes = statSync(file).size
  const seconds = frames.reduce((sum, { ms }) => sum + ms, 0) / 1_000
  console.log(
    `packboard: ${frames.length} frames, ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(2)} MB: ${file}`,
  )
  if (bytes > largest) throw new Error(`the picture is larger than ${largest} bytes`)
}

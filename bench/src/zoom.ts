import { writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CDPSession, Page } from '@playwright/test'
import { longestTasks, openBrowser, signInByForm } from './browser.ts'
import { load, median, serve } from './measure.ts'

/** A machine of the demo that runs most of the time. */
const machine = '/admin/productionData/1/FW-301'
const steps = 60
const laneCount = 50
/** Until the figures of the page are there and drawn. */
const restMs = 3_000
const mostFrameMs = 16
const mostTaskMs = 50
/** Nobody touches the page for so long; the main thread may take so many percent of a core then. */
const untouchedMs = 30_000
const mostAtRest = 3
/** The functions of a profile that are printed. */
const shownFunctions = 8

/**
 * What hands on the charts of one machine, and on the timeline of 50 machines, cost over `days` of history: the page's main thread in processor time for each frame while the
 * wheel zooms and while the mouse drags, the time between frames, the longest tasks, the functions of a CPU profile, and what it costs while
 * nothing is touched.
 * `profile` names files for it.
 */
export async function main([days = '30', rounds = '5', profile]: string[]) {
  const { PORT = '0', MQTT_PORT = '0' } = process.env
  await using packboard = await serve('zoom', { days, env: { PORT, MQTT_PORT } })
  await using browser = await openBrowser()
  await packboard.historySent
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 } })
  await context.addInitScript("localStorage.setItem('packboard.tour', 'seen')")
  const page = await context.newPage()
  const tab = await context.newCDPSession(page)
  await tab.send('Performance.enable', { timeDomain: 'threadTicks' })
  await signInByForm(page, packboard.url, 'clientadmin')
  await page.waitForURL(/admin/)
  const shown: Record<string, Shown> = {}
  for (const { name, open, hand } of moved) {
    const all: Frames[] = []
    for (let round = 0; round < Number(rounds); round += 1) {
      const at = await open(page, packboard.url)
      all.push(await framesOf(tab, page, () => hand(page, at)))
    }
    const at = await open(page, packboard.url)
    await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
    await hand(page, at)
    const tasks = longestTasks(await browser.stopTracing())
    shown[name] = {
      processor: median(all.map(({ processorMs }) => processorMs)),
      between: median(all.flatMap(({ between }) => between)),
      task: tasks[0] ?? 0,
    }
    console.log(
      `${days} days, ${name}: ${shown[name].processor.toFixed(2)} ms of processor time a frame (median of ${rounds} rounds), ` +
        `${shown[name].between.toFixed(1)} ms between frames (median), ` +
        `longest tasks ${tasks.map((ms) => ms.toFixed(1)).join(', ')} ms, ${load()}`,
    )
  }
  await tab.send('Profiler.enable')
  for (const { name, open, hand } of moved.filter((one) => one.hand === hands.wheel)) {
    const at = await open(page, packboard.url)
    await tab.send('Profiler.start')
    await hand(page, at)
    const taken = (await tab.send('Profiler.stop')).profile
    console.log(`profile of ${name}: ${busiest(taken)}`)
    if (profile) await writeFile(`${profile}.${name}`, JSON.stringify(taken))
  }
  const rests: number[] = []
  for (const { name, open } of moved.filter((one) => one.hand === hands.wheel)) {
    await open(page, packboard.url)
    const before = await taskSeconds(tab)
    await sleep(untouchedMs)
    const share = (100_000 * ((await taskSeconds(tab)) - before)) / untouchedMs
    rests.push(share)
    console.log(`${name.split('-')[0]} at rest: ${share.toFixed(2)} % of a core`)
  }
  const isFast = Object.values(shown).every(
    ({ processor, task }) => processor <= mostFrameMs && task <= mostTaskMs,
  )
  process.exitCode = isFast && rests.every((share) => share <= mostAtRest) ? 0 : 1
}

type Shown = { readonly processor: number; readonly between: number; readonly task: number }
type Frames = { readonly processorMs: number; readonly between: readonly number[] }
type Place = { readonly x: number; readonly y: number; readonly width: number }

/** The chart of the last 30 days, at rest; returns where its plot lies. */
async function openChart(page: Page, url: string): Promise<Place> {
  await page.goto(`${url}${machine}?preset=last30d`)
  const plot = page.locator('#packs-per-minute .u-over')
  // After the history was sent its figures take a while.
  await plot.waitFor({ timeout: 120_000 })
  await plot.scrollIntoViewIfNeeded()
  await sleep(restMs)
  const box = await plot.boundingBox()
  if (!box) throw new Error('the chart is not there')
  return { x: box.x, y: box.y + box.height / 2, width: box.width }
}

/** In, out and in again with the wheel, and over the whole width with the mouse; nothing is let go before the end. */
const hands = {
  async wheel(page: Page, { x, y, width }: Place) {
    await page.mouse.move(x + width * 0.6, y)
    await page.keyboard.down('Control')
    for (let step = 0; step < steps; step += 1) {
      await page.mouse.wheel(0, step % 20 < 10 ? -60 : 60)
    }
    await page.keyboard.up('Control')
  },
  async drag(page: Page, { x, y, width }: Place) {
    await page.mouse.move(x + width * 0.1, y)
    await page.mouse.down()
    await page.mouse.move(x + width * 0.9, y, { steps })
    await page.keyboard.press('Escape')
    await page.mouse.up()
  },
}

/** The timeline of the last seven days with as many lanes as 50 machines have: those of the demo, again and again. */
async function openTimeline(page: Page, url: string): Promise<Place> {
  await page.route('**/api/admin/timeline*', async (route) => {
    const answer = await route.fetch()
    const body: { lanes: { machineId: string }[] } = await answer.json()
    const lanes = Array.from({ length: laneCount }, (_, at) => {
      const lane = body.lanes[at % body.lanes.length]
      return { ...lane, machineId: `${lane?.machineId}-${at}` }
    })
    await route.fulfill({ response: answer, json: { ...body, lanes } })
  })
  await page.goto(`${url}/admin/timeline?preset=last7d`)
  const canvas = page.locator('main canvas')
  await canvas.waitFor()
  await sleep(restMs)
  const box = await canvas.boundingBox()
  if (!box) throw new Error('the timeline is not there')
  return { x: box.x, y: box.y + Math.min(300, box.height / 2), width: box.width }
}

/** What is moved, and how. */
const moved = [
  { name: 'chart-wheel', open: openChart, hand: hands.wheel },
  { name: 'chart-drag', open: openChart, hand: hands.drag },
  { name: 'timeline-wheel', open: openTimeline, hand: hands.wheel },
  { name: 'timeline-drag', open: openTimeline, hand: hands.drag },
] as const

/** In the page: the instant of each frame from now on. */
const countFrames = `{
  const drawn = []
  globalThis.drawnFrames = drawn
  const next = (at) => {
    if (globalThis.drawnFrames !== drawn) return
    drawn.push(at)
    requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
}`

async function framesOf(tab: CDPSession, page: Page, act: () => Promise<void>): Promise<Frames> {
  await page.evaluate(countFrames)
  const before = await taskSeconds(tab)
  await act()
  const after = await taskSeconds(tab)
  const frames = await page.evaluate<number[]>('drawnFrames')
  const between = frames.slice(1).map((at, index) => at - (frames[index] ?? at))
  return { processorMs: ((after - before) * 1_000) / Math.max(1, frames.length), between }
}

async function taskSeconds(tab: CDPSession): Promise<number> {
  const { metrics } = await tab.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

type Profile = Awaited<ReturnType<typeof profileOf>>
const profileOf = async (tab: CDPSession) => (await tab.send('Profiler.stop')).profile

/** The functions with the most time of their own. */
function busiest({ nodes, samples = [], timeDeltas = [] }: Profile): string {
  const names = new Map(
    nodes.map(({ id, callFrame }) => [id, callFrame.functionName || '(unnamed)']),
  )
  const own = new Map<string, number>()
  samples.forEach((id, index) => {
    const name = names.get(id) ?? ''
    if (name === '(idle)') return
    own.set(name, (own.get(name) ?? 0) + (timeDeltas[index] ?? 0) / 1_000)
  })
  return [...own]
    .sort(([, a], [, b]) => b - a)
    .slice(0, shownFunctions)
    .map(([name, ms]) => `${name} ${ms.toFixed(0)} ms`)
    .join(', ')
}

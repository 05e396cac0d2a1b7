import { writeFile } from 'node:fs/promises'
import type { CDPSession, Page } from '@playwright/test'
import mqtt from 'mqtt'
import { longestTasks, openBrowser, openManyCards } from './browser.ts'
import { seedManyMachines } from './manyMachines.ts'
import { serve } from './measure.ts'

const machineCount = 50
const states = [10, 13] as const
/** Samples of a machine in a second, and after how many of them it is in another state. */
const usualPace = { samples: 1.5, perState: 7 }
/** 8 hours of the usual pace are 309,000 changes of state: at this pace five minutes. */
const compressedPace = { samples: 20, perState: 1 }
const mostShare = 0.05
const mostTaskMs = 50
const warmUpMs = 40_000
const tracedMs = 65_000
const betweenLooksMs = 30_000

/**
 * The page's main thread with 50 live cards on one overview, in Chromium: its share of a core, its longest task in processor
 * time over two refreshes, and the heap after a forced collection. After that, for `minutes`, the changes of many hours,
 * with heap and nodes every half minute. `profile` names a file for a CPU profile.
 */
export async function main([seconds = '60', minutes = '0', profile]: string[]) {
  await using server = await serve('fifty', {
    prepare: (dataDir) => seedManyMachines(dataDir, machineCount),
  })
  const serialNos = server.prepared
  await using machines = await startMachines(server.mqttPort, serialNos)
  await using browser = await openBrowser()
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript("localStorage.setItem('packboard.tour', 'seen')")
  const page = await context.newPage()
  await openManyCards(page, server.url)
  await page.waitForTimeout(warmUpMs)
  const tab = await context.newCDPSession(page)
  // CPU time, not wall-clock time.
  await tab.send('Performance.enable', { timeDomain: 'threadTicks' })

  const shares = await sharesOf(tab, page, Number(seconds) * 1_000, profile)
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await page.waitForTimeout(tracedMs)
  const tasks = longestTasks(await browser.stopTracing())
  console.log(
    `${machineCount} cards at ${usualPace.samples} samples/s: main thread ${percent(shares.all)} of a core ` +
      `(scripts ${percent(shares.scripts)}, style ${percent(shares.style)}, layout ${percent(shares.layout)}), ` +
      `longest tasks ${tasks.map((ms) => ms.toFixed(1)).join(', ')} ms of processor time`,
  )
  console.log(await lookAtMemory(tab))
  if (Number(minutes) > 0) {
    machines.pace = compressedPace
    const end = Date.now() + Number(minutes) * 60_000
    while (Date.now() < end) {
      await page.waitForTimeout(betweenLooksMs)
      console.log(`${machines.changes} changes of state: ${await lookAtMemory(tab)}`)
    }
  }
  process.exitCode = shares.all <= mostShare && (tasks[0] ?? 0) <= mostTaskMs ? 0 : 1
}

/** Each machine is a client of the broker of its own. */
async function startMachines(port: number, serialNos: readonly string[]) {
  const plant = { pace: usualPace, changes: 0 }
  let ended = false
  const stops = await Promise.all(
    serialNos.map(async (serialNo, index) => {
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, {
        username: serialNo,
        password: 'packboard',
      })
      let sent = index
      let state = 0
      const speak = () => {
        if (ended) return
        sent += 1
        if (sent % plant.pace.perState === 0) {
          state = 1 - state
          plant.changes += 1
        }
        const sample = {
          time: Date.now(),
          state: states[state],
          speed: 60 + (sent % 9),
          packs: sent,
        }
        client.publish(`packboard/${serialNo}/sample`, JSON.stringify(sample), { qos: 1 })
        setTimeout(speak, 1_000 / plant.pace.samples)
      }
      speak()
      return () => client.endAsync(true)
    }),
  )
  return Object.assign(plant, {
    async [Symbol.asyncDispose]() {
      ended = true
      await Promise.all(stops.map((stop) => stop()))
    },
  })
}

const percent = (share: number) => `${(share * 100).toFixed(2)} %`

/** Processor time of the page's main thread as shares of a core: all of it, and what scripts, style and layout take of it. */
async function sharesOf(tab: CDPSession, page: Page, ms: number, profile: string | undefined) {
  if (profile !== undefined) {
    await tab.send('Profiler.enable')
    await tab.send('Profiler.start')
  }
  const [before, began] = [await metricsOf(tab), performance.now()]
  await page.waitForTimeout(ms)
  const [after, seconds] = [await metricsOf(tab), (performance.now() - began) / 1_000]
  const share = (name: string) => ((after[name] ?? 0) - (before[name] ?? 0)) / seconds
  if (profile !== undefined) {
    const { profile: taken } = await tab.send('Profiler.stop')
    await writeFile(profile, JSON.stringify(taken))
  }
  return {
    all: share('TaskDuration'),
    scripts: share('ScriptDuration'),
    style: share('RecalcStyleDuration'),
    layout: share('LayoutDuration'),
  }
}

async function metricsOf(tab: CDPSession): Promise<Record<string, number>> {
  const { metrics } = await tab.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
}

async function lookAtMemory(tab: CDPSession): Promise<string> {
  await tab.send('HeapProfiler.collectGarbage')
  await tab.send('HeapProfiler.collectGarbage')
  const { JSHeapUsedSize = 0, Nodes = 0, JSEventListeners = 0 } = await metricsOf(tab)
  return `heap ${(JSHeapUsedSize / 1e6).toFixed(2)} MB, ${Nodes} nodes, ${JSEventListeners} listeners`
}

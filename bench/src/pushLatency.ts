import { watchCards } from '../../scripts/watchCards.mjs'
import { openBrowser, openManyCards } from './browser.ts'
import { seedManyMachines, sendEachSecond } from './manyMachines.ts'
import { quantile, serve } from './measure.ts'

const machineCount = 50
/** The two states alternate, so that every change shows another name on the card. */
const states = [
  { code: 10, name: 'Execute' },
  { code: 13, name: 'Held (No Production)' },
] as const
const changeEverySeconds = 7

/**
 * From the moment before a state change is published over MQTT to the moment at which the card on an open overview
 * shows it, in Chromium: 50 machines at one sample a second.
 */
export async function main([seconds = '60']: string[]) {
  await using server = await serve('push', {
    prepare: (dataDir) => seedManyMachines(dataDir, machineCount),
  })
  const serialNos = server.prepared
  const published = new Map<string, number>()
  await using _ = await sendEachSecond(server.mqttPort, serialNos, (serialNo, second) => {
    const state = states[Math.floor(second / changeEverySeconds) % 2] ?? states[0]
    if (second % changeEverySeconds === 0) published.set(`${serialNo}, ${state.name}`, Date.now())
    return { state: state.code }
  })
  await using browser = await openBrowser()
  // High enough for all cards: what is out of sight waits for the next second.
  const page = await browser.newPage({ viewport: { width: 1_440, height: 6_000 } })
  const latencies: number[] = []
  await page.exposeFunction('cardSays', (serialNo: string, state: string, at: number) => {
    const label = `${serialNo}, ${state}`
    const from = published.get(label)
    if (from === undefined) return
    published.delete(label)
    latencies.push(at - from)
  })
  await openManyCards(page, server.url)
  await page.evaluate(watchCards)
  await page.waitForTimeout(10_000)
  published.clear()
  latencies.length = 0
  await page.waitForTimeout(Number(seconds) * 1_000)
  const unseen = [...published.values()].filter((at) => Date.now() - at > 5_000).length

  const at = (share: number) => quantile(latencies, share)
  console.log(
    `${latencies.length} state changes of ${machineCount} machines at 1 sample/s in ${seconds} s: ` +
      `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms, never seen ${unseen}`,
  )
  process.exitCode = unseen === 0 && at(0.95) < 1_000 ? 0 : 1
}

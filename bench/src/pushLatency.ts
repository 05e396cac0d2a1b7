import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import mqtt from 'mqtt'
import { startPackboard } from '../../scripts/demo.mjs'
import { watchCards } from '../../scripts/watchCards.mjs'
import { manyClient, seedManyMachines } from './manyMachines.ts'

const machineCount = 50
const clientName = manyClient.name
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
  const dataDir = await mkdtemp(join(tmpdir(), 'packboard-push-'))
  const serialNos = await seedManyMachines(dataDir, machineCount)
  const server = await startPackboard({
    plant: false,
    stdio: 'ignore',
    env: { PORT: '0', MQTT_PORT: '0', PACKBOARD_DATA: dataDir, LOG_LEVEL: 'error' },
  })
  const published = new Map<string, number>()
  const machines = await Promise.all(
    serialNos.map(async (serialNo, index) => {
      const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${server.mqttPort}`, {
        username: serialNo,
        password: 'packboard',
      })
      let second = index
      const speak = () => {
        second += 1
        const state = states[Math.floor(second / changeEverySeconds) % 2] ?? states[0]
        if (second % changeEverySeconds === 0) {
          published.set(`${serialNo}, ${state.name}`, Date.now())
        }
        const sample = { time: Date.now(), state: state.code, speed: 60, packs: second }
        client.publish(`packboard/${serialNo}/sample`, JSON.stringify(sample), { qos: 1 })
      }
      const timer = setInterval(speak, 1_000)
      return async () => {
        clearInterval(timer)
        await client.endAsync(true)
      }
    }),
  )

  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  })
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
  await openOverview(page, server.url)
  await page.waitForTimeout(10_000)
  published.clear()
  latencies.length = 0
  await page.waitForTimeout(Number(seconds) * 1_000)
  const unseen = [...published.values()].filter((at) => Date.now() - at > 5_000).length

  await browser.close()
  for (const stop of machines) await stop()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })

  latencies.sort((a, b) => a - b)
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))]
  console.log(
    `${latencies.length} state changes of ${machineCount} machines at 1 sample/s in ${seconds} s: ` +
      `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms, never seen ${unseen}`,
  )
  process.exitCode = unseen === 0 && (at(0.95) ?? Number.POSITIVE_INFINITY) < 1_000 ? 0 : 1
}

async function openOverview(page: Page, url: string) {
  await page.goto(`${url}/auth/login`)
  await page.getByLabel('Username').fill('admin')
  await page.getByLabel('Password', { exact: true }).fill('packboard')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('combobox', { name: 'Select Client:' }).fill(clientName)
  await page.getByRole('option', { name: clientName }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Dashboard/ })
    .click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /^FM-100/ })
    .waitFor()
  await page.evaluate(watchCards)
}

import { createInterface } from 'node:readline'
import { isPlantName } from './plants/plants.ts'
import type { LivePlant } from './runLive.ts'
import { type PlantOptions, startPlant } from './startPlant.ts'

/**
 * The plant as a process of its own, as `npm start` runs it. It reports to its parent how far the history is and that it is
 * live, takes commands from the parent or from the keyboard, and ends when its parent does.
 */
const { PLANT: wanted } = process.env
const options: PlantOptions = {
  ...(wanted && isPlantName(wanted) && { plant: wanted }),
  httpUrl: process.env.PACKBOARD_URL ?? 'http://127.0.0.1:8080',
  mqttUrl: process.env.MQTT_URL ?? 'mqtt://127.0.0.1:1883',
  dataDir: process.env.PACKBOARD_DATA ?? 'data',
  seed: process.env.SEED ?? 'packboard',
  days: Number(process.env.DAYS ?? 30),
  password: process.env.DEVICE_PASSWORD ?? 'packboard',
}

const ending = new AbortController()
let live: LivePlant | undefined
// Before the plant starts: its parent may end meanwhile.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end())
process.on('disconnect', () => void end())
// It ended while this file was loaded.
if (process.send && !process.connected) void end()

const say = (message: Record<string, unknown>) => {
  // A parent that has just ended is noticed by `disconnect`; without a place for its error a message to it would end the plant as failed.
  if (process.connected) process.send?.(message, () => undefined)
  else console.log(JSON.stringify(message))
}

const started = await startPlant({
  ...options,
  signal: ending.signal,
  onProgress: (progress) => say({ type: 'progress', ...progress }),
}).catch(async (error) => {
  const message = error instanceof Error ? error.message : String(error)
  await new Promise((done) =>
    process.send ? process.send({ type: 'refused', message }, done) : done(console.error(message)),
  )
  process.exit(1)
})
live = started.live
say({ type: 'live' })

const obey = (text: string) => {
  say({ type: 'answer', command: text, answer: started.live.command(text) })
}
process.on('message', (message: unknown) => {
  if (typeof message === 'string') obey(message)
})
if (!process.send) createInterface({ input: process.stdin }).on('line', obey)

// Before the history is there: no visitor sees figures without their plan.
void started.enterSetUp().catch((error: unknown) => {
  if (ending.signal.aborted) return
  say({ type: 'setUpFailed', message: error instanceof Error ? error.message : String(error) })
})
try {
  say({ type: 'history', ...(await started.history) })
} catch (error) {
  if (!ending.signal.aborted) {
    say({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

async function end() {
  ending.abort()
  await live?.close()
  process.exit(0)
}

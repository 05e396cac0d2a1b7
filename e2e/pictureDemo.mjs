// The demo that pictures are taken of: the good factory with a few days behind it, in a data directory of its own.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPackboard } from '../scripts/demo.mjs'
import { buildScreens } from '../scripts/steps.mjs'

/** Its history goes back to before the last closed Sunday. */
const daysOfHistory = ((new Date().getUTCDay() + 6) % 7) + 3

/** Resolves when its history is stored. `plant.send` takes the commands of plant/README.md. */
export async function startPictureDemo() {
  buildScreens()
  const data = mkdtempSync(join(tmpdir(), 'packboard-scenes-'))
  let complete
  const historyIsThere = new Promise((done) => {
    complete = done
  })
  const started = await startPackboard({
    env: {
      PORT: '0',
      MQTT_PORT: '0',
      PACKBOARD_DATA: data,
      PLANT: 'factory',
      DAYS: String(daysOfHistory),
      LOG_LEVEL: 'warn',
    },
    onPlant: (message) => message.type === 'history' && complete(),
  })
  await historyIsThere
  return {
    url: started.url,
    plant: started.plant,
    async stop() {
      await started.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
]

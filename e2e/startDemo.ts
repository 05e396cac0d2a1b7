import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startPackboard } from '../scripts/demo.mjs'
import { depthNote } from './depth.ts'
import { listenForCommands } from './plantCommands.ts'

/** One demo for all journeys: an own data directory, free ports, two days of history. */
export default async function startDemo() {
  console.log(`packboard: the journeys of ${depthNote}`)
  const data = await mkdtemp(join(tmpdir(), 'packboard-e2e-'))
  const seed = fileURLToPath(new URL('seedRecordedMachine.ts', import.meta.url))
  const seeded = spawnSync(process.execPath, [seed, data], { stdio: 'inherit' })
  if (seeded.status !== 0) throw new Error('the demo of the journeys could not be written')
  let complete: () => void = () => {}
  const historyIsThere = new Promise<void>((done) => {
    complete = done
  })
  const demo = await startPackboard({
    env: {
      PORT: '0',
      MQTT_PORT: '0',
      PACKBOARD_DATA: data,
      // Every fault, and Norsk Kjeks as the good factory.
      PLANT: 'journeys',
      DAYS: '2',
      LOG_LEVEL: 'warn',
    },
    onPlant: (message) => message.type === 'history' && complete(),
  })
  const commands = await listenForCommands(demo.plant)
  process.env.PACKBOARD_E2E_URL = demo.url
  process.env.PACKBOARD_E2E_MQTT = `mqtt://127.0.0.1:${demo.mqttPort}`
  process.env.PACKBOARD_E2E_PLANT = commands.url
  await historyIsThere
  return async () => {
    commands.close()
    await demo.stop()
    await rm(data, { recursive: true, force: true })
  }
}

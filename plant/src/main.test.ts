import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'

let dataDir: string
let child: ChildProcess | undefined
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'packboard-plant-'))
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await rm(dataDir, { recursive: true, force: true })
})

/** As the demo starts it; there is no Packboard at this address. */
function startPlant() {
  return fork(join(import.meta.dirname, 'main.ts'), [], {
    env: {
      ...process.env,
      PACKBOARD_DATA: dataDir,
      PACKBOARD_URL: 'http://127.0.0.1:9',
      MQTT_URL: 'mqtt://127.0.0.1:9',
      DAYS: '1',
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
}

test('the plant ends with its parent, also while it says how far it is', async () => {
  for (let round = 0; round < 5; round += 1) {
    child = startPlant()
    await once(child, 'message')
    child.disconnect()
    expect(await once(child, 'exit')).toEqual([0, null])
  }
}, 60_000)

test.each([
  ['before it has loaded', 0],
  ['while it starts', 150],
  ['while it starts, later', 400],
])(
  'the plant ends with its parent, also %s',
  async (_, afterMs) => {
    child = startPlant()
    await once(child, 'spawn')
    await sleep(afterMs)
    child.disconnect()
    expect(await once(child, 'exit')).toEqual([0, null])
  },
  60_000,
)

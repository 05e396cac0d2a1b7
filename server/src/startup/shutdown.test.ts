import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openTelemetry } from '@packboard/telemetry/store'
import { countedAndStored } from '@packboard/telemetry/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { descendants, holders, signalTo } from '../../testing/processes.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const readyMessage = z.object({ type: z.literal('ready'), url: z.url() })
const counts = z.object({ accepted: z.number(), duplicate: z.number(), quarantined: z.number() })

let dataDir: string
let server: ChildProcess | undefined

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'packboard-shutdown-'))
})

afterAll(async () => {
  for (const pid of [server?.pid ?? 0, ...(await holders(dataDir))]) signalTo(pid, 'SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

/** As the machine does when it shuts down: the server, its engines and their helpers get the signal at the same time (D-6). */
test.runIf(process.platform === 'linux')(
  'SIGTERM to every process at once, under load: all that is stored is counted, and nothing acknowledged is missing',
  async () => {
    server = fork(main, ['--demo'], {
      env: { PATH: process.env.PATH, PORT: '0', MQTT_PORT: '0', PACKBOARD_DATA: dataDir },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const exited = once(server, 'exit')
    const { url } = readyMessage.parse((await once(server, 'message'))[0])
    const senders = ['FW-101', 'FW-102', 'VF-401'].map((serialNo) => sendOn(url, serialNo))
    const acknowledged = () => senders.map(({ answers }) => answers)
    await expect
      .poll(() => Math.min(...acknowledged().map((answers) => answers.length)), { timeout: 60_000 })
      .toBeGreaterThan(9)

    const pid = server.pid ?? 0
    for (const each of [pid, ...(await descendants(pid))]) signalTo(each, 'SIGTERM')
    await exited
    await Promise.all(senders.map(({ ended }) => ended))
    await expect.poll(() => holders(dataDir), { timeout: 60_000 }).toEqual([])

    const telemetry = await openTelemetry({ dataDir })
    try {
      const rows = await countedAndStored(telemetry)
      expect(rows.map(({ accepted, quarantined }) => [accepted, quarantined])).toEqual(
        rows.map(({ stored, aside }) => [stored, aside]),
      )
      const sums = (key: 'accepted' | 'quarantined') =>
        acknowledged()
          .flat()
          .reduce((sum, answer) => sum + answer[key], 0)
      const stored = rows.reduce((sum, row) => sum + row.stored, 0)
      expect(stored).toBeGreaterThanOrEqual(sums('accepted'))
    } finally {
      await telemetry.close()
    }
  },
  180_000,
)

/** Sends records of every kind, repeats and wrong ones without a pause, until the server does not answer any more. */
function sendOn(url: string, serialNo: string) {
  const answers: z.output<typeof counts>[] = []
  const begin = Date.now() - 3_600_000
  const record = (kind: string, rest: object) => ({ kind, serialNo, ...rest })
  const send = async () => {
    for (let turn = 0; ; turn += 1) {
      const time = begin + turn * 1_000
      const sample = record('sample', { time, state: 10 })
      const records = [
        sample,
        sample,
        record('sample', { time: time + 500, state: 17 }),
        record('alarm', { raisedAt: time, group: 'Film', description: 'Film snap' }),
        record('audit', {
          time,
          userGroup: 'Operator',
          description: 'Target speed',
          valueBefore: '1',
          valueAfter: '2',
        }),
        record('sample', { time: 1_000, state: 10 }),
      ]
      const answer = await fetch(`${url}/api/ingest/records`, {
        method: 'POST',
        headers: { 'x-access-token': `${serialNo}:packboard`, 'content-type': 'application/json' },
        body: JSON.stringify(records),
      })
      if (answer.status !== 200) return
      answers.push(counts.parse(await answer.json()))
    }
  }
  return { answers, ended: send().catch(() => undefined) }
}

// @slow

import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { atDepth } from '@packboard/model/testing'
import { openTelemetry } from '@packboard/telemetry/store'
import { countedAndStored } from '@packboard/telemetry/testing'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { childEnvironment, descendants, holders, signalTo } from '../../testing/processes.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const readyMessage = z.object({ type: z.literal('ready'), url: z.url() })
const counts = z.object({ accepted: z.number(), duplicate: z.number(), quarantined: z.number() })

/** `npm run test:deep` stops it as often as that in each way. */
const rounds = atDepth({ deep: 20, daily: 1 })

let dataDir: string
let server: ChildProcess | undefined

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'packboard-shutdown-'))
})

afterEach(async () => {
  for (const pid of [server?.pid ?? 0, ...(await holders(dataDir))]) signalTo(pid, 'SIGKILL')
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

const endings = {
  // As `systemctl stop` with KillMode=mixed, Docker and Kubernetes do.
  'SIGTERM to the process that the documents name': async (pid: number) => {
    signalTo(pid, 'SIGTERM')
  },
  // As the machine does when it shuts down: the server, its engines and their helpers get the signal at the same time (D-6).
  'SIGTERM to every process at once': async (pid: number) => {
    for (const each of [pid, ...(await descendants(pid))]) signalTo(each, 'SIGTERM')
  },
  // As a terminal does at Ctrl-C; npm then sends the signal to its child once more.
  'SIGINT to the group, and once more to the server': async (pid: number) => {
    process.kill(-pid, 'SIGINT')
    signalTo(pid, 'SIGINT')
  },
}

describe.runIf(process.platform === 'linux').each(Object.entries(endings))(
  '%s, under load',
  (_, end) => {
    test.each(Array.from({ length: rounds }, (_, index) => index + 1))(
      'all that is stored is counted, nothing acknowledged is missing, nothing is left (%i)',
      async () => {
        server = fork(main, ['--demo'], {
          env: { ...childEnvironment(), PORT: '0', MQTT_PORT: '0', PACKBOARD_DATA: dataDir },
          stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
          // A group of its own, as a terminal has one for what it runs.
          detached: true,
        })
        const log = faultsIn(server)
        const exited = once(server, 'exit')
        const { url } = readyMessage.parse((await once(server, 'message'))[0])
        const senders = ['FW-101', 'FW-102', 'VF-401'].map((serialNo) => sendOn(url, serialNo))
        const acknowledged = () => senders.map(({ answers }) => answers)
        await expect
          .poll(() => Math.min(...acknowledged().map((answers) => answers.length)), {
            timeout: 60_000,
          })
          .toBeGreaterThan(9)

        await end(server.pid ?? 0)
        const [code] = await exited
        // In order: by itself, with the code of a stop.
        expect(code).toBe(0)
        expect(log()).toEqual([])
        await Promise.all(senders.map(({ ended }) => ended))
        await expect.poll(() => holders(dataDir), { timeout: 60_000 }).toEqual([])
        const left = await readdir(dataDir)
        expect(left).not.toContain('packboard.pid')
        expect(left).not.toContain('control.sock')

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
          expect(rows.reduce((sum, row) => sum + row.stored, 0)).toBeGreaterThanOrEqual(
            sums('accepted'),
          )
          expect(rows.reduce((sum, row) => sum + row.aside, 0)).toBeGreaterThanOrEqual(
            sums('quarantined'),
          )
        } finally {
          await telemetry.close()
        }
      },
      180_000,
    )
  },
)

const line = z.object({ level: z.enum(['error', 'fatal']), msg: z.string() })

/** The lines of its log that an operator has to look at. */
function faultsIn(child: ChildProcess): () => string[] {
  let said = ''
  child.stdout?.on('data', (text) => {
    said += text
  })
  return () =>
    said.split('\n').flatMap((text) => {
      const found = text.startsWith('{') ? line.safeParse(JSON.parse(text)).data : undefined
      return found ? [found.msg] : []
    })
}

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

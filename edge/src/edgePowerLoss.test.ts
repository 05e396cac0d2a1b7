// @slow

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { atDepth } from '@packboard/model/testing'
import { newDisk, whyNoPowerLoss } from '@packboard/telemetry/testing'
import { expect, test } from 'vitest'
import { EdgeBuffer } from './edgeBuffer.ts'

const why = await whyNoPowerLoss()
if (why) process.stderr.write(`The power-loss test is not run here: it ${why}.\n`)

const writer = fileURLToPath(new URL('../testing/edgeWriter.ts', import.meta.url))
const rounds = atDepth({ deep: 10, daily: 1 })

test.runIf(why === undefined)(
  `the power is lost ${rounds} times while records come: everything that was acknowledged is on the disk, once${why ? ` (not run: ${why})` : ''}`,
  async () => {
    for (let round = 0; round < rounds; round += 1) {
      const disk = await newDisk()
      const child = spawn(process.execPath, [writer, disk.dir], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      try {
        let text = ''
        child.stdout.on('data', (chunk) => {
          text += chunk
        })
        const acknowledged = () => text.split('\n').slice(0, -1).map(Number)
        await expect
          .poll(() => acknowledged().length, { timeout: 60_000 })
          .toBeGreaterThan(40 + round * 7)
        child.kill('SIGSTOP')
        const promised = acknowledged()
        const after = await disk.cutPower()
        try {
          const log = { warn() {} }
          const buffer = new EdgeBuffer({ folder: after.dir, maxBytes: 500_000_000, log })
          const found = buffer
            .next({ records: 100_000, bytes: 1e9 })
            .map(({ line }) => Number(JSON.parse(line).n))
            .sort((a, b) => a - b)
          expect(buffer.figures()).toMatchObject({
            received: found.length,
            queuedRecords: found.length,
          })
          buffer.close()
          expect(found.slice(0, promised.length)).toEqual(promised)
          expect(new Set(found).size).toBe(found.length)
        } finally {
          await after.remove()
        }
      } finally {
        const exited = once(child, 'exit')
        child.kill('SIGKILL')
        await exited
        await disk.remove()
      }
    }
  },
  30_000 + rounds * 90_000,
)

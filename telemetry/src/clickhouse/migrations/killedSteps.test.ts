// @slow

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kill } from 'node:process'
import { atDepth, partOf } from '@packboard/model/testing'
import { expect, test } from 'vitest'
import { schemaOfStore, withBareStore } from '../../../testing/bareStore.ts'
import { runProcess } from '../../../testing/runOpenProcess.ts'
import { tinySteps } from '../../../testing/tinySteps.ts'
import { silentLog } from '../../context.ts'
import { migrate } from './migrate.ts'

/** Every statement of the step that a store with rows meets. */
const cuts = (tinySteps[1]?.statements ?? []).map((_, index) => index)

test.each(partOf(cuts, atDepth({ deep: cuts.length, daily: 2 })))(
  'Packboard and its engine killed in statement %i of a step: the next start takes the step, and every row is there',
  async (index) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'packboard-killed-'))
    try {
      await withBareStore(dataDir, async (writer) => {
        await migrate(writer, silentLog, tinySteps.slice(0, 1))
        await writer.command({
          query: 'INSERT INTO reading SELECT number, number * 3 FROM numbers(10000)',
        })
      })
      const upgrading = runProcess('stepProcess.ts', [dataDir])
      await upgrading.says(`begin 2.${index}`)
      kill(upgrading.enginePid(), 'SIGKILL')
      await upgrading.kill()
      expect(upgrading.lines).not.toContain('done')
      const rows = await withBareStore(dataDir, async (writer) => {
        await migrate(writer, silentLog, tinySteps)
        const answer = await writer.query({
          query: `SELECT toUInt32(count()) AS readings, toUInt32(sum(value)) AS total,
            (SELECT groupArray(toUInt32(total)) FROM reading_sum) AS doubled FROM reading`,
          format: 'JSONEachRow',
        })
        return answer.json()
      })
      const total = (3 * 10_000 * 9_999) / 2
      expect(rows).toEqual([{ readings: 10_000, total, doubled: [2 * total] }])
      expect(await schemaOfStore(dataDir)).toBe(2)
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
  120_000,
)

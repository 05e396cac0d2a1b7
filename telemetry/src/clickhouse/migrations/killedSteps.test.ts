// @slow

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { kill } from 'node:process'
import { atDepth, partOf } from '@packboard/model/testing'
import { expect, test } from 'vitest'
import { olderMachines } from '../../../testing/olderMachines.ts'
import { olderStore, schemaOfStore } from '../../../testing/olderStore.ts'
import { runProcess } from '../../../testing/runOpenProcess.ts'
import { verifyLedger } from '../../../testing/verifyLedger.ts'
import { openTelemetry } from '../../store.ts'
import { migrations } from './index.ts'

/** Every statement of every step that a store with records can meet. */
const cuts = migrations
  .slice(1)
  .flatMap(({ version, statements }) => statements.map((_, index) => ({ version, index })))

test.each(partOf(cuts, atDepth({ deep: cuts.length, daily: 2 })))(
  'Packboard and its engine killed in step $version, statement $index: the next start has the figures of the records',
  async ({ version, index }) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'packboard-killed-'))
    try {
      await olderStore(dataDir, olderMachines, version - 1)
      const upgrading = runProcess('stepProcess.ts', [dataDir])
      await upgrading.says(`begin ${version}.${index}`)
      kill(upgrading.enginePid(), 'SIGKILL')
      await upgrading.kill()
      expect(upgrading.lines).not.toContain('done')
      const telemetry = await openTelemetry({ dataDir, memoryBytes: 1_500_000_000 })
      try {
        await telemetry.settled()
        const { differences, minutes } = await verifyLedger(telemetry)
        expect(differences).toEqual([])
        expect(minutes).toBe(olderMachines.reduce((sum, one) => sum + one.minutes.length, 0))
      } finally {
        await telemetry.close()
      }
      expect(await schemaOfStore(dataDir)).toBe(migrations.length)
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
  120_000,
)

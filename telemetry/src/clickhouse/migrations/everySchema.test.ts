// @slow

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atDepth, partOf } from '@packboard/model/testing'
import { expect, test } from 'vitest'
import { olderMachines } from '../../../testing/olderMachines.ts'
import { olderStore, schemaOfStore } from '../../../testing/olderStore.ts'
import { openTestTelemetry } from '../../../testing/openTestTelemetry.ts'
import { verifyLedger } from '../../../testing/verifyLedger.ts'
import { openTelemetry } from '../../store.ts'
import { silentLog } from '../../telemetryLog.ts'
import { migrations } from './index.ts'
import { migrate } from './migrate.ts'

const older = migrations.slice(0, -1).map(({ version }) => version)

test.each(partOf(older, atDepth({ deep: older.length, daily: 1 })))(
  'data of schema %i open, and their figures are those of their records',
  async (version) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'packboard-schema-'))
    try {
      await olderStore(dataDir, olderMachines, version)
      expect(await schemaOfStore(dataDir)).toBe(version)
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

const statements = migrations.flatMap(({ version, statements }) =>
  statements.map((_, index) => ({ version, index })),
)

test('killed after any statement of any step, the next start makes the same schema of it', async () => {
  const telemetry = await openTestTelemetry()
  try {
    const { connection } = telemetry.context
    const tables = async () => {
      const answer = await connection.writer().query({
        query: `SELECT name, create_table_query AS made FROM system.tables
          WHERE database = currentDatabase() ORDER BY name`,
        format: 'JSONEachRow',
      })
      return answer.json<{ name: string; made: string }>()
    }
    const whole = await tables()
    expect(whole.length).toBeGreaterThan(8)
    const cuts = partOf(statements, atDepth({ deep: statements.length, daily: 6 }))
    for (const { version, index } of cuts) {
      for (const { name } of await tables()) {
        await connection.writer().command({ query: `DROP TABLE ${name} SYNC` })
      }
      const killed = migrations.map((step) =>
        step.version === version
          ? { ...step, statements: [...step.statements.slice(0, index + 1), 'SELECT throwIf(1)'] }
          : step,
      )
      await expect(migrate(connection.writer(), silentLog, killed)).rejects.toThrow()
      await migrate(connection.writer(), silentLog)
      expect([version, index, await tables()]).toEqual([version, index, whole])
    }
  } finally {
    await telemetry.close()
  }
}, 180_000)

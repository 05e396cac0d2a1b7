// @slow

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { atDepth } from '@packboard/model/testing'
import { expect, test } from 'vitest'
import { countedAndStored } from '../testing/countedAndStored.ts'
import { damage, numberedBatch } from '../testing/numberedSamples.ts'
import { openTestTelemetry } from '../testing/openTestTelemetry.ts'
import { alarmOf, batchOf, morning, sampleOf } from '../testing/records.ts'
import { runOpenProcess } from '../testing/runOpenProcess.ts'
import type { Committed } from './context.ts'
import { openTelemetry } from './store.ts'
import { commitBatch } from './write.ts'

/** More rounds by hand: PACKBOARD_CRASH_ROUNDS=30. */
const rounds = Number(process.env.PACKBOARD_CRASH_ROUNDS ?? atDepth({ deep: 5, daily: 2 }))
/** A whole process takes seconds to start, so fewer of these. */
const wholeRounds = Math.ceil(rounds / 2)
const limitMs = 60_000 + rounds * 8_000

/** Somewhere in the first commits of a round: before, inside and after an insert. */
const killAfterMs = (round: number) => 20 + ((round * 37) % 150)

test(
  `the engine is killed ${rounds} times in the middle of commits: nothing acknowledged is missing or twice`,
  async () => {
    const telemetry = await openTestTelemetry({ embedded: true })
    try {
      const acknowledged: number[] = []
      const commitNext = async () => {
        const batch = acknowledged.length
        await commitBatch(telemetry, numberedBatch(batch))
        acknowledged.push(batch)
      }
      for (let round = 0; round < rounds; round += 1) {
        const restarts = telemetry.metrics().engineRestarts
        const pid = telemetry.enginePid() ?? 0
        // Each round has one commit that is surely over before the engine falls, however slow the machine is.
        await commitNext()
        const killed = sleep(killAfterMs(round)).then(() => process.kill(pid, 'SIGKILL'))
        while (telemetry.metrics().engineRestarts === restarts) await commitNext()
        await killed
      }
      expect(telemetry.metrics().engineRestarts).toBe(rounds)
      expect(acknowledged.length).toBeGreaterThan(rounds)
      const found = await damage(telemetry, acknowledged)
      console.log(
        `packboard: ${rounds} kills, ${acknowledged.length} commits acknowledged, ${found.missing.length} missing, ${found.twice.length} twice`,
      )
      expect(found).toEqual({ missing: [], twice: [] })
    } finally {
      await telemetry.close()
    }
  },
  limitMs,
)

test(
  `Packboard itself is killed ${wholeRounds} times: it opens again, and what is sent again is not doubled`,
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'packboard-crash-'))
    try {
      for (let round = 0; round < wholeRounds; round += 1) {
        const writer = runOpenProcess(dataDir, 'write')
        await writer.says('acknowledged 2')
        await sleep(killAfterMs(round))
        await writer.kill()
        const acknowledged = writer.acknowledged()
        const telemetry = await openTelemetry({ dataDir })
        try {
          expect(await damage(telemetry, acknowledged)).toEqual({ missing: [], twice: [] })
          const counted = await countedAndStored(telemetry)
          expect(counted.map(({ machine }) => machine)).toEqual([0, 1, 2, 3, 4, 5])
          for (const { accepted, stored, quarantined, aside, ...place } of counted) {
            expect({ ...place, accepted, quarantined }).toEqual({
              ...place,
              accepted: stored,
              quarantined: aside,
            })
          }
          // The sender of the batch in flight got no answer, so it sends it again.
          const inFlight = (acknowledged.at(-1) ?? 0) + 1
          await commitBatch(telemetry, numberedBatch(inFlight))
          expect(await damage(telemetry, [...acknowledged, inFlight])).toEqual({
            missing: [],
            twice: [],
          })
        } finally {
          await telemetry.close()
        }
      }
    } finally {
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
    }
  },
  limitMs,
)

test('a commit that failed half way is told as failed, and its repeat brings only what is missing', async () => {
  const telemetry = await openTestTelemetry()
  try {
    await commitBatch(telemetry, batchOf({ samples: [sampleOf()], alarms: [alarmOf()] }))
    const reported: Committed[] = []
    telemetry.context.events.on('committed', (committed) => reported.push(committed))
    const batch = batchOf({
      samples: [sampleOf({ at: morning + 1_000 })],
      alarms: [alarmOf({ raisedAt: morning + 1_000 })],
    })
    const writer = telemetry.context.connection.writer()
    await writer.command({ query: 'RENAME TABLE alarm TO alarm_away' })
    await expect(commitBatch(telemetry, batch)).rejects.toMatchObject({ code: 'ingest.busy' })
    await writer.command({ query: 'RENAME TABLE alarm_away TO alarm' })
    expect(reported).toEqual([])

    expect(await commitBatch(telemetry, batch)).toMatchObject([{ accepted: 1, duplicate: 1 }])
    expect(reported).toMatchObject([
      { samples: [], alarms: batch.alarms, unclear: { from: 2n, to: 2n } },
    ])
    expect(await commitBatch(telemetry, batch)).toMatchObject([{ accepted: 0, duplicate: 2 }])
    expect(reported).toHaveLength(1)

    // What the failed commit stored is in no answer, and counts all the same (D10).
    await telemetry.commits.flushCounts()
    expect(await countedAndStored(telemetry)).toEqual([
      { client: 1, machine: 1, accepted: 4, stored: 4, quarantined: 0, aside: 0, duplicate: 3 },
    ])
  } finally {
    await telemetry.close()
  }
})

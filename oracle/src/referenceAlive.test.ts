import { createMachineDirectory, createPipeline, type DirectoryMachine } from '@packboard/ingest'
import { runsOfProperty } from '@packboard/model/testing'
import type { StoredSample } from '@packboard/telemetry/write'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { referenceAlive, type SessionSample } from './referenceStates.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const second = 1_000
const silent = { info() {}, warn() {}, error() {}, debug() {} }
const sender = { userName: 'broker', clientId: null, mayPublishFor: () => true }

/** A clock that is right, behind or ahead, with what each sample waited on its way. */
const anySession = fc
  .record({
    behindMs: fc.constantFrom(0, 4_000, 5_000, 5_001, 3_600_000, 8 * 86_400_000, -4_000, -60_000),
    waits: fc.array(
      fc.tuple(fc.constantFrom(0, 20, 300, 6_000, 600_000), fc.integer({ min: 0, max: 9 })),
      { maxLength: 40 },
    ),
  })
  .map(({ behindMs, waits }) =>
    waits.map(([waitedMs, chance], index): SessionSample => {
      const receivedAt = noon + index * 10 * second
      return { receivedAt, time: chance === 0 ? null : receivedAt - waitedMs - behindMs }
    }),
  )

test('the empty samples of any session stand where the rule says', async () => {
  await fc.assert(
    fc.asyncProperty(anySession, anySession, async (own, neighbours) => {
      const stored: StoredSample[] = []
      const machine = (machineId: number, clientId: number): DirectoryMachine => {
        const prefix = `Plant/Edge/${machineId}`
        const dictionary = 'iso-tr88'
        const topics = [
          { connector: 'sparkplug', prefix, dictionary, origin: 'ownBroker' },
        ] as const
        return { machineId, clientId, serialNo: `SP-${machineId}`, holdMs: 90_000, topics }
      }
      const pipeline = createPipeline({
        directory: createMachineDirectory({ device: async () => null, deviceNow: () => null }, [
          machine(1, 1),
          machine(2, 2),
        ]),
        async commit(batches) {
          for (const { samples } of batches) stored.push(...samples)
          return batches.map(() => [])
        },
        ...{ now: () => noon, log: silent, gatherMs: 0 },
      })
      for (const [machineId, samples] of [
        [1, own],
        [2, neighbours],
      ] as const) {
        for (const { receivedAt, time } of samples) {
          const serialNo = `SP-${machineId}`
          const at = time ?? receivedAt
          const record = { kind: 'sample', serialNo, at, sequence: 0, state: 10 } as const
          const records = [{ record, timeless: time === null, wire: record }]
          await pipeline.deliver(sender, { source: 'sparkplug', bytes: 1, records }, receivedAt)
        }
      }
      const receivedAt = noon + 3_600 * second
      await pipeline.stillAlive([1, 2], 'mqtt', receivedAt)
      const alive = (machineId: number) =>
        stored.find((sample) => sample.alive && sample.machineId === machineId)?.at ?? null
      expect([alive(1), alive(2)]).toEqual([
        referenceAlive(own, receivedAt),
        referenceAlive(neighbours, receivedAt),
      ])
      await pipeline.close(second)
    }),
    runsOfProperty({ deep: 200, daily: 30 }),
  )
})

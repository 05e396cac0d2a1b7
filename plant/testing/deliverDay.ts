import { gzipSync } from 'node:zlib'
import { createMachineDirectory, createPipeline, parseIngestBody } from '@packboard/ingest'
import type { Telemetry } from '@packboard/telemetry/store'
import { commitBatches, putMachineRules } from '@packboard/telemetry/write'
import { expect } from 'vitest'
import type { Delivery } from '../src/faults/sendDay.ts'
import { Random } from '../src/random.ts'
import { wireText } from '../src/send/send.ts'
import type { SentMachine } from './faultDay.ts'

/** Sends what reached the product through the API for records until the minutes are complete: in the shuffled order of a seed, or as it came. */
export async function deliverDay(
  telemetry: Telemetry,
  played: readonly Pick<SentMachine, 'machineId' | 'clientId' | 'machine' | 'deliveries'>[],
  order: { readonly seed: string } | 'asItCame' = { seed: 'order' },
) {
  await putMachineRules(
    telemetry,
    played.map(({ clientId, machineId, machine }) => ({
      clientId,
      machineId,
      holdMs: machine.holdMs,
      targetPpm: null,
      designPpm: machine.designPpm,
      recipePpm: new Map(),
      categories: {},
    })),
  )
  const directory = createMachineDirectory(
    { device: async () => null, deviceNow: () => null },
    played.map(({ machineId, clientId, machine }) => ({
      machineId,
      clientId,
      serialNo: machine.serialNo,
      holdMs: machine.holdMs,
      topics: [],
    })),
  )
  const pipeline = createPipeline({
    commit: (batches) => commitBatches(telemetry, batches),
    directory,
    now: Date.now,
    gatherMs: 1,
    log: { info() {}, warn() {}, error() {} },
  })
  const idOf = new Map(played.map(({ machine, machineId }) => [machine.serialNo, machineId]))
  /** Some deliveries at a time, in this order: they share a commit, also several of one machine and repeated ones. */
  const deliverInOrder = async (deliveries: readonly Delivery[]) => {
    const random = new Random('commits')
    for (let at = 0; at < deliveries.length; ) {
      const some = deliveries.slice(at, at + random.whole(1, 24))
      at += some.length
      const read = await Promise.all(some.map(readBody))
      await Promise.all(
        read.map(({ id, serialNo, receivedAt, reading }) => {
          if (!reading) return pipeline.deaths([id], 'mqtt', receivedAt)
          const sender = {
            userName: serialNo,
            clientId: null,
            mayPublishFor: (one: number) => one === id,
          }
          return pipeline.deliver(sender, reading, receivedAt)
        }),
      )
    }
  }
  const readBody = async ({ serialNo, records, receivedAt, death }: Delivery) => {
    const id = idOf.get(serialNo) ?? 0
    if (death) return { id, serialNo, receivedAt, reading: null }
    const body = gzipSync(records.map(wireText).join('\n'), { level: 1 })
    const reading = await parseIngestBody('application/x-ndjson', 'gzip', body)
    return { id, serialNo, receivedAt, reading }
  }
  // Which records came too early, and where a death stands, is decided by the order of arrival; that order is kept for
  // clocks that are ahead. Of all other machines the order means nothing.
  const inOrder = played.filter(({ machine }) => machine.clockMs > 0)
  const anyOrder = played.filter(({ machine }) => machine.clockMs <= 0)
  const all = anyOrder.flatMap(({ deliveries }) => deliveries)
  const deaths = all.filter(({ death }) => death)
  const records = all.filter(({ death }) => !death)
  const shuffled =
    order === 'asItCame'
      ? records.toSorted((a, b) => a.receivedAt - b.receivedAt)
      : new Random(order.seed).shuffled(records)
  await deliverInOrder(deaths)
  await Promise.all([
    ...inOrder.map(({ deliveries }) => deliverInOrder(deliveries)),
    deliverInOrder(shuffled),
  ])
  await pipeline.close(10_000)
  const tallies = pipeline.tallies()
  expect(tallies).toHaveLength(played.length)
  for (const { accepted, quarantined } of tallies) {
    expect(accepted).toBeGreaterThan(1_000)
    expect(quarantined).toBe(0)
  }
  await telemetry.settled()
}

import { grantClientScope } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestTelemetry } from '../../testing/openTestTelemetry.ts'
import { alarmOf, batchOf, morning, sampleOf } from '../../testing/records.ts'
import type { Telemetry } from '../store.ts'
import { commitBatch } from '../write.ts'
import { type MachineChange, watchChanges } from './watchChanges.ts'

let telemetry: Telemetry
beforeAll(async () => {
  telemetry = await openTestTelemetry()
}, 60_000)
afterAll(() => telemetry?.close())

const at = (seconds: number) => morning + seconds * 1_000
const nothing = {
  ...{ oldest: null, newest: null, states: [] },
  ...{ alarms: false, ended: false, imported: false },
}
function watch(clientId: number) {
  const found: (MachineChange | 'all')[] = []
  const stop = watchChanges(telemetry, grantClientScope(clientId), (change) => found.push(change))
  return { found, stop }
}

test('a commit is one change of each machine of the client, in the words of its records', async () => {
  const [own, neighbour] = [watch(1), watch(2)]
  const { state: _, ...death } = sampleOf({ machineId: 1, at: at(30), death: true })
  const samples = [
    sampleOf({ machineId: 1, at: at(20), state: 21 }),
    sampleOf({ machineId: 2, at: at(5), imported: true }),
    sampleOf({ machineId: 1, at: at(10), state: 10 }),
    death,
    sampleOf({ machineId: 1, at: at(40), clientId: 2 }),
  ]
  await commitBatch(telemetry, batchOf({ samples, alarms: [alarmOf({ machineId: 3 })] }))
  await expect.poll(() => own.found.length).toBe(3)
  expect(
    own.found.toSorted((a, b) => (a === 'all' || b === 'all' ? 0 : a.machineId - b.machineId)),
  ).toEqual([
    {
      ...{ ...nothing, machineId: 1, oldest: at(10), newest: at(30) },
      ...{ states: [21, 10], ended: true },
    },
    {
      ...{ ...nothing, machineId: 2, oldest: at(5), newest: at(5) },
      ...{ states: [10], imported: true },
    },
    { ...nothing, machineId: 3, alarms: true },
  ])
  await expect.poll(() => neighbour.found.length).toBe(1)
  expect(neighbour.found).toMatchObject([{ machineId: 1, oldest: at(40) }])
  own.stop()
  neighbour.stop()
})

test('one that stopped hears no more, one that throws disturbs neither the commit nor the others', async () => {
  const [stopped, goesOn] = [watch(1), watch(1)]
  const stopThrowing = watchChanges(telemetry, grantClientScope(1), () => {
    throw new Error('Planned')
  })
  await commitBatch(telemetry, batchOf({ samples: [sampleOf({ machineId: 4, at: at(0) })] }))
  await expect.poll(() => goesOn.found.length).toBe(1)
  stopped.stop()
  const before = stopped.found.length
  await commitBatch(telemetry, batchOf({ samples: [sampleOf({ machineId: 4, at: at(10) })] }))
  await expect.poll(() => goesOn.found.length).toBe(2)
  expect(stopped.found).toHaveLength(before)
  stopThrowing()
  goesOn.stop()
})

import { expect, test } from 'vitest'
import { createPipeline } from '../testing/conserved.ts'
import { testFloor } from '../testing/floor.ts'
import { scriptedStore } from '../testing/scriptedStore.ts'
import { packmlTags } from './connectors/packmlTags/packmlTags.ts'
import { deviceSender } from './directory.ts'
import { silentLog } from './log.ts'
import { readWireRecord } from './wireRecord.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const line = 'Bathurst/Packaging/Line 1'

function floor() {
  const { directory, devices } = testFloor()
  const store = scriptedStore()
  const connector = packmlTags(directory)
  const pipeline = createPipeline({
    ...{ directory, now: () => noon, log: silentLog, gatherMs: 5, commit: store.commit },
  })
  const senderOf = (name: string) => {
    const device = devices.get(name)
    if (!device) throw new Error(`no device ${name}`)
    return deviceSender(device)
  }
  return {
    pipeline,
    store,
    senderOf,
    async say(tag: string, text: string, seconds: number, name = 'Line 1') {
      const receivedAt = noon + seconds * 1_000
      const message = { topic: `${line}/${tag}`, payload: Buffer.from(text), receivedAt }
      const reading = connector.read(message, senderOf(name), 'ownBroker')
      if (reading) await pipeline.deliver(senderOf(name), reading, receivedAt)
    },
    raw: () => store.batches.flatMap(({ rawStates }) => rawStates ?? []),
  }
}

test('what a machine of PackML reports of its state goes beside its samples, as it came', async () => {
  const { say, raw, pipeline } = floor()
  await say('Status/StateCurrent', '15', 1)
  await say('Status/CurMachSpeed', '60', 2)
  await say('Status/StateCurrent', '99', 3)
  await say('Status/StateCurrentStr', 'Idle', 4)
  // Once it names its states the number that follows is not read.
  await say('Status/StateCurrent', '3', 5)
  await pipeline.deaths([3], 'packmlTags', noon + 6_000)
  const own = { clientId: 7, machineId: 3, address: line }
  expect(raw()).toEqual([
    { ...own, states: [{ at: noon + 1_000, state: 15 }] },
    { ...own, states: [{ at: noon + 3_000, state: 99 }] },
    { ...own, states: [{ at: noon + 4_000, state: 'words' }] },
    { ...own, states: [{ at: noon + 6_000, state: 'end' }] },
  ])
})

test('a machine without a dictionary, and a device that is not bound to it, bring none', async () => {
  const { say, raw, pipeline, senderOf, store } = floor()
  await say('Status/StateCurrent', '6', 1, 'FW-101')
  const record = { kind: 'sample', serialNo: 'FW-101', time: noon, state: 6 }
  const reading = { source: 'http', bytes: 100, records: [readWireRecord(record)] } as const
  await pipeline.accept(senderOf('FW-101'), reading, noon)
  await pipeline.deaths([1], 'mqttJson', noon)
  expect(store.samples()).toHaveLength(2)
  expect(raw()).toEqual([])
})

import { setImmediate } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { scriptedStore } from '../testing/scriptedStore.ts'
import { mqttJson } from './connectors/mqttJson/mqttJson.ts'
import { createMachineDirectory } from './directory.ts'
import { silentLog } from './log.ts'
import { createPipeline } from './pipeline.ts'
import { withMessage } from './recentMessages.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const directory = createMachineDirectory({ device: async () => null, deviceNow: () => null }, [
  { machineId: 1, clientId: 7, serialNo: 'FW-101', holdMs: 90_000, topics: [] },
])
const sender = { userName: 'FW-101', clientId: 7, mayPublishFor: (id: number) => id === 1 }

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

test('a message that waits for its commit holds neither its bytes nor what was read of them', async () => {
  const store = scriptedStore()
  store.hold()
  const pipeline = createPipeline({
    directory,
    now: () => noon,
    log: silentLog,
    gatherMs: 5,
    commit: store.commit,
  })
  const connector = mqttJson(directory)
  const held: WeakRef<object>[] = []

  function publish() {
    const payload = Buffer.from(`{"time":${noon},"state":10,"packs":5,"product":"Bar"}`)
    const message = { topic: 'packboard/FW-101/sample', payload, receivedAt: noon }
    const reading = connector.read(message, sender, 'ownBroker')
    if (!reading) throw new Error('no connector reads it')
    const whole = withMessage(reading, message)
    for (const part of [payload, whole, ...whole.records]) held.push(new WeakRef(part))
    for (const { wire } of whole.records)
      if (Object(wire) === wire) held.push(new WeakRef(Object(wire)))
    return pipeline.deliver(sender, whole, noon)
  }

  const answer = publish()
  await setImmediate()
  collect()
  expect(held.map((part) => part.deref())).toEqual([undefined, undefined, undefined, undefined])
  store.release()
  expect(await answer).toMatchObject({ accepted: 1 })
  const [message] = store.batches[0]?.messages ?? []
  expect(message?.raw()).toBe(`{"time":${noon},"state":10,"packs":5,"product":"Bar"}`)
  await pipeline.close(1_000)
})

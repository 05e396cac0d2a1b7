import { expect, test } from 'vitest'
import { openIngest } from '../../startIngest.ts'
import { signIn, testFloor } from '../../testing/floor.ts'
import { scriptedStore } from '../../testing/scriptedStore.ts'
import { stateLookup } from './dictionaries.ts'
import { recordedMessages, whatItDid } from './recording/recording.ts'

test('the recorded machine, played over MQTT, is stored in the states and at the times of the recording', async () => {
  const messages = recordedMessages('plain.jsonl')
  const store = scriptedStore()
  // The clock stands at the time of arrival of the message that the broker receives next.
  let received = () => 0
  let now = () => Date.parse(messages[Math.min(received(), messages.length - 1)]?.t ?? '')
  const ingest = await openIngest({
    directory: testFloor().directory,
    mqttPort: 0,
    commit: store.commit,
    now: () => now(),
    gatherMs: 5,
  })
  received = () =>
    ingest.metrics().find(({ name }) => name === 'packboard_ingest_mqtt_messages_total')?.values[0]
      ?.value ?? 0
  const client = await signIn(ingest.mqttPort, 'Line 1')
  await Promise.all(
    messages.map(({ topic, payload }) => client.publishAsync(topic, payload, { qos: 1 })),
  )
  const end = Date.parse(messages.at(-1)?.t ?? '') + 10_000
  now = () => end
  client.end(true)
  await expect.poll(() => store.deaths()).toMatchObject([{ machineId: 3, at: end }])
  await ingest.close()

  const samples = store.samples()
  const { name } = stateLookup('libremfg')
  expect(samples.flatMap(({ at, state }) => (state === undefined ? [] : [[at, state]]))).toEqual(
    whatItDid.states.map(([t, word]) => [Date.parse(t), name(word)]),
  )
  const last = (field: 'packCounter' | 'rejectCounter' | 'batchCounter' | 'product' | 'tool') =>
    samples.findLast((sample) => sample[field] !== undefined)?.[field]
  const { final } = whatItDid
  expect(last('packCounter')).toBe(final['Admin/ProdProcessedCount/0/AccCount'])
  expect(last('batchCounter')).toBe(final['Admin/ProdProcessedCount/0/Count'])
  expect(last('rejectCounter')).toBe(final['Admin/ProdDefectiveCount/0/AccCount'])
  expect([last('product'), last('tool')]).toEqual(['4711', '3'])
  expect(new Set(samples.map(({ at, sequence }) => `${at} ${sequence}`)).size).toBe(samples.length)
  expect(store.quarantined()).toEqual([])
})

import mqtt from 'mqtt'
import { expect, test } from 'vitest'
import { openIngest } from '../../../testing/conserved.ts'
import { edgeFloor } from '../../../testing/edgeFloor.ts'
import { signIn } from '../../../testing/floor.ts'
import { openForeignBroker } from '../../../testing/foreignBroker.ts'
import { scriptedStore } from '../../../testing/scriptedStore.ts'
import type { Ingest } from '../../startIngest.ts'
import { stateLookup } from '../packmlTags/dictionaries.ts'
import { recordedMessages, whatItDid } from './recording/recording.ts'

const moment = (index: number) =>
  Date.parse(recordedMessages[Math.min(index, recordedMessages.length - 1)]?.t ?? '')

const metric = (ingest: Ingest | undefined, name: string) =>
  ingest
    ?.metrics()
    .find((one) => one.name === `packboard_ingest_${name}`)
    ?.values()[0]?.value ?? 0

const states = whatItDid.states.map(([at, word]) => ({
  at,
  state: stateLookup('libremfg').name(word),
}))
const { final } = whatItDid

/** What the recorded machine must have become, whichever broker carried it. */
async function demandRecording(
  ingest: Ingest,
  store: ReturnType<typeof scriptedStore>,
): Promise<void> {
  await expect
    .poll(() => store.deaths(), { timeout: 20_000 })
    .toMatchObject([{ machineId: 10, at: moment(721) }])
  const samples = store.samples().filter(({ death, alive }) => !death && !alive)
  expect(samples.flatMap(({ at, state }) => (state === undefined ? [] : [{ at, state }]))).toEqual(
    states,
  )
  const last = (
    field: 'packCounter' | 'rejectCounter' | 'batchCounter' | 'unitMode' | 'setSpeedPpm',
  ) => samples.findLast((sample) => sample[field] !== undefined)?.[field]
  expect(last('packCounter')).toBe(final['Admin/ProdProcessedCount/0/AccCount'])
  expect(last('batchCounter')).toBe(final['Admin/ProdProcessedCount/0/Count'])
  expect(last('rejectCounter')).toBe(final['Admin/ProdDefectiveCount/0/AccCount'])
  expect([last('unitMode'), last('setSpeedPpm')]).toEqual(['Production', 60])
  // Each message has its own place, over both wraps of the number.
  expect(new Set(samples.map(({ at, sequence }) => `${at} ${sequence}`)).size).toBe(samples.length)
  expect(Math.max(...samples.map(({ sequence }) => sequence))).toBeGreaterThan(512)
  expect(store.quarantined()).toEqual([])
  // Counters that only rise: no message was read in a wrong place.
  const counted = samples.flatMap(({ packCounter }) => packCounter ?? [])
  expect(counted).toEqual([...counted].sort((one, other) => one - other))
  for (const name of [
    'gaps_total',
    'rebirth_requests_total',
    'unheard_requests_total',
    'held_messages',
  ]) {
    expect([name, metric(ingest, `sparkplug_${name}`)]).toEqual([name, 0])
  }
  expect(metric(ingest, 'sparkplug_messages_total')).toBe(recordedMessages.length)
}

test('the recorded edge node, byte by byte on our own broker', async () => {
  const store = scriptedStore()
  let ingest: Ingest | undefined
  ingest = await openIngest({
    directory: edgeFloor().directory,
    mqttPort: 0,
    commit: store.commit,
    now: () => moment(metric(ingest, 'mqtt_messages_total')),
    gatherMs: 5,
  })
  const client = await signIn(ingest.mqttPort, 'edge-seven')
  await client.subscribeAsync('spBv1.0/Greenville/NCMD/CNC/#', { qos: 0 })
  const commands: string[] = []
  client.on('message', (topic) => commands.push(topic))
  for (const { topic, b64 } of recordedMessages) client.publish(topic, b64, { qos: 0 })
  await demandRecording(ingest, store)
  expect(commands).toEqual([])
  await client.endAsync(true)
  await ingest.close()
  // The end of its connection is no second death.
  expect(store.deaths()).toHaveLength(1)
})

test('the recorded edge node, byte by byte through a broker of another operator', async () => {
  const foreign = await openForeignBroker()
  const store = scriptedStore()
  let ingest: Ingest | undefined
  ingest = await openIngest({
    directory: edgeFloor('externalBroker').directory,
    mqttUrl: foreign.url,
    commit: store.commit,
    now: () => moment(metric(ingest, 'sparkplug_messages_total')),
    gatherMs: 5,
  })
  const filter = 'packboard-sparkplug subscribe spBv1.0/Greenville/+/CNC/# 1'
  await expect.poll(() => foreign.log).toContain(filter)
  const publisher = await mqtt.connectAsync(foreign.url)
  for (const { topic, b64 } of recordedMessages) publisher.publish(topic, b64, { qos: 0 })
  await demandRecording(ingest, store)
  expect(
    foreign.log.filter((line) => line.startsWith('packboard-sparkplug publish spBv1.0/Greenville')),
  ).toEqual([])
  await publisher.endAsync()
  await ingest.close()
  await foreign.close()
})

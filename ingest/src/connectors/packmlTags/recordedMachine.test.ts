import { grantClientScope } from '@packboard/model'
import { machineNow, machineTotals, stateStrip } from '@packboard/telemetry/read'
import { openTestTelemetry } from '@packboard/telemetry/testing'
import { commitBatches } from '@packboard/telemetry/write'
import { expect, test } from 'vitest'
import { openIngest } from '../../../testing/conserved.ts'
import { signIn, testFloor } from '../../../testing/floor.ts'
import { scriptedStore } from '../../../testing/scriptedStore.ts'
import type { Ingest } from '../../startIngest.ts'
import { stateLookup } from './dictionaries.ts'
import { recordedMessages, whatItDid } from './recording/recording.ts'

const messages = recordedMessages('plain.jsonl')
/** The recording happened today, in whole minutes: old records are not kept for ever. */
const shift =
  Math.floor((Date.now() - Date.parse(messages[0]?.t ?? '')) / 60_000) * 60_000 - 600_000
const moment = (t: string | undefined) => Date.parse(t ?? '') + shift
const begin = moment(messages[0]?.t)
const lastWord = moment(messages.at(-1)?.t)
const end = lastWord + 10_000

const states = whatItDid.states.map(([t, word]) => ({
  at: moment(t),
  state: stateLookup('libremfg').name(word),
}))
const { final } = whatItDid

/** Plays the recording over MQTT; the clock shows the arrival of the message that the broker receives next. */
async function play(
  commit: Parameters<typeof openIngest>[0]['commit'],
  whenOver: () => Promise<unknown>,
) {
  let ingest: Ingest | undefined
  let over = false
  const received = () =>
    ingest
      ?.metrics()
      .find(({ name }) => name === 'packboard_ingest_mqtt_messages_total')
      ?.values()[0]?.value ?? 0
  const now = () => (over ? end : moment(messages[Math.min(received(), messages.length - 1)]?.t))
  ingest = await openIngest({
    directory: testFloor().directory,
    mqttPort: 0,
    commit,
    now,
    gatherMs: 5,
  })
  const client = await signIn(ingest.mqttPort, 'Line 1')
  await Promise.all(
    messages.map(({ topic, payload }) => client.publishAsync(topic, payload, { qos: 1 })),
  )
  over = true
  client.end(true)
  await whenOver()
  await ingest.close()
}

test('the recorded machine, played over MQTT, is stored in the states and at the times of the recording', async () => {
  const store = scriptedStore()
  await play(store.commit, () =>
    expect.poll(() => store.deaths()).toMatchObject([{ machineId: 3, at: end }]),
  )
  const samples = store.samples()
  expect(samples.flatMap(({ at, state }) => (state === undefined ? [] : [{ at, state }]))).toEqual(
    states,
  )
  const last = (field: 'packCounter' | 'rejectCounter' | 'batchCounter' | 'product' | 'tool') =>
    samples.findLast((sample) => sample[field] !== undefined)?.[field]
  expect(last('packCounter')).toBe(final['Admin/ProdProcessedCount/0/AccCount'])
  expect(last('batchCounter')).toBe(final['Admin/ProdProcessedCount/0/Count'])
  expect(last('rejectCounter')).toBe(final['Admin/ProdDefectiveCount/0/AccCount'])
  expect([last('product'), last('tool')]).toEqual(['4711', '3'])
  expect(new Set(samples.map(({ at, sequence }) => `${at} ${sequence}`)).size).toBe(samples.length)
  expect(store.quarantined()).toEqual([])
})

test('its ledger has the seconds and packs of the recording, no mixed state, and it is OFFLINE at the end', async () => {
  const telemetry = await openTestTelemetry({ now: () => end })
  let deaths = 0
  await play(
    (batches) => {
      deaths += batches.flatMap(({ samples }) => samples).filter(({ death }) => death).length
      return commitBatches(telemetry, batches)
    },
    () => expect.poll(() => deaths).toBe(1),
  )
  await telemetry.settled()
  const scope = grantClientScope(7)
  const machineIds = [3]
  const period = { from: new Date(begin), to: new Date(end + 60_000) }

  const strip = await stateStrip(telemetry, scope, { machineIds, period })
  const reported = strip.filter(({ state }) => state > 0)
  expect(reported.map(({ from, state }) => ({ at: from.getTime(), state }))).toEqual(states)
  expect(reported.at(-1)?.to.getTime()).toBe(end)

  const seconds: Record<string, number> = {}
  states.forEach(({ state = -1 }, index) => {
    const part = reported[index]
    if (!part || index === states.length - 1) return
    seconds[state] = (seconds[state] ?? 0) + (part.to.getTime() - part.from.getTime()) / 1_000
  })
  for (const [word, expected] of Object.entries(whatItDid.seconds_per_state)) {
    const state = stateLookup('libremfg').name(word) ?? -1
    expect(Math.abs((seconds[state] ?? 0) - expected), word).toBeLessThanOrEqual(1)
  }

  const [totals] = await machineTotals(telemetry, scope, { machineIds, period })
  expect(totals?.packs).toBeCloseTo(154.9034, 3)
  expect(totals?.rejects).toBeCloseTo(7.213, 3)
  expect(totals?.offline).toBe(60_000)
  const [present] = await machineNow(telemetry, scope, { machineIds, at: new Date(end + 1_000) })
  expect(present).toMatchObject({ offline: true, product: '4711', tool: '3' })
  const neighbour = await machineTotals(telemetry, grantClientScope(9), { machineIds, period })
  expect(neighbour.every(({ packs }) => packs === 0)).toBe(true)
  await telemetry.close()
}, 60_000)

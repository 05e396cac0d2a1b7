import { setTimeout as wait } from 'node:timers/promises'
import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openIngest } from '../../../testing/conserved.ts'
import { edgeFloor } from '../../../testing/edgeFloor.ts'
import { edgeNode, metrics } from '../../../testing/edgeNode.ts'
import { signIn } from '../../../testing/floor.ts'
import { type ForeignBroker, openForeignBroker } from '../../../testing/foreignBroker.ts'
import { scriptedStore } from '../../../testing/scriptedStore.ts'
import { type Payload, readPayload } from './payload.ts'

/**
 * The rules of Sparkplug 3.0 that bind a host application, each by its id. One story is played once at a broker of the plant
 * and at our own, and each rule is looked up in what was seen of it. `docs/rules/sparkplug.md` has the same ids, and those that
 * do not bind us.
 */

const noon = Date.UTC(2026, 10, 21, 12)
const topic = 'spBv1.0/STATE/packboard'
const host = 'packboard-sparkplug'
const { state, packs } = metrics

type Command = { readonly packet: IPublishPacket; readonly payload: Payload; readonly at: number }

let foreign: ForeignBroker
const closers: (() => Promise<unknown>)[] = []
const store = scriptedStore()
const commands: Command[] = []
/** What a device read of the state of the host on our own broker, the last word last. */
const ownStates: { readonly payload: string; readonly qos: number; readonly retain: boolean }[] = []
/** What the host did at the broker of the plant, in its order, until its connection was cut, and after. */
let firstSession: string[] = []
let secondSession: string[] = []
let afterGap: { readonly before: number; readonly after: number } | undefined
/** Times of the deaths of the device, of the edge node with its other device. */
let deaths: { readonly machineId: number; readonly at: number }[] = []
let deathClock = { device: 0, node: 0 }
let answered: string[] = []
let ofHost = () => [] as string[]

const online = (at: number) => `{"online":true,"timestamp":${at}}`
const offline = (at: number) => `{"online":false,"timestamp":${at}}`
const later = noon + 60_000

/** `expect.poll` waits within a test alone. */
async function until(isSo: () => boolean) {
  for (const end = performance.now() + 20_000; !isSo(); await wait(5)) {
    if (performance.now() > end) throw new Error(`it did not come: ${isSo}`)
  }
}

async function story() {
  foreign = await openForeignBroker()
  closers.push(foreign.close)
  const floor = edgeFloor('externalBroker')
  const clock = { now: noon }
  const ingest = await openIngest({
    directory: floor.directory,
    mqttPort: 0,
    mqttUrl: foreign.url,
    commit: store.commit,
    now: () => clock.now,
    gatherMs: 5,
    sparkplugTimes: { reorderMs: 150, settleMs: 60_000 },
  })
  closers.push(ingest.close)
  ofHost = () => foreign.log.filter((line) => line.startsWith(`${host} `))
  const said = (what: string) => until(() => ofHost().at(-1) === what)
  await said(`${host} publish ${topic} 1 true ${online(noon)}`)

  const reader = await signIn(ingest.mqttPort, 'edge-seven')
  closers.push(() => reader.endAsync(true))
  reader.on('message', (_topic, payload, { qos, retain }) =>
    ownStates.push({ payload: payload.toString(), qos, retain }),
  )
  await reader.subscribeAsync(topic, { qos: 1 })

  const plant = await mqtt.connectAsync(foreign.url)
  closers.push(() => plant.endAsync(true))
  plant.on('message', (_topic, payload, packet) => {
    commands.push({ packet, payload: readPayload(payload), at: clock.now })
  })
  await plant.subscribeAsync(['spBv1.0/+/NCMD/#', 'spBv1.0/+/DCMD/#'], { qos: 1 })
  const edge = edgeNode('Greenville', 'CNC')
  const send = (client: MqttClient, ...messages: { topic: string; payload: Buffer }[]) =>
    Promise.all(messages.map((one) => client.publishAsync(one.topic, one.payload, { qos: 0 })))
  const device = (name: string) => edge.send('DBIRTH', clock.now, [state('Execute')], name)
  await send(plant, edge.birth(clock.now, 3), device('Line 1'), device('Line 2'))
  await until(() => store.samples().length === 2)

  // Out of order, and whole again within the time.
  const data = (count: bigint) => edge.send('DDATA', clock.now, [packs(count)], 'Line 1')
  const [one, two] = [data(1n), data(2n)]
  await send(plant, two)
  await wait(20)
  const before = store.samples().length
  await send(plant, one)
  await until(() => store.samples().length === 4)
  await wait(200)
  afterGap = { before, after: commands.length }
  // One that never comes.
  edge.lose()
  await send(plant, data(3n))
  await until(() => commands.length === 1)

  clock.now += 5_000
  deathClock = { ...deathClock, device: clock.now }
  await send(plant, edge.send('DDEATH', noon + 4_000, [], 'Line 2'))
  await until(() => store.deaths().length === 1)
  clock.now += 5_000
  deathClock = { ...deathClock, node: clock.now }
  await send(plant, edge.death(noon - 60_000, 3))
  await until(() => store.deaths().length === 2)
  deaths = store.deaths().map(({ machineId, at }) => ({ machineId, at }))

  // The will of an earlier connection comes late.
  firstSession = ofHost()
  await plant.publishAsync(topic, offline(1), { qos: 1, retain: true })
  await until(() => ofHost().length === firstSession.length + 1)
  answered = ofHost().slice(firstSession.length)

  const sofar = ofHost().length
  clock.now = later
  foreign.cut(host)
  await said(`${host} publish ${topic} 1 true ${online(later)}`)
  secondSession = ofHost().slice(sofar)
  clock.now = later + 1_000
  await ingest.close()
  await wait(50)
}

beforeAll(story, 60_000)
afterAll(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const connects = () => foreign.connects.filter(({ clientId }) => clientId === host)
const will = () => connects()[0]?.will
const birth = () => firstSession.find((line) => line.includes(' publish '))
const subscribed = (filter: string) =>
  firstSession.indexOf(`${host} subscribe ${filter} 1`) < firstSession.indexOf(birth() ?? '')
const farewell = () => ofHost().at(-1)

const saysBirth = () => expect(birth()).toBe(`${host} publish ${topic} 1 true ${online(noon)}`)
const saysDeath = () =>
  expect(farewell()).toBe(`${host} publish ${topic} 1 true ${offline(later + 1_000)}`)
const saysBoth = () => {
  saysBirth()
  saysDeath()
}
const hasWill = () =>
  expect(will()).toEqual({ topic, payload: offline(noon), qos: 1, retain: true })
/** The time of a birth is that of the will of its connection. */
const sharesTime = () => {
  expect([will()?.payload, connects()[1]?.will?.payload]).toEqual([offline(noon), offline(later)])
  expect([birth(), secondSession.at(-1)].map((line) => line?.split(' ').at(-1))).toEqual([
    online(noon),
    online(later),
  ])
}
const subscribesFirst = () => {
  expect(subscribed(topic)).toBe(true)
  for (const edge of ['Greenville/+/CNC', 'Plant/+/Edge', 'Other/+/Node'])
    expect(subscribed(`spBv1.0/${edge}/#`), edge).toBe(true)
}
const birthIsFirst = () =>
  expect(firstSession.filter((line) => line.includes(' publish '))).toHaveLength(
    1 + commands.length,
  )
const command = () => {
  const [only, ...more] = commands
  if (!only || more.length > 0) throw new Error('one command')
  return only
}
const asksRebirth = () => {
  expect(command().packet.topic).toBe('spBv1.0/Greenville/NCMD/CNC')
  expect(command().payload.metrics).toMatchObject([{ name: 'Node Control/Rebirth', value: true }])
}
const unretained = () => expect(command().packet).toMatchObject({ qos: 0, retain: false })
const timed = () => expect(command().payload.timestamp).toBe(command().at)
const devicesDie = () =>
  expect(deaths).toEqual([
    { machineId: 11, at: deathClock.device },
    { machineId: 10, at: deathClock.node },
  ])
const bothServers = () => {
  saysBirth()
  expect(ownStates[0]).toEqual({ payload: online(noon), qos: 1, retain: true })
}

/** Each rule, and where in the story it is seen. */
const rules: Readonly<Record<string, () => void>> = {
  'tck-id-intro-sparkplug-host-state': saysBoth,
  'tck-id-components-ph-state': saysBoth,
  'tck-id-conformance-primary-host': saysBoth,
  'tck-id-principles-birth-certificates-order': birthIsFirst,

  'tck-id-host-topic-phid-birth-message': birthIsFirst,
  'tck-id-host-topic-phid-birth-required': subscribesFirst,
  'tck-id-host-topic-phid-birth-sub-required': subscribesFirst,
  'tck-id-host-topic-phid-birth-topic': saysBirth,
  'tck-id-host-topic-phid-birth-payload': saysBirth,
  'tck-id-host-topic-phid-birth-payload-timestamp': sharesTime,
  'tck-id-host-topic-phid-birth-qos': saysBirth,
  'tck-id-host-topic-phid-birth-retain': saysBirth,
  'tck-id-host-topic-phid-death-required': hasWill,
  'tck-id-host-topic-phid-death-topic': hasWill,
  'tck-id-host-topic-phid-death-payload': hasWill,
  'tck-id-host-topic-phid-death-payload-timestamp-connect': sharesTime,
  'tck-id-host-topic-phid-death-payload-timestamp-disconnect-clean': saysDeath,
  'tck-id-host-topic-phid-death-qos': hasWill,
  'tck-id-host-topic-phid-death-retain': hasWill,

  'tck-id-message-flow-phid-sparkplug-clean-session-311': () =>
    expect(connects().map(({ clean }) => clean)).toEqual([true, true]),
  'tck-id-message-flow-phid-sparkplug-subscription': subscribesFirst,
  'tck-id-message-flow-phid-sparkplug-state-publish': saysBirth,
  'tck-id-message-flow-phid-sparkplug-state-publish-payload': saysBirth,
  'tck-id-message-flow-phid-sparkplug-state-publish-payload-timestamp': sharesTime,
  'tck-id-message-flow-hid-sparkplug-state-message-delivered': () =>
    expect(answered).toEqual([`${host} publish ${topic} 1 true ${online(noon)}`]),

  'tck-id-operational-behavior-host-application-host-id': () =>
    expect(connects().map(({ will }) => will?.topic)).toEqual([topic, topic]),
  'tck-id-operational-behavior-host-application-connect-will': hasWill,
  'tck-id-operational-behavior-host-application-connect-will-topic': hasWill,
  'tck-id-operational-behavior-host-application-connect-will-payload': hasWill,
  'tck-id-operational-behavior-host-application-connect-will-qos': hasWill,
  'tck-id-operational-behavior-host-application-connect-will-retained': hasWill,
  'tck-id-operational-behavior-host-application-connect-birth': saysBirth,
  'tck-id-operational-behavior-host-application-connect-birth-topic': saysBirth,
  'tck-id-operational-behavior-host-application-connect-birth-payload': saysBirth,
  'tck-id-operational-behavior-host-application-connect-birth-qos': saysBirth,
  'tck-id-operational-behavior-host-application-connect-birth-retained': saysBirth,
  'tck-id-operational-behavior-host-application-multi-server-timestamp': () => {
    // The connection to the plant was made anew, the listener of our own broker was not.
    sharesTime()
    expect(ownStates.filter(({ payload }) => payload.includes('true'))).toHaveLength(1)
    expect(ownStates[0]?.payload).toBe(online(noon))
  },
  'tck-id-operational-behavior-host-application-termination': saysDeath,
  'tck-id-operational-behavior-host-application-death-topic': saysDeath,
  'tck-id-operational-behavior-host-application-death-payload': saysDeath,
  'tck-id-operational-behavior-host-application-death-qos': saysDeath,
  'tck-id-operational-behavior-host-application-death-retained': saysDeath,
  // The broker would have published the will of a connection that ends without one.
  'tck-id-operational-behavior-host-application-disconnect-intentional': () =>
    expect(ofHost().filter((line) => line.endsWith(offline(later)))).toEqual([]),
  'tck-id-operational-behavior-primary-application-state-with-multiple-servers-state': () =>
    expect(secondSession.at(-1)).toBe(`${host} publish ${topic} 1 true ${online(later)}`),
  'tck-id-operational-behavior-primary-application-state-with-multiple-servers-state-subs':
    bothServers,

  'tck-id-operational-behavior-host-reordering-start': () => expect(afterGap?.before).toBe(2),
  'tck-id-operational-behavior-host-reordering-success': () => {
    expect(store.samples().map(({ packCounter }) => packCounter)).toEqual(
      expect.arrayContaining([1, 2]),
    )
    expect(afterGap?.after).toBe(0)
  },
  'tck-id-operational-behavior-host-reordering-rebirth': asksRebirth,
  'tck-id-operational-behavior-data-commands-ncmd-rebirth-verb': asksRebirth,
  'tck-id-operational-behavior-data-commands-ncmd-rebirth-name': asksRebirth,
  'tck-id-operational-behavior-data-commands-ncmd-rebirth-value': asksRebirth,
  'tck-id-operational-behavior-data-commands-ncmd-verb': asksRebirth,
  'tck-id-operational-behavior-data-commands-ncmd-metric-name': asksRebirth,
  'tck-id-operational-behavior-data-commands-ncmd-metric-value': asksRebirth,
  'tck-id-topics-ncmd-topic': asksRebirth,
  'tck-id-topics-ncmd-mqtt': unretained,
  'tck-id-topics-ncmd-timestamp': timed,
  'tck-id-topics-ncmd-payload': asksRebirth,
  'tck-id-payloads-ncmd-timestamp': timed,
  'tck-id-payloads-ncmd-seq': () => expect(command().payload.seq).toBeUndefined(),
  'tck-id-payloads-ncmd-qos': unretained,
  'tck-id-payloads-ncmd-retain': unretained,
  'tck-id-payloads-name-cmd-requirement': () =>
    expect(command().payload.metrics[0]?.timestamp).toBe(command().at),

  'tck-id-operational-behavior-edge-node-termination-host-action-ndeath-node-offline': devicesDie,
  'tck-id-operational-behavior-edge-node-termination-host-action-ndeath-node-tags-stale':
    devicesDie,
  'tck-id-operational-behavior-edge-node-termination-host-action-ndeath-devices-offline':
    devicesDie,
  'tck-id-operational-behavior-edge-node-termination-host-action-ndeath-devices-tags-stale':
    devicesDie,
  'tck-id-operational-behavior-edge-node-termination-host-action-ddeath-devices-tags-stale':
    devicesDie,

  'tck-id-payloads-state-will-message': hasWill,
  'tck-id-payloads-state-will-message-qos': hasWill,
  'tck-id-payloads-state-will-message-retain': hasWill,
  'tck-id-payloads-state-will-message-payload': hasWill,
  'tck-id-payloads-state-subscribe': () => expect(subscribed(topic)).toBe(true),
  'tck-id-payloads-state-birth': saysBirth,
  'tck-id-payloads-state-birth-payload': saysBirth,
}

test.each(Object.entries(rules))('%s', (_id, isKept) => {
  isKept()
})

import { setTimeout as wait } from 'node:timers/promises'
import mqtt, { type MqttClient } from 'mqtt'
import { afterEach, expect, test } from 'vitest'
import { openIngest } from '../../testing/conserved.ts'
import { edgeFloor } from '../../testing/edgeFloor.ts'
import { type EdgeMessage, edgeNode, metrics } from '../../testing/edgeNode.ts'
import { type ForeignBroker, openForeignBroker } from '../../testing/foreignBroker.ts'
import { scriptedStore } from '../../testing/scriptedStore.ts'
import type { Ingest, IngestOptions } from '../startIngest.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const { state, packs } = metrics
const closers: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function open(more: Partial<IngestOptions> = {}, holdMs = 90_000) {
  const foreign = await openForeignBroker()
  closers.push(foreign.close)
  const store = scriptedStore()
  const clock = { now: noon }
  const floor = edgeFloor('externalBroker', holdMs)
  const start = async () => {
    const ingest = await openIngest({
      directory: floor.directory,
      mqttUrl: foreign.url,
      commit: store.commit,
      now: () => clock.now,
      gatherMs: 5,
      sparkplugTimes: { reorderMs: 80, settleMs: 60_000 },
      ...more,
    })
    closers.push(ingest.close)
    return ingest
  }
  const publisher = async (): Promise<MqttClient> => {
    const client = await mqtt.connectAsync(foreign.url)
    closers.push(() => client.endAsync(true))
    return client
  }
  return { ...floor, foreign, store, clock, start, publisher }
}

const online = (foreign: ForeignBroker) =>
  expect
    .poll(() => foreign.log.filter((line) => line.includes('"online":true')).length)
    .toBeGreaterThan(0)

const metric = (ingest: Ingest, name: string) =>
  ingest
    .metrics()
    .find((one) => one.name === `packboard_ingest_${name}`)
    ?.values()[0]?.value ?? 0

const publish = (client: MqttClient, ...messages: EdgeMessage[]) =>
  Promise.all(messages.map(({ topic, payload }) => client.publishAsync(topic, payload, { qos: 1 })))

const topic = 'spBv1.0/STATE/packboard'
const host = 'packboard-sparkplug'

test('a host begins each session anew, with a will, subscribes, and then says that it is there (tck-id-message-flow-phid-sparkplug-clean-session-311, -subscription, -state-publish, tck-id-operational-behavior-host-application-connect-will, -birth)', async () => {
  const { foreign, start, clock } = await open()
  const ingest = await start()
  await online(foreign)
  const [connect] = foreign.connects.filter(({ clientId }) => clientId === host)
  expect(connect).toEqual({
    clientId: host,
    clean: true,
    will: { topic, payload: `{"online":false,"timestamp":${noon}}`, qos: 1, retain: true },
  })
  const own = () => foreign.log.filter((line) => line.startsWith(`${host} `))
  const first = [
    `${host} subscribe ${topic} 1`,
    ...['Greenville/+/CNC', 'Plant/+/Edge', 'Other/+/Node'].map(
      (edge) => `${host} subscribe spBv1.0/${edge}/# 1`,
    ),
    `${host} publish ${topic} 1 true {"online":true,"timestamp":${noon}}`,
  ]
  expect(own()).toEqual(first)

  // A new connection has a time of its own, which its will and its birth share; the broker says that the old one is over.
  clock.now += 60_000
  foreign.cut(host)
  const again = `${host} publish ${topic} 1 true {"online":true,"timestamp":${noon + 60_000}}`
  await expect.poll(() => own().at(-1), { timeout: 10_000 }).toBe(again)
  expect(own()).toEqual([
    ...first,
    `${host} publish ${topic} 1 true {"online":false,"timestamp":${noon}}`,
    ...first.slice(0, -1),
    again,
  ])
  expect(foreign.connects.filter(({ clientId }) => clientId === host)[1]?.will?.payload).toBe(
    `{"online":false,"timestamp":${noon + 60_000}}`,
  )

  // It says that it leaves (tck-id-operational-behavior-host-application-death-topic, -payload, -qos, -retained).
  clock.now += 1_000
  await ingest.close()
  expect(own().at(-1)).toBe(
    `${host} publish ${topic} 1 true {"online":false,"timestamp":${noon + 61_000}}`,
  )
})

test('a late will of its own is answered (tck-id-message-flow-hid-sparkplug-state-message-delivered)', async () => {
  const { foreign, start, publisher } = await open()
  await start()
  await online(foreign)
  const client = await publisher()
  await client.publishAsync(topic, '{"online":false,"timestamp":1}', { qos: 1, retain: true })
  const said = () =>
    foreign.log.filter(
      (line) => line === `${host} publish ${topic} 1 true {"online":true,"timestamp":${noon}}`,
    )
  await expect.poll(() => said().length).toBe(2)
  const late: string[] = []
  const reader = await publisher()
  reader.on('message', (_topic, payload) => late.push(payload.toString()))
  await reader.subscribeAsync(topic, { qos: 1 })
  await expect.poll(() => late).toEqual([`{"online":true,"timestamp":${noon}}`])
})

test('two cells are two hosts, each with a name of its own (tck-id-operational-behavior-host-application-host-id)', async () => {
  const { foreign, start } = await open({ mqttClientId: 'packboard-1' })
  await start()
  await online(foreign)
  expect(
    foreign.connects.find(({ clientId }) => clientId === 'packboard-1-sparkplug')?.will?.topic,
  ).toBe('spBv1.0/STATE/packboard-1')
})

test('without a machine of Sparkplug B there is no host, and with the first one there is', async () => {
  const { foreign, start, machines, directory } = await open()
  const all = [...directory.machines()]
  directory.replace(machines)
  const ingest = await start()
  const clients = () => foreign.connects.map(({ clientId }) => clientId).sort()
  await expect.poll(clients).toEqual(['packboard', 'packboard-births'])
  expect(ingest.health().parts.sparkplug).toEqual({
    ok: true,
    detail: 'no machine speaks Sparkplug B',
  })
  directory.replace(all)
  await online(foreign)
  expect(clients()).toEqual(['packboard', 'packboard-births', host])
  directory.replace(machines)
  await expect.poll(() => foreign.log.at(-1)).toContain('"online":false')
})

test('retained messages are never live (D48)', async () => {
  const { foreign, start, store, publisher, clock } = await open({
    sparkplugTimes: { reorderMs: 20, settleMs: 60_000 },
  })
  const edge = edgeNode('Greenville', 'CNC')
  const client = await publisher()
  for (const message of [
    edge.birth(noon),
    edge.send('DBIRTH', noon, [state('Execute'), packs(7n)], 'Line 1'),
  ]) {
    await client.publishAsync(message.topic, message.payload, { qos: 1, retain: true })
  }
  const ingest = await start()
  await online(foreign)
  await expect.poll(() => metric(ingest, 'sparkplug_last_known_total')).toBe(2)
  clock.now += 60_000
  await wait(300)
  expect([store.samples(), store.quarantined()]).toEqual([[], []])
})

test('a living machine is kept alive between birth and death, and nothing is said of it while the broker is away', async () => {
  const { foreign, start, store, publisher, clock } = await open()
  await start()
  await online(foreign)
  const edge = edgeNode('Greenville', 'CNC')
  const client = await publisher()
  await publish(
    client,
    edge.birth(noon),
    edge.send('DBIRTH', noon, [state('Stopped')], 'Line 1'),
    edge.send('DBIRTH', noon, [state('Stopped')], 'Line 9'),
  )
  await expect.poll(() => store.samples().length).toBe(2)
  clock.now += 31_000
  const alive = () =>
    store
      .samples()
      .filter(({ alive }) => alive)
      .map(({ machineId, clientId, at }) => [machineId, clientId, at])
  await expect
    .poll(() => alive().sort())
    .toEqual([
      [10, 7, clock.now],
      [13, 9, clock.now],
    ])
  // One of the devices goes, then the edge node with the other.
  await publish(client, edge.send('DDEATH', clock.now, [], 'Line 1'))
  await expect.poll(() => store.deaths().map(({ machineId }) => machineId)).toEqual([10])
  await publish(client, edge.death(noon))
  await expect.poll(() => store.deaths().map(({ machineId }) => machineId)).toEqual([10, 13])
  await publish(
    client,
    edge.birth(clock.now, 1),
    edge.send('DBIRTH', clock.now, [state('Idle')], 'Line 1'),
  )
  await expect.poll(() => store.samples().at(-1)?.state).toBe(8)
  foreign.cut(host)
  await wait(50)
  clock.now += 40_000
  await wait(400)
  expect(alive()).toHaveLength(2)
  expect(store.deaths()).toHaveLength(2)
})

test('of a clock that is eight days behind the empty samples are where its samples are, and nowhere else (D117)', async () => {
  const { foreign, start, store, publisher, clock } = await open()
  await start()
  await online(foreign)
  const edge = edgeNode('Greenville', 'CNC')
  const client = await publisher()
  const thatDay = noon - 8 * 86_400_000
  await publish(
    client,
    edge.birth(thatDay),
    edge.send('DBIRTH', thatDay, [state('Stopped')], 'Line 1'),
    edge.send('DBIRTH', noon + 60_000, [state('Stopped')], 'Line 9'),
  )
  await expect.poll(() => store.samples().length).toBe(2)
  clock.now += 31_000
  const alive = () =>
    store
      .samples()
      .filter(({ alive }) => alive)
      .map(({ machineId, at }) => [machineId, at])
  await expect
    .poll(() => alive().sort())
    .toEqual([
      [10, thatDay + 31_000],
      // Its clock is ahead: what it sends stands at its receipt (D9).
      [13, noon + 31_000],
    ])
})

test('a device that no machine is set to is listed for the client whose edge node it is of, until one is', async () => {
  const { foreign, start, publisher, directory } = await open()
  const ingest = await start()
  await online(foreign)
  const client = await publisher()
  const node = edgeNode('Other', 'Node')
  const shared = edgeNode('Greenville', 'CNC')
  await publish(
    client,
    ...[node.birth(noon), shared.birth(noon)],
    ...['Dev', 'New'].map((device) => node.send('DBIRTH', noon, [state('Execute')], device)),
    shared.send('DBIRTH', noon, [state('Execute')], 'Line 5'),
  )
  const own = (clientId: number) => ingest.unassigned.of(clientId, { others: false })
  await expect
    .poll(() => own(9))
    .toEqual([{ address: 'Other/Node/New', seenAt: noon, isOwn: true }])
  expect(own(7)).toEqual([])
  const machines = [...directory.machines()]
  const set = {
    connector: 'sparkplug',
    prefix: 'Other/Node/New',
    dictionary: 'libremfg',
    origin: 'externalBroker',
  } as const
  const added = { machineId: 15, clientId: 9, serialNo: 'SP-7', holdMs: 90_000, topics: [set] }
  directory.replace([...machines, added])
  expect(own(9)).toEqual([])
})

test('an edge node that no machine names is listed, and lives as soon as a machine is set to it', async () => {
  const { foreign, start, publisher, directory, store } = await open({
    sparkplugTimes: { reorderMs: 20, settleMs: 300 },
  })
  const machines = [...directory.machines()]
  directory.replace(machines.filter(({ topics }) => topics[0]?.connector !== 'sparkplug'))
  const ingest = await start()
  await expect
    .poll(() => foreign.log)
    .toContain('packboard-births subscribe spBv1.0/+/DBIRTH/+/+ 0')
  const edge = edgeNode('Strange', 'Box')
  const client = await publisher()
  const bear = () =>
    publish(client, edge.birth(noon), edge.send('DBIRTH', noon, [state('Execute')], 'Wrapper'))
  client.on('message', () => void bear())
  await client.subscribeAsync(edge.topic('NCMD'), { qos: 0 })
  // Not a payload: of an unknown edge node nothing but its topic is looked at.
  await client.publishAsync(edge.topic('DBIRTH', 'Odd'), 'x'.repeat(100_000), { qos: 1 })
  await bear()
  const seen = () =>
    ingest.unassigned.of(9, { others: true }).map(({ address, isOwn }) => [address, isOwn])
  await expect.poll(seen).toEqual(
    expect.arrayContaining([
      ['Strange/Box/Wrapper', false],
      ['Strange/Box/Odd', false],
    ]),
  )
  expect(seen()).toHaveLength(2)
  expect(store.batches).toEqual([])

  const set = {
    connector: 'sparkplug',
    prefix: 'Strange/Box/Wrapper',
    dictionary: 'libremfg',
    origin: 'externalBroker',
  } as const
  const added = { machineId: 15, clientId: 9, serialNo: 'SP-7', holdMs: 90_000, topics: [set] }
  directory.replace([...machines, added])
  // It was born before, so it is requested to be born anew, and nobody has to do anything.
  await expect.poll(() => store.samples().map(({ machineId }) => machineId)).toEqual([15])
  // Its edge node is one of this client's now.
  expect(seen()).toEqual([['Strange/Box/Odd', true]])
})

test('a library that stamps every metric with the time at which it was loaded: the messages say when', async () => {
  const { foreign, start, publisher, store, clock } = await open()
  await start()
  await online(foreign)
  const edge = edgeNode('Greenville', 'CNC')
  const client = await publisher()
  const stamp = { at: noon - 7_000 }
  const said = (second: number, text: string, count: bigint) => {
    clock.now = noon + second * 1_000
    const values = [state(text, stamp), packs(count, stamp)]
    return edge.send(second === 0 ? 'DBIRTH' : 'DDATA', clock.now, values, 'Line 1')
  }
  await publish(client, edge.birth(noon), said(0, 'Execute', 7n))
  await expect.poll(() => store.samples().length).toBe(1)
  await publish(client, said(10, 'Execute', 9n))
  await expect.poll(() => store.samples().length).toBe(2)
  await publish(client, said(20, 'Stopped', 11n))
  await expect.poll(() => store.samples().length).toBe(3)
  expect(store.samples().map(({ at, state, packCounter }) => [at, state, packCounter])).toEqual([
    [noon, 10, 7],
    [noon + 10_000, 10, 9],
    [noon + 20_000, 5, 11],
  ])
  const noted = store.batches.flatMap(({ messages = [] }) => messages)
  expect(noted.map(({ timeOfMessage = false }) => timeOfMessage)).toEqual([false, true, true])
})

test('an edge node that sends a buffer without is_historical: each value is stored at its own time', async () => {
  const { foreign, start, publisher, store, clock } = await open()
  await start()
  await online(foreign)
  const edge = edgeNode('Greenville', 'CNC')
  const client = await publisher()
  const cut = noon - 300_000
  await publish(
    client,
    edge.birth(noon),
    edge.send('DBIRTH', noon, [state('Stopped', { at: noon }), packs(90n, { at: noon })], 'Line 1'),
  )
  await expect.poll(() => store.samples().length).toBe(1)
  // Five minutes of values from before the birth, sent one after the other when the line is back.
  const kept: readonly (readonly [second: number, text: string, count: bigint])[] = [
    [0, 'Execute', 40n],
    [60, 'Execute', 50n],
    [120, 'Held', 50n],
    ...Array.from({ length: 25 }, (_, index) => [240 + index, 'Execute', 51n] as const),
  ]
  clock.now += 1_000
  for (const [index, [second, text, count]] of kept.entries()) {
    const own = { at: cut + second * 1_000 }
    const values = [state(text, own), packs(count, own)]
    await publish(client, edge.send('DDATA', clock.now + index, values, 'Line 1'))
  }
  await expect.poll(() => store.samples().length).toBe(29)
  const stored = store.samples().map(({ at, state, packCounter }) => [at, state, packCounter])
  expect(stored.slice(0, 5)).toEqual([
    [noon, 5, 90],
    [cut, 10, 40],
    [cut + 60_000, 10, 50],
    [cut + 120_000, 13, 50],
    [cut + 240_000, 10, 51],
  ])
  const noted = store.batches.flatMap(({ messages = [] }) => messages)
  expect(noted.filter(({ timeOfMessage }) => timeOfMessage)).toEqual([])
  // It stands still since its birth, and lives: its empty samples follow the clock of now, not that of the buffer.
  clock.now += 31_000
  const alive = () => store.samples().flatMap(({ alive, at }) => (alive ? [at] : []))
  await expect.poll(alive).toEqual([clock.now])
})

test('an edge node that was born before Packboard came is requested once, one that speaks by itself is not', async () => {
  const { foreign, start, publisher, store } = await open({
    sparkplugTimes: { reorderMs: 20, settleMs: 400 },
  })
  const edge = edgeNode('Greenville', 'CNC')
  const heard: string[] = []
  const client = await publisher()
  client.on('message', (topic) => {
    heard.push(topic)
    if (!topic.includes('Greenville')) return
    void publish(client, edge.birth(noon), edge.send('DBIRTH', noon, [state('Execute')], 'Line 1'))
  })
  await client.subscribeAsync('spBv1.0/+/NCMD/#', { qos: 0 })
  await start()
  await online(foreign)
  const other = edgeNode('Plant', 'Edge')
  await publish(client, other.birth(noon, 0, [state('Idle')]))
  await expect
    .poll(() => store.samples().map(({ machineId, state }) => [machineId, state]))
    .toEqual([
      [12, 8],
      [10, 10],
    ])
  expect(heard.sort()).toEqual(['spBv1.0/Greenville/NCMD/CNC', 'spBv1.0/Other/NCMD/Node'])
})

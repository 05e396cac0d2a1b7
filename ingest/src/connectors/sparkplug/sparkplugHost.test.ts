// @slow

import { setTimeout as wait } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'
import { structureLimits } from '@packboard/model'
import type { IClientOptions, MqttClient } from 'mqtt'
import { afterEach, expect, test, vi } from 'vitest'
import { openIngest } from '../../../testing/conserved.ts'
import { edgeFloor } from '../../../testing/edgeFloor.ts'
import {
  type EdgeMessage,
  edgeNode,
  metrics,
  payloadBytes,
  wireTypes,
} from '../../../testing/edgeNode.ts'
import { signIn } from '../../../testing/floor.ts'
import { scriptedStore } from '../../../testing/scriptedStore.ts'
import { bringCarried, packOutcomes, unpackCalls } from '../../carriedCalls.ts'
import type { CellCarrier } from '../../remotePipeline.ts'
import { type Ingest, type IngestOptions, startRemoteIngest } from '../../startIngest.ts'
import { readPayload } from './payload.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const { state, packs } = metrics
const clients: MqttClient[] = []
const opened: Ingest[] = []

afterEach(async () => {
  for (const client of clients.splice(0)) client.end(true)
  for (const ingest of opened.splice(0)) await ingest.close()
})

const metric = (ingest: Ingest, name: string) =>
  ingest
    .metrics()
    .find((one) => one.name === `packboard_ingest_${name}`)
    ?.values()[0]?.value ?? 0

/** An ingest on our own broker, and an edge node that is signed in as its device. */
async function open({
  carrier,
  ...more
}: Partial<IngestOptions> & { readonly carrier?: CellCarrier } = {}) {
  const floor = edgeFloor()
  const store = scriptedStore()
  const clock = { now: noon }
  const options = {
    directory: floor.directory,
    mqttPort: 0,
    now: () => clock.now,
    gatherMs: 5,
    sparkplugTimes: { reorderMs: 80 },
    ...more,
  }
  const ingest = carrier
    ? await startRemoteIngest({ ...options, carrier })
    : await openIngest({ ...options, commit: store.commit })
  opened.push(ingest)
  const device = async (userName: string, options: IClientOptions = {}) => {
    const client = await signIn(ingest.mqttPort, userName, options)
    client.on('error', () => {})
    clients.push(client)
    return client
  }
  const edge = edgeNode('Greenville', 'CNC')
  const client = await device('edge-seven')
  const send = (...messages: EdgeMessage[]) =>
    Promise.all(
      messages.map(({ topic, payload }) => client.publishAsync(topic, payload, { qos: 1 })),
    )
  /** As the specification wants it: without an acknowledgement. */
  const say = (...messages: EdgeMessage[]) => {
    for (const { topic, payload } of messages) client.publish(topic, payload, { qos: 0 })
  }
  const born = async (bdSeq = 0) => {
    clock.now += 1_000
    const at = clock.now
    await send(
      edge.birth(at, bdSeq),
      edge.send('DBIRTH', at, [state('Idle', { alias: 1 }), packs(7n, { alias: 2 })], 'Line 1'),
    )
  }
  return { ...floor, store, clock, ingest, device, edge, client, send, say, born }
}

/** The commands that a client gets, as the names of their metrics. */
function commandsTo(client: MqttClient) {
  const heard: { topic: string; names: (string | undefined)[]; qos: number; retain: boolean }[] = []
  client.on('message', (topic, payload, { qos, retain }) => {
    const names = readPayload(payload).metrics.map(({ name }) => name)
    heard.push({ topic, names, qos, retain })
  })
  return heard
}

test('metrics of one moment are one sample, with the state of the dictionary; aliases mean what the birth said', async () => {
  const { store, clock, edge, send, born } = await open()
  await born()
  const at = clock.now
  await send(
    edge.send(
      'DDATA',
      at + 10,
      [
        { alias: 2, at: at + 10, long: 9n },
        { alias: 1, at: at + 10, text: 'Execute' },
        { alias: 2, at: at + 20, long: 10n },
        { name: 'Status/CurMachSpeed', at: at + 20, type: wireTypes.float, float: 61.5 },
        { name: 'Temperature', at: at + 20, type: wireTypes.float, float: 21 },
        { name: 'Command/Start', at: at + 20, type: wireTypes.boolean, bool: true },
      ],
      'Line 1',
    ),
    edge.send(
      'DDATA',
      at + 30,
      [
        {
          name: 'Admin/ProdDefectiveCount[0].AccCount',
          at: at + 30,
          type: wireTypes.int32,
          int: 3,
        },
        { name: 'Status/Product/0/Id', at: at + 30, type: wireTypes.string, text: '4711' },
      ],
      'Line 1',
    ),
  )
  expect(
    store.samples().map(({ receivedAt: _, sourceAt: __, flagged: ___, ...sample }) => sample),
  ).toEqual([
    { clientId: 7, machineId: 10, at, sequence: 1, state: 8, packCounter: 7 },
    { clientId: 7, machineId: 10, at: at + 10, sequence: 2, state: 10, packCounter: 9 },
    { clientId: 7, machineId: 10, at: at + 20, sequence: 2, packCounter: 10, speedPpm: 61.5 },
    { clientId: 7, machineId: 10, at: at + 30, sequence: 3, rejectCounter: 3, product: '4711' },
  ])
  expect(store.quarantined()).toEqual([])
})

test('an edge node without devices is a machine by itself, and a text comes before a number (D45)', async () => {
  const { store, clock, send } = await open()
  const edge = edgeNode('Plant', 'Edge')
  const number = (int: number): { name: string; type: number; int: number } => ({
    name: 'Status/StateCurrent',
    type: wireTypes.int32,
    int,
  })
  const at = clock.now
  await send(
    edge.birth(at, 3, [number(6), state('')]),
    edge.send('NDATA', at + 1, [number(11), state('Aborted')]),
    edge.send('NDATA', at + 2, [number(2)]),
  )
  expect(store.samples().map(({ machineId, state }) => [machineId, state])).toEqual([
    [12, 10],
    [12, 3],
  ])
})

test('is_null, is_historical, compressed payloads, and what cannot be read', async () => {
  const { store, clock, edge, send, born } = await open()
  await born()
  const at = clock.now
  const old = at - 3_600_000
  const inner = edge.send('DDATA', at + 1, [packs(8n, { at: at + 1 })], 'Line 1')
  await send(
    {
      topic: inner.topic,
      payload: payloadBytes({ uuid: 'SPBV1.0_COMPRESSED', body: deflateSync(inner.payload) }),
    },
    edge.send(
      'DDATA',
      at + 2,
      [packs(5n, { at: old, historical: true }), state('Held', { at: at + 2 })],
      'Line 1',
    ),
    edge.send(
      'DDATA',
      at + 3,
      [
        { name: 'Status/StateCurrentStr', type: wireTypes.string, isNull: true },
        { name: 'Status/CurMachSpeed', type: wireTypes.float, isNull: true },
      ],
      'Line 1',
    ),
  )
  expect(
    store
      .samples()
      .slice(1)
      .map(({ at, state, packCounter }) => [at, state, packCounter]),
  ).toEqual([
    [at + 1, undefined, 8],
    [old, undefined, 5],
    [at + 2, 13, undefined],
    [at + 3, -1, undefined],
  ])
  expect(store.quarantined()).toEqual([])

  await send(
    edge.send('DDATA', at + 4, [{ alias: 77, long: 1n }], 'Line 1'),
    edge.send(
      'DDATA',
      at + 5,
      [
        { name: 'Status/Parameter', type: wireTypes.template, template: Buffer.from('x') },
        { name: 'Motor', type: 99, int: 1 },
      ],
      'Line 1',
    ),
    edge.send(
      'DDATA',
      at + 6,
      [{ name: 'Status/MachSpeed', type: wireTypes.dataSet, dataSet: Buffer.from('x') }],
      'Line 1',
    ),
    edge.send('DDATA', at + 7, [packs(9_007_199_254_740_993n)], 'Line 1'),
    edge.send('DDATA', at + 8, [state('Turbo')], 'Line 1'),
    edge.send('DDATA', at + 9, [packs(1n, { historical: true, at: old })], 'Line 1'),
    { topic: edge.topic('DDATA', 'Line 1'), payload: Buffer.from('not protobuf') },
  )
  expect(
    store.quarantined().map(({ machineId, reason, detail }) => [machineId, reason, detail]),
  ).toEqual([
    [10, 'malformed', '1 metrics are named by a number alone, and no birth says what it means'],
    [10, 'malformed', 'a type that is not read: Status/Parameter (Template), Motor (type 99)'],
    [10, 'malformed', 'Status/MachSpeed: no plain value (DataSet)'],
    [10, 'implausible', 'packs: 9007199254740992 is not between 0 and 1000000000000000'],
    [10, 'malformed', "Status/StateCurrentStr: the machine's dictionary holds no state Turbo"],
    [10, 'malformed', 'not a payload of Sparkplug B'],
  ])
  // What was sent is kept whole: its bytes hold the exact number.
  const raw: unknown = JSON.parse(store.quarantined()[3]?.raw ?? '')
  expect(raw).toMatchObject({ topic: 'spBv1.0/Greenville/DDATA/CNC/Line 1' })
})

test('NDEATH ends an edge node and its devices at receipt (tck-id-operational-behavior-edge-node-termination-host-action-ndeath-node-offline, -devices-offline)', async () => {
  const { store, clock, edge, send, born } = await open()
  await born()
  clock.now += 5_000
  await send(edge.death(noon - 60_000))
  expect(store.deaths()).toMatchObject([{ machineId: 10, at: noon + 6_000 }])
  // Nothing that comes without a new birth makes it live again, and its end is no second death.
  await born(1)
  await send(edge.death(0, 1))
  expect(store.deaths().map(({ machineId }) => machineId)).toEqual([10, 10])
})

test('NDEATH of an earlier session does not end the present one (tck-id-payloads-ndeath-bdseq)', async () => {
  const { store, ingest, edge, send, born } = await open()
  await born(4)
  await born(5)
  await send(edge.death(0, 4))
  expect(store.deaths()).toEqual([])
  expect(metric(ingest, 'sparkplug_stale_deaths_total')).toBe(1)
  await send({ topic: edge.topic('NDEATH'), payload: payloadBytes({}) })
  expect(store.deaths()).toEqual([])
  expect(store.quarantined()).toMatchObject([
    { machineId: 10, detail: 'a death without bdSeq, which the birth had' },
  ])
  await send(edge.death(0, 5))
  expect(store.deaths()).toMatchObject([{ machineId: 10 }])
})

test('DDEATH ends its device alone (tck-id-operational-behavior-edge-node-termination-host-action-ddeath-devices-offline)', async () => {
  const { store, clock, edge, devices, send, born } = await open()
  const seven = devices.get('edge-seven')
  if (seven) devices.set('edge-seven', { ...seven, machineIds: new Set([10, 11, 12]) })
  await born()
  await send(edge.send('DBIRTH', clock.now, [state('Idle')], 'Line 2'))
  await send(edge.send('DDEATH', clock.now + 1, [], 'Line 2'))
  expect(store.deaths()).toMatchObject([{ machineId: 11 }])
  await send(edge.death(0))
  expect(store.deaths().map(({ machineId }) => machineId)).toEqual([11, 10])
})

test('an edge node dies with its connection, the will of which is its NDEATH, and only where it was born', async () => {
  const { store, clock, edge, born, device, client } = await open()
  const death = edge.death(noon)
  const will = { topic: death.topic, payload: death.payload, qos: 1, retain: false } as const
  const unborn = await device('edge-seven', { will })
  unborn.stream.destroy()
  await born()
  clock.now += 30_000
  client.stream.destroy()
  await expect.poll(() => store.deaths()).toMatchObject([{ machineId: 10, at: clock.now }])
  expect(store.quarantined()).toEqual([])
})

test('a gap is waited for, and closed without a request where the message comes (tck-id-operational-behavior-host-reordering-start, -success)', async () => {
  const { store, ingest, clock, edge, say, born, client } = await open({
    sparkplugTimes: { reorderMs: 60_000 },
  })
  await client.subscribeAsync(edge.topic('NCMD'), { qos: 0 })
  const heard = commandsTo(client)
  await born()
  const at = clock.now
  const [one, two, three] = [1, 2, 3].map((step) =>
    edge.send('DDATA', at + step, [packs(BigInt(step))], 'Line 1'),
  )
  if (!one || !two || !three) throw new Error('three messages')
  say(three, two)
  await expect.poll(() => metric(ingest, 'sparkplug_held_messages')).toBe(2)
  expect(store.samples()).toHaveLength(1)
  say(one)
  await expect
    .poll(() => store.samples().map(({ packCounter }) => packCounter))
    .toEqual([7, 1, 2, 3])
  expect(metric(ingest, 'sparkplug_held_messages')).toBe(0)
  expect([heard, metric(ingest, 'sparkplug_gaps_total')]).toEqual([[], 0])
})

test('what is missing after the time is requested once, whatever else is missing (tck-id-operational-behavior-host-reordering-rebirth, tck-id-operational-behavior-data-commands-ncmd-rebirth-verb)', async () => {
  const { store, ingest, clock, edge, say, born, client, device } = await open()
  // A competitor at the same edge node, which listens to the same commands.
  const other = await device('edge-nine')
  await other.subscribeAsync(`${edge.topic('NCMD')}/#`, { qos: 0 })
  const foreign = commandsTo(other)
  await client.subscribeAsync(`${edge.topic('NCMD')}/#`, { qos: 0 })
  const heard = commandsTo(client)
  await born()
  for (let gap = 1; gap <= 5; gap += 1) {
    edge.lose()
    say(edge.send('DDATA', clock.now + gap, [packs(BigInt(gap))], 'Line 1'))
    await expect.poll(() => metric(ingest, 'sparkplug_gaps_total')).toBe(gap)
  }
  // What came is stored, in its order.
  await expect
    .poll(() => store.samples().map(({ packCounter }) => packCounter))
    .toEqual([7, 1, 2, 3, 4, 5])
  expect(heard).toEqual([
    { topic: edge.topic('NCMD'), names: ['Node Control/Rebirth'], qos: 0, retain: false },
  ])
  expect(metric(ingest, 'sparkplug_rebirth_requests_total')).toBe(1)
  // A new connection of the edge node is no way around the limit.
  client.end(true)
  const again = await device('edge-seven')
  await again.subscribeAsync(edge.topic('NCMD'), { qos: 0 })
  const heardAgain = commandsTo(again)
  again.publish(
    edge.topic('DDATA', 'Line 1'),
    payloadBytes({ at: clock.now, seq: 9, metrics: [packs(9n)] }),
  )
  await expect.poll(() => metric(ingest, 'sparkplug_gaps_total')).toBe(6)
  expect(heardAgain).toEqual([])
  clock.now += 60_000
  await expect.poll(() => heardAgain.length).toBe(1)
  expect(foreign).toEqual([])
})

/** As a payload that carries another one packed. */
const compressed = (payload: Buffer) =>
  payloadBytes({ uuid: 'SPBV1.0_COMPRESSED', body: deflateSync(payload) })

/** How many messages of each machine did not come, as the store gets them with its records. */
const missingOf = (store: ReturnType<typeof scriptedStore>) =>
  store.batches.flatMap(({ missingNumbers = [] }) => missingNumbers)

/** What a pipeline that holds no store passes on comes to one that does (ROLE=ingest). */
const elsewhere = ({ pipeline }: Ingest): CellCarrier => ({
  cellOf: async () => 1,
  carry: async (_, calls) => packOutcomes(await bringCarried(pipeline, unpackCalls(calls))),
})

test.each(['here', 'in another process'])(
  'messages that were lost are counted at each machine of the edge node with its next record, the store is %s',
  async (where) => {
    const holder = await open()
    const { clock, edge, say, born, store } =
      where === 'here'
        ? holder
        : { ...(await open({ carrier: elsewhere(holder.ingest) })), store: holder.store }
    await born()
    expect(missingOf(store)).toEqual([])
    for (let lost = 0; lost < 3; lost += 1) edge.lose()
    say(edge.send('DDATA', clock.now + 1, [packs(8n)], 'Line 1'))
    await expect.poll(() => store.samples().at(-1)?.packCounter).toBe(8)
    say(edge.send('DDATA', clock.now + 2, [packs(9n)], 'Line 1'))
    await expect.poll(() => store.samples().at(-1)?.packCounter).toBe(9)
    const found = missingOf(store).filter(({ machineId }) => machineId === 10)
    expect(found.reduce((sum, { missing }) => sum + missing, 0)).toBe(3)
    // Line 9 of the same edge node is a neighbour's, and sent nothing.
    expect(missingOf(store).filter(({ machineId }) => machineId === 13)).toEqual([])
  },
)

const manyMetrics = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Other/${index}`, alias: index + 10 }))

test('nothing is kept of devices that are no machine of the sender, and what unpacks counts unpacked', async () => {
  const { ingest, store, clock, edge, send, born } = await open()
  await born()
  const before = metric(ingest, 'sparkplug_born_metrics')
  expect(before).toBe(2)
  const count = vi.spyOn(ingest.quarantineRate, 'count')
  for (const device of ['Nobody', 'Line 9', 'Line 2', 'Nobody else']) {
    const { topic, payload } = edge.send('DBIRTH', clock.now, manyMetrics(2_000), device)
    const packed = compressed(payload)
    expect(packed.length).toBeLessThan(payload.length / 2)
    await send({ topic, payload: packed })
    expect(count).toHaveBeenLastCalledWith(
      expect.any(Number),
      { bytes: payload.length, records: 1 },
      1,
    )
  }
  expect(metric(ingest, 'sparkplug_born_metrics')).toBe(before)
  for (const { raw } of store.quarantined()) expect(raw.length).toBeLessThanOrEqual(16_384)
  // A machine of its own is remembered.
  const own = edge.send('DBIRTH', clock.now, manyMetrics(2_000), 'Line 1')
  await send({ topic: own.topic, payload: compressed(own.payload) })
  expect(metric(ingest, 'sparkplug_born_metrics')).toBe(2_000)
})

test('births of one edge node are remembered up to a bound together, and what is beyond it is cut', async () => {
  const { ingest, store, clock, edge, send, born, directory, devices } = await open()
  const { metrics: most, aliases } = structureLimits.sparkplug
  const lines = Array.from({ length: aliases / most + 1 }, (_, index) => `Big ${index}`)
  const machines = lines.map((line, index) => ({
    ...{ machineId: 20 + index, clientId: 7, serialNo: line, holdMs: 90_000 },
    topics: [
      {
        ...({ connector: 'sparkplug', prefix: `Greenville/CNC/${line}` } as const),
        ...({ dictionary: 'libremfg', origin: 'ownBroker' } as const),
      },
    ],
  }))
  directory.replace([...directory.machines(), ...machines])
  const ids = devices.get('edge-seven')?.machineIds ?? new Set()
  devices.set('edge-seven', {
    ...{ deviceId: 1, userName: 'edge-seven', clientId: 7, credential: 'edge-seven 1' },
    machineIds: new Set([...ids, ...machines.map(({ machineId }) => machineId)]),
  })
  await born()
  await send(edge.send('DBIRTH', clock.now, manyMetrics(most + 1), 'Big 0'))
  for (const line of lines) await send(edge.send('DBIRTH', clock.now, manyMetrics(most), line))
  await expect
    .poll(() =>
      store.quarantined().map(({ reason, serialNo, detail }) => [reason, serialNo, detail]),
    )
    .toEqual([
      ['cut', 'Big 0', 'more than 5000 metrics in one message: it was not read'],
      [
        ...['cut', 'Big 3'],
        'the births of one edge node have more than 20000 metrics: it was not read',
      ],
      [
        ...['cut', 'Big 4'],
        'the births of one edge node have more than 20000 metrics: it was not read',
      ],
    ])
  expect(metric(ingest, 'sparkplug_born_metrics')).toBe(2 + 3 * most)
  expect(metric(ingest, 'cut_records_total')).toBe(3)
})

test('a birth ends the wish for one', async () => {
  const { ingest, clock, edge, say, born, client } = await open()
  await client.subscribeAsync(edge.topic('NCMD'), { qos: 0 })
  const heard = commandsTo(client)
  await born()
  edge.lose()
  say(edge.send('DDATA', clock.now, [packs(8n)], 'Line 1'))
  await expect.poll(() => heard.length).toBe(1)
  await born()
  clock.now += 120_000
  await wait(1_100)
  expect(metric(ingest, 'sparkplug_rebirth_requests_total')).toBe(1)
})

test('data without a birth: what they name is stored, aliases are put aside, and one birth is requested', async () => {
  const { store, ingest, clock, edge, say, client } = await open()
  await client.subscribeAsync(edge.topic('NCMD'), { qos: 0 })
  const heard = commandsTo(client)
  const at = clock.now
  say(
    edge.send('DDATA', at, [packs(3n)], 'Line 1'),
    edge.send('DDATA', at + 1, [{ alias: 4, long: 5n }], 'Line 1'),
  )
  await expect.poll(() => store.samples().map(({ packCounter }) => packCounter)).toEqual([3])
  await expect.poll(() => store.quarantined().length).toBe(1)
  await expect.poll(() => heard.length).toBe(1)
  // Only a birth begins a session: without one the machine is not kept alive.
  clock.now += 60_000
  await wait(600)
  expect(store.samples()).toHaveLength(1)
  expect(metric(ingest, 'sparkplug_deaths_total')).toBe(0)
})

test('between birth and death a silent machine is alive, and not after (D58)', async () => {
  const { store, clock, edge, send, born } = await open()
  await born()
  const alive = () => store.samples().filter(({ alive }) => alive)
  clock.now += 29_000
  await wait(300)
  expect(alive()).toEqual([])
  clock.now += 2_000
  await expect.poll(alive).toMatchObject([{ machineId: 10, at: clock.now }])
  await send(edge.send('DDEATH', clock.now, [], 'Line 1'))
  clock.now += 60_000
  await wait(300)
  expect(alive()).toHaveLength(1)
})

test('a machine that is set to another way no longer lives or dies with the edge node, and one that is set to it is born', async () => {
  const { store, clock, edge, directory, machines, devices, send, born, client } = await open()
  await client.subscribeAsync(edge.topic('NCMD'), { qos: 0 })
  const heard = commandsTo(client)
  const seven = devices.get('edge-seven')
  if (seven) devices.set('edge-seven', { ...seven, machineIds: new Set([10, 11, 12]) })
  await born()
  await send(edge.send('DBIRTH', clock.now, [state('Idle')], 'Line 2'))
  const all = [...directory.machines()]
  directory.replace([...machines, ...all.filter(({ machineId }) => machineId === 11)])
  clock.now += 40_000
  const alive = () => store.samples().filter(({ alive }) => alive)
  await expect.poll(() => alive().map(({ machineId }) => machineId)).toEqual([11])
  expect(heard).toEqual([])
  directory.replace(all)
  await expect.poll(() => heard.length).toBe(1)
  await send(edge.death(0))
  expect(store.deaths().map(({ machineId }) => machineId)).toEqual([11])
})

test('group and edge node are no permission: what a device sends for others is put aside or changes nothing (D66, T77)', async () => {
  const { store, ingest, clock, edge, born, device, send } = await open()
  await born()
  const nine = await device('edge-nine')
  const other = edgeNode('Greenville', 'CNC')
  const publish = ({ topic, payload }: EdgeMessage) => nine.publishAsync(topic, payload, { qos: 1 })
  const at = clock.now
  // It is bound to Line 9 of the same edge node, so it may begin and end a session of its own, and of no other.
  await publish(other.birth(at, 0))
  await publish(other.send('DBIRTH', at, [state('Aborted')], 'Line 1'))
  await publish(other.send('DDATA', at, [state('Aborted')], 'Line 1'))
  await publish(other.send('DDEATH', at, [], 'Line 1'))
  await publish(other.death(at, 0))
  // A group and an edge node of others.
  await publish({ topic: 'spBv1.0/Plant/NBIRTH/Edge', payload: edge.birth(at).payload })
  await publish({ topic: 'spBv1.0/Plant/NDEATH/Edge', payload: edge.death(at).payload })
  await publish({ topic: 'spBv1.0/Nowhere/DDATA/X/Line 1', payload: payloadBytes({ seq: 1 }) })
  expect(store.deaths()).toEqual([])
  expect(store.samples().map(({ machineId }) => machineId)).toEqual([10])
  expect(
    new Set(
      store
        .quarantined()
        .map(({ clientId, machineId, serialNo, reason, source }) =>
          [clientId, machineId, serialNo, reason, source].join(),
        ),
    ),
  ).toEqual(new Set(['9,,,unknownMachine,sparkplug']))
  // The session of the other one goes on, with its aliases.
  await send(edge.send('DDATA', clock.now + 1, [{ alias: 2, long: 8n }], 'Line 1'))
  expect(store.samples().at(-1)).toMatchObject({ machineId: 10, packCounter: 8 })
  // A machine of the own client that this device is not bound to has another reason; nothing of it is stored.
  const seven = edgeNode('Greenville', 'CNC')
  await send(
    seven.birth(clock.now + 5, 1),
    seven.send('DDATA', clock.now + 5, [state('Aborted')], 'Line 2'),
  )
  expect(store.quarantined().at(-1)).toMatchObject({
    clientId: 7,
    machineId: null,
    reason: 'notBound',
    serialNo: 'SP-2',
  })
  expect(metric(ingest, 'sparkplug_deaths_total')).toBe(0)
})

test('no will ends the machines of another', async () => {
  const { store, born, device, edge, clock } = await open()
  await born()
  for (const [topic, quarantined] of [
    [edge.topic('NDEATH'), 0],
    ['spBv1.0/Plant/NDEATH/Edge', 1],
  ] as const) {
    const will = { topic, payload: edge.death(0).payload, qos: 1, retain: false } as const
    const nine = await device('edge-nine', { will })
    nine.stream.destroy()
    await expect.poll(() => store.quarantined().length).toBe(quarantined)
  }
  clock.now += 1_000
  await wait(50)
  expect(store.deaths()).toEqual([])
  expect(store.quarantined()).toMatchObject([
    { clientId: 9, machineId: null, reason: 'unknownMachine' },
  ])
})

test('a device reads its commands and the state of the host, and nothing else of Sparkplug B; nobody else says that state', async () => {
  const { ingest, store, device, client, edge, born } = await open()
  const refused = [
    'spBv1.0/#',
    'spBv1.0/Greenville/DDATA/CNC/#',
    'spBv1.0/+/NCMD/CNC',
    'spBv1.0/Other/NCMD/Node',
    'spBv1.0/Greenville/NCMD/+',
  ]
  for (const filter of refused)
    await expect(client.subscribeAsync(filter), filter).rejects.toThrow()
  for (const filter of [`${edge.topic('NCMD')}/#`, `${edge.topic('DCMD')}/#`, 'spBv1.0/STATE/#']) {
    await client.subscribeAsync(filter, { qos: 1 })
  }
  const heard: [string, unknown, boolean][] = []
  client.on('message', (topic, payload, { retain }) =>
    heard.push([topic, JSON.parse(payload.toString()), retain]),
  )
  const online = ['spBv1.0/STATE/packboard', { online: true, timestamp: noon }]
  const fresh = await device('edge-nine')
  const first: unknown[] = []
  fresh.on('message', (topic, payload, { retain }) =>
    first.push([topic, JSON.parse(payload.toString()), retain]),
  )
  await fresh.subscribeAsync('spBv1.0/STATE/packboard', { qos: 1 })
  await expect.poll(() => first).toEqual([[...online, true]])

  await fresh.publishAsync('spBv1.0/STATE/packboard', '{"online":false,"timestamp":1}', {
    qos: 1,
    retain: true,
  })
  await fresh.publishAsync(edge.topic('NCMD'), edge.death(0).payload, { qos: 1 })
  await fresh.publishAsync(`${edge.topic('DCMD')}/Line 1`, edge.death(0).payload, { qos: 1 })
  await born()
  expect(store.quarantined()).toMatchObject([{ clientId: 9, reason: 'unknownMachine' }])
  const late = await device('edge-nine', { clientId: 'late' })
  const then: unknown[] = []
  late.on('message', (topic, payload, { retain }) =>
    then.push([topic, JSON.parse(payload.toString()), retain]),
  )
  await late.subscribeAsync('spBv1.0/STATE/packboard', { qos: 1 })
  await expect.poll(() => then).toEqual([[...online, true]])
  await ingest.close()
  expect(heard.at(-1)).toEqual([
    'spBv1.0/STATE/packboard',
    { online: false, timestamp: noon + 1_000 },
    false,
  ])
  expect(heard.every(([topic]) => topic === 'spBv1.0/STATE/packboard')).toBe(true)
})

test('conservation: what was received is stored, a duplicate, in quarantine or still waits', async () => {
  const { store, ingest, clock, edge, say, send, born } = await open({
    sparkplugTimes: { reorderMs: 60_000 },
  })
  await born()
  const at = clock.now
  const good = Array.from({ length: 300 }, (_, step) =>
    edge.send('DDATA', at + step, [packs(BigInt(step))], 'Line 1'),
  )
  const wrong = Array.from({ length: 20 }, (_, step) =>
    edge.send('DDATA', at + step, [state(`Turbo ${step}`)], 'Line 1'),
  )
  await send(...good, ...wrong)
  await send(...good.slice(100, 110))
  edge.lose()
  say(
    ...Array.from({ length: 9 }, (_, step) =>
      edge.send('DDATA', at + 400 + step, [packs(5n)], 'Line 1'),
    ),
  )
  await expect.poll(() => metric(ingest, 'sparkplug_held_messages')).toBe(9)
  const tally = () => ingest.pipeline.tallies().find(({ machineId }) => machineId === 10)
  // A state that the dictionary does not hold is unknown time and a record in quarantine: two records of one message.
  expect(tally()).toMatchObject({
    received: 1 + 300 + 40 + 10,
    accepted: 321,
    duplicate: 10,
    quarantined: 20,
  })
  await ingest.close()
  expect(tally()).toMatchObject({
    received: 351 + 9,
    accepted: 330,
    duplicate: 10,
    quarantined: 20,
  })
  expect(store.samples()).toHaveLength(340)
})

test('values that could not be stored are requested anew', async () => {
  const { store, ingest, clock, edge, say, born, client } = await open({ patienceMs: 50 })
  await client.subscribeAsync(edge.topic('NCMD'), { qos: 0 })
  const heard = commandsTo(client)
  await born()
  store.script.failing = true
  say(edge.send('DDATA', clock.now, [packs(8n)], 'Line 1'))
  await expect.poll(() => heard.length).toBe(1)
  expect(metric(ingest, 'mqtt_lost_total')).toBe(1)
  store.script.failing = false
})

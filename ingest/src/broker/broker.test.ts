// @slow

import { once } from 'node:events'
import { connect, Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import mqtt, { type MqttClient } from 'mqtt'
import { afterEach, expect, test } from 'vitest'
import { openIngest } from '../../testing/conserved.ts'
import { signIn, testFloor } from '../../testing/floor.ts'
import { scriptedStore } from '../../testing/scriptedStore.ts'
import { silentLog } from '../log.ts'
import { quarantineBurst } from '../quarantineRate.ts'
import type { Ingest, IngestOptions } from '../startIngest.ts'
import {
  clientIdCharacters,
  crowdedPerMinute,
  deviceConnections,
  deviceSubscriptions,
  unsignedPerAddress,
} from './limits.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const clients: MqttClient[] = []
const opened: Ingest[] = []

afterEach(async () => {
  for (const client of clients.splice(0)) client.end(true)
  for (const ingest of opened.splice(0)) await ingest.close()
})

async function open(more: Partial<IngestOptions> = {}) {
  const floor = testFloor()
  const store = scriptedStore()
  const clock = { now: noon }
  const ingest = await openIngest({
    directory: floor.directory,
    mqttPort: 0,
    commit: store.commit,
    now: () => clock.now,
    gatherMs: 5,
    patienceMs: 1_500,
    ...more,
  })
  opened.push(ingest)
  const device = async (userName: string, options = {}) => {
    const client = await signIn(ingest.mqttPort, userName, options)
    client.on('error', () => {})
    clients.push(client)
    return client
  }
  return { ...floor, store, clock, ingest, device }
}

const gone = (client: MqttClient) => new Promise<void>((resolve) => client.once('close', resolve))

const metric = (ingest: Ingest, name: string) =>
  ingest
    .metrics()
    .find((one) => one.name === `packboard_ingest_${name}`)
    ?.values()[0]?.value

const qos1 = { qos: 1 } as const

test('what two commits hold is read of all connections, the rest when they are stored; others still sign in', async () => {
  const { store, ingest, device } = await open()
  const floods = await Promise.all(
    ['FW-101', 'FW-102'].flatMap((name) =>
      Array.from({ length: 4 }, async () => ({ name, client: await device(name) })),
    ),
  )
  store.hold()
  const thousand = JSON.stringify(Array.from({ length: 1_000 }, () => ({})))
  const sent = floods.flatMap(({ name, client }) =>
    Array.from({ length: 5 }, () =>
      client.publishAsync(`packboard/${name}/sample`, thousand, qos1),
    ),
  )
  const queued = () => ingest.pipeline.figures().queuedRecords
  await expect.poll(queued).toBeGreaterThanOrEqual(20_000)
  const neighbour = await device('FW-611')
  // At most the one that was being read is beyond.
  expect(queued()).toBeLessThanOrEqual(25_000)
  const late = neighbour.publishAsync('packboard/FW-611/sample', '{}', qos1)
  store.release()
  await Promise.all([...sent, late])
  expect(store.samples()).toHaveLength(8 * 5 * 1_000 + 1)
})

test('the end of a connection that was not read, because others had filled the queue, is not the end of its machine', async () => {
  const { store, ingest, device } = await open()
  const will = { topic: 'packboard/FW-611/sample', payload: '', qos: 0, retain: false } as const
  const waiting = await device('FW-611', { will, reconnectPeriod: 0 })
  await waiting.publishAsync('packboard/FW-611/sample', '{}', qos1)
  const names = ['FW-101', 'FW-102', 'gateway-seven'].flatMap((name) => Array(7).fill(name))
  const floods = await Promise.all(names.slice(1).map((name) => device(name)))
  store.hold()
  const thousand = JSON.stringify(Array.from({ length: 1_000 }, () => ({ serialNo: 'FW-101' })))
  const sent = floods.map((client) =>
    client.publishAsync('packboard/FW-101/sample', thousand, qos1),
  )
  await expect.poll(() => ingest.pipeline.figures().queuedRecords).toBe(20_000)
  const before = metric(ingest, 'mqtt_sessions')
  waiting.publish('packboard/FW-611/sample', '{}', qos1)
  await expect.poll(() => ingest.pipeline.figures().unreadConnections).toBe(1)
  if (waiting.stream instanceof Socket) waiting.stream.resetAndDestroy()
  await expect.poll(() => metric(ingest, 'mqtt_sessions')).toBe(Number(before) - 1)
  store.release()
  await Promise.all(sent)
  expect(metric(ingest, 'mqtt_deaths_total')).toBe(0)
  expect(store.deaths()).toEqual([])
})

test('a device beyond its volume of the day gets no PUBACK, and waits unread; another one is served', async () => {
  const over = new Set<number>()
  const bytes = new Map<number, number>()
  const volume = {
    take(deviceId: number, more: number) {
      if (over.has(deviceId)) return 3_600
      bytes.set(deviceId, (bytes.get(deviceId) ?? 0) + more)
      return 0
    },
    wait: () => 0,
    figures: () => ({ refused: over.size, megabytesPerDay: 1 }),
  }
  const { ingest, store, device, devices } = await open({ volume })
  const greedy = await device('FW-101')
  await greedy.publishAsync('packboard/FW-101/sample', '{"state":10}', qos1)
  const id = devices.get('FW-101')?.deviceId ?? 0
  expect(bytes.get(id)).toBe('packboard/FW-101/sample{"state":10}'.length)
  over.add(id)
  let acknowledged = false
  greedy.publish('packboard/FW-101/sample', '{"state":5}', qos1, (error) => {
    acknowledged = !error
  })
  // A restored volume does not acknowledge what was refused.
  const neighbour = await device('FW-611')
  await neighbour.publishAsync('packboard/FW-611/sample', '{"state":10}', qos1)
  expect(metric(ingest, 'volume_refused_total')).toBe(1)
  await ingest.close()
  expect(acknowledged).toBe(false)
  const stored = store.batches.flatMap(({ samples }) => samples)
  expect(stored.filter(({ state }) => state === 5)).toEqual([])
})

test('a device that sends too many wrong records gets no PUBACK, and waits unread; another one is served', async () => {
  const { ingest, store, clock, device, devices } = await open()
  const wrong = await device('FW-101')
  const text = 'y'.repeat(250_000)
  for (let sent = 0; sent < quarantineBurst; sent += text.length / 1_000) {
    await wrong.publishAsync('packboard/FW-101/sample', text, qos1)
  }
  let acknowledged = false
  wrong.publish('packboard/FW-101/sample', '{"state":5}', qos1, (error) => {
    acknowledged = !error
  })
  await expect.poll(() => metric(ingest, 'quarantine_refused_total')).toBe(1)
  const id = devices.get('FW-101')?.deviceId ?? 0
  expect(ingest.quarantineRate.slowed()).toEqual([id])
  const neighbour = await device('FW-611')
  await neighbour.publishAsync('packboard/FW-611/sample', '{"state":10}', qos1)
  expect(acknowledged).toBe(false)
  clock.now += 60_000
  expect(ingest.quarantineRate.slowed()).toEqual([])
  const again = await device('FW-101')
  await again.publishAsync('packboard/FW-101/sample', '{"state":8}', qos1)
  const states = store.batches.flatMap(({ samples }) => samples).map(({ state }) => state)
  expect(states.filter((state) => state !== undefined)).toEqual([10, 8])
})

test('a message is acknowledged when it is durable, and not before', async () => {
  const { store, device } = await open()
  const client = await device('FW-101')
  store.hold()
  let acknowledged = false
  const sent = client.publishAsync('packboard/FW-101/sample', '{"state":10}', qos1).then(() => {
    acknowledged = true
  })
  await wait(200)
  expect(acknowledged).toBe(false)
  store.release()
  await sent
  expect(store.samples()).toMatchObject([{ machineId: 1, state: 10, at: noon, receivedAt: noon }])
})

test('what one device sends for another machine is put aside, acknowledged, and its own messages go on', async () => {
  const { store, device } = await open()
  const client = await device('FW-101')
  for (const topic of [
    'packboard/FW-102/sample',
    'packboard/FW-611/sample',
    'Bathurst/Packaging/Line 1/Status/StateCurrentStr',
    'packboard/FW-999/sample',
    '$SYS/x/new/clients',
    'somewhere/else',
  ]) {
    await client.publishAsync(topic, '{"state":10}', qos1)
  }
  await client.publishAsync('packboard/FW-101/sample', '{"serialNo":"FW-102","state":10}', qos1)
  await client.publishAsync('packboard/FW-101/sample', '{"state":9}', qos1)
  expect(store.samples().map(({ machineId, state }) => [machineId, state])).toEqual([[1, 9]])
  expect(
    store
      .quarantined()
      .map(({ clientId, machineId, serialNo, reason }) => [clientId, machineId, serialNo, reason]),
  ).toEqual([
    [7, null, 'FW-102', 'notBound'],
    [7, null, 'FW-611', 'unknownMachine'],
    [7, null, 'Line 1', 'notBound'],
    [7, null, 'FW-999', 'unknownMachine'],
    [7, null, '', 'unknownMachine'],
    [7, null, '', 'unknownMachine'],
    [7, 1, 'FW-101', 'notBound'],
  ])
})

test('a device learns nothing of a machine of another client: each way answers as for one that never was (D66)', async () => {
  const { store, device } = await open()
  const answers = async (serialNo: string, prefix: string) => {
    const before = store.quarantined().length
    const willed = await device('FW-611', {
      will: {
        topic: `${prefix}/Status/StateCurrent`,
        payload: Buffer.from('6'),
        qos: 1,
        retain: false,
      },
    })
    await willed.publishAsync(`packboard/${serialNo}/sample`, '{"state":10}', qos1)
    await willed.publishAsync(`packboard/${serialNo}/sample`, '{"serialNo":"x","state":10}', qos1)
    await willed.publishAsync(`packboard/${serialNo}/other`, '{}', qos1)
    await willed.publishAsync(`${prefix}/Status/StateCurrent`, '6', qos1)
    await willed.endAsync()
    await expect.poll(() => store.quarantined().length).toBe(before + 5)
    return JSON.parse(
      JSON.stringify(
        store
          .quarantined()
          .slice(before)
          .map(({ raw: _, ...row }) => row),
      ).replaceAll(serialNo, 'named'),
    )
  }
  const ofOthers = await answers('Line 1', 'Bathurst/Packaging/Line 1')
  expect(ofOthers).toEqual(await answers('Line 0', 'Bathurst/Packaging/Line 0'))
  expect(JSON.stringify(ofOthers)).not.toContain('notBound')
})

test('a wrong token, an unknown name and no name at all are refused', async () => {
  const { ingest } = await open()
  const attempts = [
    signIn(ingest.mqttPort, 'FW-101', { password: 'guess' }),
    signIn(ingest.mqttPort, 'nobody'),
    signIn(ingest.mqttPort, ''),
  ]
  for (const attempt of attempts)
    await expect(attempt).rejects.toThrow(/[Bb]ad user|refused|not authorized/i)
  expect(metric(ingest, 'mqtt_refused_signins_total')).toBe(3)
})

test('a client of MQTT 5 is refused for its version', async () => {
  const { ingest } = await open()
  const attempt = signIn(ingest.mqttPort, 'FW-101', { protocolVersion: 5 })
  await expect(attempt).rejects.toThrow(/un(supported|acceptable) protocol version/i)
})

test('connections that do not sign in give way, the oldest first, and keep no device out (D81)', async () => {
  const { ingest, device } = await open()
  const idle: Socket[] = []
  const closed: number[] = []
  for (let index = 0; index < unsignedPerAddress + 3; index += 1) {
    const socket = connect(ingest.mqttPort, '127.0.0.1')
    socket.on('error', () => {})
    socket.once('close', () => closed.push(index))
    idle.push(socket)
    await once(socket, 'connect')
  }
  const signedIn = await device('FW-101')
  await signedIn.publishAsync('packboard/FW-101/sample', '{"state":10}', qos1)
  await expect.poll(() => closed).toEqual([0, 1, 2, 3])
  for (const socket of idle) socket.destroy()
})

test('two devices may use one client id; neither can end the session of the other', async () => {
  const { devices, device } = await open()
  const one = await device('FW-101', { clientId: 'plc' })
  const other = await device('FW-611', { clientId: 'plc' })
  await one.publishAsync('packboard/FW-101/sample', '{"state":10}', qos1)
  await other.publishAsync('packboard/FW-611/sample', '{"state":10}', qos1)
  // The message by which brokers of a cluster make each other close a session.
  await one.publishAsync(
    '$SYS/elsewhere/new/clients',
    `${devices.get('FW-611')?.deviceId}\nplc`,
    qos1,
  )
  await wait(50)
  await other.publishAsync('packboard/FW-611/sample', '{"state":9}', qos1)
  expect([one.connected, other.connected]).toEqual([true, true])
})

test('no name and client id of one device make the session of another, and nothing is queued for who left (D81)', async () => {
  const { devices, device } = await open()
  // The competitor of another client: the same text with the space elsewhere.
  devices.set('Line', {
    deviceId: 91,
    userName: 'Line',
    clientId: 9,
    machineIds: new Set([4]),
    credential: 'Line',
  })
  const persistent = { clean: false } as const
  const victim = await device('Line 1', { ...persistent, clientId: 'plc' })
  await victim.subscribeAsync('packboard/Line 1/#', qos1)
  const stays = await device('Line 1', { clientId: 'other' })
  const sessions: boolean[] = []
  const heard: string[] = []
  const competitor = async () => {
    const client = mqtt.connect(`mqtt://127.0.0.1:${stays.options.port}`, {
      ...persistent,
      username: 'Line',
      password: 'packboard',
      clientId: '1 plc',
      reconnectPeriod: 0,
    })
    clients.push(client)
    client.on('error', () => {})
    client.on('message', (_topic, payload) => heard.push(payload.toString()))
    client.on('connect', ({ sessionPresent }) => sessions.push(sessionPresent))
    await new Promise<void>((resolve) => client.once('connect', () => resolve()))
    // Acknowledged after everything that the broker had to send at once.
    await client.publishAsync('packboard/FW-611/sample', '{"state":10}', qos1)
    return client
  }
  const first = await competitor()
  await stays.publishAsync('packboard/Line 1/sample', '{"state":10}', qos1)
  expect([victim.connected, sessions]).toEqual([true, [false]])

  await Promise.all([first.endAsync(), victim.endAsync()])
  await stays.publishAsync('packboard/Line 1/sample', '{"state":10,"product":"secret"}', qos1)
  await competitor()
  expect([sessions, heard]).toEqual([[false, false], []])

  // The device itself finds no queue either: Packboard sends devices nothing.
  const back = await device('Line 1', { ...persistent, clientId: 'plc' })
  back.on('message', (_topic, payload) => heard.push(payload.toString()))
  await back.publishAsync('packboard/Line 1/sample', '{"state":9}', qos1)
  expect(heard).toEqual([])
})

test('more clients than connections on one token: the newest is refused, and those that are there go on', async () => {
  const lines: string[] = []
  const warn = (_facts: object, message: string) => void lines.push(message)
  const { clock, ingest, device } = await open({ log: { ...silentLog, warn } })
  const said = () => lines.filter((line) => line.includes('too many MQTT connections')).length
  const held: MqttClient[] = []
  for (let index = 0; index < deviceConnections; index += 1) {
    held.push(await device('FW-101', { clientId: `c${index}` }))
  }
  for (let index = 0; index < crowdedPerMinute; index += 1) {
    held.push(await device('FW-101', { clientId: `more ${index}` }))
  }
  expect(ingest.crowdedDevices()).toBe(0)
  const late = () => signIn(ingest.mqttPort, 'FW-101', { clientId: 'late' })
  await expect(late()).rejects.toThrow(/server unavailable/i)
  await expect(late()).rejects.toThrow(/server unavailable/i)
  expect([ingest.crowdedDevices(), said()]).toEqual([1, 1])
  const open8 = held.slice(-deviceConnections)
  await Promise.all(
    open8.map((client) => client.publishAsync('packboard/FW-101/sample', '{"state":10}', qos1)),
  )
  // A minute later one gives way again.
  clock.now += 60_000
  await device('FW-101', { clientId: 'late' })
  expect([ingest.crowdedDevices(), said()]).toEqual([0, 2])
})

test('a device has 8 connections, the longest silent one gives way; 32 subscriptions; client ids of 128 characters', async () => {
  const { clock, ingest, device } = await open()
  const held: MqttClient[] = []
  for (let index = 0; index < deviceConnections; index += 1) {
    clock.now += 1_000
    held.push(await device('FW-101', { clientId: `c${index}` }))
  }
  clock.now += 1_000
  await held[0]?.publishAsync('packboard/FW-101/sample', '{"state":10}', qos1)
  const neighbour = await device('FW-611')
  const longestSilent = gone(held[1] ?? neighbour)
  await device('FW-101', { clientId: 'one more' })
  await longestSilent
  expect(held.map(({ connected }) => connected)).toEqual(held.map((_, index) => index !== 1))
  expect(metric(ingest, 'mqtt_sessions')).toBe(deviceConnections + 1)

  for (let index = 0; index < deviceSubscriptions; index += 1) {
    await neighbour.subscribeAsync(`packboard/FW-611/${index}`, qos1)
  }
  await expect(neighbour.subscribeAsync('packboard/FW-611/more', qos1)).rejects.toThrow()
  // One that it has already may be repeated, and one that it gave up makes room.
  await neighbour.subscribeAsync('packboard/FW-611/0', { qos: 0 })
  await neighbour.unsubscribeAsync('packboard/FW-611/1')
  await neighbour.subscribeAsync('packboard/FW-611/more', qos1)

  await device('FW-102', { clientId: 'x'.repeat(clientIdCharacters) })
  const tooLong = signIn(ingest.mqttPort, 'FW-102', {
    clientId: 'x'.repeat(clientIdCharacters + 1),
  })
  await expect(tooLong).rejects.toThrow(/identifier rejected/i)
})

test('a line that ends after 10 s tells the death of its machine at the time of its end', async () => {
  const { store, clock, device } = await open()
  const client = await device('FW-101')
  await client.publishAsync('packboard/FW-101/sample', '{"state":10}', qos1)
  clock.now += 12_000
  client.stream.destroy()
  await expect.poll(() => store.deaths()).toMatchObject([{ machineId: 1, at: noon + 12_000 }])
})

test('a client that publishes once and leaves, a takeover and our own stop tell no death', async () => {
  const { store, clock, ingest, device } = await open()
  const once = await device('FW-101')
  await once.publishAsync('packboard/FW-101/sample', '{"state":10}', qos1)
  await once.endAsync()
  const first = await device('FW-102', { clientId: 'plc' })
  await first.publishAsync('packboard/FW-102/sample', '{"state":10}', qos1)
  clock.now += 60_000
  const second = await device('FW-102', { clientId: 'plc' })
  await second.publishAsync('packboard/FW-102/sample', '{"state":9}', qos1)
  await expect.poll(() => first.connected).toBe(false)
  clock.now += 60_000
  await ingest.close()
  expect(store.deaths()).toEqual([])
  expect(metric(ingest, 'mqtt_deaths_total')).toBe(0)
})

test('a device that registered a will dies with its session, and its will on a foreign topic is put aside', async () => {
  const { store, device } = await open()
  const own = await device('FW-101', {
    will: {
      topic: 'packboard/FW-101/sample',
      payload: Buffer.from('{"state":3}'),
      qos: 1,
      retain: true,
    },
  })
  const foreign = await device('FW-102', {
    will: {
      topic: 'packboard/FW-611/sample',
      payload: Buffer.from('{"state":3}'),
      qos: 1,
      retain: false,
    },
  })
  own.stream.destroy()
  foreign.stream.destroy()
  await expect.poll(() => store.deaths()).toMatchObject([{ machineId: 1 }])
  await expect
    .poll(() => store.quarantined())
    .toMatchObject([{ clientId: 7, machineId: null, reason: 'unknownMachine' }])
  expect(store.samples()).toHaveLength(1)
})

test('a store that stays away costs the device its session, and no machine is called dead for it', async () => {
  const { store, clock, ingest, device } = await open()
  const client = await device('FW-101')
  await client.publishAsync('packboard/FW-101/sample', '{"state":10}', qos1)
  clock.now += 60_000
  store.script.failing = true
  const sent = client.publishAsync('packboard/FW-101/sample', '{"state":9}', qos1)
  sent.catch(() => {})
  await gone(client)
  await wait(100)
  expect(metric(ingest, 'mqtt_deaths_total')).toBe(0)
  expect(store.samples()).toHaveLength(1)
})

test('a store that stands still makes a line run out of keep-alive, and no machine is called dead for it', async () => {
  const { store, clock, ingest, device } = await open()
  const client = await device('FW-101', { keepalive: 4 })
  await client.publishAsync('packboard/FW-101/sample', '{"state":10}', qos1)
  clock.now += 60_000
  store.hold()
  for (let seq = 0; seq < 100; seq += 1) {
    client.publishAsync('packboard/FW-101/sample', '{"state":9}', qos1).catch(() => {})
  }
  await gone(client)
  await expect.poll(() => metric(ingest, 'mqtt_sessions')).toBe(0)
  expect(metric(ingest, 'mqtt_deaths_total')).toBe(0)
  store.release()
})

test('a device hears its own topics only', async () => {
  const { device } = await open()
  const client = await device('FW-101')
  const granted = async (topic: string) => (await client.subscribeAsync(topic, qos1))[0]?.qos
  expect(await granted('packboard/FW-101/#')).toBe(1)
  for (const topic of [
    '#',
    '+/+/+',
    'packboard/#',
    'packboard/+/sample',
    'packboard/FW-102/#',
    '$SYS/#',
  ]) {
    const refused = client.subscribeAsync(topic, qos1)
    await expect(refused).rejects.toThrow(/Unspecified error|refused|128/)
  }
})

test('nothing is kept for those who come later', async () => {
  const { device } = await open()
  const client = await device('FW-101')
  await client.publishAsync('packboard/FW-101/sample', '{"state":10}', { qos: 1, retain: true })
  const heard: string[] = []
  client.on('message', (topic) => heard.push(topic))
  await client.subscribeAsync('packboard/FW-101/#', qos1)
  await client.publishAsync('packboard/FW-101/audit', '[]', qos1)
  await expect.poll(() => heard).toContain('packboard/FW-101/audit')
  expect(heard).toEqual(['packboard/FW-101/audit'])
})

test('messages of QoS 0 and 2 are stored, too', async () => {
  const { store, ingest, device } = await open()
  const client = await device('FW-101')
  await client.publishAsync('packboard/FW-101/sample', '{"state":10,"time":1795262400000}', {
    qos: 2,
  })
  await client.publishAsync('packboard/FW-101/sample', '{"state":9,"time":1795262401000}', {
    qos: 0,
  })
  await expect.poll(() => store.samples().map(({ state }) => state)).toEqual([10, 9])
  expect(metric(ingest, 'mqtt_unacknowledged_total')).toBe(1)
})

test('a packet that announces more than 256 kB ends the connection', async () => {
  const { ingest, device } = await open()
  const client = await device('FW-101')
  const closed = gone(client)
  client.publish('packboard/FW-101/sample', Buffer.alloc(300_000, 32), qos1, () => {})
  await closed
  expect(metric(ingest, 'records_total')).toBe(0)
})

test('a revoked device is sent away, a changed binding holds from the next message on', async () => {
  const { devices, machines, directory, store, device } = await open()
  const client = await device('gateway-seven')
  const [gateway] = [devices.get('gateway-seven')]
  if (!gateway) throw new Error('no gateway')
  devices.set('gateway-seven', { ...gateway, machineIds: new Set([2]) })
  directory.replace(machines)
  await client.publishAsync('packboard/FW-101/sample', '{"state":10}', qos1)
  expect(store.quarantined()).toMatchObject([{ reason: 'notBound', serialNo: 'FW-101' }])
  devices.set('gateway-seven', { ...gateway, credential: '2' })
  const closed = gone(client)
  directory.replace(machines)
  await closed
})

test('a token that ends takes its session along at the next message (D80)', async () => {
  const { devices, store, device } = await open()
  const client = await device('FW-101')
  devices.delete('FW-101')
  const closed = gone(client)
  client.publish('packboard/FW-101/sample', '{"state":10}', qos1, () => {})
  await closed
  expect([store.samples(), store.deaths()]).toEqual([[], []])
})

test('whatever bytes come, the broker stays up and every message is counted', async () => {
  const { ingest, store, device } = await open()
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
      const socket = connect(ingest.mqttPort, '127.0.0.1')
      socket.on('error', () => {})
      socket.end(bytes)
      socket.resume()
      await once(socket, 'connect')
      setTimeout(() => socket.destroy(), 20)
      await once(socket, 'close')
    }),
    { numRuns: 60 },
  )
  const client = await device('FW-101')
  let sent = 0
  const payload = fc.oneof(
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    fc.json().map((text) => Buffer.from(text)),
    fc
      .record(
        {
          time: fc.oneof(fc.integer({ min: noon - 60_000, max: noon }), fc.jsonValue()),
          seq: fc.oneof(fc.nat(3), fc.jsonValue()),
          state: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.jsonValue()),
          packs: fc.oneof(fc.double({ noNaN: true }), fc.jsonValue()),
        },
        { requiredKeys: [] },
      )
      .map((wire) => Buffer.from(JSON.stringify(wire))),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(payload, { minLength: 1, maxLength: 20 }), async (payloads) => {
      sent += payloads.length
      await Promise.all(
        payloads.map((bytes) => client.publishAsync('packboard/FW-101/sample', bytes, qos1)),
      )
    }),
    { numRuns: 60 },
  )
  expect(client.connected).toBe(true)
  const [tally] = ingest.pipeline.tallies()
  if (!tally) throw new Error('nothing was counted')
  expect(tally.received).toBeGreaterThanOrEqual(sent)
  expect(tally.accepted + tally.duplicate + tally.quarantined).toBe(tally.received)
  expect(store.samples().length + store.quarantined().length).toBe(tally.received)
})

test('a machine that reports by exception is there while its session lives, and OFFLINE when it ends (D58)', async () => {
  const { store, clock, device, ingest } = await open()
  const line = await device('Line 1')
  const json = await device('FW-101')
  await json.publishAsync('packboard/FW-101/sample', '{"state":5}', qos1)
  const say = (tag: string, value: string) =>
    line.publishAsync(`Bathurst/Packaging/Line 1/Status/${tag}`, value, qos1)
  const heard = () =>
    store
      .samples()
      .filter(({ machineId }) => machineId === 3)
      .map(({ at, state, speedPpm, alive, death }) => [
        at - noon,
        state ?? speedPpm ?? (alive ? 'alive' : death ? 'dead' : ''),
      ])
  await say('StateCurrentStr', 'Stopped')
  clock.now = noon + 30_000
  await expect.poll(heard).toEqual([
    [0, 5],
    [30_000, 'alive'],
  ])
  // A word of its own counts, too.
  clock.now = noon + 50_000
  await say('CurMachSpeed', '0')
  clock.now = noon + 80_000
  await expect.poll(() => heard().length).toBe(4)
  line.stream.destroy()
  await expect.poll(() => heard().length).toBe(5)
  expect(heard().slice(2)).toEqual([
    [50_000, 0],
    [80_000, 'alive'],
    [80_000, 'dead'],
  ])
  expect(ingest.pipeline.tallies()).toMatchObject([
    { serialNo: 'FW-101', received: 1, accepted: 1, alive: 0 },
    // Its death is no record that was received.
    { serialNo: 'Line 1', received: 2, accepted: 2, alive: 2 },
  ])
})

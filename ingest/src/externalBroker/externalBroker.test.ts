import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { Aedes } from 'aedes'
import mqtt from 'mqtt'
import { generate, parser } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { openIngest } from '../../testing/conserved.ts'
import { testFloor } from '../../testing/floor.ts'
import { scriptedStore } from '../../testing/scriptedStore.ts'
import { recordedMessages } from '../connectors/packmlTags/recording/recording.ts'

/** A broker of another operator: it keeps retained messages, and queues for clients that are offline. */
async function foreignBroker() {
  const aedes = await Aedes.createBroker()
  const server = createServer(aedes.handle)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  const acknowledged: string[] = []
  // Retained messages are acknowledged without a packet, whatever the types say.
  aedes.on('ack', (packet?: object) => {
    if (packet && 'topic' in packet) acknowledged.push(`${packet.topic}`)
  })
  return {
    acknowledged,
    url: `mqtt://127.0.0.1:${address.port}`,
    close: async () => {
      await new Promise<void>((resolve) => aedes.close(resolve))
      server.close()
    },
  }
}

test('allowed topics are stored and acknowledged when durable; what was retained is never live', async () => {
  const foreign = await foreignBroker()
  const publisher = await mqtt.connectAsync(foreign.url)
  const topic = 'plant/ex1/sample'
  await publisher.publishAsync(topic, '{"state":10}', { qos: 1, retain: true })

  const store = scriptedStore()
  const { directory } = testFloor()
  const ingest = await openIngest({
    directory,
    mqttPort: 0,
    mqttUrl: foreign.url,
    commit: store.commit,
    gatherMs: 5,
  })
  const metric = (name: string) =>
    ingest
      .metrics()
      .find((one) => one.name === `packboard_ingest_external_${name}`)
      ?.values()[0]?.value
  await expect.poll(() => metric('last_known_total')).toBe(1)
  expect(store.samples()).toEqual([])

  store.hold()
  const before = foreign.acknowledged.length
  await publisher.publishAsync(topic, '{"state":9}', { qos: 1 })
  await publisher.publishAsync(topic, '{"state":8}', { qos: 1 })
  await publisher.publishAsync('plant/other/sample', '{"state":9}', { qos: 1 })
  await publisher.publishAsync('packboard/FW-101/sample', '{"state":9}', { qos: 1 })
  await wait(200)
  expect(foreign.acknowledged.length).toBe(before)
  store.release()
  await expect.poll(() => foreign.acknowledged.length).toBe(before + 2)
  expect(store.samples().map(({ machineId, state }) => [machineId, state])).toEqual([
    [5, 9],
    [5, 8],
  ])
  await publisher.endAsync()
  await ingest.close()
  await foreign.close()
})

test('the retained values of a machine that was switched off do not make it live', async () => {
  const foreign = await foreignBroker()
  const publisher = await mqtt.connectAsync(foreign.url)
  const retained = recordedMessages('retained-after-exit.jsonl')
  for (const { topic, payload } of retained) {
    await publisher.publishAsync(topic, payload, { qos: 1, retain: true })
  }
  const store = scriptedStore()
  const { directory, machines } = testFloor()
  directory.replace(
    machines.map((machine) => ({
      ...machine,
      topics: machine.topics.map((setting) => ({ ...setting, origin: 'externalBroker' as const })),
    })),
  )
  const ingest = await openIngest({
    directory,
    mqttPort: 0,
    mqttUrl: foreign.url,
    commit: store.commit,
    gatherMs: 5,
  })
  const line = 'Bathurst/Packaging/Line 1'
  const lastKnown = () =>
    ingest
      .metrics()
      .find(({ name }) => name === 'packboard_ingest_external_last_known_total')
      ?.values()[0]?.value
  await expect.poll(() => lastKnown()).toBe(retained.length)
  expect(store.batches).toEqual([])
  await publisher.publishAsync(`${line}/Status/StateCurrentStr`, 'Idle', { qos: 1 })
  await expect.poll(() => store.samples()).toMatchObject([{ machineId: 3, state: 8 }])
  await publisher.endAsync()
  await ingest.close()
  await foreign.close()
})

/** A broker that numbers its messages anew on each connection, as one that has forgotten its sessions does. */
async function forgetfulBroker(topic: string) {
  const acknowledged: (number | undefined)[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    const answers = parser()
    answers.on('packet', (packet) => {
      if (packet.cmd === 'connect') {
        // That which listens to births is another matter.
        if (packet.clientId !== 'packboard') return socket.destroy()
        sockets.push(socket)
        acknowledged.length = 0
        socket.write(generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }))
      }
      if (packet.cmd === 'subscribe') {
        const { messageId, subscriptions } = packet
        const granted = subscriptions.map(({ qos }) => qos)
        socket.write(generate({ cmd: 'suback', messageId: messageId ?? 0, granted }))
        const payload = `{"state":${sockets.length}}`
        const numbered = { messageId: 1, qos: 1, dup: false, retain: false } as const
        socket.write(generate({ cmd: 'publish', topic, payload, ...numbered }))
      }
      if (packet.cmd === 'puback') acknowledged.push(packet.messageId)
    })
    socket.on('data', (bytes) => answers.parse(bytes))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('no address')
  return {
    acknowledged,
    url: `mqtt://127.0.0.1:${address.port}`,
    connections: () => sockets.length,
    cut: () => sockets.at(-1)?.destroy(),
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('what became durable after a reconnection does not acknowledge the message that has its number now', async () => {
  const forgetful = await forgetfulBroker('plant/ex1/sample')
  const { directory } = testFloor()
  const durable: (() => void)[] = []
  const store = scriptedStore()
  const ingest = await openIngest({
    directory,
    mqttUrl: forgetful.url,
    async commit(batches) {
      await new Promise<void>((resolve) => durable.push(resolve))
      return store.commit(batches)
    },
    gatherMs: 1,
  })
  await expect.poll(() => durable.length).toBe(1)
  forgetful.cut()
  await expect.poll(() => forgetful.connections()).toBe(2)
  durable[0]?.()
  // The second message waits for the first one's commit.
  await expect.poll(() => durable.length).toBe(2)
  await wait(100)
  expect([store.samples().length, forgetful.acknowledged]).toEqual([1, []])
  durable[1]?.()
  await expect.poll(() => forgetful.acknowledged).toEqual([1])
  expect(store.samples().map(({ state }) => state)).toEqual([1, 2])
  forgetful.close()
  await ingest.close()
})

import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { HookToCall } from '@packboard/management'
import mqtt from 'mqtt'
import { expect, test } from 'vitest'
import { hasMosquitto, startMosquitto } from '../../testing/mosquitto.ts'
import { outsideHosts } from '../http/outsideHosts.ts'
import { brokersOut } from './publishOut.ts'

const codes = { private: 'hook.privateAddress', plain: 'hook.notHttps', away: 'hook.away' } as const
const protocols = [{ tls: 'mqtts:', plain: 'mqtt:' }]
const listed = outsideHosts(codes, ['127.0.0.1'], { protocols })

const hookAt = (url: string): HookToCall => ({
  ...{ id: 1, clientId: 7, clientName: 'Northfield', kind: 'mqtt', name: 'Plant', url },
  operators: 'notSet',
  ...{ template: 'packboard', username: '', secret: null, isSecretLost: false, isOff: false },
  failingSince: null,
})

test.runIf(hasMosquitto())(
  'a broker gets a burst by one connection, with QoS 1, not retained',
  async () => {
    const broker = await startMosquitto()
    if (!broker) throw new Error('mosquitto did not start')
    const listener = await mqtt.connectAsync(broker.url)
    const heard: { topic: string; text: string; qos: number; retain: boolean }[] = []
    listener.on('message', (topic, payload, { qos, retain }) =>
      heard.push({ topic, text: payload.toString(), qos, retain }),
    )
    await listener.subscribeAsync('packboard/out/#', { qos: 1 })
    const brokers = brokersOut(listed)
    try {
      for (const text of ['1', '2', '3']) {
        expect(await brokers.publish(hookAt(broker.url), text)).toEqual({
          is: 'sent',
          status: null,
        })
      }
      const topic = 'packboard/out/7/alert'
      await expect
        .poll(() => heard)
        .toEqual(['1', '2', '3'].map((text) => ({ topic, text, qos: 1, retain: false })))
      const late: string[] = []
      const second = await mqtt.connectAsync(broker.url)
      second.on('message', (_, payload) => late.push(payload.toString()))
      await second.subscribeAsync('packboard/out/#', { qos: 1 })
      await brokers.publish(hookAt(broker.url), '4')
      await expect.poll(() => late).toEqual(['4'])
      await second.endAsync()
    } finally {
      await brokers.close()
      await listener.endAsync()
      await broker.close()
    }
  },
)

test('a private broker that is not listed, one without TLS, and one that is away, are tried again later', async () => {
  const brokers = brokersOut(outsideHosts(codes, [], { protocols }))
  const refused = (why: string) => ({ is: 'wait', why, status: null })
  expect(await brokers.publish(hookAt('mqtts://10.1.2.3'), 'x')).toMatchObject(
    refused('privateAddress'),
  )
  expect(await brokers.publish(hookAt('mqtt://203.0.114.7'), 'x')).toMatchObject(
    refused('notHttps'),
  )
  await brokers.close()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  server.close()
  await once(server, 'close')
  const others = brokersOut(listed)
  expect(await others.publish(hookAt(`mqtt://127.0.0.1:${port}`), 'x')).toMatchObject(
    refused('away'),
  )
  await others.close()
})

/** Accepts the connection, announces a packet of 256 MB and sends it until the connection ends, 64 MB at most. */
async function openFloodingBroker() {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined)
    const piece = Buffer.alloc(65_536)
    const flood = () => {
      while (!socket.destroyed && socket.bytesWritten < 64 * 1024 * 1024) {
        if (!socket.write(piece)) return
      }
    }
    socket.on('drain', flood)
    socket.once('data', () => {
      // CONNACK, and in the same write the beginning of a PUBLISH.
      socket.write(Buffer.from([0x20, 2, 0, 0, 0x30, 0xff, 0xff, 0xff, 0x7f]))
      flood()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `mqtt://127.0.0.1:${port}`,
    sockets,
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

test('a broker that sends more than acknowledgements is cut off, and the message is tried again', async () => {
  const broker = await openFloodingBroker()
  const brokers = brokersOut(listed)
  try {
    expect(await brokers.publish(hookAt(broker.url), 'x')).toMatchObject({
      is: 'wait',
      why: 'away',
    })
    await expect.poll(() => broker.sockets.map(({ closed }) => closed)).toEqual([true])
    // What the sockets of both sides hold, and no more.
    expect(broker.sockets[0]?.bytesWritten).toBeLessThan(32 * 1024 * 1024)
  } finally {
    await brokers.close()
    broker.close()
  }
})

// @slow

import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { generate, type IConnectPacket, parser } from 'mqtt-packet'
import { afterEach, expect, test } from 'vitest'
import { openIngest } from '../../testing/conserved.ts'
import { edgeFloor } from '../../testing/edgeFloor.ts'
import { scriptedStore } from '../../testing/scriptedStore.ts'
import { silentLog } from '../log.ts'
import { connectToPlant } from './plantConnection.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A pause is 15 s at most. */
const soon = { timeout: 30_000 }

/** A broker that answers each sign-in as `code` says: 0 accepts, 3 is "server unavailable", 5 "not authorized". */
async function standInBroker() {
  const state = { code: (_packet: IConnectPacket) => 0 }
  const signIns: IConnectPacket[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined)
    const packets = parser()
    packets.on('packet', (packet) => {
      if (packet.cmd === 'connect') {
        signIns.push(packet)
        const returnCode = state.code(packet)
        socket.write(generate({ cmd: 'connack', returnCode, sessionPresent: false }))
        if (returnCode !== 0) socket.end()
      }
      if (packet.cmd === 'subscribe') {
        const granted = packet.subscriptions.map(() => 1)
        socket.write(generate({ cmd: 'suback', messageId: packet.messageId ?? 0, granted }))
      }
      if (packet.cmd === 'publish' && packet.messageId !== undefined) {
        socket.write(generate({ cmd: 'puback', messageId: packet.messageId }))
      }
    })
    socket.on('data', (bytes) => packets.parse(bytes))
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    if (typeof address !== 'object' || !address) throw new Error('no address')
    return address.port
  }
  const port = await listen(0)
  const leave = () => {
    server.close()
    for (const socket of sockets) socket.destroy()
  }
  closers.push(leave)
  return { state, signIns, port, leave, listen: () => listen(port) }
}

function keptLog() {
  const lines: string[] = []
  const keep = (level: string) => (facts: object, message: string) => {
    const event = 'event' in facts ? facts.event : ''
    const reason = 'err' in facts && facts.err instanceof Error ? `: ${facts.err.message}` : ''
    lines.push(`${level} ${event} ${message}${reason}`)
  }
  return { lines, log: { info: keep('info'), warn: keep('warn'), error: keep('error') } }
}

async function openAt(url: string, now: () => number = Date.now) {
  const { directory } = edgeFloor('externalBroker')
  const { lines, log } = keptLog()
  const store = scriptedStore()
  const ingest = await openIngest({ directory, mqttUrl: url, commit: store.commit, now, log })
  closers.push(ingest.close)
  const connected = () =>
    ingest
      .metrics()
      .find(({ name }) => name === 'packboard_external_broker_connected')
      ?.values()
      .map(({ labels, value }) => [labels.reads, value])
  return { ingest, lines, connected }
}

const both = (value: number) => [
  ['records', value],
  ['sparkplug', value],
]

test('a broker that refuses while it starts is tried again by both connections; own parts stay ready', async () => {
  const broker = await standInBroker()
  const refused = new Map<string, number>()
  broker.state.code = ({ clientId }) => {
    const count = refused.get(clientId) ?? 0
    refused.set(clientId, count + 1)
    return count < 2 ? 3 : 0
  }
  const { ingest, lines, connected } = await openAt(`mqtt://127.0.0.1:${broker.port}`)
  const refusal = 'Connection refused: Server unavailable'
  await expect.poll(() => ingest.externalBroker()?.lost?.reason, soon).toBe(refusal)
  expect(connected()).toEqual(both(0))
  expect(ingest.health()).toMatchObject({
    ...{ ok: true, detail: 'taking records in' },
    parts: { externalBroker: { ok: false, detail: `not connected; trying again (${refusal})` } },
  })
  await expect.poll(connected, soon).toEqual(both(1))
  expect(ingest.externalBroker()).toEqual({ isConnected: true, lost: undefined })
  expect(refused.get('packboard')).toBe(3)
  expect(refused.get('packboard-sparkplug')).toBe(3)
  // Each was refused twice, for one cause.
  const of = (purpose: string) => lines.filter((line) => line.includes(`.${purpose} `))
  for (const purpose of ['records', 'sparkplug']) {
    expect(of(purpose)).toEqual([
      `warn externalBroker.${purpose} The external broker is not connected; it is tried again: ${refusal}`,
      `info externalBroker.${purpose} The external broker is connected again`,
    ])
  }
})

test('a password that changes and a broker that is away: connected again when it is right, each reason said once', async () => {
  const broker = await standInBroker()
  const clock = { now: Date.now() }
  const { ingest, lines, connected } = await openAt(
    `mqtt://packboard:old@127.0.0.1:${broker.port}`,
    () => clock.now,
  )
  await expect.poll(connected, soon).toEqual(both(1))
  clock.now += 60_000
  const password = { now: 'new' }
  broker.state.code = (packet) => (`${packet.password}` === password.now ? 0 : 5)
  broker.leave()
  const away = /ECONNREFUSED/
  await expect.poll(() => ingest.externalBroker()?.lost?.reason, soon).toMatch(away)
  await broker.listen()
  const refusal = 'Connection refused: Not authorized'
  await expect.poll(() => ingest.externalBroker()?.lost?.reason, soon).toBe(refusal)
  expect(ingest.externalBroker()?.lost?.since).toBe(clock.now)
  const tries = broker.signIns.length
  await expect.poll(() => broker.signIns.length, soon).toBeGreaterThan(tries + 1)
  password.now = 'old'
  await expect.poll(connected, soon).toEqual(both(1))
  const reasons = lines.filter((line) => line.startsWith('warn externalBroker.records'))
  expect(reasons.filter((line) => away.test(line))).toHaveLength(1)
  expect(reasons.filter((line) => line.endsWith(refusal))).toHaveLength(1)
})

test.each([
  ['pass:word', 'pass%3Aword'],
  ['a:b@c/d#e?f%g', 'a%3Ab%40c%2Fd%23e%3Ff%25g'],
  ['50%', '50%'],
  ['%41', '%2541'],
  ['größe', 'gr%C3%B6%C3%9Fe'],
])('the password %s of an address is the one that the broker reads', async (password, written) => {
  const broker = await standInBroker()
  const url = `mqtt://plant%3Areader:${written}@127.0.0.1:${broker.port}`
  const { client, link } = connectToPlant({ url, now: Date.now, log: silentLog }, 'records', {})
  closers.push(() => client.endAsync(true))
  await expect.poll(() => link().isConnected).toBe(true)
  const [signIn] = broker.signIns
  expect([signIn?.username, `${signIn?.password}`]).toEqual(['plant:reader', password])
})

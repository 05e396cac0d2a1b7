import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import mqtt, { type IClientOptions, type MqttClient } from 'mqtt'
import { afterAll, afterEach, expect, test } from 'vitest'
import { testAuthority } from '../../testing/certificates.ts'
import { openIngest } from '../../testing/conserved.ts'
import { signIn, testFloor } from '../../testing/floor.ts'
import { scriptedStore } from '../../testing/scriptedStore.ts'
import type { Ingest } from '../startIngest.ts'
import type { TlsMaterial } from './tlsListener.ts'

const authority = testAuthority()
const stranger = testAuthority()
afterAll(() => {
  authority.remove()
  stranger.remove()
})

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const qos1 = { qos: 1 } as const

/** A broker with an encrypted port whose certificate a test may change. */
async function open({ checksDevices = false } = {}) {
  const floor = testFloor()
  const store = scriptedStore()
  const withCa = (name: string): TlsMaterial => {
    const { cert, key } = authority.issue(name)
    return { cert, key, ...(checksDevices && { ca: authority.ca }) }
  }
  let material = withCa('first')
  const listeners = new Set<(changed: TlsMaterial) => void>()
  const ingest: Ingest = await openIngest({
    directory: floor.directory,
    mqttPort: 0,
    mqttTls: {
      port: 0,
      host: '127.0.0.1',
      certificate: {
        now: () => material,
        onChange(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
    },
    commit: store.commit,
    gatherMs: 5,
    patienceMs: 1_500,
  })
  ends.push(() => ingest.close())
  const port = ingest.mqttTlsPort ?? 0
  async function device(userName: string, options: IClientOptions = {}): Promise<MqttClient> {
    const client = await signIn(port, userName, {
      protocol: 'mqtts',
      ca: authority.ca,
      ...options,
    })
    client.on('error', () => {})
    ends.push(() => client.end(true))
    return client
  }
  /** How a sign-in ends: the library calls nothing for a connection that closes in its handshake. */
  const attempt = (userName: string, options: IClientOptions = {}) =>
    new Promise<'connected' | 'closed'>((resolve) => {
      const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
        ...{ protocol: 'mqtts', ca: authority.ca, reconnectPeriod: 0 },
        ...{ username: userName, password: 'packboard' },
        ...options,
      })
      ends.push(() => client.end(true))
      client.on('error', () => {})
      client.once('connect', () => resolve('connected'))
      client.once('close', () => resolve('closed'))
    })
  const change = (name: string) => {
    material = withCa(name)
    for (const listener of listeners) listener(material)
  }
  return { ...floor, store, ingest, port, device, attempt, change, listeners }
}

/** A wire that keeps every byte which passes, in both directions. */
async function tappedWire(target: number) {
  const bytes: Buffer[] = []
  const server = createServer((near: Socket) => {
    const far = connect(target, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      from.on('data', (chunk: Buffer) => {
        bytes.push(chunk)
        to.write(chunk)
      })
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => server.close())
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return { port, seen: () => Buffer.concat(bytes).toString('latin1') }
}

test('a record reaches the store by the encrypted port, and the wire shows none of it', async () => {
  const { ingest, store, port } = await open()
  const record = '{"state":6,"product":"Oat bar"}'
  const send = async (wirePort: number, options: IClientOptions) => {
    const client = await signIn(wirePort, 'FW-101', options)
    await client.publishAsync('packboard/FW-101/sample', record, qos1)
    await client.endAsync()
  }
  const plain = await tappedWire(ingest.mqttPort)
  await send(plain.port, {})
  // The tap would show it.
  expect(plain.seen()).toContain('Oat bar')
  expect(plain.seen()).toContain('FW-101')
  const encrypted = await tappedWire(port)
  await send(encrypted.port, { protocol: 'mqtts', ca: authority.ca })
  expect(encrypted.seen().length).toBeGreaterThan(1_000)
  for (const word of ['Oat bar', 'FW-101', 'sample', 'MQTT', record])
    expect(encrypted.seen()).not.toContain(word)
  const samples = store.batches.flatMap((batch) => batch.samples)
  expect(samples.map(({ product }) => product)).toEqual(['Oat bar', 'Oat bar'])
})

test('a device on the encrypted port that speaks in clear, or trusts another authority, is not served', async () => {
  const { port, device, attempt } = await open()
  expect(await attempt('FW-101')).toBe('connected')
  expect(await attempt('FW-101', { protocol: 'mqtt' })).toBe('closed')
  expect(await attempt('FW-101', { ca: stranger.ca })).toBe('closed')
  const silent = connect(port, '127.0.0.1')
  ends.push(() => silent.destroy())
  await once(silent, 'connect')
  const client = await device('FW-101')
  await client.publishAsync('packboard/FW-101/sample', '{"state":6}', qos1)
})

test('a changed certificate serves the next connection, and those that are open go on', async () => {
  const { device, change, port, listeners, ingest } = await open()
  const early = await device('FW-101')
  change('second')
  const names: string[] = []
  const checkServerIdentity = (_host: string, { subject }: { subject: { CN: string } }) => {
    names.push(subject.CN)
    return undefined
  }
  const late = await signIn(port, 'FW-102', {
    protocol: 'mqtts',
    ca: authority.ca,
    checkServerIdentity,
  } as IClientOptions)
  ends.push(() => late.end(true))
  expect(names).toEqual(['second'])
  await early.publishAsync('packboard/FW-101/sample', '{"state":6}', qos1)
  expect(early.connected).toBe(true)
  await ingest.close()
  expect(listeners.size).toBe(0)
})

test('with an authority for devices a connection needs a certificate under its own name, and the token of a device', async () => {
  const { device, attempt, devices, store } = await open({ checksDevices: true })
  const own = (name: string, from = authority) => {
    const { cert, key } = from.issue(name)
    return { cert, key }
  }
  const client = await device('FW-101', own('FW-101'))
  await client.publishAsync('packboard/FW-101/sample', '{"state":6}', qos1)
  const neighbour = await device('FW-611', own('FW-611'))
  await neighbour.publishAsync('packboard/FW-611/sample', '{"state":10}', qos1)
  // No certificate; one of another authority; that of another client's device; a right one with a wrong token.
  expect(await attempt('FW-101')).toBe('closed')
  expect(await attempt('FW-101', own('FW-101', stranger))).toBe('closed')
  expect(await attempt('FW-101', own('FW-611'))).toBe('closed')
  expect(await attempt('FW-101', { ...own('FW-101'), password: 'guess' })).toBe('closed')
  expect(await attempt('FW-102', own('FW-102'))).toBe('connected')
  devices.delete('FW-102')
  expect(await attempt('FW-102', own('FW-102'))).toBe('closed')
  const samples = store.batches.flatMap((batch) => batch.samples)
  expect(samples.map(({ state }) => state)).toEqual([6, 10])
}, 30_000)

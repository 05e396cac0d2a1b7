// @slow

import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMachineDirectory, openIngest } from '@packboard/ingest'
import { testAuthority } from '@packboard/ingest/testing'
import { tables } from '@packboard/management/testing'
import { countedAndStored } from '@packboard/telemetry/testing'
import mqtt from 'mqtt'
import { afterAll, afterEach, expect, test } from 'vitest'
import { hasMosquitto, startDeployedMosquitto } from '../../testing/mosquitto.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { plantBrokerOf } from './plantBroker.ts'

const authority = testAuthority()
afterAll(() => authority.remove())

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const soon = { timeout: 20_000 }
const accounts = { packboard: 'a-reader', 'FW-101': 'a-machine', 'FW-611': 'another' }

test('the authority of the broker belongs to a broker and is a certificate', () => {
  const mqttUrl = 'mqtts://127.0.0.1:8883'
  const folder = mkdtempSync(join(tmpdir(), 'packboard-ca-'))
  closers.push(() => rmSync(folder, { recursive: true }))
  const text = join(folder, 'ca.pem')
  writeFileSync(text, 'no certificate')
  const of =
    (mqttUrlCa: string | undefined, url: string | undefined = mqttUrl) =>
    () =>
      plantBrokerOf({ mqttUrl: url, mqttUrlCa })
  expect(of(undefined)()).toEqual({ mqttUrl })
  expect(of(authority.caFile)()).toEqual({ mqttUrl, mqttCa: authority.ca })
  expect(of(text)).toThrow(/MQTT_URL_CA cannot be used/)
  expect(of(join(folder, 'missing.pem'))).toThrow(/MQTT_URL_CA cannot be used/)
  expect(() => plantBrokerOf({ mqttUrl: undefined, mqttUrlCa: text })).toThrow(/needs MQTT_URL/)
})

/** Passes everything on and keeps what crossed the wire. */
async function tap(port: number) {
  const crossed: Buffer[] = []
  const sockets = new Set<Socket>()
  const pass = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => {
        crossed.push(bytes)
        to.write(bytes)
      })
      from.on('error', () => to.destroy())
      from.on('close', () => to.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(pass, 'listening')
  closers.push(() => {
    for (const socket of sockets) socket.destroy()
    pass.close()
  })
  const address = pass.address()
  if (typeof address !== 'object' || address === null) throw new Error('no address')
  return { port: address.port, seen: () => Buffer.concat(crossed).toString('latin1') }
}

/** Sets the topic on the machine, as a person does on its connection. */
async function setAddress(server: TestServer, serialNo: string, address: string) {
  const { id } = await tables(server.deps.management)
    .selectFrom('machine')
    .select('id')
    .where('serial_no', '=', serialNo)
    .executeTakeFirstOrThrow()
  const { accessToken: token } = await server.signIn('admin')
  const set = await server.ask(`/api/admin/machine/${id}/connection`, {
    ...{ method: 'PUT', token, body: { door: 'mqttJson', address } },
  })
  expect(set.status).toBe(200)
}

const join5 = (port: number, username: keyof typeof accounts, password = accounts[username]) =>
  mqtt.connectAsync(`mqtts://127.0.0.1:${port}`, {
    ...{ protocolVersion: 5, ca: authority.ca, username, password, reconnectPeriod: 0 },
  })

/** The reason of a PUBACK of MQTT 5; 0 is success, 135 not authorised. */
async function publish(client: mqtt.MqttClient, topic: string, record: object) {
  const answer = await client
    .publishAsync(topic, JSON.stringify(record), { qos: 1 })
    .catch((error: { code?: number }) => ({ reasonCode: error.code }))
  return answer && 'reasonCode' in answer ? (answer.reasonCode ?? 0) : 0
}

/**
 * The configuration of `deploy/mosquitto` as it is, in the real broker; where that is not installed there is nothing to
 * try, and the run says so by its count of skipped tests.
 */
test.skipIf(!hasMosquitto())(
  'a machine of MQTT 5 through mosquitto with TLS: stored, in nobody else’s place, nothing in clear on the wire',
  async () => {
    const broker = await startDeployedMosquitto(authority, accounts)
    closers.push(broker.close)
    const wire = await tap(broker.port)
    const server = await openTestServer({
      env: {
        MQTT_URL: `mqtts://packboard:${accounts.packboard}@127.0.0.1:${wire.port}`,
        MQTT_URL_CA: authority.caFile,
      },
    })
    closers.push(server.close)
    await setAddress(server, 'FW-101', 'plant/FW-101')
    await setAddress(server, 'FW-611', 'plant/FW-611')

    const machine = await join5(wire.port, 'FW-101')
    closers.push(() => machine.endAsync(true))
    const record = (state: number) => ({ state, product: 'A secret product', packs: 4_000 })
    // Accepted by the broker; Packboard may still be subscribing, so the first may come before it reads.
    await expect
      .poll(async () => {
        expect(await publish(machine, 'plant/FW-101/sample', record(9))).toBe(0)
        const rows = await countedAndStored(server.deps.telemetry)
        return rows.filter(({ stored }) => stored > 0).length
      }, soon)
      .toBe(1)
    // Below another machine's address the broker takes nothing.
    expect(await publish(machine, 'plant/FW-611/sample', record(10))).toBe(135)

    const unknown = mqtt.connectAsync(`mqtts://127.0.0.1:${wire.port}`, {
      ...{ protocolVersion: 5, ca: authority.ca, reconnectPeriod: 0 },
    })
    await expect(unknown).rejects.toThrow(/authori[sz]ed/i)
    await expect(join5(wire.port, 'FW-611', 'wrong')).rejects.toThrow(/authori[sz]ed/i)
    // There is no listener without TLS.
    const plain = mqtt.connect(`mqtt://127.0.0.1:${wire.port}`, {
      ...{ username: 'FW-101', password: accounts['FW-101'], reconnectPeriod: 0 },
    })
    const opened: string[] = []
    plain.on('connect', () => opened.push('plain')).on('error', () => undefined)
    await new Promise<void>((resolve) => plain.once('close', () => resolve()))
    expect(opened).toEqual([])

    const stored = (await countedAndStored(server.deps.telemetry)).filter((row) => row.stored > 0)
    expect(stored).toHaveLength(1)
    const seen = wire.seen()
    // The sign-in without TLS is there to be read: so the capture sees what is in clear.
    expect(seen).toContain(accounts['FW-101'])
    for (const word of ['secret product', 'plant/FW-101', accounts.packboard]) {
      expect(seen).not.toContain(word)
    }
  },
)

/** The part of Packboard that takes records from the broker, with a list in place of the store. */
async function openTaker(port: number) {
  const noDevices = { device: async () => null, deviceNow: () => null }
  const topic = { connector: 'mqttJson', prefix: 'plant/FW-101', origin: 'externalBroker' } as const
  const directory = createMachineDirectory(noDevices, [
    { machineId: 1, clientId: 7, serialNo: 'FW-101', holdMs: 90_000, topics: [topic] },
  ])
  const packs: (number | undefined)[] = []
  const ingest = await openIngest({
    directory,
    mqttUrl: `mqtts://packboard:${accounts.packboard}@127.0.0.1:${port}`,
    mqttCa: authority.ca,
    async commit(batches) {
      for (const { samples } of batches) packs.push(...samples.map((one) => one.packCounter))
      return batches.map(() => [])
    },
  })
  return { packs, close: ingest.close }
}

test.skipIf(!hasMosquitto())(
  'what a machine publishes while Packboard is stopped waits in mosquitto and comes once, in its order',
  async () => {
    const broker = await startDeployedMosquitto(authority, accounts)
    closers.push(broker.close)
    const machine = await join5(broker.port, 'FW-101')
    closers.push(() => machine.endAsync(true))
    const send = (packs: number) =>
      publish(machine, 'plant/FW-101/sample', { state: 9, packs, time: Date.now() })
    const first = await openTaker(broker.port)
    await expect
      .poll(async () => {
        await send(1)
        return first.packs.length
      }, soon)
      .toBeGreaterThan(0)
    await first.close()
    const before = first.packs.length
    const missed = Array.from({ length: 200 }, (_, index) => 1_000 + index)
    for (const packs of missed) expect(await send(packs)).toBe(0)
    expect(first.packs).toHaveLength(before)

    const second = await openTaker(broker.port)
    closers.push(second.close)
    const came = () => second.packs.filter((packs) => packs !== 1)
    await expect.poll(() => came().length, soon).toBe(missed.length)
    await send(2_000)
    await expect.poll(() => came().at(-1), soon).toBe(2_000)
    expect(came()).toEqual([...missed, 2_000])
  },
)

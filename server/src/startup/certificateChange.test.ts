// @slow

import { once } from 'node:events'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { Agent, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { testAuthority } from '@packboard/ingest/testing'
import { countedAndStored } from '@packboard/telemetry/testing'
import mqtt, { type IClientOptions } from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'

const authority = testAuthority()
let folder: string
let server: TestServer
const file = (name: string) => join(folder, name)

async function put(name: string) {
  const { certFile, keyFile } = authority.issue(name)
  await copyFile(certFile, file('cert.pem'))
  await copyFile(keyFile, file('key.pem'))
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'packboard-renewal-'))
  await put('first')
  const files = [file('cert.pem'), file('key.pem')] as const
  server = await openTestServer({
    env: {
      ...{ TLS_CERT: files[0], TLS_KEY: files[1] },
      ...{ MQTT_TLS_CERT: files[0], MQTT_TLS_KEY: files[1], MQTT_TLS_PORT: '0' },
    },
  })
})
afterAll(async () => {
  await server?.close()
  authority.remove()
  await rm(folder, { recursive: true, force: true })
})

/** What a sender saw: acknowledged records, everything that failed, and the certificates of its connections. */
type Sent = { acknowledged: number; readonly failed: string[]; readonly names: string[] }

const begin = Date.now() - 3_600_000
const sample = (serialNo: string, turn: number) =>
  factory.at(begin + turn * 500).sample(serialNo, { state: turn % 2 ? 10 : 5 })

/** Sends one record after the other until `over`. */
async function sendOn(over: () => boolean, sent: Sent, send: (turn: number) => Promise<void>) {
  for (let turn = 0; !over(); turn += 1) {
    try {
      await send(turn)
      sent.acknowledged += 1
    } catch (error) {
      sent.failed.push(String(error))
    }
  }
}

async function post(agent: Agent, serialNo: string, turn: number, { names }: Sent) {
  const call = request(`${server.url}/api/ingest/records`, {
    ...{ agent, method: 'POST', servername: 'localhost' },
    headers: { 'x-access-token': `${serialNo}:packboard`, 'content-type': 'application/json' },
  }).end(JSON.stringify([sample(serialNo, turn)]))
  const [answer] = await once(call, 'response')
  const socket: TLSSocket = answer.socket
  names.push(String(socket.getPeerCertificate().subject.CN))
  let text = ''
  for await (const chunk of answer) text += chunk
  if (answer.statusCode !== 200 || JSON.parse(text).accepted !== 1) throw new Error(text)
}

const agentOf = () => new Agent({ keepAlive: true, maxSockets: 1, ca: authority.ca })

async function connect(serialNo: string, { names, failed }: Sent) {
  const options: IClientOptions & Record<string, unknown> = {
    ...{ ca: authority.ca, username: serialNo, password: 'packboard', reconnectPeriod: 0 },
    checkServerIdentity(_host: string, { subject }: { subject: { CN: string } }) {
      names.push(subject.CN)
    },
  }
  const port = server.deps.ingest?.mqttTlsPort
  const client = await mqtt.connectAsync(`mqtts://127.0.0.1:${port}`, options)
  client.on('error', (error) => failed.push(String(error)))
  return client
}

async function publish(client: mqtt.MqttClient, serialNo: string, turn: number) {
  const text = JSON.stringify(sample(serialNo, turn))
  await client.publishAsync(`packboard/${serialNo}/sample`, text, { qos: 1 })
}

test('a certificate that is renewed while machines send drops no record, by HTTPS and by MQTT over TLS (D87)', async () => {
  const all: Sent[] = Array.from({ length: 5 }, () => ({ acknowledged: 0, failed: [], names: [] }))
  const [held, fresh, heldMqtt, freshMqtt, neighbour] = all
  if (!held || !fresh || !heldMqtt || !freshMqtt || !neighbour) throw new Error('five senders')
  let isOver = false
  const over = () => isOver

  const agent = agentOf()
  const client = await connect('VF-401', heldMqtt)
  const closed: string[] = []
  client.on('close', () => closed.push('VF-401'))
  const other = await connect('FW-611', neighbour)
  const sending = [
    sendOn(over, held, (turn) => post(agent, 'FW-101', turn, held)),
    sendOn(over, fresh, async (turn) => {
      const own = agentOf()
      await post(own, 'FW-102', turn, fresh).finally(() => own.destroy())
    }),
    sendOn(over, heldMqtt, (turn) => publish(client, 'VF-401', turn)),
    sendOn(over, freshMqtt, async (turn) => {
      const own = await connect('FW-301', freshMqtt)
      await publish(own, 'FW-301', turn).finally(() => own.endAsync())
    }),
    sendOn(over, neighbour, (turn) => publish(other, 'FW-611', turn)),
  ]
  const changes = () => server.lines.filter((line) => line.includes('certificate.changed')).length
  await expect.poll(() => Math.min(...all.map((one) => one.acknowledged))).toBeGreaterThan(4)
  await put('second')
  // Of the screens and of the broker; the files are looked at every ten seconds.
  await expect.poll(changes, { timeout: 30_000 }).toBe(2)
  const before = all.map(({ acknowledged }) => acknowledged)
  const went = () => all.map(({ acknowledged }, index) => acknowledged - (before[index] ?? 0))
  await expect.poll(() => Math.min(...went())).toBeGreaterThan(4)
  isOver = true
  await Promise.all(sending)

  expect(all.flatMap(({ failed }) => failed)).toEqual([])
  expect(closed).toEqual([])
  // Connections that are open go on with theirs; the next one has the new certificate.
  expect(new Set(held.names)).toEqual(new Set(['first']))
  expect(heldMqtt.names).toEqual(['first'])
  for (const { names } of [fresh, freshMqtt]) {
    expect([names.at(0), names.at(-1)]).toEqual(['first', 'second'])
  }
  const rows = await countedAndStored(server.deps.telemetry)
  const numbers = (list: readonly number[]) => list.filter((one) => one > 0).sort((a, b) => a - b)
  expect(numbers(rows.map(({ stored }) => stored))).toEqual(
    numbers(all.map(({ acknowledged }) => acknowledged)),
  )
  expect(rows.map(({ quarantined, duplicate }) => [quarantined, duplicate])).toEqual(
    rows.map(() => [0, 0]),
  )
  agent.destroy()
  await Promise.all([client.endAsync(), other.endAsync()])
}, 90_000)

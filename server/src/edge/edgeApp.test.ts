import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingestRecords } from '@packboard/contract'
import mqtt from 'mqtt'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { capturedLog } from '../../testing/capturedLog.ts'
import { readEdgeConfig } from './edgeConfig.ts'
import type { EdgeStatus } from './edgeStatus.ts'
import { startEdge } from './startEdge.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A recorder whose server is never there. */
async function open(
  env: Record<string, string> = {},
  more: Partial<ReturnType<typeof readEdgeConfig>> = {},
) {
  const dir = mkdtempSync(join(tmpdir(), 'packboard-edge-'))
  closers.push(() => rmSync(dir, { recursive: true, force: true }))
  const config = readEdgeConfig({
    EDGE_DIR: dir,
    EDGE_SERVER_URL: 'http://127.0.0.1:9',
    EDGE_TOKEN: 'gateway:secret',
    EDGE_NAME: 'Hall <1>',
    EDGE_HTTP_PORT: '0',
    EDGE_MQTT_PORT: '0',
    ...env,
  })
  const edge = await startEdge({ config: { ...config, ...more }, log: capturedLog('debug').log })
  closers.push(() => edge.stop())
  const { port } = new URL(edge.url)
  const url = `http://127.0.0.1:${port}`
  const send = (records: unknown, token = 'plc:any') =>
    fetch(url + ingestRecords.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-token': token },
      body: JSON.stringify(records),
    })
  const status = async () => (await (await fetch(`${url}/status`)).json()) as EdgeStatus
  return { edge, url, port: Number(port), send, status }
}

const sample = (serialNo: string, more: object = {}) => ({
  ...{ kind: 'sample', serialNo, time: Date.now() - 1_000, state: 10, speed: 61.5, packs: 1_204 },
  ...more,
})
const bounded = {
  senders: [
    { name: 'line-1', token: 'the-token-of-line-one', machines: ['FW-101'] },
    { name: 'line-2', token: 'the-token-of-line-two' },
  ],
}

test('what a sender may not send stays here, what is wrong is answered with its reason', async () => {
  const { send, status } = await open({}, bounded)
  const answer = await send(
    [
      sample('FW-101', { speeed: 3 }),
      sample('FW-102'),
      sample('FW-101', { time: Date.now() + 30 * 3_600_000 }),
      { kind: 'sample', serialNo: 'FW-101' },
    ],
    'line-1:the-token-of-line-one',
  )
  expect(ingestRecords.answer.parse(await answer.json())).toMatchObject({
    accepted: 1,
    quarantined: 3,
    errors: [
      { index: 1, serialNo: 'FW-102', reason: 'notBound' },
      { index: 2, serialNo: 'FW-101', reason: 'tooFarAhead' },
      { index: 3, serialNo: 'FW-101', reason: 'malformed' },
    ],
    unknownFields: { speeed: 1 },
  })
  const { counts, queue, kept } = await status()
  expect([counts, queue.records]).toEqual([
    { received: 4, accepted: 0, duplicate: 0, quarantined: 2 },
    // The malformed one as well: a person reads it at the server.
    2,
  ])
  expect(kept.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('ahead'),
    'line-1 is not bound to this machine',
  ])
})

test.each(['line-1:the-token-of-line-two', 'line-3:the-token-of-line-one', 'line-1', ''])(
  'the credential %j opens nothing',
  async (token) => {
    const { send, edge, status } = await open({}, bounded)
    expect((await send([sample('FW-101')], token)).status).toBe(401)
    const [username = '', password = ''] = token.split(':')
    const signIn = mqtt.connectAsync(`mqtt://127.0.0.1:${edge.mqttPort}`, {
      ...{ username: username || 'x', password: password || 'x', reconnectPeriod: 0 },
    })
    await expect(signIn).rejects.toThrow()
    expect((await status()).counts.received).toBe(0)
  },
)

test('the local token under the name of a sender changes nothing for that sender', async () => {
  const localToken = 'a-secret-of-sixteen'
  const { send } = await open({ EDGE_LOCAL_TOKEN: localToken }, bounded)
  const others = [sample('FW-102')]
  const accepted = async (token: string) =>
    ingestRecords.answer.parse(await (await send(others, token)).json()).accepted
  expect(await accepted(`line-1:${localToken}`)).toBe(1)
  expect(await accepted('line-1:the-token-of-line-one')).toBe(0)
  expect(await accepted(`line-1:${localToken}`)).toBe(1)
})

test('a full buffer refuses by 503 and, by MQTT, without an acknowledgement; what it has stays', async () => {
  const { send, status, edge } = await open({}, { maxBytes: 20_000 })
  let stored = 0
  let refused: Response | undefined
  while (!refused) {
    const answer = await send([sample('FW-101', { seq: stored })])
    if (answer.status === 200) stored += 1
    else refused = answer
  }
  expect(refused.status).toBe(503)
  expect(refused.headers.get('retry-after')).toBe('60')
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${edge.mqttPort}`, {
    ...{ username: 'plc', password: 'any', reconnectPeriod: 0 },
  })
  let acknowledged = false
  const ended = new Promise<void>((resolve) => client.once('close', () => resolve()))
  client.publish('packboard/FW-102/sample', '{"state":10}', { qos: 1 }, (error) => {
    acknowledged = !error
  })
  await ended
  expect(acknowledged).toBe(false)
  const { counts, queue, machines } = await status()
  expect(counts.received).toBe(stored)
  expect(queue).toMatchObject({ records: stored, maxBytes: 20_000 })
  expect(machines.map(({ serialNo }) => serialNo)).toEqual(['FW-101'])
})

test('PackML tags come as samples of the machine that the file names, with numbers of their own', async () => {
  const { edge, status } = await open(
    {},
    {
      machines: [
        {
          ...{ serialNo: 'FW-201', holdSeconds: 60 },
          packml: { prefix: 'plant/packing/line2', dictionary: 'iso-tr88' },
        },
      ],
    },
  )
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${edge.mqttPort}`, {
    ...{ username: 'plc', password: 'any', reconnectPeriod: 0 },
  })
  await client.publishAsync('plant/packing/line2/Status/StateCurrent', '6', { qos: 1 })
  await client.publishAsync('plant/packing/line2/Status/CurMachSpeed', '88', { qos: 1 })
  await client.endAsync()
  const { machines, queue } = await status()
  expect(machines).toMatchObject([{ serialNo: 'FW-201', state: 10, speedPpm: 88 }])
  expect(queue.records).toBe(2)
})

test('the overview shows texts as texts, in the language of the browser', async () => {
  const { send, url } = await open()
  await send([sample('FW-101'), { kind: 'sample', serialNo: '<img src=x>', time: 1 }])
  const page = await fetch(url, { headers: { 'accept-language': 'fr-CH, en;q=0.5' } })
  const text = await page.text()
  expect(text).toContain('Hall &lt;1&gt;')
  expect(text).not.toContain('<img')
  for (const part of ['lang="fr"', 'FW-101', 'Execute', '61,5', 'Enregistreur local']) {
    expect(text).toContain(part)
  }
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
})

/** The answer to a page that has this machine under another name, or comes through a proxy on it. */
function statusWith(port: number, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path: '/', headers }, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .once('error', reject)
      .end()
  })
}

test('the overview opens to this machine alone, unless there is a password', async () => {
  const { port } = await open()
  expect(await statusWith(port, {})).toBe(200)
  expect(await statusWith(port, { host: 'evil.example' })).toBe(404)
  expect(await statusWith(port, { 'x-forwarded-for': '10.0.0.1' })).toBe(404)

  const guarded = await open({ EDGE_PASSWORD: 'a-long-password' })
  const basic = (password: string) => `Basic ${btoa(`x:${password}`)}`
  const away = { host: 'gateway' }
  expect(await statusWith(guarded.port, away)).toBe(401)
  expect(await statusWith(guarded.port, { ...away, authorization: basic('wrong') })).toBe(401)
  expect(await statusWith(guarded.port, { ...away, authorization: basic('a-long-password') })).toBe(
    200,
  )
})

/** An address of this machine that is not loopback; undefined in a network without one. */
const lan = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address

test.runIf(lan !== undefined)(
  'another address of the machine is not the machine itself',
  async () => {
    const { port } = await open({
      EDGE_HOST: '0.0.0.0',
      PLAIN_ON_LAN: 'on',
      EDGE_LOCAL_TOKEN: 'a-secret-of-sixteen',
    })
    const answer = await fetch(`http://${lan}:${port}/status`)
    expect([answer.status, z.object({ code: z.string() }).parse(await answer.json()).code]).toEqual(
      [404, 'page.notFound'],
    )
  },
)

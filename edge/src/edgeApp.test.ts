// @slow

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { hostname, networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { ingestRecords } from '@packboard/contract'
import { capturedLog } from '@packboard/server/testing/capturedLog'
import { rawRequest } from '@packboard/server/testing/rawRequest'
import { withheldBody } from '@packboard/server/testing/withheldBody'
import mqtt from 'mqtt'
import { afterEach, expect, test } from 'vitest'
import { z } from 'zod'
import { readEdgeConfig } from './edgeConfig.ts'
import type { EdgeStatus } from './edgeStatus.ts'
import { startEdge } from './startEdge.ts'

/** Of any sender, where a test does not set its own. */
const localToken = 'a-secret-of-sixteen'
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
    EDGE_LOCAL_TOKEN: localToken,
    EDGE_HTTP_PORT: '0',
    EDGE_MQTT_PORT: '0',
    ...env,
  })
  const { log, lines } = capturedLog('debug')
  const edge = await startEdge({ config: { ...config, ...more }, log })
  closers.push(() => edge.stop())
  const { port } = new URL(edge.url)
  const url = `http://127.0.0.1:${port}`
  const send = (records: unknown, token = `plc:${localToken}`) =>
    fetch(url + ingestRecords.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-access-token': token },
      body: JSON.stringify(records),
    })
  const status = async () => (await (await fetch(`${url}/status`)).json()) as EdgeStatus
  return { edge, dir, lines, url, port: Number(port), send, status }
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

test('a call of which nothing is accepted is answered as by the server', async () => {
  const { url } = await open({}, bounded)
  const post = async (query: string, record: object) => {
    const answer = await fetch(`${url}/api/ingest/records${query}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-access-token': 'line-1:the-token-of-line-one',
      },
      body: JSON.stringify([record]),
    })
    return [answer.status, ingestRecords.answer.parse(await answer.json()).rejected]
  }
  expect(await post('', sample('FW-102'))).toEqual([200, 'all'])
  expect(await post('?strict=1', sample('FW-102'))).toEqual([422, 'all'])
  expect(await post('?strict=1', sample('FW-101'))).toEqual([200, undefined])
})

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
  const { send } = await open({}, bounded)
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
    ...{ username: 'plc', password: localToken, reconnectPeriod: 0 },
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
    ...{ username: 'plc', password: localToken, reconnectPeriod: 0 },
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
  expect(await statusWith(port, { host: 'evil.example' })).toBe(400)
  expect(await statusWith(port, { host: 'gateway' })).toBe(404)
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
    })
    const answer = await fetch(`http://${lan}:${port}/status`)
    expect([answer.status, z.object({ code: z.string() }).parse(await answer.json()).code]).toEqual(
      [404, 'page.notFound'],
    )
  },
)

/** A call as a browser makes it for a page of another site, whose name leads to this machine. */
function sendAs(port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      ...{ host, origin: `http://${host}`, 'content-type': 'application/json' },
      'x-access-token': `plc:${localToken}`,
    }
    const call = { host: '127.0.0.1', port, path: ingestRecords.path, method: 'POST', headers }
    request(call, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .once('error', reject)
      .end(JSON.stringify([sample('FW-101')]))
  })
}

test('records are taken under names of this machine alone, whoever knows the token', async () => {
  const { port, url, status } = await open({
    EDGE_HOSTS: 'gateway.plant.example, line.plant.example',
  })
  const names = ['localhost', '127.0.0.1', '[::1]', '10.1.2.3', 'gateway', hostname()]
  for (const name of [...names, `${hostname()}.local`, 'Gateway.plant.example']) {
    expect([name, await sendAs(port, `${name}:${port}`)]).toEqual([name, 200])
  }
  const { received } = (await status()).counts
  const others = [
    'rebind.evil',
    `${hostname()}.evil.example`,
    'plant.example',
    '127.0.0.1.evil',
    'a:b:c',
  ]
  for (const name of others) {
    expect([name, await sendAs(port, `${name}:${port}`)]).toEqual([name, 400])
    expect([name, await statusWith(port, { host: name })]).toEqual([name, 400])
  }
  expect((await status()).counts.received).toBe(received)
  const answer = await rawRequest(
    port,
    `GET ${url}/status HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`,
  )
  expect(answer).toMatch(/^HTTP\/1\.1 400/)
})

test('without a token in the settings one is made at the first start, in a file for this user alone', async () => {
  const { edge, dir, lines, send, status } = await open({ EDGE_LOCAL_TOKEN: '' })
  const file = join(dir, 'local.token')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const token = readFileSync(file, 'utf8').trim()
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(lines.join('')).toContain(file)
  expect(lines.join('')).not.toContain(token)

  for (const wrong of ['plc:any', 'plc:', '', `plc:${localToken}`]) {
    expect([wrong, (await send([sample('FW-101')], wrong)).status]).toEqual([wrong, 401])
  }
  expect((await status()).counts.received).toBe(0)
  expect((await send([sample('FW-101')], `plc:${token}`)).status).toBe(200)

  await edge.stop()
  await open({ EDGE_LOCAL_TOKEN: '', EDGE_DIR: dir })
  expect(readFileSync(file, 'utf8').trim()).toBe(token)
})

test('a sender that withholds bodies leaves room for another one', async () => {
  const { url, send } = await open()
  const withheld = () =>
    withheldBody(url, { path: ingestRecords.path, token: `one:${localToken}`, bytes: 8_000_000 })
  const calls = await Promise.all([1, 2, 3, 4, 5, 6].map(withheld))
  closers.push(() => {
    for (const { socket } of calls) socket.destroy()
  })
  await expect
    .poll(() => calls.filter(({ answer }) => answer.startsWith('HTTP/1.1 503')).length)
    .toBe(2)
  expect((await send([sample('FW-101')], `two:${localToken}`)).status).toBe(200)
})

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { EdgeBuffer } from './edgeBuffer.ts'
import { startUplink } from './uplink.ts'

type Reply = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Record<string, string>
}
type Answering = (numbers: readonly number[], call: number) => Reply | Promise<Reply>

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A server that answers as the test says, and remembers what it was sent: the numbers of each call. */
async function serve(answering: Answering) {
  const calls: number[][] = []
  const beats: Record<string, unknown>[] = []
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(Buffer.from(chunk))
    const body = Buffer.concat(chunks)
    if (request.url === '/api/ingest/heartbeat') {
      beats.push(JSON.parse(body.toString()))
      const later = new Date(Date.now() + 90_000).toISOString()
      return response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ now: later }))
    }
    const lines = gunzipSync(body).toString().split('\n')
    const numbers = lines.map((line) => Number(JSON.parse(line).n))
    calls.push(numbers)
    const { status, body: said, headers } = await answering(numbers, calls.length)
    return response.writeHead(status, headers).end(JSON.stringify(said))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  closers.push(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, calls, beats }
}

function record(url: string) {
  const folder = mkdtempSync(join(tmpdir(), 'packboard-uplink-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  const warnings: string[] = []
  const log = { info() {}, warn: (_: object, text: string) => warnings.push(text) }
  const buffer = new EdgeBuffer({ folder, maxBytes: 100_000_000, log })
  closers.push(() => buffer.close())
  const start = () => {
    const uplink = startUplink({
      config: { serverUrl: url, token: 'gateway:secret', name: 'Hall 1', maxBytes: 100_000_000 },
      ...{ buffer, version: '0.1.0', log, now: Date.now },
      times: { heartbeatMs: 100, firstPauseMs: 5 },
    })
    closers.push(() => uplink.stop())
    return uplink
  }
  const add = (from: number, to: number) =>
    buffer.add({
      entries: Array.from({ length: to - from }, (_, index) => ({
        serialNo: 'FW-101',
        receivedAt: from + index,
        line: `{"n":${from + index}}`,
      })),
      refused: [],
      seen: [],
    })
  return { buffer, start, add, warnings }
}

const counted = (accepted: number, quarantined = 0) => ({
  status: 200,
  body: { accepted, duplicate: 0, late: 0, quarantined, errors: [], unknownFields: {} },
})
const failed = (status: number, code: string) => ({
  status,
  body: { message: code, code, requestId: '1' },
})
const sorted = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)

test('the newest records go first while a backlog drains, and new ones overtake it', async () => {
  const gates: (() => void)[] = []
  const { url, calls } = await serve(async (numbers) => {
    await new Promise<void>((resolve) => gates.push(resolve))
    return counted(numbers.length)
  })
  const { buffer, start, add } = record(url)
  for (let from = 0; from < 12_000; from += 2_000) await add(from, from + 2_000)
  start()
  await expect.poll(() => gates.length).toBe(1)
  expect(calls[0]?.[0]).toBe(11_999)
  expect(calls[0]).toContain(0)
  await add(50_000, 50_001)
  gates[0]?.()
  await expect.poll(() => gates.length).toBe(2)
  // Long before the backlog is gone.
  expect(calls[1]?.[0]).toBe(50_000)
  expect(buffer.figures().queuedRecords).toBeGreaterThan(6_000)
  for (let call = 1; buffer.figures().queuedRecords > 0; call += 1) {
    await expect.poll(() => gates.length > call || buffer.figures().queuedRecords === 0).toBe(true)
    gates[call]?.()
  }
  const sent = calls.flat()
  expect(sent).toHaveLength(12_001)
  expect(new Set(sent).size).toBe(12_001)
})

test('a call that is refused as a whole is halved until the bad record is found; the others arrive', async () => {
  const { url, calls } = await serve((numbers) =>
    numbers.includes(37) || numbers.includes(80)
      ? failed(400, 'request.invalid')
      : counted(numbers.length),
  )
  const { buffer, start, add } = record(url)
  await add(0, 100)
  start()
  await expect.poll(() => buffer.figures().queuedRecords).toBe(0)
  expect(buffer.figures()).toMatchObject({ received: 100, accepted: 98, quarantined: 2 })
  expect(sorted(buffer.refused(10).map(({ line }) => JSON.parse(line).n))).toEqual([37, 80])
  const arrived = calls.filter((numbers) => !numbers.includes(37) && !numbers.includes(80)).flat()
  expect(arrived).toHaveLength(98)
})

test.each([
  ['a proxy that refuses everything', { status: 400, body: '<html>Bad Request</html>' }],
  ['a token that is not valid any more', failed(401, 'device.unknown')],
  ['a caller that may not', failed(403, 'request.notAllowed')],
  ['too many records', failed(429, 'ingest.volume')],
  ['a full disk', failed(503, 'store.full')],
  ['another program', { status: 200, body: { hello: 'there' } }],
  ['a page that is not there', { status: 404, body: '' }],
])('%s costs no record: it is tried again', async (_, refusal) => {
  let isWell = false
  const { url, calls } = await serve((numbers) => (isWell ? counted(numbers.length) : refusal))
  const { buffer, start, add, warnings } = record(url)
  await add(0, 3)
  const uplink = start()
  await expect.poll(() => calls.length).toBeGreaterThan(2)
  expect(buffer.figures()).toMatchObject({ received: 3, queuedRecords: 3, quarantined: 0 })
  expect(warnings).toContain('The central server takes no records; they wait in the buffer')
  isWell = true
  await expect.poll(() => buffer.figures()).toMatchObject({ accepted: 3, queuedRecords: 0 })
  expect(uplink.connection().state).toBe('connected')
})

test('a server that names a pause is obeyed', async () => {
  const at: number[] = []
  const { url } = await serve((numbers, call) => {
    at.push(performance.now())
    return call === 1
      ? { ...failed(429, 'request.tooMany'), headers: { 'retry-after': '1' } }
      : counted(numbers.length)
  })
  const { buffer, start, add } = record(url)
  await add(0, 1)
  start()
  await expect.poll(() => buffer.figures().accepted).toBe(1)
  expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(1_000)
})

test('what the server quarantined is counted and not sent again', async () => {
  const { url, calls } = await serve((numbers) => counted(numbers.length - 1, 1))
  const { buffer, start, add } = record(url)
  await add(0, 10)
  start()
  await expect
    .poll(() => buffer.figures())
    .toMatchObject({ received: 10, accepted: 9, quarantined: 1, queuedRecords: 0 })
  expect(calls).toHaveLength(1)
})

test('a token is not sent where an answer leads to', async () => {
  const other = await serve((numbers) => counted(numbers.length))
  const { url, calls } = await serve(() => ({
    status: 307,
    body: '',
    headers: { location: `${other.url}/api/ingest/records` },
  }))
  const { buffer, start, add } = record(url)
  await add(0, 1)
  start()
  await expect.poll(() => calls.length).toBeGreaterThan(1)
  expect(other.calls).toEqual([])
  expect(buffer.figures().queuedRecords).toBe(1)
})

test('a heartbeat says version and queue, and learns where the clock stands', async () => {
  const { url, beats } = await serve(() => failed(503, 'ingest.busy'))
  const { start, add } = record(url)
  await add(7, 10)
  const uplink = start()
  await expect.poll(() => beats.length).toBeGreaterThan(1)
  expect(beats[0]).toMatchObject({
    name: 'Hall 1',
    version: '0.1.0',
    queueRecords: 3,
    maxBytes: 100_000_000,
    oldestAt: new Date(7).toISOString(),
    isFull: false,
    quarantined: 0,
  })
  expect(uplink.connection().clockOffsetMs).toBeGreaterThan(80_000)
})

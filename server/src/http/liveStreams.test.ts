import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { eventStream } from './eventStream.ts'
import { liveStreams } from './liveStreams.ts'

const endings: (() => void)[] = []
afterEach(() => {
  for (const end of endings.splice(0)) end()
})

/** A real connection whose reader reads only on command. */
async function connection() {
  const server = createServer()
  const answered = new Promise<ServerResponse>((resolve) => {
    server.on('request', (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.flushHeaders()
      resolve(response)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const reader = connect(port, '127.0.0.1')
  reader.on('error', () => undefined)
  reader.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  let text = ''
  endings.push(() => {
    reader.destroy()
    server.closeAllConnections()
    server.close()
  })
  return {
    response: await answered,
    reader,
    read() {
      reader.on('data', (chunk) => {
        text += chunk.toString()
      })
      return () => text
    },
  }
}

/** Fills the connection until the backpressure of the reader reaches the server and stays. */
async function fill(response: ServerResponse, write: () => void) {
  for (let still = 0; still < 5; ) {
    if (response.writableNeedDrain) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      still += 1
    } else {
      still = 0
      write()
    }
  }
}
const noise = (response: ServerResponse) => () => void response.write(`: ${'x'.repeat(64_000)}\n\n`)

test('a slow reader gets the newest event of each machine only, not every one in between', async () => {
  const { response, read } = await connection()
  const stream = eventStream(response)
  await fill(response, noise(response))
  for (let i = 0; i < 1_000; i++) {
    stream.send('machine', 'FW-101', `{"speed":${i}}`)
    stream.send('machine', 'FW-102', `{"speed":${i}}`)
  }
  const text = read()
  await expect.poll(() => text()).toContain('event: machine\ndata: {"speed":999}')
  await expect.poll(() => text().match(/event: machine/g)).toHaveLength(2)
})

test('a reader for whom too much waits is let go', async () => {
  const { response } = await connection()
  const stream = eventStream(response, { bufferBytes: 100_000 })
  const why: string[] = []
  stream.onClose((reason) => why.push(reason))
  await fill(response, noise(response))
  for (let i = 0; i < 1_000; i++) stream.send('machine', `FW-${i}`, 'x'.repeat(1_000))
  expect(stream.closed).toBe(true)
  expect(why).toEqual(['slow'])
  expect(response.destroyed).toBe(true)
})

test('a reader that takes nothing is let go', async () => {
  const { response } = await connection()
  const stream = eventStream(response, { stallMs: 200 })
  const why: string[] = []
  stream.onClose((reason) => why.push(reason))
  await fill(response, () => stream.send('machine', 'a', 'x'.repeat(64_000)))
  await expect.poll(() => why).toEqual(['slow'])
})

test('a reader who leaves is noticed', async () => {
  const { response, reader } = await connection()
  const streams = liveStreams()
  streams.open(response, { who: 'user 1', holds: async () => true })
  expect(streams.count).toBe(1)
  reader.destroy()
  await expect.poll(() => streams.count).toBe(0)
  expect(streams.ended.reader).toBe(1)
  streams.close()
})

test('a stream ends with its session and says so', async () => {
  const { response, read } = await connection()
  const text = read()
  let holds = true
  const streams = liveStreams({ checkMs: 10 })
  streams.open(response, { who: 'user 1', holds: async () => holds })
  await streams.checkNow()
  expect(streams.count).toBe(1)
  holds = false
  await expect.poll(() => text()).toContain('event: end\n')
  expect(streams.count).toBe(0)
  expect(streams.ended).toMatchObject({ session: 1, server: 0 })
  streams.close()
})

test('a session table that cannot answer ends no stream at once, but does not leave it open for ever', async () => {
  const { response, read } = await connection()
  const text = read()
  const streams = liveStreams({ checkMs: 100_000 })
  streams.open(response, { who: 'user 1', holds: () => Promise.reject(new Error('away')) })
  for (let round = 0; round < 14; round++) await streams.checkNow()
  expect(streams.count).toBe(1)
  await streams.checkNow()
  expect(streams.count).toBe(0)
  await expect.poll(() => text()).toContain('retry: 2000')
  expect(text()).not.toContain('event: end')
  streams.close()
})

test('one person has a bounded number of streams', async () => {
  const { response } = await connection()
  const streams = liveStreams({ perUser: 1 })
  streams.open(response, { who: 'user 1', holds: async () => true })
  expect(() => streams.checkRoom('user 1')).toThrow('Too many requests')
  expect(() => streams.checkRoom('user 2')).not.toThrow()
  streams.close()
  expect(() => streams.checkRoom('user 2')).toThrow('busy')
})

test('a server that goes down asks its readers to come back', async () => {
  const { response, read } = await connection()
  const text = read()
  const streams = liveStreams()
  streams.open(response, { who: 'user 1', holds: async () => true })
  streams.close()
  await expect.poll(() => text()).toContain('retry: 2000')
  expect(text()).not.toContain('event: end')
})

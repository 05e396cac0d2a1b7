import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { capturedLog } from '../../testing/capturedLog.ts'
import { boundConnections, isLoopback, isProxy } from './connections.ts'
import { createHttpApp } from './createApp.ts'
import { limits } from './limits.ts'

const server = createServer((_request, response) => void response.end('x'))
afterAll(() => server.close())

test('one address holds a bounded number of connections, and gets a place again when it leaves one', async () => {
  boundConnections(server, { perAddress: 2, exempt: () => false })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    const answered = await Promise.race([
      once(socket, 'data').then(() => true),
      once(socket, 'close').then(() => false),
    ])
    return { socket, answered }
  }
  const first = await open()
  const second = await open()
  const third = await open()
  expect([first.answered, second.answered, third.answered]).toEqual([true, true, false])
  first.socket.destroy()
  await expect.poll(async () => (await open()).answered).toBe(true)
  second.socket.destroy()
  server.closeAllConnections()
})

test.each([
  ['127.0.0.1', true],
  ['127.8.9.1', true],
  ['::1', true],
  ['::ffff:127.0.0.1', true],
  ['10.0.0.1', false],
  ['0.0.0.0', false],
  ['::', false],
  ['::ffff:10.0.0.1', false],
  ['127.0.0.1.example.com', false],
])('%s is this machine alone: %s', (ip, own) => {
  expect(isLoopback(ip)).toBe(own)
})

test('the proxies that are named limit their own clients, and nobody else does', () => {
  const own = isProxy(['10.0.0.5', '10.1.0.0/16', '2001:db8::/32'])
  const addresses = ['127.0.0.1', '10.0.0.5', '::ffff:10.0.0.5', '10.1.200.3', '2001:db8::7']
  expect(addresses.filter((ip) => !own(ip))).toEqual([])
  expect(['10.0.0.6', '10.2.0.1', '2001:db9::7', '::ffff:10.0.0.6', ''].filter(own)).toEqual([])
  expect(isProxy(false)('10.0.0.5')).toBe(false)
})

test('slow senders have their time', async () => {
  const app = createHttpApp({ log: capturedLog().log })
  await app.ready()
  expect(app.server).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 30_000,
    timeout: 75_000,
    maxConnections: 12_000,
  })
  await app.close()
})

test('behind a named proxy each client has its own bound, and leaves its places again', async () => {
  const app = createHttpApp({ log: capturedLog().log, trustProxy: ['127.0.0.1'] })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  let waiting = 0
  app.get('/waits', async () => {
    waiting += 1
    await released
    return 'x'
  })
  app.get('/now', async () => 'x')
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const of = (client: string, path = '/now') =>
    fetch(url + path, { headers: { 'x-forwarded-for': client } })
  const held = Array.from({ length: limits.connectionsPerAddress }, () =>
    of('203.0.113.7', '/waits'),
  )
  await expect.poll(() => waiting).toBe(limits.connectionsPerAddress)
  const refused = await of('203.0.113.7')
  const { status: neighbour } = await of('203.0.113.8')
  const { status: proxyItself } = await fetch(`${url}/now`)
  release()
  for (const answer of await Promise.all(held)) expect(answer.status).toBe(200)
  const { status: again } = await of('203.0.113.7')
  await app.close()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2'])
  expect([neighbour, proxyItself, again]).toEqual([200, 200, 200])
})

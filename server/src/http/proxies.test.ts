import { once } from 'node:events'
import { type IncomingMessage, request as plain } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import { gunzipSync } from 'node:zlib'
import { testAuthority } from '@packboard/ingest/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { factory } from '../../testing/factory.ts'
import { openTestServer, type TestServer } from '../../testing/openTestServer.ts'
import { type Change, proxies, type RunningProxy } from '../../testing/proxies.ts'

/**
 * The configurations of `deploy/` in a real nginx and a real Caddy: `npm run test:proxies`, which `npm run test:deep` runs.
 * Without it, or where a proxy is not installed, its tests are skipped.
 */
const isOn = process.env.PACKBOARD_TEST_PROXIES === 'on'

const authority = testAuthority()
const certificate = authority.issue('localhost')
let server: TestServer
let token: string

beforeAll(async () => {
  if (!isOn) return
  server = await openTestServer({ env: { TRUST_PROXY: '127.0.0.1', MQTT_PORT: '0' } })
  token = (await server.signIn('user')).accessToken
}, 60_000)
afterAll(async () => {
  authority.remove()
  await server?.close()
})

/** Why its tests are skipped, in their title. */
const why = (name: string, isInstalled: boolean) => {
  if (!isOn) return ' (skipped: npm run test:proxies runs it)'
  return isInstalled ? '' : ` (skipped: ${name} is not installed)`
}
const rows = proxies.map((proxy) => ({ ...proxy, why: why(proxy.name, proxy.isInstalled) }))

describe.each(rows)('behind $name$why', ({ name, isInstalled, start }) => {
  const run = isOn && isInstalled
  let proxy: RunningProxy

  beforeAll(async () => {
    if (run) proxy = await start(Number(new URL(server.url).port), certificate)
  })
  afterAll(() => proxy?.close())

  const through = test.skipIf(!run)

  type Ask = {
    readonly method?: string
    readonly token?: string
    readonly body?: string
    readonly headers?: Record<string, string>
    readonly from?: string
    readonly port?: number
  }
  /** One request over TLS; the certificate is checked. */
  async function open(path: string, ask: Ask = {}): Promise<IncomingMessage> {
    const { method, body, headers, from = '127.0.0.1', port = proxy.port } = ask
    const call = request({
      ...{ host: '127.0.0.1', port, path, ca: authority.ca, servername: 'localhost' },
      ...{ localAddress: from, agent: false },
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...{ host: `localhost:${port}` },
        ...(ask.token !== undefined && { 'x-access-token': ask.token }),
        ...(body !== undefined && {
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
        }),
        ...headers,
      },
    })
    // Of a body that is refused the rest is not read.
    call.on('error', () => undefined)
    call.end(body)
    const [answer] = await once(call, 'response')
    return answer
  }
  async function get(path: string, ask?: Ask) {
    const answer = await open(path, ask)
    const parts: Buffer[] = []
    for await (const part of answer) parts.push(part)
    const { statusCode: status, headers } = answer
    return { status, headers, body: Buffer.concat(parts) }
  }

  through('pages, calls and health are served over TLS, with the headers of TLS', async () => {
    const ready = await get('/health/ready')
    expect([ready.status, JSON.parse(ready.body.toString())]).toMatchObject([200, { ready: true }])
    expect(ready.headers['strict-transport-security']).toMatch(/^max-age=/)
    const own = await get('/api/admin/client_machines/1', { token })
    expect(own.status).toBe(200)
    expect((await get('/api/admin/client_machines/1')).status).toBe(401)
  })

  through(
    'figures of the server and calls between processes are not there for visitors',
    async () => {
      for (const path of ['/metrics', '/support-bundle', '/internal', '/internal/readings']) {
        expect([path, (await get(path)).status]).toEqual([path, 404])
      }
    },
  )

  through('the address of a caller is its own, whatever it claims', async () => {
    const path = `/api/provider?${name}`
    const forged = { 'x-forwarded-for': '203.0.113.9', forwarded: 'for=203.0.113.8' }
    const before = server.lines.length
    expect((await get(path, { from: '127.0.0.2', headers: forged })).status).toBe(200)
    expect((await get(path, { from: '127.0.0.3' })).status).toBe(200)
    const lines = () =>
      server.lines
        .slice(before)
        .map((line) => JSON.parse(line))
        .filter(({ route }) => route === '/api/provider')
    await expect.poll(() => lines().map(({ ip }) => ip)).toEqual(['127.0.0.2', '127.0.0.3'])
    const said = server.lines.slice(before).join('')
    expect(said).not.toContain('203.0.113.')
    expect(said).not.toContain('proxy.untrusted')
  })

  /** The events of a live stream, as they arrive. */
  async function stream(port: number) {
    const answer = await open('/api/admin/machines-live/1', { token, port })
    const read = { text: '', answer }
    answer.setEncoding('utf8')
    answer.on('data', (text) => {
      read.text += text
    })
    answer.on('error', () => undefined)
    onTestFinished(() => {
      answer.destroy()
    })
    return read
  }
  const counted = ({ text }: { readonly text: string }) => text.split('event: machine').length - 1
  const change = async (state: number) => {
    const sample = factory.at(Date.now()).sample('FW-101', { state })
    expect((await server.send('FW-101', [sample])).status).toBe(200)
  }

  through('a change reaches an open stream at once: nothing is held back', async () => {
    const events = await stream(proxy.port)
    expect(events.answer.statusCode).toBe(200)
    expect(events.answer.headers['content-type']).toMatch(/^text\/event-stream/)
    expect(events.answer.headers['content-encoding']).toBeUndefined()
    await expect.poll(() => counted(events)).toBeGreaterThan(0)
    for (const state of [5, 10, 5]) {
      const before = counted(events)
      await change(state)
      await expect.poll(() => counted(events)).toBeGreaterThan(before)
    }
    expect(events.answer.complete).toBe(false)
  })

  // Each call in an hour of its own: what a proxy before sent is not sent again.
  let calls = 0
  const records = (count: number, filler: number) => {
    const newest = Date.now() - 3_600_000 * ++calls
    return JSON.stringify(
      Array.from({ length: count }, (_, index) =>
        factory
          .at(newest - index * 100)
          .sample('FW-101', { state: 10, product: 'x'.repeat(filler), tool: 'y'.repeat(filler) }),
      ),
    )
  }
  const device = 'FW-101:packboard'

  through(
    '10,000 records of 7 MB pass; what is larger is refused with our sentence, or by the proxy',
    async () => {
      const body = records(10_000, 350)
      expect(body.length).toBeGreaterThan(7_000_000)
      expect(body.length).toBeLessThan(8 * 1_048_576)
      const passed = await get('/api/ingest/records', { token: device, body })
      expect([passed.status, JSON.parse(passed.body.toString())]).toMatchObject([
        200,
        { accepted: 10_000, quarantined: 0 },
      ])
      const refused = await get('/api/ingest/records', {
        token: device,
        body: records(1, 4_300_000),
      })
      expect([refused.status, JSON.parse(refused.body.toString())]).toMatchObject([
        413,
        { code: 'request.tooLarge' },
      ])
      const far = await get('/api/ingest/records', { token: device, body: records(1, 5_500_000) })
      expect(far.status).toBe(413)
    },
  )

  through('an answer is compressed once', async () => {
    const { accessToken: admin } = await server.signIn('admin')
    const headers = { 'accept-encoding': 'gzip' }
    const packed = await get('/api/docs/json', { token: admin, headers })
    expect(packed.headers['content-encoding']).toBe('gzip')
    expect(JSON.parse(gunzipSync(packed.body).toString())).toHaveProperty('openapi')
    // With a token in it: not at all.
    const body = JSON.stringify({ username: 'user', password: 'packboard' })
    const signIn = await get('/api/auth/packboard-signin', { body, headers })
    expect([signIn.status, signIn.headers['content-encoding']]).toEqual([200, undefined])
  })

  through('one connection has many requests (HTTP/2)', async () => {
    const session = connectHttp2(`https://127.0.0.1:${proxy.port}`, {
      ...{ ca: authority.ca, servername: 'localhost' },
    })
    onTestFinished(() => session.destroy())
    const calls = Array.from({ length: 8 }, async () => {
      const call = session.request({
        ':path': '/health/live',
        ':authority': `localhost:${proxy.port}`,
      })
      const [headers] = await once(call, 'response')
      call.resume()
      return headers[':status']
    })
    expect(await Promise.all(calls)).toEqual(Array.from({ length: 8 }, () => 200))
  })

  through('a page by plain HTTP leads to TLS', async ({ skip }) => {
    // Caddy opens port 80 by itself, and takes no other one.
    if (proxy.plainPort === undefined) return skip()
    const call = plain({ host: '127.0.0.1', port: proxy.plainPort, path: '/admin/index' }).end()
    const [answer] = await once(call, 'response')
    answer.resume()
    expect(answer.statusCode).toBe(301)
    expect(answer.headers.location).toMatch(/^https:\/\/.*\/admin\/index$/)
  })

  /** The same with one line changed: what the line is for. */
  const without = async (change: Change) => {
    const changed = await start(Number(new URL(server.url).port), certificate, change)
    onTestFinished(() => changed.close())
    return changed.port
  }

  through('without its lines the address would be forged, or the body refused', async () => {
    const small = await without((text) =>
      text.replace(/9m;|9MiB/, (size) => size.replace('9', '1')),
    )
    const body = records(10_000, 350)
    const refused = await get('/api/ingest/records', { token: device, body, port: small })
    // Caddy 2.6 says 502 for what it does not read.
    expect([413, 502]).toContain(refused.status)
    if (name !== 'nginx') return
    const trusting = await without((text) => text.replace('$remote_addr', '$http_x_forwarded_for'))
    const before = server.lines.length
    await get('/api/provider', { headers: { 'x-forwarded-for': '203.0.113.9' }, port: trusting })
    await expect.poll(() => server.lines.slice(before).join('')).toContain('203.0.113.9')
  })
})

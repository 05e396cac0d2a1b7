import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { AppError } from '@packboard/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { capturedLog } from '../../testing/capturedLog.ts'
import { rawRequest } from '../../testing/rawRequest.ts'
import { type App, createHttpApp } from './createApp.ts'
import { securityHeaders } from './headers.ts'

const { log, lines } = capturedLog()
let app: App
let port: number
let url: string
let handled = 0
let waiting = 0

beforeAll(async () => {
  app = createHttpApp({ log })
  app.route({
    method: 'POST',
    url: '/api/things/:id',
    schema: {
      params: z.object({ id: z.coerce.number<number>().int().min(1) }),
      body: z.object({ name: z.string().max(10) }),
    },
    async handler({ body }) {
      handled += 1
      return { name: body.name }
    },
  })
  app.get('/api/broken', async () => {
    throw new Error('the password of the database is xyzzy')
  })
  for (const method of ['GET', 'POST'] as const) {
    app.route({
      method,
      url: '/api/broken-later',
      async handler() {
        await pause(20)
        throw new Error('Checksum doesn’t match')
      },
    })
  }
  app.get('/api/broken-without-caller', async (request) => {
    waiting += 1
    await once(request.raw.socket, 'close')
    throw new Error('Nobody waits')
  })
  app.get('/api/busy', async () => {
    throw new AppError('store.busy', { retryAfter: 7 })
  })
  app.get(
    '/api/liar',
    { schema: { response: { 200: z.object({ packs: z.number() }) } } },
    async () => ({
      packs: Number.NaN,
    }),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
  url = `http://127.0.0.1:${port}`
})

afterAll(() => app.close())

const post = (
  body: string | Uint8Array<ArrayBuffer> | Blob | null,
  headers: Record<string, string> = {},
  path = '/api/things/1',
) => fetch(url + path, { method: 'POST', body, headers })
const json = { 'content-type': 'application/json' }

test('a failure that nobody foresaw tells one sentence and the id under which the log has all of it', async () => {
  const answer = await fetch(`${url}/api/broken`)
  const text = await answer.text()
  const body = JSON.parse(text)
  expect(answer.status).toBe(500)
  expect(body).toEqual({
    message: 'An error occurred',
    code: 'server.failed',
    requestId: body.requestId,
  })
  expect(answer.headers.get('x-request-id')).toBe(body.requestId)
  expect(text).not.toContain('xyzzy')
  const logged = lines.find((line) => line.includes(body.requestId) && line.includes('xyzzy'))
  expect(JSON.parse(logged ?? '')).toMatchObject({ level: 'error', requestId: body.requestId })
})

test.each(['GET', 'POST'])(
  'the cause of a failure that comes late is in the log, too: %s',
  async (method) => {
    const answer = await fetch(`${url}/api/broken-later`, {
      method,
      ...(method === 'POST' && { body: '{}', headers: json }),
    })
    expect(answer.status).toBe(500)
    const { requestId } = z.object({ requestId: z.string() }).parse(await answer.json())
    const line = lines.find((one) => one.includes(requestId) && one.includes('Checksum'))
    expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'error' })
  },
)

test('a caller that has gone is no failure of the server', async () => {
  const before = lines.length
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET /api/broken-without-caller HTTP/1.1\r\nhost: x\r\n\r\n')
  await expect.poll(() => waiting).toBe(1)
  socket.destroy()
  await expect.poll(() => lines.slice(before).join()).toContain('Nobody waits')
  const line = lines.slice(before).find((one) => one.includes('Nobody waits'))
  expect(JSON.parse(line ?? '{}')).toMatchObject({ level: 'debug' })
})

test('an answer that does not fit its own contract is not sent', async () => {
  const answer = await fetch(`${url}/api/liar`)
  expect(answer.status).toBe(500)
  expect(await answer.json()).toMatchObject({ message: 'An error occurred', code: 'server.failed' })
})

test('says when to come back', async () => {
  const answer = await fetch(`${url}/api/busy`)
  expect(answer.status).toBe(503)
  expect(answer.headers.get('retry-after')).toBe('7')
})

test('names the fields that were refused', async () => {
  const answer = await post(JSON.stringify({ name: 'much longer than ten' }), json)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    code: 'request.invalid',
    errors: [{ field: 'name', message: expect.any(String) }],
  })
})

test.each([
  ['text/plain', 415],
  ['text/plain;application/json', 415],
  ['application/x-www-form-urlencoded', 415],
  ['multipart/form-data; boundary=x', 415],
  ['application/vnd.api+json', 415],
  ['application/json;', 200],
  ['APPLICATION/JSON', 200],
  ['application/json; charset=utf-8', 200],
  ['application/json, text/plain', 415],
  ['application/json\tx', 415],
  ['application/jsonx', 415],
  ['', 415],
])(
  'a body of type "%s" answers %i and never reaches the handler unchecked',
  async (type, status) => {
    const before = handled
    const answer = await post(new Blob(['{"name":"ok"}']), { 'content-type': type })
    expect(answer.status).toBe(status)
    expect(handled - before).toBe(status === 200 ? 1 : 0)
    const unchecked = await post(new Blob(['{"name":7}']), { 'content-type': type })
    expect(unchecked.status).toBeGreaterThanOrEqual(400)
    expect(handled - before).toBe(status === 200 ? 1 : 0)
  },
)

test.each([
  ['one megabyte and one byte', `{"name":"${'x'.repeat(1024 * 1024)}"}`, 413],
  ['a depth of 200,000', `{"name":"x","y":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, 400],
  ['a depth of 17', `{"name":"x","y":${'['.repeat(16)}${']'.repeat(16)}}`, 400],
  ['very many keys in a small space', `{"name":"x",${'"":0,'.repeat(150_000)}"":0}`, 400],
  ['half a value', '{"name":', 400],
  ['nothing', '', 400],
  ['a prototype', '{"name":"x","__proto__":{"polluted":1}}', 400],
  ['a constructor', '{"name":"x","constructor":{"prototype":{"polluted":1}}}', 400],
  ['a list', '[{"name":"x"}]', 400],
])('a body with %s is refused', async (_what, body, status) => {
  const answer = await post(body, json)
  expect(answer.status).toBe(status)
  expect(await answer.json()).toMatchObject({
    code: expect.any(String),
    requestId: expect.any(String),
  })
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
})

test('a deep bracket inside a text is text', async () => {
  const answer = await post(`{"name":"\\"[[[","y":"${'['.repeat(100)},,,\\\\"}`, json)
  expect(await answer.json()).toEqual({ name: '"[[[' })
})

test('a packed body is refused where it is not offered', async () => {
  const answer = await post(new Uint8Array([31, 139, 8]), { ...json, 'content-encoding': 'gzip' })
  expect(answer.status).toBe(415)
})

test.each([
  '?clientId=1&clientId=2',
  '?clientId=1&client%49d=2',
  '?clientId[]=1',
  '?a[__proto__]=1',
  '?__proto__=1',
  `?${Array.from({ length: 41 }, (_, i) => `k${i}=1`).join('&')}`,
])('the query %s is refused', async (query) => {
  const answer = await fetch(`${url}/api/busy${query}`)
  expect(answer.status).toBe(400)
})

test.each([
  ['GET', '/api/nothing', 404, null],
  ['GET', '/API/busy', 404, null],
  ['GET', '/api/busy/', 404, null],
  ['GET', '/api//busy', 404, null],
  ['GET', '/api/busy;x=1', 404, null],
  ['GET', '/api/%', 400, null],
  ['PUT', '/api/things/1', 405, 'OPTIONS, POST'],
  ['GET', '/api/things/1', 405, 'OPTIONS, POST'],
  ['DELETE', '/api/busy', 405, 'GET, HEAD, OPTIONS'],
  ['OPTIONS', '/api/busy', 204, 'GET, HEAD, OPTIONS'],
  ['OPTIONS', '/api/nothing', 404, null],
  ['HEAD', '/api/busy', 503, null],
] as const)('%s %s answers %i', async (method, path, status, allow) => {
  const answer = await fetch(url + path, { method, headers: { 'x-http-method-override': 'POST' } })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('allow')).toBe(allow)
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
})

test('every kind of answer carries the security headers, and none names a version', async () => {
  const answers = await Promise.all([
    post('{"name":"ok"}', json),
    post('{}', json),
    post('x'.repeat(1024 * 1024 + 1), json),
    post('x', { 'content-type': 'text/plain' }),
    fetch(`${url}/api/broken`),
    fetch(`${url}/api/%`),
    fetch(`${url}/nothing`),
    fetch(`${url}/api/busy`, { method: 'OPTIONS' }),
    fetch(`${url}/api/busy`, { method: 'PATCH' }),
  ])
  for (const answer of answers) {
    for (const [name, value] of Object.entries(securityHeaders)) {
      expect(`${answer.status} ${name}: ${answer.headers.get(name)}`).toBe(
        `${answer.status} ${name}: ${value}`,
      )
    }
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.headers.get('server')).toBeNull()
    expect(answer.headers.get('x-powered-by')).toBeNull()
  }
  for (const answer of answers.filter((one) => one.url.includes('/api/'))) {
    expect(answer.headers.get('cache-control')).toBe('no-store')
  }
})

test.each([
  'http://packboard/api/busy',
  'https://packboard/api/busy?x=1',
  'HTTP://packboard/api/busy',
  'http:/api/busy',
  '//api/busy',
  '///api/busy',
  '/\\api/busy',
  '/api\\..\\busy',
  '*',
  'packboard:443',
  '/api/%zz',
])(
  'the request target %s is refused with all headers, and nothing may cache that',
  async (target) => {
    const before = handled
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const head = `${method} ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n`
      const answer = await rawRequest(port, `${head}content-length: 0\r\n\r\n`)
      expect(answer.split('\r\n', 1)).toEqual(['HTTP/1.1 400 Bad Request'])
      expect(answer).toContain('cache-control: no-store\r\n')
      expect(answer).toContain("frame-ancestors 'none'")
    }
    expect(handled).toBe(before)
  },
)

test.each(['/api/busy', '/%61pi/busy', '/api/busy?next=//x/\\y', '/api/nothing', '/nothing'])(
  'no answer to %s is cached',
  async (target) => {
    const answer = await rawRequest(
      port,
      `GET ${target} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 (404|503)/)
    expect(answer).toContain('cache-control: no-store\r\n')
  },
)

test.each([
  ['no HTTP', 'nonsense\r\n\r\n', 'HTTP/1.1 400'],
  [
    'two lengths',
    'POST /api/things/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    'HTTP/1.1 400',
  ],
  ['a bare line feed', 'GET /api/busy HTTP/1.1\nHost: x\n\n', 'HTTP/1.1 400'],
  ['a folded header', 'GET /api/busy HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n', 'HTTP/1.1 400'],
  [
    'a huge header',
    `GET /api/busy HTTP/1.1\r\nHost: x\r\nA: ${'b'.repeat(20_000)}\r\n\r\n`,
    'HTTP/1.1 431',
  ],
])('%s is answered in our words and the connection ends', async (_what, bytes, status) => {
  const answer = await rawRequest(port, bytes)
  expect(answer.startsWith(status)).toBe(true)
  expect(answer.toLowerCase()).toContain("frame-ancestors 'none'")
  expect(answer).toContain('"requestId"')
})

test('a token in a header, a body or an address never reaches the log', async () => {
  const secret = 'SECRET-CANARY-0123456789-0123456789-0123456'
  await fetch(`${url}/api/busy?token=${secret}`, { headers: { 'x-access-token': secret } })
  await post(JSON.stringify({ name: secret, password: secret }), json)
  log.info(
    { password: secret, body: { accessToken: secret }, headers: { 'x-access-token': secret } },
    'careless',
  )
  expect(lines.join('')).not.toContain('SECRET-CANARY')
})

test('a line of the log is one line, whatever a caller writes', async () => {
  await post(JSON.stringify({ name: 'a\nb\u2028c\u001b[31m' }), { ...json, 'user-agent': 'x' })
  for (const line of lines) expect(line.trimEnd().split('\n')).toHaveLength(1)
})

// @slow

import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { ingestRecords, limits, warnings } from '@packboard/contract'
import { tables } from '@packboard/management/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { factory } from '../testing/factory.ts'
import { openTestServer, type TestServer } from '../testing/openTestServer.ts'
import { declaredRoutes } from '../testing/rights/declaredRoutes.ts'
import { withheldBody } from '../testing/withheldBody.ts'
import { securityHeaders } from './http/headers.ts'
import { deviceVolume } from './monitoring/deviceVolume.ts'
import { exitOf } from './program/exits.ts'

let server: TestServer
let webDir: string
const page = '<!doctype html><title>Packboard</title><div id="root"></div>'

beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'packboard-web-'))
  await mkdir(join(webDir, 'assets'))
  await writeFile(join(webDir, 'index.html'), page)
  await writeFile(join(webDir, '.packboard-build'), 'hash')
  await writeFile(join(webDir, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  await writeFile(join(webDir, 'sw.js'), 'self.skipWaiting()')
  await writeFile(join(webDir, 'version.json'), '{"build":"a1"}')
  await writeFile(join(webDir, 'manifest.webmanifest'), '{"name":"Packboard"}')
  await writeFile(join(webDir, 'assets', 'index-a1b2c3.js'), 'console.log(1)\n'.repeat(500))
  server = await openTestServer({
    webDir,
    env: {
      DEVICE_MB_PER_DAY: '64',
      PROVIDER_NAME: 'Line Care',
      PROVIDER_LINKS: 'Support=https://example.com/support',
    },
  })
})
afterAll(async () => {
  await server.close()
  await rm(webDir, { recursive: true, force: true })
})

test.each([
  '/',
  '/auth/login',
  '/auth/reset-password/x/create',
  '/admin/dashboard',
  '/admin/productionData/1/FW-101',
])('%s is the page of the screens, asked for anew each time', async (path) => {
  const answer = await server.ask(path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(await answer.text()).toBe(page)
})

test.each([
  ['/sw.js', 'application/javascript; charset=utf-8'],
  ['/version.json', 'application/json; charset=utf-8'],
  ['/manifest.webmanifest', 'application/manifest+json'],
])('%s has one name for every build, so it is asked for anew each time', async (path, type) => {
  const answer = await server.ask(path)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect(answer.headers.get('content-type')).toBe(type)
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
})

test('a file that the build has packed is sent as it is, to those who can unpack it', async () => {
  const path = join(webDir, 'assets/packed-d4e5f6.js')
  const [plain, tight] = ['console.log(2)', 'console.log("from the build")']
  await Promise.all([
    writeFile(path, plain),
    writeFile(`${path}.br`, brotliCompressSync(tight)),
    writeFile(`${path}.gz`, gzipSync(tight)),
  ])
  for (const [accepted, encoding, text] of [
    ['br, gzip', 'br', tight],
    ['gzip', 'gzip', tight],
    ['identity', null, plain],
  ] as const) {
    const answer = await fetch(`${server.url}/assets/packed-d4e5f6.js`, {
      headers: { 'accept-encoding': accepted },
    })
    expect(answer.headers.get('content-encoding')).toBe(encoding)
    expect(answer.headers.get('vary')).toContain('accept-encoding')
    expect(answer.headers.get('content-type')).toContain('javascript')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(await answer.text()).toBe(text)
  }
})

/** An answer as it came over the line: fetch unpacks it. */
function answerAsSent(path: string, headers: Record<string, string>, method = 'GET') {
  return new Promise<{ status: number; headers: IncomingHttpHeaders; body: Buffer }>(
    (resolve, reject) => {
      const sent = httpRequest(`${server.url}${path}`, { method, headers }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(chunks),
          }),
        )
      })
      sent.on('error', reject)
      sent.end()
    },
  )
}

test('each packing of a file goes as its bytes lie on disk, under a tag of its own, whole, in part, or not again', async () => {
  const path = '/assets/tagged-a7b8c9.js'
  const plain = Buffer.from('console.log(3)\n'.repeat(500))
  const onDisk = { br: brotliCompressSync(plain), gzip: gzipSync(plain), identity: plain }
  await Promise.all([
    writeFile(join(webDir, path), onDisk.identity),
    writeFile(join(webDir, `${path}.br`), onDisk.br),
    writeFile(join(webDir, `${path}.gz`), onDisk.gzip),
  ])
  const tags = new Set<string>()
  for (const [encoding, bytes] of Object.entries(onDisk)) {
    const accepts = { 'accept-encoding': encoding }
    const common = {
      vary: 'accept-encoding',
      'cache-control': 'public, max-age=31536000, immutable',
    }
    const whole = await answerAsSent(path, accepts)
    const tag = whole.headers.etag ?? ''
    tags.add(tag)
    expect(whole).toMatchObject({ status: 200, headers: common })
    expect(whole.headers['content-encoding'] ?? 'identity').toBe(encoding)
    // What the server packed again would have neither a length nor these bytes.
    if (encoding !== 'identity') {
      expect(whole.headers['content-length']).toBe(String(bytes.length))
      expect(whole.body.equals(bytes)).toBe(true)
    }
    const head = await answerAsSent(path, accepts, 'HEAD')
    expect([head.status, head.body.length, head.headers.etag]).toEqual([200, 0, tag])
    const known = await answerAsSent(path, { ...accepts, 'if-none-match': tag })
    expect([known.status, known.body.length]).toEqual([304, 0])
    const range = await answerAsSent(path, { ...accepts, range: 'bytes=3-9' })
    expect([range.status, range.headers['content-range']]).toEqual([
      206,
      `bytes 3-9/${bytes.length}`,
    ])
    expect(range.body.equals(bytes.subarray(3, 10))).toBe(true)
  }
  expect(tags.size).toBe(3)
})

test('files with a hash in their name are kept for ever and packed', async () => {
  const answer = await fetch(`${server.url}/assets/index-a1b2c3.js`, {
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  expect(answer.headers.get('content-type')).toContain('javascript')
  expect(await answer.text()).toContain('console.log(1)')
})

test.each([
  '/assets/missing.js',
  '/.packboard-build',
  '/../package.json',
  '/assets/..%2f..%2fetc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/assets/',
  '/assets',
  '/unknown',
  '/api/images/../../package.json',
  '/api/images/..%2f..%2fpackage.json',
  '/api/images/flow-wrapper.svg',
  '/api/images/flow-wrapper.png.svg',
  '/api/images/unknown.png',
])('%s is not there', async (path) => {
  const answer = await server.ask(path)
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({
    code: 'page.notFound',
    message: 'There is nothing here.',
  })
})

test.each([
  ['/zzz', 200],
  ['/dashboard?x=1', 200],
  ['/api/zzz', 404],
  ['/assets/missing.js', 404],
])('a browser that opens %s is answered with %i', async (path, status) => {
  const answer = await server.ask(path, { headers: { accept: 'text/html,application/xhtml+xml' } })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toContain(status === 200 ? 'text/html' : 'json')
  if (status === 200) expect(answer.headers.get('content-security-policy')).toBeTruthy()
})

test('pictures of machine types are pictures and nothing else', async () => {
  const answer = await server.ask('/api/images/flow-wrapper.png')
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('image/png')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  const bytes = Buffer.from(await answer.arrayBuffer())
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
})

test('every kind of answer carries the security headers', async () => {
  const token = (await server.signIn('user')).accessToken
  const answers = await Promise.all([
    server.ask('/'),
    server.ask('/assets/index-a1b2c3.js'),
    server.ask('/favicon.svg'),
    server.ask('/api/images/flow-wrapper.png'),
    server.ask('/api/images/none.png'),
    server.ask('/api/docs'),
    server.ask('/api/docs/json'),
    server.ask('/api/provider'),
    server.ask('/api/admin/client_machines/1', { token }),
    server.ask('/api/admin/client_machines/2', { token }),
    server.ask('/api/admin/client_machines/1'),
    server.ask('/api/admin/machinesData', { token, body: {} }),
    server.ask('/api/ingest/records', { method: 'POST' }),
    server.ask('/health/live'),
    server.ask('/health/ready'),
    server.ask('/metrics'),
    server.ask('/nothing'),
  ])
  for (const answer of answers) {
    const { pathname } = new URL(answer.url)
    for (const [name, value] of Object.entries(securityHeaders)) {
      expect([pathname, name, answer.headers.get(name)]).toEqual([pathname, name, value])
    }
    expect([pathname, answer.headers.get('x-request-id')]).toEqual([pathname, expect.any(String)])
    expect([pathname, answer.headers.get('server')]).toEqual([pathname, null])
  }
})

test('figures are nobody’s cache', async () => {
  const token = (await server.signIn('user')).accessToken
  for (const path of [
    '/api/admin/client_machines/1',
    '/api/provider',
    '/api/nothing',
    '/health/ready',
    '/metrics',
  ]) {
    const answer = await server.ask(path, { token })
    expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store'])
  }
})

test('JSON of some size is packed; an answer with a token in it is not', async () => {
  const token = (await server.signIn('admin')).accessToken
  const headers = { 'accept-encoding': 'gzip' }
  const json = await server.ask('/api/docs/json', { headers, token })
  expect(json.headers.get('content-encoding')).toBe('gzip')
  const signIn = await server.ask('/api/auth/packboard-signin', {
    headers,
    body: { username: 'admin', password: 'packboard' },
  })
  expect([signIn.status, signIn.headers.get('content-encoding')]).toEqual([200, null])
})

test('the provider is whoever was configured', async () => {
  expect(await (await server.ask('/api/provider')).json()).toEqual({
    name: 'Line Care',
    links: [{ label: 'Support', href: 'https://example.com/support' }],
    demo: true,
    history: null,
    signUp: true,
    outbox: expect.any(Boolean),
    notice: '',
    passkeysAt: null,
    company: null,
  })
})

test('alive and ready are told in one word per part', async () => {
  expect(await (await server.ask('/health/live')).json()).toEqual({ status: 'ok' })
  const ready = await server.ask('/health/ready')
  expect([ready.status, await ready.json()]).toEqual([
    200,
    {
      ready: true,
      parts: { telemetry: 'ok', management: 'ok', ingest: 'ok', disk: 'ok' },
      // The stores of tests are shared, so their own tools would back them up.
      backup: 'elsewhere',
      mail: 'none',
      damage: [],
      cells: [],
    },
  ])
})

test('metrics are text that Prometheus reads, by declared address and without tenants in it', async () => {
  await server.ask('/api/admin/client_machines/2')
  await server.ask('/nothing/at/all')
  await server.send('FW-101', [factory.at(Date.now()).sample('FW-101', { state: 10 })])
  const answer = await server.ask('/metrics')
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const text = await answer.text()
  for (const line of text.split('\n').filter(Boolean)) {
    expect(line).toMatch(
      /^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? (-?[\d.]+(e[+-]?\d+)?|NaN|[+-]Inf))$/,
    )
  }
  const types = text.match(/^# TYPE \w+/gm) ?? []
  expect(new Set(types).size).toBe(types.length)
  expect(text).toContain('packboard_http_requests_total{method="GET",route="unknown"}')
  expect(text).toContain('method="GET",route="/api/admin/client_machines/:clientId"')
  expect(text).toMatch(/packboard_http_answers_total\{kind="read",status="401"\} \d/)
  expect(text).toMatch(/packboard_ingest_records_total\{fate="accepted"\} [1-9]/)
  expect(text).not.toContain('FW-101')
  expect(text).toContain('packboard_live_streams 0')
  expect(text).toContain('packboard_engine_restarts_total{store="telemetry"} 0')
  expect(text).toContain('packboard_engine_restarts_total{store="management"} 0')
  expect(text).toContain('packboard_store_up{store="management"} 1')
  expect(text).toMatch(
    /packboard_build_info\{version="\d+\.\d+\.\d+(?:-dev)?",commit="\w*",node="[\d.]+"\} 1/,
  )
  expect(text).toContain('packboard_nodejs_eventloop_lag_p99_seconds')
})

test.each([{ 'x-forwarded-for': '203.0.113.9' }, { forwarded: 'for=203.0.113.9' }])(
  'metrics and a support bundle are not there for a visitor who came through a proxy',
  async (headers) => {
    for (const path of ['/metrics', '/support-bundle']) {
      expect([path, (await server.ask(path, { headers })).status]).toEqual([path, 404])
    }
  },
)

test('a forged proxy header changes nobody’s address', async () => {
  await server.ask('/api/provider', { headers: { 'x-forwarded-for': '203.0.113.77' } })
  expect(server.lines.join('')).not.toContain('203.0.113.77')
})

const document = z.looseObject({
  openapi: z.string(),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        operationId: z.string(),
        summary: z.string(),
        tags: z.array(z.string()),
        security: z.array(z.record(z.string(), z.array(z.string()))),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
})

test('the description of the calls is OpenAPI 3.1, has every call of the table and shows its limits', async () => {
  const text = await (await server.ask('/api/docs/json')).text()
  const { openapi, paths } = document.parse(JSON.parse(text))
  expect(openapi).toBe('3.1.0')

  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const screens = [
    '/.well-known/security.txt',
    '/',
    '/auth/*',
    '/admin/*',
    '/*',
    '/metrics',
    '/support-bundle',
    '/wall',
    '/operator',
    '/docs',
    '/docs/*',
    '/api/images/:name',
  ]
  const expected = (await declaredRoutes())
    .filter(({ path }) => !screens.includes(path) && !/^\/(internal|api\/docs)\//.test(path))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
  expect(described.sort()).toEqual(expected.sort())

  for (const methods of Object.values(paths)) {
    for (const call of Object.values(methods)) {
      expect(Object.keys(call.responses)).toEqual(expect.arrayContaining(['200']))
      expect(call.summary.length).toBeGreaterThan(5)
    }
  }
  const security = (path: string, method: string) => paths[path]?.[method]?.security
  expect(security('/api/auth/{slug}-signin', 'post')).toEqual([])
  expect(security('/api/admin/client', 'get')).toEqual([{ session: [] }])
  expect(security('/api/admin/client-names', 'get')).toEqual([
    { session: [] },
    { program: ['machines'] },
  ])
  expect(security('/api/ingest/records', 'post')).toEqual([{ device: [] }])
  for (const limit of [
    '"maxLength":254',
    '"maxItems":2000',
    '"maxItems":10000',
    '"minimum":1',
    '"enum":["yes","no"]',
  ]) {
    expect(text).toContain(limit)
  }
  expect(text).toContain('"format":"date-time"')
})

test('each call has the name that it has in the contract, which no other call has and which stays', async () => {
  const { paths } = document.parse(await (await server.ask('/api/docs/json')).json())
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({ operationId, method, path })),
  )
  expect(new Set(calls.map(({ operationId }) => operationId)).size).toBe(calls.length)
  const lines = calls.map(
    ({ operationId, method, path }) => `${operationId} ${method.toUpperCase()} ${path}`,
  )
  // A program that was generated from the description calls functions of these names: a line is added, none is renamed.
  await expect(`${lines.sort().join('\n')}\n`).toMatchFileSnapshot('../testing/operationIds.txt')
})

test('the page of the calls has no inline script and loads nothing from elsewhere', async () => {
  const answer = await server.ask('/api/docs')
  const html = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ])
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/)
  expect(html).not.toMatch(/\son\w+=/)
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '')
  expect(files.length).toBeGreaterThan(3)
  for (const file of files) {
    expect(file).not.toMatch(/^(https?:)?\/\//)
    const asset = await server.ask(new URL(file, answer.url).pathname)
    expect([file, asset.status]).toEqual([file, 200])
    await asset.arrayBuffer()
  }
})

const sample = { kind: 'sample', serialNo: 'VF-401', state: 10 }
const sendRaw = (body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) =>
  fetch(`${server.url}/api/ingest/records`, {
    method: 'POST',
    body,
    headers: { 'x-access-token': 'VF-401:packboard', ...headers },
  })

test('records come as a list, as lines and packed, and are counted when they are durable', async () => {
  const time = Date.now() - 60_000
  const records = [0, 1, 2].map((seq) => ({ ...sample, time, seq }))
  const json = { 'content-type': 'application/json' }
  const first = await sendRaw(JSON.stringify(records), json)
  expect([first.status, await first.json()]).toEqual([
    200,
    { accepted: 3, duplicate: 0, late: 0, quarantined: 0, errors: [], unknownFields: {} },
  ])
  const lines = records.map((record) => JSON.stringify(record)).join('\n')
  const again = await sendRaw(`${lines}\nnonsense`, { 'content-type': 'application/x-ndjson' })
  expect(await again.json()).toEqual({
    ...{ accepted: 0, duplicate: 3, late: 0, quarantined: 1, unknownFields: {} },
    errors: [{ index: 3, serialNo: '', reason: 'malformed', detail: 'not JSON' }],
  })
  const packed = await sendRaw(new Uint8Array(gzipSync(JSON.stringify(records))), {
    ...json,
    'content-encoding': 'gzip',
  })
  expect(await packed.json()).toMatchObject({ duplicate: 3 })
})

test('a call of which nothing is accepted says so in its body, and by its status to those who ask', async () => {
  const time = Date.now() - 61_000
  const post = async (records: readonly object[], query: string) => {
    const answer = await fetch(`${server.url}/api/ingest/records${query}`, {
      method: 'POST',
      body: JSON.stringify(records),
      headers: { 'x-access-token': 'VF-401:packboard', 'content-type': 'application/json' },
    })
    const { rejected = '' } = ingestRecords.answer.parse(await answer.json())
    return [answer.status, rejected]
  }
  const good = { serialNo: 'VF-401', state: 10, time }
  const seconds = { ...good, time: Math.round(time / 1_000) }
  expect(await post([seconds], '')).toEqual([200, 'all'])
  expect(await post([seconds], '?strict=0')).toEqual([200, 'all'])
  expect(await post([seconds], '?strict=1')).toEqual([422, 'all'])
  expect(await post([seconds, good], '?strict=1')).toEqual([200, ''])
  // What came before is no refusal, and neither is nothing.
  expect(await post([seconds, good], '?strict=1')).toEqual([200, ''])
  expect(await post([], '?strict=1')).toEqual([200, ''])
})

test('bodies of records are bounded, and a bomb stays packed', async () => {
  const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, 32))
  expect(gunzipSync(bomb).length).toBe(100 * 1024 * 1024)
  const json = { 'content-type': 'application/json' }
  const answers = await Promise.all([
    sendRaw(new Uint8Array(bomb), { ...json, 'content-encoding': 'gzip' }),
    sendRaw(' '.repeat(8 * 1024 * 1024 + 1), json),
    sendRaw(JSON.stringify(Array(10_001).fill(sample)), json),
    sendRaw('[]', { 'content-type': 'text/plain' }),
    sendRaw('[]', { ...json, 'content-encoding': 'br' }),
    sendRaw('nonsense', json),
  ])
  expect(answers.map(({ status }) => status)).toEqual([413, 413, 413, 415, 415, 400])
})

/** A call whose body does not come: what is answered until the connection ends. */
const withheld = (path: string, token: string, bytes: number) =>
  withheldBody(server.url, { path, token, bytes })

test('a body has its turn before it is read: withheld ones of one sender hold up nobody else', async () => {
  const megabytes = 8 * 1024 * 1024
  const path = '/api/ingest/records'
  const calls = await Promise.all(
    Array.from({ length: 8 }, () => withheld(path, 'VF-401:packboard', megabytes)),
  )
  const { accessToken } = await server.signIn('engineer')
  const imports = await Promise.all(
    Array.from({ length: 6 }, () => withheld('/api/admin/recipes/1/import', accessToken, 900_000)),
  )
  try {
    // Half of them, and two of the imports, are refused although no body is complete.
    await expect
      .poll(() => calls.filter(({ answer }) => answer.startsWith('HTTP/1.1 503')).length)
      .toBe(4)
    await expect
      .poll(() => imports.filter(({ answer }) => answer.startsWith('HTTP/1.1 429')).length)
      .toBe(2)
    for (const { answer } of [...calls, ...imports]) {
      if (answer !== '') expect(answer).toMatch(/retry-after: 2/i)
    }
    // A sender that writes its body to the end reads its refusal, too.
    const late = await server.ask(path, {
      method: 'POST',
      headers: { 'x-access-token': 'VF-401:packboard', 'content-type': 'application/json' },
      body: ' '.repeat(megabytes - 1),
    })
    expect(late.status).toBe(503)
    // Nobody reads on to what was refused: its connection ends, that of the others does not.
    await expect
      .poll(() => [...calls, ...imports].filter(({ socket }) => socket.readableEnded).length)
      .toBe(4 + 2)
    expect(
      [...calls, ...imports].every(
        ({ socket, answer }) => socket.readableEnded === (answer !== ''),
      ),
    ).toBe(true)
    const metrics = await (await server.ask('/metrics')).text()
    expect(metrics).toContain(`packboard_body_bytes ${4 * megabytes + 4 * 900_000}`)
    // Others of the same client, and those of another, are served.
    const record = factory.at(Date.now() - 60_000).sample('FW-101', { state: 10 })
    expect((await server.send('FW-101', [record])).status).toBe(200)
    const foreign = { ...record, serialNo: 'FW-511' }
    expect((await server.send('FW-511', [foreign])).status).toBe(200)
  } finally {
    for (const { socket } of [...calls, ...imports]) socket.destroy()
  }
  await expect
    .poll(async () => await (await server.ask('/metrics')).text())
    .toContain('packboard_body_bytes 0')
  const again = factory.at(Date.now() - 60_000).sample('VF-401', { state: 10, seq: 9 })
  expect((await server.send('VF-401', [again])).status).toBe(200)
})

test('of small bodies a sender may have 32 under way, which leave no room for a large one and hold up nobody else', async () => {
  const path = '/api/ingest/records'
  const calls = await Promise.all(
    Array.from({ length: 36 }, () => withheld(path, 'VF-401:packboard', 16 * 1024)),
  )
  const large = await withheld(path, 'VF-401:packboard', 16 * 1024 + 1)
  try {
    await expect
      .poll(() => calls.filter(({ answer }) => answer.startsWith('HTTP/1.1 503')).length)
      .toBe(4)
    await expect.poll(() => large.answer).toMatch(/^HTTP\/1.1 503/)
    const metrics = await (await server.ask('/metrics')).text()
    expect(metrics).toContain(`packboard_body_bytes ${32 * 16 * 1024}`)
    const foreign = factory.at(Date.now() - 60_000).sample('FW-511', { state: 10 })
    expect((await server.send('FW-511', [foreign])).status).toBe(200)
  } finally {
    for (const { socket } of [...calls, large]) socket.destroy()
  }
  await expect
    .poll(async () => await (await server.ask('/metrics')).text())
    .toContain('packboard_body_bytes 0')
})

test('a device that has sent its volume of the day is refused before its body is read, also by a new start', async () => {
  const { ingest, directory, management, log, now } = server.deps
  const device = await directory.device('VF-402', 'packboard', '127.0.0.1')
  const deviceId = device?.deviceId ?? 0
  const record = factory.at(Date.now() - 60_000).sample('VF-402', { state: 10 })
  expect((await server.send('VF-402', [record])).status).toBe(200)
  expect(ingest?.volume.take(deviceId, 68 * 1024 * 1024)).toBe(0)
  await expect.poll(() => ingest?.volume.wait(deviceId)).toBeGreaterThan(0)
  const refused = await withheld('/api/ingest/records', 'VF-402:packboard', 1_000)
  await expect.poll(() => refused.answer).toMatch(/^HTTP\/1.1 429/)
  expect(refused.answer).toMatch(/retry-after: [1-9]/i)
  expect(refused.answer).toContain('ingest.volume')
  refused.socket.destroy()
  const foreign = { ...record, serialNo: 'FW-511', seq: 7 }
  expect((await server.send('FW-511', [foreign])).status).toBe(200)
  // Counted in the database: another process learns of it with the next megabytes.
  const fresh = deviceVolume({ management, log, now }, () => 64)
  expect(fresh.take(deviceId, 4 * 1024 * 1024)).toBe(0)
  await expect.poll(() => fresh.take(deviceId, 1)).toBeGreaterThan(0)
})

/** One message by MQTT, as bytes on the wire: resolves with the first byte of each packet that came back. */
async function publish(serialNo: string) {
  const text = (value: string) => [value.length >> 8, value.length & 255, ...Buffer.from(value)]
  const packet = (kind: number, body: number[]) => Buffer.from([kind, body.length, ...body])
  const socket = connect(server.deps.ingest?.mqttPort ?? 0, '127.0.0.1')
  const call = { socket, kinds: [] as number[] }
  // The server answers with packets of four bytes alone.
  socket.on('data', (data) => {
    for (let at = 0; at < data.length; at += 4) call.kinds.push(data[at] ?? 0)
  })
  await once(socket, 'connect')
  const session = [...text('MQTT'), 4, 0xc2, 0, 60, ...text(`c-${serialNo}-${socket.localPort}`)]
  socket.write(packet(0x10, [...session, ...text(serialNo), ...text('packboard')]))
  const message = [...text(`packboard/${serialNo}/sample`), 0, 1, ...Buffer.from('{"state":10}')]
  socket.write(packet(0x32, message))
  return call
}
const connack = 0x20
const puback = 0x40

const noLimits = { deviceMegabytesPerDay: null, quarantineRecords: null, quarantineMegabytes: null }

test('an admin sets what a device may send: in force at once by HTTP and MQTT, what was sent stays counted', async () => {
  const { ingest, directory } = server.deps
  const { accessToken: token } = await server.signIn('admin')
  const read = async () =>
    limits.answer.parse(await (await server.ask(limits.path, { token })).json())
  const set = async (change: object) => {
    const answer = await server.ask(limits.path, {
      ...{ method: 'PUT', token },
      body: { ...noLimits, ...change },
    })
    return { status: answer.status, body: await answer.json() }
  }
  const refusals = async () =>
    /^packboard_ingest_volume_refused_total (\d+)$/m.exec(
      await (await server.ask('/metrics')).text(),
    )?.[1]
  const device = await directory.device('FW-102', 'packboard', '127.0.0.1')
  const deviceId = device?.deviceId ?? 0
  let seq = 100
  const send = async (serialNo: string) => {
    seq += 1
    const record = factory.at(Date.now() - 60_000).sample(serialNo, { state: 10, seq })
    return (await server.send(serialNo, [record])).status
  }
  const calls: { socket: { destroy(): void } }[] = []
  try {
    expect(await read()).toMatchObject({
      deviceMegabytesPerDay: { value: 64, set: null, default: 64, min: 64, max: 999_999 },
      quarantineRecords: { value: 100_000, set: null, default: 100_000 },
      version: 0,
    })
    expect(ingest?.volume.take(deviceId, 68 * 1024 * 1024)).toBe(0)
    await expect.poll(() => ingest?.volume.wait(deviceId)).toBeGreaterThan(0)
    expect(await send('FW-102')).toBe(429)
    expect(await send('FW-511')).toBe(200)
    const before = Number(await refusals())
    const held = await publish('FW-102')
    calls.push(held)
    await expect.poll(async () => Number(await refusals())).toBe(before + 1)
    const { devices } = await read()
    const own = devices.find(({ name }) => name === 'FW-102')
    expect(own).toMatchObject({ id: deviceId, clientId: 1 })
    expect(own?.usedMegabytes).toBeCloseTo(64, 0)
    expect(devices.map(({ name }) => name)).not.toContain('FW-511')
    const { warnings: shown } = warnings.answer.parse(
      await (await server.ask(warnings.path, { token })).json(),
    )
    expect(shown).toContainEqual({ code: 'limits.near', devices: devices.length, machines: 0 })

    expect(await set({ deviceMegabytesPerDay: 256, version: 0 })).toEqual({
      status: 200,
      body: { message: 'Success!', version: 1 },
    })
    expect(await send('FW-102')).toBe(200)
    const accepted = await publish('FW-102')
    calls.push(accepted)
    await expect.poll(() => accepted.kinds).toEqual([connack, puback])
    expect(held.kinds).not.toContain(puback)
    const raised = await read()
    expect(raised).toMatchObject({ deviceMegabytesPerDay: { value: 256, set: 256, default: 64 } })
    expect(raised.devices).toEqual([])

    for (const [change, status] of [
      [{ deviceMegabytesPerDay: 63 }, 400],
      [{ deviceMegabytesPerDay: 1_000_000 }, 400],
      [{ deviceMegabytesPerDay: 64.5 }, 400],
      [{ quarantineRecords: 999 }, 400],
      [{ quarantineMegabytes: 0 }, 400],
      [{ quarantineMegabytes: '9' }, 400],
      [{ version: 0 }, 409],
    ] as const) {
      expect([change, (await set(change)).status]).toEqual([change, status])
    }
    // The setting of the environment again: what was sent meanwhile was not forgotten.
    expect((await set({ version: 1 })).body).toMatchObject({ version: 2 })
    expect((await set({ version: 2 })).body).toMatchObject({ version: 2 })
    expect(ingest?.volume.take(deviceId, 4 * 1024 * 1024)).toBe(0)
    await expect.poll(() => ingest?.volume.wait(deviceId)).toBeGreaterThan(0)
    expect(await send('FW-102')).toBe(429)
  } finally {
    for (const { socket } of calls) socket.destroy()
  }
  const entries = await tables(server.deps.management)
    .selectFrom('audit_log')
    .select(['actor_name', 'client_id', 'before', 'after'])
    .where('entity', '=', 'limits')
    .orderBy('id')
    .execute()
  const entry = { actor_name: 'admin', client_id: null }
  expect(entries).toEqual([
    { ...entry, before: noLimits, after: { ...noLimits, deviceMegabytesPerDay: 256 } },
    { ...entry, before: { ...noLimits, deviceMegabytesPerDay: 256 }, after: noLimits },
  ])
})

test('an admin sets how much is quarantined of a machine; a neighbour’s records are stored', async () => {
  const { accessToken: token } = await server.signIn('admin')
  const set = (quarantineRecords: number | null) =>
    server.ask(limits.path, { method: 'PUT', token, body: { ...noLimits, quarantineRecords } })
  const wrong = (serialNo: string, count: number) =>
    Array.from({ length: count }, (_, seq) =>
      factory.at(Date.now() - 60_000).sample(serialNo, { seq, state: 10, speed: 4_000_000 }),
    )
  const dropped = () => server.deps.telemetry.metrics().quarantineDropped
  expect((await set(1_000)).status).toBe(200)
  expect((await server.send('FW-201', wrong('FW-201', 1_200))).status).toBe(200)
  expect((await server.send('FW-511', wrong('FW-511', 10))).status).toBe(200)
  expect(dropped()).toBe(200)
  const answer = limits.answer.parse(await (await server.ask(limits.path, { token })).json())
  expect(answer.machines).toMatchObject([
    { machineId: 'FW-201', clientId: 1, clientName: 'Northfield Confectionery', records: 1_000 },
  ])
  expect((await set(null)).status).toBe(200)
  expect((await server.send('FW-201', wrong('FW-201', 5))).status).toBe(200)
  expect(dropped()).toBe(200)
})

test.each([
  ['an unknown role', { ROLE: 'boss' }, 'ROLE must be one of all, api, ingest, ledger'],
  [
    'a mail server without an address of its own',
    { SMTP_URL: 'smtp://127.0.0.1:25' },
    'SMTP_URL needs PUBLIC_URL',
  ],
  [
    'half a scaled set-up',
    { ROLE: 'api', CLICKHOUSE_URL: '', DATABASE_URL: '' },
    'ROLE=api needs DATABASE_URL',
  ],
  [
    'a cell without a server for its records',
    { ROLE: 'ledger', CLICKHOUSE_URL: '', DATABASE_URL: 'postgres://127.0.0.1/nothing' },
    'ROLE=ledger needs CLICKHOUSE_URL',
  ],
  ['cells in one process', { CELLS: '2' }, 'CELLS and several servers'],
])('%s: no start, exit code 2 and one sentence', async (_what, env, words) => {
  const exit = await openTestServer({ env }).then(
    (opened) => opened.close(),
    (error: unknown) => exitOf(error, ''),
  )
  expect(exit).toEqual({ code: 2, sentence: expect.stringMatching(/^[^\n]+\.$/) })
  expect(exit?.sentence).toContain(words)
})

test('while quarantined records cannot be counted, the limits and the devices near one are answered', async () => {
  const { ingest, directory, telemetry } = server.deps
  const device = await directory.device('FW-201', 'packboard', '127.0.0.1')
  expect(ingest?.volume.take(device?.deviceId ?? 0, 68 * 1024 * 1024)).toBe(0)
  const { accessToken: token } = await server.signIn('admin')
  const read = async () => {
    const answer = await server.ask(limits.path, { token })
    expect(answer.status).toBe(200)
    return limits.answer.parse(await answer.json())
  }
  await expect.poll(async () => (await read()).devices.map(({ name }) => name)).toContain('FW-201')
  const run = (query: string) => telemetry.context.connection.writer().command({ query })
  await run('RENAME TABLE quarantine TO quarantine_away')
  try {
    // Another limit is counted by at once.
    const { version } = await read()
    const body = { ...noLimits, quarantineRecords: 2_000, version }
    await server.ask(limits.path, { method: 'PUT', token, body })
    const answer = await read()
    expect(answer).toMatchObject({ quarantineRecords: { value: 2_000 }, machines: null })
    expect(answer.devices.map(({ name }) => name)).toContain('FW-201')
    const shown = await (await server.ask(warnings.path, { token })).json()
    expect(warnings.answer.parse(shown).warnings).toContainEqual({
      code: 'limits.near',
      devices: answer.devices.length,
      machines: 0,
    })
  } finally {
    await run('RENAME TABLE quarantine_away TO quarantine')
  }
  // Counted again by the next call.
  expect((await read()).machines).toEqual([])
})

test('a device that sends too many wrong records is refused before its body is read, and admins see it', async () => {
  const { accessToken: token } = await server.signIn('admin')
  const warned = async () =>
    warnings.answer
      .parse(await (await server.ask(warnings.path, { token })).json())
      .warnings.filter(({ code }) => code === 'devices.slowed')
  expect(await warned()).toEqual([])
  const wrong = Array.from({ length: 10_000 }, () => ({ kind: 'sample', serialNo: 'FW-301' }))
  for (let call = 0; call < 3; call++) {
    const answer = await server.send('FW-301', wrong)
    expect(await answer.json()).toMatchObject({ accepted: 0, quarantined: 10_000 })
  }
  const refused = await withheld('/api/ingest/records', 'FW-301:packboard', 1_000)
  await expect.poll(() => refused.answer).toMatch(/^HTTP\/1.1 429/)
  expect(refused.answer).toMatch(/retry-after: [1-9]/i)
  expect(refused.answer).toContain('ingest.tooManyWrong')
  refused.socket.destroy()
  expect(await warned()).toEqual([{ code: 'devices.slowed', devices: 1 }])
  const foreign = factory.at(Date.now() - 60_000).sample('FW-511', { state: 10, seq: 8 })
  expect(await (await server.send('FW-511', [foreign])).json()).toMatchObject({ accepted: 1 })
})

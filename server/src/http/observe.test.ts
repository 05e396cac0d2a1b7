import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { capturedLog } from '../../testing/capturedLog.ts'
import { type App, createHttpApp } from './createApp.ts'
import { type Answered, observeRequests } from './observe.ts'

const { log, lines } = capturedLog('info')
const observed: Answered[] = []
let app: App
let url: string
/** Lets the slow handler answer. */
let answer: () => void
let answered: Promise<void>

beforeAll(async () => {
  app = createHttpApp({ log })
  observeRequests(
    app,
    () => 7,
    (one) => observed.push(one),
  )
  app.get('/slow/:id', async () => {
    await answered
    return { done: true }
  })
  app.post('/slow/:id', async () => {
    await answered
    return { done: true }
  })
  app.get('/stream', (_request, reply) => {
    reply.hijack()
    reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
    reply.raw.write(': open\n\n')
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => {
  app.server.closeAllConnections()
  return app.close()
})
beforeEach(() => {
  observed.length = 0
  lines.length = 0
  answered = new Promise((resolve) => {
    answer = resolve
  })
})

const requests = () =>
  lines.map((line) => JSON.parse(line)).filter(({ route }) => route !== undefined)

test.each([
  ['GET', null],
  // Its body was read whole before it waits.
  ['POST', '{"long":true}'],
])(
  'a %s that its caller gave up is counted and logged, once, with its time',
  async (method, body) => {
    const leaving = new AbortController()
    const headers = body ? { 'content-type': 'application/json' } : {}
    const given = fetch(`${url}/slow/5?key=secret`, {
      method,
      body,
      headers,
      signal: leaving.signal,
    })
    const refused = expect(given).rejects.toThrow()
    // The next request is answered after the handler of the first has begun.
    await (await fetch(`${url}/nothing`)).text()
    observed.length = 0
    lines.length = 0
    leaving.abort()
    await refused
    await expect.poll(() => observed).toMatchObject([{ method, route: '/slow/:id', status: 499 }])
    expect(observed[0]?.seconds).toBeGreaterThan(0)
    answer()
    await (await fetch(`${url}/nothing`)).text()
    await expect.poll(() => observed.map(({ status }) => status)).toEqual([499, 404])
    expect(requests()).toMatchObject([
      { msg: 'given up by the caller', method, path: '/slow/5', status: 499, user: 7 },
      { msg: 'answered', status: 404 },
    ])
  },
)

test('a stream that is left was answered: it is not given up', async () => {
  const leaving = new AbortController()
  const stream = await fetch(`${url}/stream`, { signal: leaving.signal })
  expect(stream.status).toBe(200)
  leaving.abort()
  answer()
  await (await fetch(`${url}/slow/1`)).text()
  await expect.poll(() => observed).toMatchObject([{ route: '/slow/:id', status: 200 }])
})

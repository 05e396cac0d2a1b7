import { once } from 'node:events'
import { Agent, request } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import type { TLSSocket } from 'node:tls'
import type { TlsMaterial } from '@packboard/ingest'
import { testAuthority } from '@packboard/ingest/testing'
import { afterAll, afterEach, expect, test } from 'vitest'
import { capturedLog } from '../../testing/capturedLog.ts'
import { createHttpApp } from './createApp.ts'

const authority = testAuthority()
afterAll(() => authority.remove())
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

async function open() {
  const { log } = capturedLog()
  let material: TlsMaterial = authority.issue('first')
  const listeners = new Set<(changed: TlsMaterial) => void>()
  const app = createHttpApp({
    log,
    certificate: {
      now: () => material,
      onChange(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  })
  app.get('/api/thing', async () => ({ name: 'a' }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  ends.push(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const agentOf = () => {
    const agent = new Agent({ keepAlive: true, ca: authority.ca })
    ends.push(() => agent.destroy())
    return agent
  }
  /** Status, headers, and the name on the certificate of the connection. */
  async function get(agent: Agent) {
    const sent = request({ host: '127.0.0.1', port, path: '/api/thing', agent }).end()
    const [answer] = await once(sent, 'response')
    const socket: TLSSocket = answer.socket
    const name = String(socket.getPeerCertificate().subject.CN)
    answer.resume()
    await once(answer, 'end')
    return { status: answer.statusCode, headers: answer.headers, name }
  }
  const change = (name: string) => {
    material = authority.issue(name)
    for (const listener of listeners) listener(material)
  }
  return { app, port, get, agentOf, change, listeners }
}

test('HTTPS of our own answers with HSTS, and a plain call to its port gets nothing', async () => {
  const { port, get, agentOf } = await open()
  const answer = await get(agentOf())
  expect(answer.status).toBe(200)
  expect(answer.headers['strict-transport-security']).toBe('max-age=31536000')
  const plain = connect(port, '127.0.0.1')
  let read = ''
  plain.on('data', (chunk) => {
    read += chunk.toString('latin1')
  })
  plain.on('error', () => {})
  plain.write('GET /api/thing HTTP/1.1\r\nhost: a\r\n\r\n')
  await once(plain, 'close')
  expect(read).not.toContain('HTTP/1.1')
})

test('a changed certificate serves the next connection; one that is open goes on with its own (D87)', async () => {
  const { app, get, agentOf, change, listeners } = await open()
  const early = agentOf()
  expect((await get(early)).name).toBe('first')
  change('second')
  expect((await get(agentOf())).name).toBe('second')
  const again = await get(early)
  expect([again.status, again.name]).toEqual([200, 'first'])
  early.destroy()
  await app.close()
  expect(listeners.size).toBe(0)
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { callPeer, peerHeader, peerHeaders } from './peers.ts'

const book = ['http://10.0.0.7:8080', 'http://ledger-1']
const headersFor = peerHeaders('secret', () => book)

test.each(['10.0.0.7:8080', 'ledger-1'])('the process at %s gets the secret', (host) => {
  expect(headersFor(host, 1)).toEqual({ [peerHeader]: 'secret', 'x-packboard-cell': '1' })
})

test.each(['10.0.0.7', '10.0.0.7:8081', 'ledger-1.evil.example', 'evil.example', ''])(
  'a host that no list of processes names never gets the secret: %j',
  (host) => {
    expect(() => headersFor(host, 1)).toThrow('busy')
  },
)

test('an answer that leads to another host does not take the secret along', async () => {
  const received: unknown[] = []
  const server = createServer(({ url, headers }, response) => {
    received.push([url, headers[peerHeader]])
    const { port } = new URL(address)
    response.writeHead(307, { location: `http://localhost:${port}/elsewhere` }).end()
  })
  await once(server.listen(0), 'listening')
  const bound = server.address()
  const port = typeof bound === 'object' ? bound?.port : undefined
  const address = `http://127.0.0.1:${port}`
  try {
    const call = callPeer(
      address,
      '/internal/refresh',
      peerHeaders('secret', () => [address]),
    )
    await expect(call).rejects.toThrow()
    expect(received).toEqual([['/internal/refresh', 'secret']])
  } finally {
    server.closeAllConnections()
    server.close()
  }
})

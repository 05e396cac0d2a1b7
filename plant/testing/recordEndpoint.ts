import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'

export type RecordCall = { readonly token: string; readonly lines: readonly string[] }

/** A stand-in for the product's HTTP endpoint that keeps the received records; `refuse` answers 503 that many times first. */
export async function openRecordEndpoint(refuse = 0) {
  const calls: RecordCall[] = []
  let refused = 0
  let inFlight = 0
  let most = 0
  const server = createServer((request, response) => {
    inFlight += 1
    most = Math.max(most, inFlight)
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      inFlight -= 1
      if (refused < refuse) {
        refused += 1
        response.writeHead(503, { 'retry-after': '0' }).end('{}')
        return
      }
      const lines = gunzipSync(Buffer.concat(parts)).toString().trimEnd().split('\n')
      calls.push({ token: String(request.headers['x-access-token']), lines })
      const counts = { accepted: lines.length, duplicate: 0, late: 0, quarantined: 0 }
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(counts))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    httpUrl: `http://127.0.0.1:${port}`,
    calls,
    mostInFlight: () => most,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

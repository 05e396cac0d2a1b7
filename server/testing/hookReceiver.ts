import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'

export type ReceivedCall = {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

export type HookReceiver = {
  readonly url: string
  readonly port: number
  readonly calls: ReceivedCall[]
  /** Answers the next calls so; the last one again and again. */
  answer(...statuses: number[]): void
  /** Takes so many milliseconds for an answer. */
  slow(ms: number): void
  close(): Promise<void>
}

/** A real receiver of webhooks and push messages on a free port of this machine. */
export async function openHookReceiver(): Promise<HookReceiver> {
  const calls: ReceivedCall[] = []
  let statuses = [200]
  let answerMs = 0
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const { url = '', headers } = request
      calls.push({ path: url, headers, body: Buffer.concat(pieces) })
      const [status = 200, ...rest] = statuses
      if (rest.length > 0) statuses = rest
      const end = () =>
        response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end()
      setTimeout(end, answerMs)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    calls,
    answer: (...next) => {
      statuses = next
    },
    slow: (ms) => {
      answerMs = ms
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
